import type { Level } from '../access/levels.ts'
import type { ThreadKind } from '../threads/thread-kind.ts'
import { REVIEW_CHAIN } from './review-chain.ts'
import type {
  PointAction,
  PointInput,
  PointKind,
  PointPlace,
  PointState,
  StoredKind,
} from './points.schema.ts'

/** of the words of a point, of its answer and of a usual point */
export const POINT_LENGTH = 1000

/** A place that a record has, with its name and, in an activity, the principle that it belongs to. */
export type LabelledPlace = {
  place: PointPlace
  label: string
  principle_number: number | null
}

/** What happens to a point of a return, as a kind of conversation. */
export const POINT = {
  name: 'point',
  after: {
    Sent: 'open',
    Answered: 'answered',
    Recalled: 'open',
    Settled: 'settled',
    Reopened: 'open',
    Withdrawn: 'withdrawn',
  },
  most: POINT_LENGTH,
  events: { Withdrawn: 'Point Withdrawn' },
  logged: 'decision',
  erasesFacts: true,
} as const satisfies ThreadKind<PointAction> & { after: Record<PointAction, PointState> }

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
  return isPossible ? POINT.after[action] : null
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

/** The kinds in one word each, for a choice. */
export const KIND_CHOICES: Record<PointKind, string> = {
  correct: 'Correct',
  replace: 'Replace',
  add: 'Add',
  explain: 'Explain',
}

/** A point as it is listed in a mail or a comment. */
export type ListedPoint = Pick<PointInput, 'text'> & { kind: StoredKind; label: string }

/** "Project Area: Please correct. It is 90 ha." */
export const lineOfPoint = ({ label, kind, text }: ListedPoint): string =>
  kind === 'comment' ? `${label}: ${text}` : `${label}: ${KIND_WORDS[kind]}. ${text}`

/**
 * The points that a number counts, on every page, in mails and in the log (S-167): comments are counted beside other
 * points. Comments alone, as a client sends them that knows no points, are shown and not counted.
 */
export const countedPoints = <One extends { kind: StoredKind }>(
  points: readonly One[],
  others: readonly unknown[] = [],
): One[] => (others.length > 0 || points.some(({ kind }) => kind !== 'comment') ? [...points] : [])

const COMMENT_MAX = 1000

const andMore = (count: number): string => (count > 0 ? `\n\n… and ${count} more` : '')

/** The beginning of a line, ending with "…" and never with half a character. */
const beginningOf = (line: string, most: number): string =>
  `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

/**
 * The points of a return as one comment, for readers of `returned_reason`: "Project Area: Please correct. …", one
 * paragraph each, within the length of a comment; what does not fit is counted.
 */
export function commentOfPoints(points: readonly ListedPoint[]): string {
  let comment = ''
  for (const [index, point] of points.entries()) {
    const line = lineOfPoint(point)
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
