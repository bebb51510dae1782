import { z } from 'zod/mini'
import { formatDate } from '../lib/dates.ts'

/** What a verification can find wrong. */
const FINDING_KINDS = [
  'row_changed',
  'row_removed',
  'row_inserted',
  'entries_missing',
  'entry_rewritten',
  'day_rewritten',
  'end_cut',
  'head_missing',
  'head_changed',
  'head_unlinked',
  'foreign_key',
  'kept_unreliable',
  'kept_newer',
  'kept_missing',
  'kept_differs',
  'log_entry_differs',
  'log_entry_missing',
  'log_entry_lost',
  'erasure_unexplained',
  'checkpoint_unreliable',
  'checkpoint_newer',
  'checkpoint_differs',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** Where a checkpoint of the public log was kept. */
const CHECKPOINT_PLACES = ['the database', 'the file store', 'outside'] as const
export type CheckpointPlace = (typeof CHECKPOINT_PLACES)[number]

/** One thing that is not as it was sealed, and where; what does not apply is null. */
export const Finding = z.object({
  kind: z.enum(FINDING_KINDS),
  day: z.nullable(z.string()),
  /** the number of the row in the log */
  audit_log_id: z.nullable(z.number()),
  /** the place in the chain, or the first of several; of a checkpoint its size */
  position: z.nullable(z.number()),
  /** the last of several places */
  until: z.nullable(z.number()),
  key_id: z.nullable(z.string()),
  /** of a checkpoint; findings of before the public log have none */
  from: z._default(z.nullable(z.enum(CHECKPOINT_PLACES)), null),
})
export type Finding = z.output<typeof Finding>

const NOWHERE = { day: null, audit_log_id: null, position: null, until: null, key_id: null, from: null }

/** A finding with its place. */
export const finding = (kind: FindingKind, place: Partial<Omit<Finding, 'kind'>> = {}): Finding => ({
  kind,
  ...NOWHERE,
  ...place,
})

const entries = ({ position, until }: Finding): string =>
  position === until || until === null
    ? `entry ${position}`
    : `entries ${position} to ${until} (${until - (position ?? 0) + 1} in all)`

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The finding in one plain sentence that names the place. */
export function findingText(found: Finding): string {
  const { kind, audit_log_id, position, key_id } = found
  const day = found.day === null ? 'an unknown day' : formatDate(found.day)
  switch (kind) {
    case 'row_changed':
      return `Row ${audit_log_id}, sealed on ${day} as entry ${position}, was changed after it was sealed.`
    case 'row_removed':
      return `Row ${audit_log_id}, sealed on ${day} as entry ${position}, was removed from the log.`
    case 'row_inserted':
      return `Row ${audit_log_id}, dated ${day}, stands in the log but was never sealed: it was inserted past the product.`
    case 'entries_missing':
      return `${capital(entries(found))} of the chain, before the end of ${day}, are gone: what they sealed was removed.`
    case 'entry_rewritten':
      return `Entry ${position} of ${day} does not follow from the entry before it: one of the two was rewritten.`
    case 'day_rewritten':
      return `${day} does not end as it was signed: its entries were rewritten after the day was closed.`
    case 'end_cut':
      return `The chain has been longer: ${entries(found)} are gone, the end of the log was cut off.`
    case 'head_missing':
      return `${day} has ended, but its signed head is gone.`
    case 'head_changed':
      return `The head of ${day} is not what was signed: it was changed.`
    case 'head_unlinked':
      return `The head of ${day} does not follow from the head before it: a day between them was removed or signed anew.`
    case 'foreign_key':
      return `The head of ${day} was signed with the key ${key_id}, which is not the key of this installation.`
    case 'kept_unreliable':
      return `The kept head of ${day} is not signed by this installation: the file was altered or belongs elsewhere.`
    case 'kept_newer':
      return `What was kept reaches to ${day}, beyond the end of this log: an older backup was restored, or the end was cut off together with its counter.`
    case 'kept_missing':
      return `The head of ${day} was kept elsewhere and is gone here.`
    case 'kept_differs':
      return `From ${day} on this log is not the one whose heads were kept: it was rewritten, or an older backup was restored and work went on.`
    case 'log_entry_differs':
      return `Row ${audit_log_id}, sealed on ${day} as entry ${position}, is not what its entry in the public log was made of: the row was changed, or the entry.`
    case 'log_entry_missing':
      return `Row ${audit_log_id}, sealed on ${day} as entry ${position}, has no entry in the public log, though later rows have one.`
    case 'log_entry_lost':
      return `Row ${audit_log_id} has an entry in the public log and no seal: it was removed from the chain.`
    case 'erasure_unexplained':
      return `The content of row ${audit_log_id} was erased, and no row of the log says by whom and why.`
    case 'checkpoint_unreliable':
      return `The checkpoint from ${found.from} is not signed with the key of this installation: it was altered or belongs elsewhere.`
    case 'checkpoint_newer':
      return `The checkpoint from ${found.from} is of ${position} entries, more than the public log has here: an older backup was restored, or the end was cut off.`
    case 'checkpoint_differs':
      return `The first ${position} entries of the public log are not those of the checkpoint from ${found.from}: it was rewritten, or an older backup was restored and work went on.`
  }
}
