import type { FieldChange } from '../audit/audit.schema.ts'
import type { Bulk, BulkAction, OptionalComments } from './bulk.schema.ts'
import { no, type Verdict, yes } from '../lib/verdict.ts'

/** What an approver should look at before including a record in a decision on many. */
export type CandidateFacts = {
  /** its warnings in a few words each */
  marks: readonly string[]
  /** whether it changed since it was returned; its page shows the changes */
  changed: boolean
  /** by this approver, in its present state and with these warnings */
  opened: boolean
}

/** The revision that a person has seen, and its warnings then; null if they have not opened the record. */
export type Opening = { revision: number; marks: readonly string[] } | null

/** Whether the person has seen this revision and every warning; a warning may come without a new revision. */
export const isOpened = (record: { revision: number; marks: readonly string[] }, opening: Opening): boolean =>
  opening?.revision === record.revision && record.marks.every((mark) => opening.marks.includes(mark))

const CHANGED = 'changed since it was returned'

/** The warnings and changes of a record in one line. */
const candidateWords = ({ marks, changed }: Pick<CandidateFacts, 'marks' | 'changed'>): string =>
  [...marks, ...(changed ? [CHANGED] : [])].join('; ')

/** A record with warnings or changes must have been opened before it is included. */
export const canDecideInBulk = (record: CandidateFacts): Verdict =>
  (record.marks.length === 0 && !record.changed) || record.opened
    ? yes
    : no('open_first', { warnings: candidateWords(record) })

/** The comments of one record: per field the one for all, then its own on a new line. */
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

/** Shown when a record changed between selection and decision. */
export const CHANGED_MEANWHILE = 'It changed after you looked at it. Please open it and decide.'

/** Why the remaining records were not decided on. */
export const NOT_DECIDED = {
  off: 'Your account was switched off, so the rest was not decided on.',
  signed_out: 'You were signed out, so the rest was not decided on.',
  right: 'You no longer have the right to decide on these records, so the rest was not decided on.',
} as const

const commentLine = (field: string, words: string): FieldChange => ({ field, old: null, new: words })

/** The log's entry of the warnings that an approver accepts; empty if there are none (S-140). */
export const acceptedChanges = (marks: readonly string[]): FieldChange[] =>
  marks.length === 0 ? [] : [commentLine('accepted_warnings', marks.join('; '))]

/** The log's entries of a record that was part of a decision on many (S-140). */
export const inBulkChanges = (opened: boolean): FieldChange[] => [
  commentLine('decided_in_bulk', 'Yes'),
  commentLine('opened_before', opened ? 'Yes' : 'No'),
]

/** The log's entries at the end of a decision on many: the records by code, with the reasons of undecided ones. */
export function outcomeChanges(action: BulkAction, rows: Bulk['rows']): FieldChange[] {
  const named = (field: string, state: Bulk['rows'][number]['state']) => {
    const found = rows.filter((row) => row.state === state)
    const words = found.map(({ code, sentence }) => (sentence === null ? code : `${code}: ${sentence}`))
    return found.length === 0 ? [] : [commentLine(field, words.join(state === 'Decided' ? ', ' : '\n'))]
  }
  const done = action === 'approve' ? 'approved' : 'returned'
  return [...named(done, 'Decided'), ...named('refused', 'Refused'), ...named('not_decided', 'Left')]
}
