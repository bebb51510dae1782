import { Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, Suspense, use } from 'react'
import type { PageReply } from '../../../shared/lib/paging.ts'
import type { Point, PointEndpoints, PointPlace } from '../../../shared/review/points.schema.ts'
import type { Reviewed, ReviewKeys } from '../../../shared/review/review.policy.ts'
import { pointsKey, pointsRead } from '../review.calls.ts'

type PointedRecord = Reviewed & {
  id: number
  revision: number
  returned_at: string | null
  open_points: number
  answered_points: number
}

export type Points = {
  /** all of them, unsettled ones first; empty until they are loaded */
  points: Point[]
  record: PointedRecord
  calls: PointEndpoints
  /** on a page where the office works on the returned record and answers its points */
  isAnswering: boolean
  /** on a page where the level that sent a point can withdraw it */
  keys: Pick<ReviewKeys, 'return'> | null
  /** why they could not be loaded */
  error: Error | null
  retry: () => void
}

export const PointsContext = createContext<Points | null>(null)

/** The points of the record of this page; null on a page without them. */
export const usePoints = (): Points | null => use(PointsContext)

type WithPointsProps = Pick<Points, 'calls' | 'record'> &
  Partial<Pick<Points, 'isAnswering' | 'keys'>> & { children: ReactNode }

const NONE: Point[] = []

/**
 * Loads the points of a record that was ever returned, for everything on its page. A page on which they are answered
 * waits for them, because they would move its fields under the hand of the person.
 */
export function WithPoints({ calls, record, isAnswering = false, keys = null, children }: WithPointsProps) {
  const client = useQueryClient()
  const { data, isPending, error, refetch } = useQuery({
    ...pointsRead(calls, record),
    // those of the record before its newest change
    placeholderData: () =>
      client
        .getQueriesData<PageReply<Point>>({ queryKey: pointsKey(calls, record.id) })
        .findLast(([, found]) => found)?.[1],
    enabled: record.returned_at !== null,
  })
  const isAsked = isAnswering && record.open_points > 0
  if (isAsked && isPending) return <Loader aria-label="Loading" />
  const shown = {
    points: data?.data ?? NONE,
    record,
    calls,
    isAnswering,
    keys,
    error,
    retry: () => void refetch(),
  }
  return (
    <PointsContext value={shown}>
      {isAsked ? <Suspense fallback={<Loader aria-label="Loading" />}>{children}</Suspense> : children}
    </PointsContext>
  )
}

/** Whether a point is about this place. */
export const isAt = (place: PointPlace, other: PointPlace): boolean =>
  JSON.stringify(place) === JSON.stringify(other)

/** Whether a point is answered: by a submission, or by what its office has prepared for the next one. */
export const isAnswered = ({ state, change, draft_answer }: Point): boolean =>
  state === 'answered' || (state === 'open' && (change !== null || draft_answer !== null))

/** Whether the newest return of the record asked points, in whose words its comments are written. */
export const isPointed = ({ record, points }: Points): boolean =>
  record.open_points + record.answered_points > 0 ||
  (record.site_status === 'Returned' &&
    points.some(({ steps }) => steps.some(({ at }) => isSameTime(at, record.returned_at))))

/** A return, a submission and their steps of points have the same time. */
export const isSameTime = (one: string, other: string | null): boolean =>
  other !== null && Date.parse(one) === Date.parse(other)
