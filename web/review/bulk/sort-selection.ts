import { canDecideInBulk, mergedComments } from '../../../shared/review/bulk.ts'
import type { BulkAction, BulkCandidate } from '../../../shared/review/bulk.schema.ts'
import { no, type Verdict, yes } from '../../../shared/lib/verdict.ts'
import { COMMENT_LENGTH } from '../../../shared/review/review.schema.ts'
import type { BulkText } from './bulk-draft.ts'

/** What is ticked, by what can become of it. */
export type SortedSelection = {
  /** can be decided on together with the others, in this way */
  ready: Readonly<Record<BulkAction, readonly BulkCandidate[]>>
  /** have what this person has not opened */
  unopened: readonly BulkCandidate[]
  /** can be neither approved nor returned, whatever they have */
  refused: readonly BulkCandidate[]
  /** the others, which can be */
  open: readonly BulkCandidate[]
}

export function sortSelection(records: readonly BulkCandidate[]): SortedSelection {
  const refused = records.filter(({ refusal }) => refusal.approve !== null && refusal.return !== null)
  const possible = records.filter((record) => !refused.includes(record))
  const unopened = possible.filter((record) => !canDecideInBulk(record).ok)
  const open = possible.filter((record) => canDecideInBulk(record).ok)
  const ready = (action: BulkAction) => open.filter(({ refusal }) => refusal[action] === null)
  return { ready: { approve: ready('approve'), return: ready('return') }, unopened, refused, open }
}

export const TOO_LONG = 'The comment for all and this one together exceed 1,000 characters.'

/** Whether what is written for one record is too long in one of its fields. */
export const isTooLong = ({ comments, own }: BulkText, id: number): boolean =>
  Object.values(mergedComments(comments, own[id])).some((text) => text.length > COMMENT_LENGTH.max)

const codesOf = (records: readonly BulkCandidate[]) => records.map(({ code }) => code).join(', ')

/** Whether what is written is enough to return all that is ready. */
export function canReturnAll(text: BulkText, ready: readonly BulkCandidate[]): Verdict {
  const bare = ready.filter(({ id }) => Object.keys(mergedComments(text.comments, text.own[id])).length === 0)
  if (bare.length === ready.length) return no('no_comment')
  if (bare.length > 0) return no('no_comment_for', { codes: codesOf(bare) })
  const long = ready.filter(({ id }) => isTooLong(text, id))
  return long.length > 0 ? no('comment_too_long', { codes: codesOf(long), sentence: TOO_LONG }) : yes
}
