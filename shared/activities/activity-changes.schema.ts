import { z } from 'zod/mini'
import { IdText } from '../lib/ids.ts'
import { PageQuery } from '../lib/paging.ts'
import { comparedFields, FileChange, scan_status } from '../review/changes.schema.ts'
import { SnapshotFile } from '../review/snapshot.schema.ts'
import { Grade } from './grading.ts'

/** Changed evidence is paged, over all principles or one. */
export const EvidenceChangesQuery = z.extend(PageQuery, {
  round: z.optional(IdText),
  principle_number: z.optional(IdText),
})

/** Add MOV turned off or on for a principle (`indicator` null) or one of its indicators ("3.2.1"). */
export const SwitchChange = z.object({ indicator: z.nullable(z.string()), turned: z.enum(['on', 'off']) })
export type SwitchChange = z.output<typeof SwitchChange>

/** A text or figure that changed; null for an empty side. */
export const FactChange = z.object({
  sites_criteria_indicator_id: z.number(),
  /** "3.2.1" */
  indicator: z.string(),
  /** null for `what_happened` */
  figure: z.nullable(z.object({ name: z.string(), unit: z.string() })),
  old: z.nullable(z.string()),
  new: z.nullable(z.string()),
})
export type FactChange = z.output<typeof FactChange>

/** The changes under one principle; all eight are always listed, in order. */
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
  /** null if unchanged, or if one of the two states was not stored */
  reporting_year: z.nullable(z.object({ old: z.nullable(z.number()), new: z.nullable(z.number()) })),
  principles: z.array(PrincipleChanges),
  /** one page of the changed evidence, ordered by principle and indicator */
  data: z.array(z.extend(EvidenceChange, { scan_status })),
  totalCount: z.number(),
  filteredCount: z.number(),
})
export type ActivityChangesReply = z.output<typeof ActivityChangesReply>
