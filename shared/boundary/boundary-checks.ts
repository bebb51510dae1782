import { formatCount, formatDecimals } from '../lib/format.ts'
import { areaHectares, roundHectares } from './area.ts'
import type { BoundaryGeometry, BoundaryReport, BoundaryWarning } from './boundary.schema.ts'
import { type Overlap, overlapOf } from './overlap.ts'
import {
  checkMunicipality,
  checkProvince,
  type KnownMunicipality,
  type KnownProvince,
  type PlaceCheck,
} from './place-check.ts'
import { checkRegion, partWords } from './region-check.ts'
import { bboxOf, boxesMeet, countsOf } from './shape.ts'
import { complexityReason, MAX_CROSSINGS, stepsBetween } from './complexity.ts'
import { repaired, repairedIfFaulty, type Validity, validityOf } from './validity.ts'

/** Real tenure surveys differ from their declared area by 2 % at the median; beyond this there is a warning. */
const AREA_TOLERANCE_PERCENT = 5
/** 0.01 ha is a strip of 100 square metres: below that, two surveys of the same line cannot be distinguished. */
export const SMALLEST_OVERLAP_HA = 0.01

/** The smallest plausible site; anything less is a drawing error. */
const SMALLEST_SITE_HA = 0.01
const SQUARE_METRES_PER_HECTARE = 10_000
/** The limit of steps for comparing a boundary with its neighbours: per corner of it, and in addition. */
export const OVERLAP_STEPS_EACH = 20
export const OVERLAP_STEPS_BESIDES = 1_000_000

export type Neighbour = { site_profile_id: number; geometry: BoundaryGeometry }

export type BoundaryCheckInput = {
  geometry: BoundaryGeometry
  declared_ha: number | null
  /** null if none is chosen yet */
  region: { name: string; outline: BoundaryGeometry } | null
  /** null if none is chosen yet; `none` if the region has no provinces */
  province: KnownProvince | 'none' | null
  municipality: KnownMunicipality | null
  /** other active sites, at least those whose box meets the boundary's box */
  neighbours: Neighbour[]
}

/** A check of the shape alone. */
export const SHAPE_ONLY = {
  declared_ha: null,
  region: null,
  province: null,
  municipality: null,
  neighbours: [],
} satisfies Partial<BoundaryCheckInput>

/** Land shared with another site; null if the two are too tangled to compare. */
export type FoundOverlap = { site_profile_id: number; shared: Overlap | null }

/** What `checkBoundary` finds; who may see which overlaps is decided elsewhere. */
export type MeasuredBoundary = Omit<BoundaryReport, 'towns'> & { overlaps: FoundOverlap[] }

export type BoundaryJudgement = { ok: true; report: MeasuredBoundary } | { ok: false; reason: string }

/** Measures a boundary, unless it is too tangled; the reason then says what to do. */
export function judgeBoundary(input: BoundaryCheckInput): BoundaryJudgement {
  const tangled = complexityReason(input.geometry)
  return tangled ? { ok: false, reason: TANGLED[tangled] } : { ok: true, report: checkBoundary(input) }
}

export const TOO_DETAILED = 'The boundary is too detailed to check; simplify it and export it again.'

const TANGLED = {
  crossings: `The boundary crosses itself in more than ${formatCount(MAX_CROSSINGS)} places; draw it again as one line around the site.`,
  detail: TOO_DETAILED,
}

/**
 * Runs every check that a reviewer needs. A boundary that crosses itself is measured in its repaired shape; the
 * geometry in the report stays as drawn.
 */
export function checkBoundary(input: BoundaryCheckInput): MeasuredBoundary {
  const { geometry, declared_ha } = input
  const validity = validityOf(geometry)
  const shape = validity.valid ? geometry : repaired(geometry)
  const exact_ha = areaHectares(shape)
  const area_ha = roundHectares(exact_ha)
  const findings = [
    shapeFinding(validity),
    regionFinding(shape, input.region),
    ...placeFindings(shape, input),
    sizeFinding(exact_ha),
    areaFinding(area_ha, declared_ha),
  ]

  return {
    geometry,
    area_ha,
    ...countsOf(geometry),
    bbox: bboxOf(geometry),
    valid: validity.valid,
    ...(validity.valid ? {} : { invalid_reason: validity.reason }),
    ...(validity.valid || !validity.at ? {} : { invalid_at: validity.at }),
    warnings: findings.flatMap((one) => ('warning' in one ? [one.warning] : [])),
    // the KML reader rejects points elsewhere
    checked: ['Country: inside the Philippines', ...findings.flatMap((one) => one.checked ?? [])],
    not_checked: findings.flatMap((one) => one.not_checked ?? []),
    overlaps: overlapsWith(shape, input.neighbours),
  }
}

/**
 * "The mapped area is 816.67 ha, 1.4 % less than the declared 828.20 ha.", with the signed difference as a percentage
 * of the declared area, rounded to 0.1. Null if nothing was declared.
 */
export function compareAreas(area_ha: number, declared_ha: number | null) {
  if (declared_ha === null || !(declared_ha > 0)) return null
  const exact = ((area_ha - declared_ha) / declared_ha) * 100
  const percent = Math.round(exact * 10) / 10
  const difference =
    percent === 0
      ? 'the same as'
      : `${formatDecimals(Math.abs(percent), 1)} % ${percent < 0 ? 'less' : 'more'} than`
  return {
    percent,
    differs: Math.abs(exact) > AREA_TOLERANCE_PERCENT,
    message: `The mapped area is ${formatDecimals(area_ha, 2)} ha, ${difference} the declared ${formatDecimals(declared_ha, 2)} ha.`,
  }
}

type Finding = { warning: BoundaryWarning; checked?: never; not_checked?: never } | CheckNotes
type CheckNotes = { checked?: string; not_checked?: string }

function shapeFinding(validity: Validity): Finding {
  if (validity.valid) return { checked: 'Shape: does not cross itself' }
  if (!validity.at) return { warning: { kind: 'self_crossing', message: `${validity.reason}.` } }
  const [lon, lat] = validity.at
  const message = `${validity.reason} near ${lon.toFixed(5)}, ${lat.toFixed(5)}.`
  return { warning: { kind: 'self_crossing', message, at: validity.at } }
}

function regionFinding(shape: BoundaryGeometry, region: BoundaryCheckInput['region']): Finding {
  if (!region) return { not_checked: 'Region: not chosen yet' }
  const { outside, outside_share } = checkRegion(shape, region.outline)
  if (!outside) return { checked: `Region: inside or near ${region.name}, by its coarse outline` }
  const message = `${partWords(outside_share)} lies outside ${region.name}.`
  return { warning: { kind: 'outside_region', message } }
}

function placeFindings(shape: BoundaryGeometry, { province, municipality }: BoundaryCheckInput): Finding[] {
  const found = (kind: 'outside_province' | 'outside_municipality', check: PlaceCheck): Finding =>
    'warning' in check ? { warning: { kind, message: check.warning } } : check
  const inProvince = (): Finding[] => {
    if (province === 'none') return []
    if (!province) return [{ not_checked: 'Province: not chosen yet' }]
    return [found('outside_province', checkProvince(shape, province))]
  }
  return [
    ...inProvince(),
    municipality
      ? found('outside_municipality', checkMunicipality(shape, municipality))
      : { not_checked: 'Municipality: not chosen yet' },
  ]
}

/** Takes the exact area, because half of the smallest site would be rounded up to it. */
function sizeFinding(exact_ha: number): Finding {
  if (exact_ha >= SMALLEST_SITE_HA) return { checked: `Size: at least ${SMALLEST_SITE_HA} ha` }
  const metres = formatDecimals(exact_ha * SQUARE_METRES_PER_HECTARE, 0)
  const message = `The boundary encloses only ${metres} m², less than the ${SMALLEST_SITE_HA} ha of the smallest site; please check the map.`
  return { warning: { kind: 'too_small', message } }
}

function areaFinding(area_ha: number, declared_ha: number | null): Finding {
  const comparison = compareAreas(area_ha, declared_ha)
  if (!comparison) return { not_checked: 'Declared area: not entered yet' }
  return comparison.differs
    ? { warning: { kind: 'area_differs', message: comparison.message } }
    : { checked: `Declared area: within ${AREA_TOLERANCE_PERCENT} % of the mapped one` }
}

/** The neighbours that share land with the shape, largest overlap first; those too tangled to compute come last. */
function overlapsWith(shape: BoundaryGeometry, neighbours: Neighbour[]): FoundOverlap[] {
  const box = bboxOf(shape)
  let left = OVERLAP_STEPS_EACH * countsOf(shape).vertex_count + OVERLAP_STEPS_BESIDES
  const found = neighbours
    .filter(({ geometry }) => boxesMeet(box, bboxOf(geometry)))
    .map(({ site_profile_id, geometry }): FoundOverlap => {
      const steps = complexityReason(geometry) ? null : stepsBetween(shape, geometry)
      if (steps === null || steps > left) return { site_profile_id, shared: null }
      left -= steps
      return { site_profile_id, shared: overlapOf(shape, repairedIfFaulty(geometry)) }
    })
    .filter(({ shared }) => shared === null || shared.overlap_ha >= SMALLEST_OVERLAP_HA)
  return found.sort((a, b) => (b.shared?.overlap_ha ?? -1) - (a.shared?.overlap_ha ?? -1))
}
