import { z } from 'zod/mini'
import { BoundaryGeometry } from '../boundary/boundary.schema.ts'
import { comparedFields, FieldDifference, FileChange, scan_status } from '../review/changes.schema.ts'
import { SnapshotFile } from '../review/snapshot.schema.ts'

export const DocumentChange = z.object({
  field: z.enum(['agreement_id', 'map_kml_id']),
  label: z.string(),
  change: FileChange,
  old: SnapshotFile,
  new: SnapshotFile,
})
export type DocumentChange = z.output<typeof DocumentChange>

export const SiteChangesReply = z.object({
  ...comparedFields,
  fields: z.array(FieldDifference),
  documents: z.array(z.extend(DocumentChange, { scan_status })),
  /** hectares inside the two boundaries; null if the location map is unchanged */
  boundary: z.nullable(z.object({ old_ha: z.nullable(z.number()), new_ha: z.nullable(z.number()) })),
})
export type SiteChangesReply = z.output<typeof SiteChangesReply>

const Drawn = z.nullable(z.object({ geometry: BoundaryGeometry, area_ha: z.number() }))

/** Two boundaries to draw on one map; null for one that was not stored. */
export const BoundaryChangesReply = z.object({
  old: Drawn,
  new: Drawn,
  /** land that only the new or only the old boundary contains; null if they are too detailed to compute */
  gained_ha: z.nullable(z.number()),
  lost_ha: z.nullable(z.number()),
})
export type BoundaryChangesReply = z.output<typeof BoundaryChangesReply>
