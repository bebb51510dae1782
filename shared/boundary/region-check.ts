import { areaHectares } from './area.ts'
import type { Bbox, BoundaryGeometry, Position } from './boundary.schema.ts'
import { differenceOf, polygonsInBox } from './overlap.ts'
import { bboxOf, boxesMeet, surrounds } from './shape.ts'
import { repairedIfFaulty } from './validity.ts'

/** A smaller share outside is not significant: many sites lie along a coast or on the border of their region. */
const SIGNIFICANT_SHARE = 0.25
/** Region outlines are drawn for maps of 1:10 million; a line can be this far from the real one. */
const OUTLINE_ERROR_KM = 2
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
  error_km = OUTLINE_ERROR_KM,
): RegionCheck {
  const total = areaHectares(geometry)
  if (total === 0) return { outside_share: 0, reach_km: 0, outside: false }

  const outsidePart = outsideOf(geometry, outline)
  const outside_share = outsidePart === geometry ? 1 : Math.min(1, areaHectares(outsidePart) / total)
  const reach_km = outside_share > SIGNIFICANT_SHARE ? reachOf(outsidePart, outline) : 0
  return { outside_share, reach_km, outside: reach_km > error_km }
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

function reachOf(shape: BoundaryGeometry, outline: BoundaryGeometry): number {
  const corners = shape.coordinates.flatMap(([shell = []]) => shell)
  const step = Math.max(1, Math.floor(corners.length / SAMPLED_POINTS))
  let reach = 0
  for (let i = 0; i < corners.length; i += step) {
    reach = Math.max(reach, distanceKm(corners[i] as Position, outline))
  }
  return reach
}

/** Distance from a point to the nearest line of the outline, on a plane at the point: accurate to 1 % within 100 km. */
function distanceKm([lon, lat]: Position, outline: BoundaryGeometry): number {
  const kmPerDegree = 111.2
  const kmPerLon = kmPerDegree * Math.cos((lat * Math.PI) / 180)
  let nearest = Infinity
  for (const ring of outline.coordinates.flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [lon1, lat1] = ring[i - 1] as Position
      const [lon2, lat2] = ring[i] as Position
      const x = (lon1 - lon) * kmPerLon
      const y = (lat1 - lat) * kmPerDegree
      const dx = (lon2 - lon1) * kmPerLon
      const dy = (lat2 - lat1) * kmPerDegree
      const along = Math.min(1, Math.max(0, -(x * dx + y * dy) / (dx * dx + dy * dy || 1)))
      nearest = Math.min(nearest, Math.hypot(x + along * dx, y + along * dy))
    }
  }
  return nearest
}
