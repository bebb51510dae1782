import outlines from '../../shared/boundary/region-outlines.json'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'

const byRegion = new Map(
  outlines.features.map(({ properties, geometry }) => [
    properties.region_id,
    geometry as unknown as BoundaryGeometry,
  ]),
)

/** Returns the coarse outline of a region, or null. */
export const outlineOf = (region_id: number): BoundaryGeometry | null => byRegion.get(region_id) ?? null
