import { z } from 'zod/mini'
import { AccessLevel } from '../access/levels.ts'
import { ScanStatus } from '../files/files.schema.ts'
import { IdText } from '../lib/ids.ts'

/** Which return a comparison starts from; the newest one when left out. */
export const ChangesQuery = z.object({ round: z.optional(IdText) })

/** One return of a record: what was returned is compared with what was submitted next. */
const Return = z.object({ round: z.number(), level: z.nullable(AccessLevel), by: z.string(), at: z.string() })
export type Return = z.output<typeof Return>

/** What every comparison says of itself. */
export const comparedFields = {
  /** newest first; none while the record has never been returned */
  returns: z.array(Return),
  /** the return that is compared; null when there is none */
  round: z.nullable(z.number()),
  /** the submission it is compared with; null for the record as it is, not submitted again yet */
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
export const scan_status = z.nullable(ScanStatus)
