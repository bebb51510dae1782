import { canDecideInBulk, mergedComments } from '../../../shared/review/bulk.ts'
import type { BulkAction, BulkCandidate } from '../../../shared/review/bulk.schema.ts'
import { no, type Verdict, yes } from '../../../shared/lib/verdict.ts'
import { COMMENT_LENGTH } from '../../../shared/review/review.schema.ts'
import { type BulkText, pointsOf } from './bulk-draft.ts'

/** The ticked records by what can be done with them. */
export type SortedSelection = {
  /** can be decided on together, per decision */
  ready: Readonly<Record<BulkAction, readonly BulkCandidate[]>>
  /** have warnings or changes that this person has not opened */
  unopened: readonly BulkCandidate[]
  /** can be neither approved nor returned, opened or not */
  refused: readonly BulkCandidate[]
  /** neither refused nor unopened */
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

/** Whether a field is too long for one record, with the comment for all and its own together. */
export const isTooLong = ({ comments, own }: BulkText, id: number): boolean =>
  Object.values(mergedComments(comments, own[id])).some((text) => text.length > COMMENT_LENGTH.max)

const codesOf = (records: readonly BulkCandidate[]) => records.map(({ code }) => code).join(', ')

/** Whether the comments and points are enough to return all records that are ready. */
export function canReturnAll(text: BulkText, ready: readonly BulkCandidate[]): Verdict {
  const bare = ready.filter(
    ({ id }) =>
      Object.keys(mergedComments(text.comments, text.own[id])).length + pointsOf(text, id).length === 0,
  )
  if (bare.length === ready.length) return no('no_comment')
  if (bare.length > 0) return no('no_comment_for', { codes: codesOf(bare) })
  const long = ready.filter(({ id }) => isTooLong(text, id))
  return long.length > 0 ? no('comment_too_long', { codes: codesOf(long), sentence: TOO_LONG }) : yes
}
