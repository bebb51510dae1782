import geographiclib from 'geographiclib-geodesic'
import type { BoundaryGeometry, Position } from './boundary.schema.ts'
import { surrounds } from './shape.ts'

/**
 * The shortest line from one point to another on the WGS 84 ellipsoid: its kilometres, and its direction at the start in
 * degrees clockwise from north, 0 to 360.
 */
export function lineBetween([lon1, lat1]: Position, [lon2, lat2]: Position): { km: number; bearing: number } {
  const { s12, azi1 } = geographiclib.Geodesic.WGS84.Inverse(lat1, lon1, lat2, lon2)
  return { km: s12 / 1000, bearing: (azi1 + 360) % 360 }
}

/**
 * The point on the lines of a shape that is nearest to this one; null if it has none. Compared on a plane at the point,
 * which is right within 1 % up to 100 km.
 */
export function nearestPoint([lon, lat]: Position, shape: BoundaryGeometry): Position | null {
  const narrowing = Math.cos((lat * Math.PI) / 180)
  let nearest: Position | null = null
  let least = Infinity
  for (const ring of shape.coordinates.flat())
    for (let at = 1; at < ring.length; at += 1) {
      const [lon1, lat1] = ring[at - 1] as Position
      const [lon2, lat2] = ring[at] as Position
      const x = (lon1 - lon) * narrowing
      const y = lat1 - lat
      const dx = (lon2 - lon1) * narrowing
      const dy = lat2 - lat1
      const along = Math.min(1, Math.max(0, -(x * dx + y * dy) / (dx * dx + dy * dy || 1)))
      const apart = (x + along * dx) ** 2 + (y + along * dy) ** 2
      if (apart >= least) continue
      least = apart
      nearest = [lon1 + along * (lon2 - lon1), lat1 + along * (lat2 - lat1)]
    }
  return nearest
}

/** How many metres a point is outside a shape, on the ellipsoid; 0 inside it. */
export function metresOutside(point: Position, shape: BoundaryGeometry): number {
  const nearest = surrounds(shape, point) ? null : nearestPoint(point, shape)
  return nearest ? lineBetween(point, nearest).km * 1000 : 0
}
