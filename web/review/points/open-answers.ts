import { useQueryClient } from '@tanstack/react-query'
import type { Point } from '../../../shared/review/points.schema.ts'
import { deviceDrafts } from '../../lib/draft.ts'
import { useActor } from '../../lib/useActor.ts'
import { pointsRead } from '../review.calls.ts'
import { isAnswered, usePoints } from './points-context.tsx'

/** The name of the copy on this device. The second part is the person, as `forgetAllDrafts` expects it. */
export const answerName = (actor_id: number, point_id: number): string => `answer:${actor_id}:${point_id}`

/** The functions that store the typed answers of this page at once. */
const openAnswers = new Set<() => Promise<void>>()

/** Adds an answer that is being typed; returns the function that removes it. */
export const addOpenAnswer = (store: () => Promise<void>): (() => void) => {
  openAnswers.add(store)
  return () => openAnswers.delete(store)
}

/**
 * Returns a function that stores what is typed and resolves with the points that a submission would leave open, and
 * with those whose answer this device alone has. `asShown` adds what the page knows of their changes.
 */
export function useOpenPoints(asShown: (points: Point[]) => Point[] = (points) => points) {
  const shown = usePoints()
  const client = useQueryClient()
  const { id: actor_id } = useActor()
  return async (): Promise<{ open: Point[]; unsent: Point[] }> => {
    if (!shown || shown.record.open_points === 0) return { open: [], unsent: [] }
    await Promise.all([...openAnswers].map((store) => store()))
    const query = { ...pointsRead(shown.calls, shown.record), staleTime: 0 }
    // without a connection the submission fails too, and the question names what the page shows
    const { data: points } = await client.fetchQuery(query).catch(() => ({ data: shown.points }))
    const open = asShown(points).filter(({ state }) => state === 'open')
    const unsent = open.filter(({ id }) => deviceDrafts.read(answerName(actor_id, id)) !== null)
    return { open: open.filter((point) => !isAnswered(point) && !unsent.includes(point)), unsent }
  }
}
