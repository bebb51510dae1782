import { areaHectares, roundHectares } from '../boundary/area.ts'
import type { BoundaryGeometry } from '../boundary/boundary.schema.ts'
import {
  OVERLAP_STEPS_BESIDES,
  OVERLAP_STEPS_EACH,
  SMALLEST_OVERLAP_HA,
} from '../boundary/boundary-checks.ts'
import { complexityReason, stepsBetween } from '../boundary/complexity.ts'
import { EMPTY, intersectionOf, unionOf } from '../boundary/overlap.ts'
import { bboxOf, countsOf } from '../boundary/shape.ts'
import { thinned } from '../boundary/thin.ts'
import { repairedIfFaulty } from '../boundary/validity.ts'
import { formatCount } from '../lib/format.ts'
import { isSliver } from './land-states.ts'
import { nearBox } from './near-box.ts'

/** The most features of a layer that a boundary is compared with, and the most corners of all of them. */
export const FEATURES_AROUND_MAX = 1_000
export const CORNERS_AROUND_MAX = 1_000_000

export const TOO_MANY_AROUND = `More of this layer lies around the boundary than can be compared: at most ${formatCount(FEATURES_AROUND_MAX)} features with ${formatCount(CORNERS_AROUND_MAX)} corners.`
export const TOO_TANGLED =
  'The boundary and the layer are too detailed here to be compared; a simpler boundary or a simpler layer can be.'

/** The shared land is drawn only: on a grid of about a metre, with at most this many corners. */
const DRAWING = { grid: 0.000_01, most: 400 }
/** the decimals of a share as it is stored */
const SHARE_UNITS = 1_000_000

export type LandFeature = { id: number; geometry: BoundaryGeometry }

/** Land in a boundary and in a feature: hectares to 0.01, its share of the boundary, and a drawing. */
export type SharedLand = { id: number; overlap_ha: number; share: number; drawing: BoundaryGeometry }

/**
 * The land that a boundary shares with the features of one layer, or why that is not known; where it is asked for,
 * `together_ha` counts land in several features once, and is null if their lines are too tangled for that.
 */
export type Comparison =
  | { ok: true; shared: SharedLand[]; together_ha?: number | null }
  | { ok: false; reason: string }

/** Returns a function that compares a boundary with the features of one layer after another. */
export function comparerOf(
  boundary: BoundaryGeometry,
  asked: { isTogether?: boolean | undefined } = {},
): (features: readonly LandFeature[]) => Comparison {
  if (complexityReason(boundary)) return () => ({ ok: false, reason: TOO_TANGLED })
  const shape = repairedIfFaulty(boundary)
  const whole_ha = areaHectares(shape)
  return (features) => compare(shape, whole_ha, features, asked)
}

/**
 * The land of each feature in the shape, the largest first and without slivers. Areas are whole shapes on the ellipsoid;
 * the budget is in steps, so that the same shapes get the same answer on every machine.
 */
function compare(
  shape: BoundaryGeometry,
  whole_ha: number,
  features: readonly LandFeature[],
  { isTogether = false }: { isTogether?: boolean | undefined },
): Comparison {
  const box = bboxOf(shape)
  let left = OVERLAP_STEPS_EACH * countsOf(shape).vertex_count + OVERLAP_STEPS_BESIDES
  const shared: SharedLand[] = []
  const lands: BoundaryGeometry[] = []
  for (const { id, geometry } of features) {
    const near = comparable(geometry, nearBox(geometry, box))
    const steps = near && stepsBetween(shape, near)
    if (!near || steps === null || steps > left) return { ok: false, reason: TOO_TANGLED }
    left -= steps
    const land = intersectionOf(shape, repairedIfFaulty(near))
    const found = measured(areaHectares(land), whole_ha)
    if (found.overlap_ha < SMALLEST_OVERLAP_HA || isSliver(found)) continue
    shared.push({ id, ...found, drawing: thinned(land, DRAWING) })
    if (isTogether) lands.push(land)
  }
  return {
    ok: true,
    shared: shared.sort((a, b) => b.overlap_ha - a.overlap_ha || a.id - b.id),
    ...(isTogether ? { together_ha: hectaresTogether(lands) } : {}),
  }
}

/** The hectares of all these lands, where they lie over each other once; null if their lines are too tangled. */
function hectaresTogether(lands: readonly BoundaryGeometry[]): number | null {
  let all = EMPTY
  for (const land of lands) {
    if (stepsBetween(all, land) === null) return null
    all = unionOf(all, land)
  }
  return roundHectares(areaHectares(all))
}

/** The part of a feature near the boundary that can be compared; null if it is too tangled. */
function comparable(feature: BoundaryGeometry, near: BoundaryGeometry): BoundaryGeometry | null {
  if (!complexityReason(near)) return near
  // far away, the straight lines of the shorter shape may cross each other where the feature does not
  return complexityReason(feature) ? null : feature
}

const measured = (hectares: number, whole_ha: number): { overlap_ha: number; share: number } => ({
  overlap_ha: roundHectares(hectares),
  share: whole_ha > 0 ? Math.min(1, Math.round((hectares / whole_ha) * SHARE_UNITS) / SHARE_UNITS) : 0,
})
