import { z } from 'zod/mini'
import { SnapshotFile } from '../review/snapshot.schema.ts'
import { KEPT_SHAPE } from './sites.fields.ts'

/** A profile as submitted. Places include their names, because names may change later. */
export const SiteSnapshot = z.object({
  ...KEPT_SHAPE,
  agreement: SnapshotFile,
  map_kml: SnapshotFile,
  mapped_area_ha: z.nullable(z.number()),
})
export type SiteSnapshot = z.output<typeof SiteSnapshot>
