import type { BoundaryGeometry } from './boundary.schema.ts'
import outlines from './region-outlines.json'

const byRegion = new Map(
  outlines.features.map(({ properties, geometry }) => [
    properties.region_id,
    geometry as unknown as BoundaryGeometry,
  ]),
)

/** Returns the coarse outline of a region, or null. */
export const outlineOf = (region_id: number): BoundaryGeometry | null => byRegion.get(region_id) ?? null
