import { z } from 'zod/mini'
import { AccessLevel } from '../access/levels.ts'
import { Grade } from '../activities/grading.ts'
import { BoundaryGeometry } from '../boundary/boundary.schema.ts'
import { ScanStatus } from '../files/files.schema.ts'
import { IdText } from '../lib/ids.ts'
import { PageQuery } from '../lib/paging.ts'
import { SnapshotFile } from './snapshot.schema.ts'

/** Which return a comparison starts from; the newest one when left out. */
export const ChangesQuery = z.object({ round: z.optional(IdText) })

/** Of an activity the evidence comes in pages, of all principles or of one. */
export const EvidenceChangesQuery = z.extend(PageQuery, {
  round: z.optional(IdText),
  principle_number: z.optional(IdText),
})

/** One return of a record: what was returned is compared with what was submitted next. */
const Return = z.object({ round: z.number(), level: z.nullable(AccessLevel), by: z.string(), at: z.string() })
export type Return = z.output<typeof Return>

/** What every comparison says of itself. */
const comparedFields = {
  /** newest first; none while the record has never been returned */
  returns: z.array(Return),
  /** the return that is compared; null when there is none */
  round: z.nullable(z.number()),
  /** the submission it is compared with; null for the record as it stands, not submitted again yet */
  next_round: z.nullable(z.number()),
  /** false when what was returned was not kept: the record is older than the keeping */
  known: z.boolean(),
}

export const FieldDifference = z.object({
  field: z.string(),
  label: z.string(),
  old: z.string(),
  new: z.string(),
})
export type FieldDifference = z.output<typeof FieldDifference>

export const FILE_CHANGES = ['added', 'removed', 'replaced', 'renamed'] as const
export const FileChange = z.enum(FILE_CHANGES)
export type FileChange = z.output<typeof FileChange>

/** of the new file while the record holds it, so that it can be opened; null once it no longer does */
const scan_status = z.nullable(ScanStatus)

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
  /** hectares inside the two boundaries; null when the location map is the same */
  boundary: z.nullable(z.object({ old_ha: z.nullable(z.number()), new_ha: z.nullable(z.number()) })),
})
export type SiteChangesReply = z.output<typeof SiteChangesReply>

const Drawn = z.nullable(z.object({ geometry: BoundaryGeometry, area_ha: z.number() }))

/** Two boundaries to draw on one map; null where none was kept. */
export const BoundaryChangesReply = z.object({
  old: Drawn,
  new: Drawn,
  /** land that only the new boundary encloses, and land that only the old one did; null when too detailed to tell */
  gained_ha: z.nullable(z.number()),
  lost_ha: z.nullable(z.number()),
})
export type BoundaryChangesReply = z.output<typeof BoundaryChangesReply>

/** Add MOV turned off or on, of a principle or of one of its indicators ("3.2.1"). */
export const SwitchChange = z.object({ indicator: z.nullable(z.string()), turned: z.enum(['on', 'off']) })
export type SwitchChange = z.output<typeof SwitchChange>

/** A statement or a figure that changed; null where there was, or is, none. */
export const FactChange = z.object({
  sites_criteria_indicator_id: z.number(),
  /** "3.2.1" */
  indicator: z.string(),
  /** null for what happened */
  figure: z.nullable(z.object({ name: z.string(), unit: z.string() })),
  old: z.nullable(z.string()),
  new: z.nullable(z.string()),
})
export type FactChange = z.output<typeof FactChange>

/** What changed under one principle; the eight are always there, in their order. */
export const PrincipleChanges = z.object({
  sites_principle_id: z.number(),
  principle_number: z.number(),
  grade: z.nullable(z.object({ old: Grade, new: Grade })),
  switches: z.array(SwitchChange),
  facts: z.array(FactChange),
  added: z.number(),
  removed: z.number(),
  replaced: z.number(),
  renamed: z.number(),
})
export type PrincipleChanges = z.output<typeof PrincipleChanges>

export const EvidenceChange = z.object({
  change: FileChange,
  principle_number: z.number(),
  sites_criteria_indicator_id: z.number(),
  /** "3.2.1" */
  indicator: z.string(),
  old: z.nullable(SnapshotFile),
  new: z.nullable(SnapshotFile),
})
export type EvidenceChange = z.output<typeof EvidenceChange>

export const ActivityChangesReply = z.object({
  ...comparedFields,
  /** null where it is the same, or one of the two was not kept */
  reporting_year: z.nullable(z.object({ old: z.nullable(z.number()), new: z.nullable(z.number()) })),
  principles: z.array(PrincipleChanges),
  /** one page of the evidence that changed, in the order of principles and indicators */
  data: z.array(z.extend(EvidenceChange, { scan_status })),
  totalCount: z.number(),
  filteredCount: z.number(),
})
export type ActivityChangesReply = z.output<typeof ActivityChangesReply>
