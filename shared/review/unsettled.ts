import { formatList, plural } from '../lib/format.ts'
import type { PointState } from './points.schema.ts'

/** Whether a point is still asked: open or answered, and neither settled nor withdrawn. */
export const isUnsettled = ({ state }: { state: PointState }): boolean =>
  state === 'open' || state === 'answered'

/** How many points are open and answered: the twin of the counts that are stored with a record. */
export const countUnsettled = (points: readonly { state: PointState }[]) => ({
  open_points: points.filter(({ state }) => state === 'open').length,
  answered_points: points.filter(({ state }) => state === 'answered').length,
})

/** "2 open points, 1 answered"; null without any. */
export function unsettledWords({ open_points, answered_points }: ReturnType<typeof countUnsettled>) {
  const parts = [
    ...(open_points > 0 ? [plural(open_points, 'open point')] : []),
    ...(answered_points > 0 ? [`${answered_points} answered`] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : null
}

/** Whether everything that returns asked for is settled, in a sentence for a decision; null if nothing was asked. */
export function settledSentence(points: readonly { state: PointState }[]): string | null {
  const asked = points.filter(({ state }) => state !== 'withdrawn')
  if (asked.length === 0) return null
  const { open_points, answered_points } = countUnsettled(asked)
  const all = asked.length === 1 ? 'The point' : `All ${asked.length} points`
  if (open_points + answered_points === 0)
    return `${all} of earlier rounds ${asked.length === 1 ? 'is' : 'are'} settled. Nothing is open.`
  return `Of ${plural(asked.length, 'point')} of earlier rounds, ${formatList([
    ...(open_points > 0 ? [`${open_points} ${open_points === 1 ? 'is' : 'are'} open`] : ['none is open']),
    ...(answered_points > 0
      ? [`${answered_points} ${answered_points === 1 ? 'is' : 'are'} answered and not settled`]
      : []),
  ])}.`
}
