import type { BoundaryGeometry, Position, Ring } from '../../../shared/boundary/boundary.schema.ts'

/** Shapes for the unit tests of boundaries. */
export const polygons = (...coordinates: Ring[][]): BoundaryGeometry => ({
  type: 'MultiPolygon',
  coordinates,
})

export const rectangle = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

/** A figure 8 lying on its side: two triangles that meet in the middle of the box. */
export const bowTie = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, north],
  [east, south],
  [west, north],
  [west, south],
]

/** A star-like ring of `count` corners around a centre, about `radius` degrees wide, that never crosses itself. */
export function star([lon, lat]: Position, radius: number, count: number): Ring {
  const ring = Array.from({ length: count }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / count
    const reach = radius * (1 + 0.1 * Math.sin(17 * angle) + Math.min(0.01, 4 / count) * Math.sin(i * 1.7))
    return [lon + reach * Math.cos(angle), lat + reach * Math.sin(angle)]
  })
  return [...ring, ring[0] as Position]
}

/**
 * Area in hectares of a box bounded by meridians and parallels, by the closed formula for a zone of the WGS 84
 * ellipsoid: independent of the library under test.
 */
export function zoneHectares(west: number, south: number, east: number, north: number): number {
  const semiMinor = 6_356_752.314245
  const e2 = 0.00669437999014
  const e = Math.sqrt(e2)
  const q = (lat: number) => {
    const s = Math.sin((lat * Math.PI) / 180)
    return s / (1 - e2 * s * s) + Math.atanh(e * s) / e
  }
  const radians = ((east - west) * Math.PI) / 180
  return ((semiMinor ** 2 / 2) * radians * (q(north) - q(south))) / 10_000
}
