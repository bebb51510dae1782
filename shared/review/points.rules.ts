import type { Level } from '../access/levels.ts'
import { REVIEW_CHAIN } from './review-chain.ts'
import type {
  PointAction,
  PointChange,
  PointInput,
  PointKind,
  PointPlace,
  PointState,
  StoredKind,
} from './points.schema.ts'

/** A place that a record has, with its name and, in an activity, the principle and indicator that it belongs to. */
export type LabelledPlace = {
  place: PointPlace
  label: string
  principle_number: number | null
  indicator_id: number | null
}

/** The state that each step leads to. */
export const STATE_AFTER: Record<PointAction, PointState> = {
  Sent: 'open',
  Answered: 'answered',
  Recalled: 'open',
  Settled: 'settled',
  Reopened: 'open',
  Withdrawn: 'withdrawn',
}

/** The steps that can follow in each state. An approval settles open points too: they are no longer asked. */
const FOLLOWING: Record<PointState, readonly PointAction[]> = {
  open: ['Answered', 'Settled', 'Withdrawn'],
  answered: ['Recalled', 'Settled', 'Reopened'],
  settled: ['Reopened'],
  withdrawn: [],
}

/** The state after a step; null if the step cannot happen in this state. The first step is `Sent`, from null. */
export const stateAfter = (state: PointState | null, action: PointAction): PointState | null => {
  const isPossible = state === null ? action === 'Sent' : FOLLOWING[state].includes(action)
  return isPossible ? STATE_AFTER[action] : null
}

/** The state that follows from all steps of a point, oldest first; null if they are not a possible history. */
export function replayed(actions: readonly PointAction[]): PointState | null {
  let state: PointState | null = null
  for (const [index, action] of actions.entries()) {
    if (index > 0 && state === null) return null
    state = stateAfter(state, action)
  }
  return state
}

/** Whether an approval or a settlement at this level covers a point that `sent` sent: its own points and those below. */
export const isCovered = (sent: Level, level: Level): boolean =>
  REVIEW_CHAIN.indexOf(sent) <= REVIEW_CHAIN.indexOf(level)

export const KIND_WORDS: Record<StoredKind, string> = {
  correct: 'Please correct',
  replace: 'Please replace',
  add: 'Please add',
  explain: 'Please explain',
  comment: 'Comment',
}

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

/** The kinds in one word each, for a choice. */
export const KIND_CHOICES: Record<PointKind, string> = {
  correct: 'Correct',
  replace: 'Replace',
  add: 'Add',
  explain: 'Explain',
}

type Listed = Pick<PointInput, 'text'> & { kind: StoredKind; label: string }

const COMMENT_MAX = 1000

const andMore = (count: number): string => (count > 0 ? `\n\n… and ${count} more` : '')

/** The beginning of a line, ending with "…" and never with half a character. */
const beginningOf = (line: string, most: number): string =>
  `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

/**
 * The points of a return as one comment, for readers of `returned_reason`: "Project Area: Please correct. …", one
 * paragraph each, within the length of a comment; what does not fit is counted.
 */
export function commentOfPoints(points: readonly Listed[]): string {
  let comment = ''
  for (const [index, { label, kind, text }] of points.entries()) {
    const line = kind === 'comment' ? `${label}: ${text}` : `${label}: ${KIND_WORDS[kind]}. ${text}`
    const next = index === 0 ? line : `${comment}\n\n${line}`
    const rest = andMore(points.length - index - 1)
    if (next.length + rest.length > COMMENT_MAX)
      return index === 0
        ? beginningOf(line, COMMENT_MAX - rest.length) + rest
        : comment + andMore(points.length - index)
    comment = next
  }
  return comment
}
