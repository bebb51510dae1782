import type { AskedPlace, Point, PointInput, PointKind } from '../../../shared/review/points.schema.ts'
import type { DecisionDraft, DraftPoint } from '../decision-draft.ts'
import { placeId } from './place-id.ts'

type Keyed = Pick<DraftPoint, 'key' | 'text'>

/** The points with this one: in its place if its key is known, at the end otherwise; a blank one is left out. */
export function withPoint<One extends Keyed>(points: readonly One[], point: One): One[] {
  if (point.text.trim() === '') return withoutPoint(points, point.key)
  return points.some(({ key }) => key === point.key)
    ? points.map((one) => (one.key === point.key ? point : one))
    : [...points, point]
}

export const withoutPoint = <One extends Keyed>(points: readonly One[], key: string): One[] =>
  points.filter((one) => one.key !== key)

/** Points as they are sent: without the names of their places, which the server knows. */
export const sentPoints = (points: readonly PointInput[] = []): PointInput[] =>
  points.map(({ kind, place, text }) => ({ kind, place, text }))

type Reopened = DecisionDraft['reopened'][number]

/** What is asked again, with this one; a blank text takes it out. */
export function withReopened(reopened: readonly Reopened[], { id, text }: Reopened): Reopened[] {
  const others = reopened.filter((one) => one.id !== id)
  return text.trim() === '' ? others : [...others, { id, text }]
}

/**
 * The draft without what no longer fits the points as they are now: only answered points are settled, and only answered
 * and settled ones are asked again. A draft may be older than the newest submission.
 */
export function fittingDraft(draft: DecisionDraft, sent: readonly Point[]): DecisionDraft {
  // they are not loaded yet
  if (sent.length === 0) return draft
  const stateOf = new Map(sent.map(({ id, state }) => [id, state]))
  const reopened = draft.reopened.filter(({ id }) => ['answered', 'settled'].includes(stateOf.get(id) ?? ''))
  const asked = new Set(reopened.map(({ id }) => id))
  const settled = draft.settled.filter((id) => stateOf.get(id) === 'answered' && !asked.has(id))
  return { ...draft, settled, reopened }
}

/** What a point says, and of which place. */
const wordsOf = ({ kind, place, text }: Pick<Point, 'kind' | 'place' | 'text'>): string =>
  `${kind} ${placeId(place)} ${text.trim()}`

/**
 * What is left of a draft that is older than the record: no ticks, which are about the record as it was then, and nothing
 * that was sent word for word and is not settled, because the answer to its return was lost.
 */
export function leftOf(draft: DecisionDraft, sent: readonly Point[]): DecisionDraft {
  const waiting = sent.filter(({ state }) => state === 'open' || state === 'answered')
  const said = new Set(waiting.map((point) => (point.kind === 'comment' ? point.text : wordsOf(point))))
  const again = new Set(sent.flatMap(({ id, steps }) => steps.map(({ text }) => `${id} ${text}`)))
  return fittingDraft(
    {
      ...draft,
      comments: Object.fromEntries(
        Object.entries(draft.comments).filter(([, text]) => !said.has(text.trim())),
      ),
      points: draft.points.filter((point) => !said.has(wordsOf(point))),
      reopened: draft.reopened.filter(({ id, text }) => !again.has(`${id} ${text.trim()}`)),
      looked: [],
    },
    sent,
  )
}

/** What a reviewer most often asks about a kind of place; the first choice of a new point. */
const USUAL_KINDS: Partial<Record<AskedPlace['about'], PointKind>> = {
  file: 'replace',
  document: 'replace',
  boundary: 'replace',
  indicator: 'add',
  principle: 'add',
  finding: 'explain',
}
export const usualKind = ({ about }: AskedPlace): PointKind => USUAL_KINDS[about] ?? 'correct'
