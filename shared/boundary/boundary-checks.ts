import { areaHectares, roundHectares } from './area.ts'
import type { BoundaryGeometry, BoundaryReport, BoundaryWarning } from './boundary.schema.ts'
import { overlapOf } from './overlap.ts'
import { checkRegion } from './region-check.ts'
import { bboxOf, boxesMeet, countsOf } from './shape.ts'
import { repaired, sound, type Validity, validityOf } from './validity.ts'

/** Real tenure surveys differ from their declared area by 2 % at the median; beyond this a reviewer is told. */
export const AREA_TOLERANCE_PERCENT = 5
/** 0.01 ha is a strip of 100 square metres: below it two surveys of one line cannot be told apart. */
const SMALLEST_OVERLAP_HA = 0.01

export type Neighbour = {
  site_profile_id: number
  code: string
  name_of_partner: string
  geometry: BoundaryGeometry
}

export type BoundaryCheckInput = {
  geometry: BoundaryGeometry
  declared_ha: number | null
  region: { name: string; outline: BoundaryGeometry } | null
  /** Other active sites, at least those whose box meets this boundary's box. */
  neighbours: Neighbour[]
}

/**
 * Everything a reviewer needs to know about a boundary. A boundary that crosses itself is measured as the
 * repaired shape; the geometry in the report stays as drawn.
 */
export function checkBoundary(input: BoundaryCheckInput): BoundaryReport {
  const { geometry } = input
  const validity = validityOf(geometry)
  const shape = validity.valid ? geometry : repaired(geometry)
  const area_ha = roundHectares(areaHectares(shape))

  return {
    geometry,
    area_ha,
    ...countsOf(geometry),
    bbox: bboxOf(geometry),
    valid: validity.valid,
    ...(validity.valid ? {} : { invalid_reason: validity.reason }),
    ...(validity.valid || !validity.at ? {} : { invalid_at: validity.at }),
    warnings: [
      ...validityWarnings(validity),
      ...regionWarnings(shape, input.region),
      ...areaWarnings(area_ha, input.declared_ha),
      ...overlapWarnings(shape, input.neighbours),
    ],
  }
}

/**
 * "The mapped area is 816.67 ha, 1.4 % less than the declared 828.20 ha." with the signed difference in per
 * cent of the declared area, rounded to 0.1. Null when nothing was declared.
 */
export function compareAreas(area_ha: number, declared_ha: number | null) {
  if (declared_ha === null || !(declared_ha > 0)) return null
  const exact = ((area_ha - declared_ha) / declared_ha) * 100
  const percent = Math.round(exact * 10) / 10
  const difference =
    percent === 0 ? 'the same as' : `${inWords(Math.abs(percent), 1)} % ${percent < 0 ? 'less' : 'more'} than`
  return {
    percent,
    differs: Math.abs(exact) > AREA_TOLERANCE_PERCENT,
    message: `The mapped area is ${inWords(area_ha, 2)} ha, ${difference} the declared ${inWords(declared_ha, 2)} ha.`,
  }
}

function validityWarnings(validity: Validity): BoundaryWarning[] {
  if (validity.valid) return []
  if (!validity.at) return [{ kind: 'self_crossing', message: `${validity.reason}.` }]
  const [lon, lat] = validity.at
  const message = `${validity.reason} near ${lon.toFixed(5)}, ${lat.toFixed(5)}.`
  return [{ kind: 'self_crossing', message, at: validity.at }]
}

function regionWarnings(shape: BoundaryGeometry, region: BoundaryCheckInput['region']): BoundaryWarning[] {
  if (!region) return []
  const { outside, outside_share } = checkRegion(shape, region.outline)
  if (!outside) return []
  const percent = Math.round(outside_share * 100)
  const share = percent === 100 ? 'The whole boundary' : `About ${percent} % of the boundary`
  return [{ kind: 'outside_region', message: `${share} lies outside ${region.name}.` }]
}

function areaWarnings(area_ha: number, declared_ha: number | null): BoundaryWarning[] {
  const comparison = compareAreas(area_ha, declared_ha)
  return comparison?.differs ? [{ kind: 'area_differs', message: comparison.message }] : []
}

function overlapWarnings(shape: BoundaryGeometry, neighbours: Neighbour[]): BoundaryWarning[] {
  const box = bboxOf(shape)
  return neighbours
    .filter(({ geometry }) => boxesMeet(box, bboxOf(geometry)))
    .map((neighbour) => ({ neighbour, ...overlapOf(shape, sound(neighbour.geometry)) }))
    .filter(({ overlap_ha }) => overlap_ha >= SMALLEST_OVERLAP_HA)
    .sort((a, b) => b.overlap_ha - a.overlap_ha)
    .map(({ neighbour: { site_profile_id, code, name_of_partner }, overlap_ha, geometry: overlap }) => ({
      kind: 'overlap',
      message: `Overlaps ${code} (${name_of_partner}) by ${inWords(overlap_ha, 2)} ha.`,
      site_profile_id,
      code,
      name_of_partner,
      overlap_ha,
      overlap,
    }))
}

const inWords = (value: number, decimals: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
