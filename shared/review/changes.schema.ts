import { z } from 'zod/mini'
import { AccessLevel } from '../access/levels.ts'
import { ScanStatus } from '../files/files.schema.ts'
import { IdText } from '../lib/ids.ts'
import { SpellingEdit } from './review.schema.ts'

/** The return from which a comparison starts; the newest if omitted. */
export const ChangesQuery = z.object({ round: z.optional(IdText) })

/** A return of a record: the returned state is compared with the next submission. */
const Return = z.object({ round: z.number(), level: z.nullable(AccessLevel), by: z.string(), at: z.string() })
export type Return = z.output<typeof Return>

/** Spelling that a reviewer corrected while approving, with the approval. */
export const Correction = z.extend(SpellingEdit, {
  round: z.number(),
  level: z.nullable(AccessLevel),
  by: z.string(),
  at: z.string(),
})
export type Correction = z.output<typeof Correction>

export const comparedFields = {
  /** newest first; empty if the record was never returned */
  returns: z.array(Return),
  /** the return that is compared; null if there is none */
  round: z.nullable(z.number()),
  /** the submission it is compared with; null for the present state, if it was not submitted again yet */
  next_round: z.nullable(z.number()),
  /** spelling that reviewers corrected in the two rounds, or in all if there was no return; absent without any */
  corrections: z.optional(z.array(Correction)),
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

/** of the new file while the record still has it, so that it can be opened; otherwise null */
export const scan_status = z.nullable(ScanStatus)
