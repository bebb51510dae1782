import geographiclib from 'geographiclib-geodesic'
import type { Position } from './boundary.schema.ts'

/**
 * The shortest line from one point to another on the WGS 84 ellipsoid: its kilometres, and its direction at the start in
 * degrees clockwise from north, 0 to 360.
 */
export function lineBetween([lon1, lat1]: Position, [lon2, lat2]: Position): { km: number; bearing: number } {
  const { s12, azi1 } = geographiclib.Geodesic.WGS84.Inverse(lat1, lon1, lat2, lon2)
  return { km: s12 / 1000, bearing: (azi1 + 360) % 360 }
}
