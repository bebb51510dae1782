import { useQueryClient } from '@tanstack/react-query'
import type { Point } from '../../../shared/review/points.schema.ts'
import { useActor } from '../../lib/useActor.ts'
import { pointsQuery } from '../review.calls.ts'
import { isAnswerUnsent, storeAnswers } from './answers.ts'
import { isAnswered, usePoints } from './points-context.tsx'

const isOpen = (point: Point): boolean => point.state === 'open' && !isAnswered(point)

/**
 * Returns a function that stores what is typed and resolves with the points that a submission would leave open, and
 * with those whose answer could not be stored. `asShown` adds what the page knows of their changes.
 */
export function useOpenPoints(asShown: (points: Point[]) => Point[] = (points) => points) {
  const shown = usePoints()
  const client = useQueryClient()
  const { id: actor_id } = useActor()
  return async (): Promise<{ open: Point[]; unsent: Point[] }> => {
    if (!shown || shown.record.open_points === 0) return { open: [], unsent: [] }
    await storeAnswers()
    const query = { ...pointsQuery(shown.calls, shown.record), staleTime: 0 }
    // without a connection the submission fails too, and the question names what the page shows
    const points = await client.fetchQuery(query).catch(() => shown.points)
    const open = asShown(points).filter(({ state }) => state === 'open')
    const unsent = open.filter(({ id }) => isAnswerUnsent(actor_id, id))
    return { open: open.filter((point) => isOpen(point) && !unsent.includes(point)), unsent }
  }
}
