import type { Bbox, BoundaryGeometry, Position } from './boundary.schema.ts'

/** The bounding box of all rings. An empty geometry gives the inverted box, which meets nothing. */
export function bboxOf(geometry: BoundaryGeometry): Bbox {
  const box: Bbox = [Infinity, Infinity, -Infinity, -Infinity]
  for (const polygon of geometry.coordinates) {
    for (const [lon, lat] of polygon[0] ?? []) {
      if (lon < box[0]) box[0] = lon
      if (lat < box[1]) box[1] = lat
      if (lon > box[2]) box[2] = lon
      if (lat > box[3]) box[3] = lat
    }
  }
  return box
}

/** The middle of the bounding box. */
export function middleOf(geometry: BoundaryGeometry): Position {
  const [west, south, east, north] = bboxOf(geometry)
  return [(west + east) / 2, (south + north) / 2]
}

/** Whether a point that is on no line of the shape is inside: a ray to the east crosses an odd number of lines. */
export function surrounds(shape: BoundaryGeometry, [lon, lat]: Position): boolean {
  let isInside = false
  for (const ring of shape.coordinates.flat())
    for (let at = 1; at < ring.length; at += 1) {
      const [lon1, lat1] = ring[at - 1] as Position
      const [lon2, lat2] = ring[at] as Position
      if (lat1 > lat !== lat2 > lat && lon < lon1 + ((lat - lat1) / (lat2 - lat1)) * (lon2 - lon1))
        isInside = !isInside
    }
  return isInside
}

/** Whether two boxes share at least a point. */
export const boxesMeet = (a: Bbox, b: Bbox): boolean =>
  a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]

/** Counts polygons, holes and vertices; the repeated closing point of each ring counts, as in GIS programs. */
export function countsOf(geometry: BoundaryGeometry) {
  let hole_count = 0
  let vertex_count = 0
  for (const polygon of geometry.coordinates) {
    hole_count += Math.max(0, polygon.length - 1)
    for (const ring of polygon) vertex_count += ring.length
  }
  return { polygon_count: geometry.coordinates.length, hole_count, vertex_count }
}
