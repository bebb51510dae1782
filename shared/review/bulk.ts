import type { FieldChange } from '../audit/audit.schema.ts'
import type { Bulk, BulkAction, OptionalComments } from './bulk.schema.ts'
import { no, type Verdict, yes } from '../lib/verdict.ts'

/** What a record has that its approver should have looked at before it is decided on together with others. */
export type CandidateFacts = {
  /** its warnings in a few words each */
  marks: readonly string[]
  /** since it was returned: what changed is shown on its page */
  changed: boolean
  /** by this approver, as it is now and with these warnings */
  opened: boolean
}

/** What a person has seen of a record, or null: the revision, and its warnings then. */
export type Opening = { revision: number; marks: readonly string[] } | null

/** Whether someone has opened a record as it is now; a warning that came later without a change counts as well. */
export const isOpened = (record: { revision: number; marks: readonly string[] }, opening: Opening): boolean =>
  opening?.revision === record.revision && record.marks.every((mark) => opening.marks.includes(mark))

const CHANGED = 'changed since it was returned'

/** What a record has, in one line. */
export const candidateWords = ({ marks, changed }: Pick<CandidateFacts, 'marks' | 'changed'>): string =>
  [...marks, ...(changed ? [CHANGED] : [])].join('; ')

/** No one decides in bulk on warnings or changes that they have not looked at. */
export const canDecideInBulk = (record: CandidateFacts): Verdict =>
  (record.marks.length === 0 && !record.changed) || record.opened
    ? yes
    : no('open_first', { warnings: candidateWords(record) })

/** The comments of one record: field by field the one for all and then its own, with a line between. */
export function mergedComments(
  all: OptionalComments = {},
  own: OptionalComments = {},
): Record<string, string> {
  const fields = [...new Set([...Object.keys(all), ...Object.keys(own)])]
  return Object.fromEntries(
    fields.flatMap((field) => {
      const texts = [all[field], own[field]].flatMap((text) => text?.trim() || [])
      return texts.length > 0 ? [[field, texts.join('\n\n')]] : []
    }),
  )
}

/** Why a record that changed under the eyes of its approver was not decided on. */
export const CHANGED_MEANWHILE = 'It changed after you looked at it. Please open it and decide.'

/** Why the rest was left, where the person cannot decide any more. */
export const NOT_DECIDED = {
  off: 'Your account was switched off, so the rest was not decided on.',
  signed_out: 'You were signed out, so the rest was not decided on.',
  right: 'You no longer have the right to decide on these records, so the rest was not decided on.',
} as const

const commentLine = (field: string, words: string): FieldChange => ({ field, old: null, new: words })

/** The warnings that an approver accepts, as the log names them; nothing where there are none (S-140). */
export const acceptedChanges = (marks: readonly string[]): FieldChange[] =>
  marks.length === 0 ? [] : [commentLine('accepted_warnings', marks.join('; '))]

/** What the log says of a record that was decided on together with others (S-140). */
export const inBulkChanges = (opened: boolean): FieldChange[] => [
  commentLine('decided_in_bulk', 'Yes'),
  commentLine('opened_before', opened ? 'Yes' : 'No'),
]

/** What the log says at the end of a decision on many: each record by its code, with the reason where it was not decided. */
export function outcomeChanges(action: BulkAction, rows: Bulk['rows']): FieldChange[] {
  const named = (field: string, state: Bulk['rows'][number]['state']) => {
    const found = rows.filter((row) => row.state === state)
    const words = found.map(({ code, sentence }) => (sentence === null ? code : `${code}: ${sentence}`))
    return found.length === 0 ? [] : [commentLine(field, words.join(state === 'Decided' ? ', ' : '\n'))]
  }
  const done = action === 'approve' ? 'approved' : 'returned'
  return [...named(done, 'Decided'), ...named('refused', 'Refused'), ...named('not_decided', 'Left')]
}
