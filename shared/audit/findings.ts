import { z } from 'zod/mini'
import { formatDate } from '../lib/dates.ts'

const FINDING_KINDS = [
  'row_changed',
  'row_removed',
  'row_inserted',
  'rows_gone',
  'salt_gone',
  'erased_row_changed',
  'entries_missing',
  'nothing_published',
  'erasure_unexplained',
  'checkpoint_unreliable',
  'checkpoint_newer',
  'checkpoint_differs',
  'record_altered',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

const CHECKPOINT_PLACES = ['the database', 'the file store', 'outside'] as const
export type CheckpointPlace = (typeof CHECKPOINT_PLACES)[number]

/** One difference from what was sealed, and its place; fields that do not apply are null. */
export const Finding = z.object({
  kind: z.enum(FINDING_KINDS),
  /** of a row its date, of a checkpoint the day that it closed */
  day: z.nullable(z.string()),
  /** the number of the row in the log */
  audit_log_id: z.nullable(z.number()),
  /** the position in the log, or the first of several; of a checkpoint its size */
  position: z.nullable(z.number()),
  /** the last of several positions */
  until: z.nullable(z.number()),
  key_id: z.nullable(z.string()),
  /** of a checkpoint */
  from: z.nullable(z.enum(CHECKPOINT_PLACES)),
  /** of an altered record: what the log states and what the table holds */
  sentence: z.nullable(z.string()),
})
export type Finding = z.output<typeof Finding>

const NO_PLACE = {
  day: null,
  audit_log_id: null,
  position: null,
  until: null,
  key_id: null,
  from: null,
  sentence: null,
}

/** A finding with its place filled in. */
export const finding = (kind: FindingKind, place: Partial<Omit<Finding, 'kind'>> = {}): Finding => ({
  kind,
  ...NO_PLACE,
  ...place,
})

/** Whether a public record is wrong, rather than the log itself. */
export const isOfRecord = ({ kind }: Finding): boolean => kind === 'record_altered'

const entries = ({ position, until }: Finding): string =>
  position === until || until === null
    ? `Entry ${position} of the log is`
    : `Entries ${position} to ${until} of the log (${until - (position ?? 0) + 1} in all) are`

const checkpoint = ({ day, from }: Finding): string =>
  day === null ? `checkpoint from ${from}` : `checkpoint of ${formatDate(day)} from ${from}`

/** The finding as one plain sentence that names the place. */
export function findingText(found: Finding): string {
  const { kind, audit_log_id, position } = found
  const day = found.day === null ? 'an unknown day' : formatDate(found.day)
  switch (kind) {
    case 'row_changed':
      return `Row ${audit_log_id}, entry ${position} of the log, was changed after it was sealed.`
    case 'row_removed':
      return `Row ${audit_log_id}, entry ${position} of the log, was removed.`
    case 'row_inserted':
      return `Row ${audit_log_id}, dated ${day}, is in the table but was never sealed: it was inserted outside the system, or its entry was removed.`
    case 'rows_gone':
      return 'The log has no row, though rows were written: all of them were removed.'
    case 'salt_gone':
      return `Row ${audit_log_id}, entry ${position} of the log, has lost its salt without being erased: the row can no longer be proved.`
    case 'erased_row_changed':
      return `Row ${audit_log_id}, entry ${position} of the log, was erased in part, and the part that must stay was changed or removed.`
    case 'entries_missing':
      return `${entries(found)} gone, though later ones are there: rows were removed with their entries.`
    case 'nothing_published':
      return 'The log has rows and no signed checkpoint: the checkpoint was removed, or the product has never run since the rows were written.'
    case 'erasure_unexplained':
      return `The content of row ${audit_log_id} was erased, and no row of the log records by whom and why.`
    case 'checkpoint_unreliable':
      return `The ${checkpoint(found)} is not signed with the key of this installation: it was altered or belongs to another installation.`
    case 'checkpoint_newer':
      return `The ${checkpoint(found)} covers ${position} entries, more than the public log has here: an older backup was restored, or the end was cut off.`
    case 'checkpoint_differs':
      return `The first ${position} entries of the public log are not those of the ${checkpoint(found)}: it was rewritten, or an older backup was restored and work continued.`
    case 'record_altered':
      return found.sentence ?? 'A public record does not match the log.'
  }
}
