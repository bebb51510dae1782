import type { BoundaryGeometry } from './boundary.schema.ts'
import { unpackOutline } from './packed-outlines.ts'
import outlines from './region-outlines.json'

/** The coarse outlines of all regions. */
export const REGION_OUTLINES: readonly { region_id: number; geometry: BoundaryGeometry }[] = outlines.map(
  ({ region_id, outline }) => ({ region_id, geometry: unpackOutline(outline) }),
)

const byRegion = new Map(REGION_OUTLINES.map(({ region_id, geometry }) => [region_id, geometry]))

/** Returns the coarse outline of a region, or null. */
export const outlineOf = (region_id: number): BoundaryGeometry | null => byRegion.get(region_id) ?? null
