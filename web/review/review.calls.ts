import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import type { Endpoint, Reply } from '../../shared/access/endpoint.ts'
import { QUEUE_OF } from '../../shared/access/levels.ts'
import type { ActivityRow, SiteActivity } from '../../shared/activities/activities.schema.ts'
import type { ReasonField } from '../../shared/activities/reason-fields.ts'
import type { IdParams } from '../../shared/lib/ids.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import type { Point, PointEndpoints } from '../../shared/review/points.schema.ts'
import type {
  QueueFacts,
  ReturnParts,
  ReviewEndpoints,
  ReviewFacts,
} from '../../shared/review/review.schema.ts'
import type { SiteProfile, SiteRow, sitesApi } from '../../shared/sites/sites.schema.ts'
import { call } from '../lib/call.ts'
import { type Change, keyOf, readOptions, useRead, useReadAgain } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import type { TableState } from '../ui/useTableState.ts'
import { type QueuePosition, neighboursQuery } from './queue.ts'

/** The fields that a profile and an activity share, as a row of a list and as a whole record. */
export type ReviewedRow = Pick<SiteRow, keyof SiteRow & keyof ActivityRow>
export type ReviewedRecord = Pick<SiteProfile, keyof SiteProfile & keyof SiteActivity>

/** A row of an approval list. */
export type Queued<Row> = Row & QueueFacts

type PageQuery = Partial<TableState['query']>
type Id = number | string

/** The body of a return: the comments by field, and its points. */
type Return = z.input<typeof ReturnParts> & {
  [Field in 'returned_reason' | ReasonField]?: string | null | undefined
}

/** the filters that the lists of both kinds have */
type ListQuery = z.input<typeof sitesApi.datatable.query>
type ListCall<Row> = Endpoint<
  undefined,
  z.ZodMiniType<unknown, ListQuery>,
  undefined,
  z.ZodMiniType<PageReply<Row>>
>
type ShowCall<Shown> = Endpoint<typeof IdParams, undefined, undefined, z.ZodMiniType<Shown>>

/**
 * The calls of one kind of record in the review chain. `Shown` is a record with everything on its page, `Row` a row of
 * its list. A change returns the new part of `Shown`.
 */
export type ReviewCalls<Shown extends ReviewFacts, Row> = ReviewEndpoints<
  Queued<Row>,
  Partial<Shown>,
  never,
  unknown,
  Return
> & { datatable: ListCall<Row>; show: ShowCall<Shown> }

/** A page of the approval list of the signed-in person's level. */
export const useQueue = <Row>(
  calls: Pick<ReviewCalls<never, Row>, 'queue'>,
  query: PageQuery,
  enabled = true,
) => useRead(calls.queue, { params: QUEUE_OF[useActor().access_level], query, enabled })

/** The pending records of the signed-in person, and those around one record, in the order of the whole list (S-120). */
export const waitingQuery = (
  calls: Pick<ReviewCalls<never, never>, 'waiting'>,
  list: PageQuery,
  at: QueuePosition,
) => readOptions(calls.waiting, { query: neighboursQuery(list, at) })

/** of one call; a record has at most 200 points that are not settled */
const POINTS_PER_CALL = 100

/** The key that all points of a record begin with, whatever its revision. */
export const pointsKey = ({ points }: Pick<PointEndpoints, 'points'>, id: number) => [
  ...keyOf(points),
  String(id),
]

/** All points of a record, unsettled ones first; refetched when the record changes. */
export const pointsQuery = (
  calls: Pick<PointEndpoints, 'points'>,
  { id, revision }: { id: number; revision: number },
) =>
  queryOptions({
    queryKey: [...pointsKey(calls, id), revision],
    queryFn: async ({ signal }) => {
      const points: Point[] = []
      for (let page = 1; ; page++) {
        const query = { page, length: POINTS_PER_CALL }
        const { data, totalCount } = await call(calls.points, { params: { id }, query, signal })
        points.push(...data)
        if (data.length === 0 || points.length >= totalCount) return points
      }
    },
  })

/**
 * Changes a record: shows the reply at once and refetches what the call makes stale, without waiting for it. `id`: null
 * for a new record. `send` makes the call where more is to be done.
 */
export function useRecordChange<
  Shown extends ReviewFacts,
  E extends Endpoint,
  Sent = Change<E>,
  Answer = Reply<E>,
>(
  show: ShowCall<Shown>,
  id: Id | null,
  change: E,
  send = (input: Sent) => call(change, input as never) as Promise<unknown> as Promise<Answer>,
) {
  const client = useQueryClient()
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: send,
    onSuccess: (reply) => {
      if (id !== null)
        client.setQueryData(
          readOptions(show, { params: { id } }).queryKey,
          (old: Shown | undefined) => old && { ...old, ...reply },
        )
    },
    onSettled: () => void readAgain(change),
  })
}
