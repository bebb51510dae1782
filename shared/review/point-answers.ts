import type { PointChange, PointPlace, StoredKind } from './points.schema.ts'

/** The kind of a point and its place: what decides which changes answer it. */
export type AskedPoint = { kind: StoredKind; place: PointPlace }

/** what a list of differences says of a value that is not there */
const NOTHING: readonly string[] = ['', 'N/A', 'Not chosen', 'not chosen']
const isNothing = (value: string | null): boolean => value === null || NOTHING.includes(value)

const countWords = (text: string | null): number =>
  isNothing(text) ? 0 : (text ?? '').trim().split(/\s+/).length

/** Whether the new value is the old one with more: a first value, or a text of more words. */
const isLonger = ({ old, new: now }: PointChange): boolean => countWords(now) > countWords(old)

/**
 * Whether a change at the place of a point is what the point asks for (S-167): to replace, another file or value; to
 * add, an addition; to correct, any change. A mere removal is none of them. What is to be explained is answered by
 * words, or by what the office has recorded about its land.
 */
export function isAnswerTo(kind: StoredKind, change: PointChange): boolean {
  const { what, new: now } = change
  if (isNothing(now)) return false
  switch (kind) {
    case 'explain':
      return what === 'recorded'
    case 'replace':
      return what === 'replaced' || what === 'changed'
    case 'add':
      return what === 'added' || what === 'recorded' || (what === 'changed' && isLonger(change))
    case 'correct':
    case 'comment':
      return true
  }
}

/** The same for a single file or boundary, to which something can only be added by another file. */
export const isAnswerAtFile = (kind: StoredKind, change: PointChange): boolean =>
  isAnswerTo(kind === 'add' ? 'replace' : kind, change)
