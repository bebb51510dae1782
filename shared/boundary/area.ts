import geographiclib from 'geographiclib-geodesic'
import type { BoundaryGeometry, Ring } from './boundary.schema.ts'

const SQUARE_METRES_PER_HECTARE = 10_000

/**
 * Area in hectares on the WGS 84 ellipsoid, with geodesic edges and holes subtracted. The rings must not cross
 * themselves: pass the repaired shape (`validity.ts`).
 */
export function areaHectares(geometry: BoundaryGeometry): number {
  let area = 0
  for (const [shell, ...holes] of geometry.coordinates) {
    if (!shell) continue
    area += ringHectares(shell)
    for (const hole of holes) area -= ringHectares(hole)
  }
  return area
}

/** Hectares rounded to 0.01, the precision in which areas are stored and shown. */
export const roundHectares = (hectares: number): number => Math.round(hectares * 100) / 100

function ringHectares(ring: Ring): number {
  const polygon = geographiclib.Geodesic.WGS84.Polygon(false)
  for (let i = 0; i < ring.length - 1; i++) {
    const [lon, lat] = ring[i] as Ring[number]
    polygon.AddPoint(lat, lon)
  }
  return Math.abs(polygon.Compute(false, true).area) / SQUARE_METRES_PER_HECTARE
}
