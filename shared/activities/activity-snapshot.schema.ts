import { z } from 'zod/mini'
import { SnapshotFile } from '../review/snapshot.schema.ts'
import { Grades } from './grading.ts'

/** What an activity reported under one indicator; figures in the order of the batch. */
const SnapshotFacts = z.object({
  sites_criteria_indicator_id: z.number(),
  what_happened: z.nullable(z.string()),
  figures: z.array(z.object({ indicator_figure_id: z.number(), value: z.string() })),
})
export type SnapshotFacts = z.output<typeof SnapshotFacts>

/** An activity as submitted: its evidence per indicator, the switches that were off, and its grades then. */
export const ActivitySnapshot = z.object({
  grades: Grades,
  disabled_principle: z.array(z.number()),
  disabled_indicator: z.array(z.string()),
  evidence: z.array(z.object({ sites_criteria_indicator_id: z.number(), files: z.array(SnapshotFile) })),
  reporting_year: z.nullable(z.number()),
  facts: z.array(SnapshotFacts),
})
export type ActivitySnapshot = z.output<typeof ActivitySnapshot>
