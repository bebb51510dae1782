import { areaHectares } from './area.ts'
import type { Bbox, BoundaryGeometry } from './boundary.schema.ts'
import { lineBetween, nearestPoint } from './distance.ts'
import { differenceOf, polygonsInBox } from './overlap.ts'
import { bboxOf, boxesMeet, surrounds } from './shape.ts'
import { repairedIfFaulty } from './validity.ts'

/** A smaller share outside is not significant: many sites lie along a coast or on the border of their region. */
const SIGNIFICANT_SHARE = 0.25
/** Region outlines are drawn for maps of 1:10 million; a line can be this far from the real one. */
export const COARSE_ERROR_KM = 2
/** Enough points to find how far a shape reaches without measuring half a million. */
const SAMPLED_POINTS = 400

export type RegionCheck = {
  /** 0 (all inside the outline) to 1 (all outside). */
  outside_share: number
  /** How far the outside part reaches from the outline; 0 when too little is outside to measure. */
  reach_km: number
  /** True when more than a quarter lies outside, further than the coarse outline can be wrong. */
  outside: boolean
}

/**
 * How much of a valid boundary lies outside the outline of a region or another place, and whether that is significant;
 * `error_km` is how far a line of the outline can be from the real one.
 */
export function checkRegion(
  geometry: BoundaryGeometry,
  outline: BoundaryGeometry,
  error_km = COARSE_ERROR_KM,
): RegionCheck {
  const { outside_share, reach_km } = measureOutside(geometry, outline, SIGNIFICANT_SHARE)
  return { outside_share, reach_km, outside: reach_km > error_km }
}

/**
 * The part of a valid boundary that lies outside an outline, in hectares and as a share; how far it reaches is measured
 * above a share, else 0.
 */
export function measureOutside(geometry: BoundaryGeometry, outline: BoundaryGeometry, above_share = 0) {
  const total = areaHectares(geometry)
  if (total === 0) return { outside_ha: 0, outside_share: 0, reach_km: 0 }
  const part = outsideOf(geometry, outline)
  const outside_ha = part === geometry ? total : Math.min(total, areaHectares(part))
  const outside_share = outside_ha / total
  const reach_km = outside_share > above_share ? distancesFrom(outline, part).most : 0
  return { outside_ha, outside_share, reach_km }
}

/** The share in words, for the start of a sentence. */
export function partWords(share: number): string {
  const percent = Math.round(share * 100)
  return percent === 100 ? 'The whole boundary' : `About ${percent} % of the boundary`
}

const NOTHING: BoundaryGeometry = { type: 'MultiPolygon', coordinates: [] }

/** The part of a shape that is outside; for most sites no line of the outline is near, so it is all or nothing. */
function outsideOf(shape: BoundaryGeometry, outline: BoundaryGeometry): BoundaryGeometry {
  const box = bboxOf(shape)
  if (!isNearOutline(outline, box)) return surrounds(outline, [box[0], box[1]]) ? NOTHING : shape
  return differenceOf(shape, repairedIfFaulty(polygonsInBox(outline, box)))
}

const isNearOutline = (outline: BoundaryGeometry, box: Bbox): boolean =>
  outline.coordinates.flat().some((ring) =>
    ring.some((end, at) => {
      const [lon, lat] = ring[Math.max(0, at - 1)] ?? end
      const line: Bbox = [
        Math.min(lon, end[0]),
        Math.min(lat, end[1]),
        Math.max(lon, end[0]),
        Math.max(lat, end[1]),
      ]
      return boxesMeet(line, box)
    }),
  )

/** How far the corners of a shape are from the lines of an outline, in kilometres; not of more corners than are sampled. */
export function distancesFrom(outline: BoundaryGeometry, shape: BoundaryGeometry) {
  const corners = shape.coordinates.flatMap(([shell = []]) => shell)
  const step = Math.max(1, Math.floor(corners.length / SAMPLED_POINTS))
  const distances = corners
    .filter((_, at) => at % step === 0)
    .map((corner) => {
      const nearest = nearestPoint(corner, outline)
      return nearest ? lineBetween(corner, nearest).km : Infinity
    })
  return { least: Math.min(...distances), most: Math.max(0, ...distances) }
}
