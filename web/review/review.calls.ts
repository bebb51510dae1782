import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { ActivityRow, SiteActivity } from '../../shared/activities/activities.schema.ts'
import type { ReasonField } from '../../shared/activities/reason-fields.ts'
import type { AcceptedFinding } from '../../shared/land/accepted-findings.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import type { QueueChoices } from '../../shared/review/record-filters.ts'
import type { Bulk, BulkAction, BulkCandidate } from '../../shared/review/bulk.schema.ts'
import type { Point, PointInput, ReturnPoints } from '../../shared/review/points.schema.ts'
import type {
  QueueFacts,
  ReviewFacts,
  SpellingInput,
  WaitingReply,
} from '../../shared/review/review.schema.ts'
import type { SiteProfile, SiteRow } from '../../shared/sites/sites.schema.ts'
import { useActor } from '../lib/useActor.ts'
import type { TableState } from '../ui/useTableState.ts'
import type { Comments } from './decision-draft.ts'
import { QUEUE_OF, type Queue } from '../../shared/access/levels.ts'
import { type QueuePosition, neighboursQuery } from './queue.ts'

/** The fields that a profile and an activity share, as a row of a list and as a whole record. */
export type ReviewedRow = Pick<SiteRow, keyof SiteRow & keyof ActivityRow>
export type ReviewedRecord = Pick<SiteProfile, keyof SiteProfile & keyof SiteActivity>

/** The body of an approval: the revision that the reviewer saw, what they looked at and accept, and corrected spelling. */
type Approval = {
  revision: number
  looked?: number[]
  edits?: SpellingInput[]
  accepted_findings?: AcceptedFinding[]
}
/** The body of a return: the comments by field, and its points. */
type Return = { revision: number; looked?: number[] } & ReturnPoints & {
    [Field in 'returned_reason' | ReasonField]?: string
  }

type BulkWanted = {
  action: BulkAction
  comments: Comments
  points: PointInput[]
  records: { id: number; revision: number; comments: Comments; points: PointInput[] }[]
}

/** A row of an approval list. */
export type Queued<Row> = Row & QueueFacts

type PageQuery = Partial<TableState['query']>
type Id = number | string
type WithId = { params: { id: Id } }
type WithFormKey = WithId & { form_key: string }
type CallOptions = { signal: AbortSignal }

/**
 * The calls for one kind of record in the review chain. `Shown` is a record with everything on its page, `Row` a row of
 * its list. A change returns the new part of `Shown`.
 */
export type ReviewCalls<Shown extends ReviewFacts, Row> = {
  /** the query key that all of this kind share, since a change of one record changes lists and pages */
  key: QueryKey
  recordOf: (shown: Shown) => Row & ReviewedRecord
  list: (input: CallOptions & { query: PageQuery }) => Promise<PageReply<Row>>
  queue: (input: CallOptions & { params: Queue; query: PageQuery }) => Promise<PageReply<Queued<Row>>>
  choices: (
    input: CallOptions & { query: Omit<PageQuery, 'page' | 'length' | 'order'> },
  ) => Promise<QueueChoices>
  waiting: (input: CallOptions & { query: ReturnType<typeof neighboursQuery> }) => Promise<WaitingReply>
  /** the facts of records before a decision on many, and the newest such decision */
  bulkCandidates: (input: CallOptions & { query: { ids: string } }) => Promise<{ data: BulkCandidate[] }>
  newestBulk: (input: CallOptions) => Promise<{ bulk: Bulk | null }>
  decideMany: (input: { body: BulkWanted; form_key: string }) => Promise<{ bulk: Bulk }>
  show: (input: CallOptions & WithId) => Promise<Shown>
  approve: (input: WithFormKey & { body: Approval }) => Promise<Partial<Shown>>
  recall: (input: WithFormKey & { body: { revision: number } }) => Promise<Partial<Shown>>
  return: (input: WithFormKey & { body: Return }) => Promise<Partial<Shown>>
  proposeWithdrawal: (input: WithFormKey & { body: { reason: string } }) => Promise<Partial<Shown>>
  confirmWithdrawal: (input: WithFormKey & { body: { withdrawal_id: number } }) => Promise<Partial<Shown>>
  cancelWithdrawal: (input: WithFormKey & { body: { withdrawal_id: number } }) => Promise<Partial<Shown>>
  points: (input: CallOptions & WithId & { query: PageQuery }) => Promise<PageReply<Point>>
  answerPoint: (input: {
    params: { id: Id; point_id: Id }
    body: { text: string | null; was: string | null }
  }) => Promise<{ point: Point }>
  withdrawPoint: (input: {
    params: { id: Id; point_id: Id }
    body: { text: string }
    form_key: string
  }) => Promise<{ point: Point }>
  activate: (input: WithFormKey) => Promise<Partial<Shown>>
  deactivate: (input: WithFormKey & { body: { deactivate_reason: string } }) => Promise<Partial<Shown>>
  /** its name in the log */
  modelName: 'SiteProfile' | 'SiteActivities'
}

/** A page of the encoder's list. */
export const useRecords = <Row>(calls: Pick<ReviewCalls<never, Row>, 'key' | 'list'>, query: PageQuery) =>
  useQuery({
    queryKey: [...calls.key, 'list', query],
    queryFn: ({ signal }) => calls.list({ query, signal }),
    placeholderData: keepPreviousData,
  })

/** A page of the approval list of the signed-in person's level. */
export const useQueue = <Row>(
  calls: Pick<ReviewCalls<never, Row>, 'key' | 'queue'>,
  query: PageQuery,
  enabled = true,
) => {
  const params = QUEUE_OF[useActor().access_level]
  return useQuery({
    queryKey: [...calls.key, 'queue', params, query],
    queryFn: ({ signal }) => calls.queue({ params, query, signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** The keys that all queries of a kind begin with. */
export const SITES = ['sites'] as const
export const ACTIVITIES = ['activities'] as const

/** The pending records of the signed-in person, and those around one record, in the order of the whole list (S-120). */
export const waitingQuery = (
  calls: Pick<ReviewCalls<never, never>, 'key' | 'waiting'>,
  list: PageQuery,
  at: QueuePosition,
) => {
  const query = neighboursQuery(list, at)
  return queryOptions({
    queryKey: [...calls.key, 'waiting around', query],
    queryFn: ({ signal }) => calls.waiting({ query, signal }),
  })
}

/** How many records of the approval list each filter choice would leave; independent of page and order. */
export const choicesQuery = (
  calls: Pick<ReviewCalls<never, never>, 'key' | 'choices'>,
  { page: _page, length: _length, order: _order, ...query }: PageQuery,
) =>
  queryOptions({
    queryKey: [...calls.key, 'choices', query],
    queryFn: ({ signal }) => calls.choices({ query, signal }),
  })

/** One record with everything on its page. */
export const recordQuery = <Shown extends ReviewFacts, Row>(
  calls: Pick<ReviewCalls<Shown, Row>, 'key' | 'show'>,
  id: Id,
) =>
  queryOptions({
    queryKey: [...calls.key, 'one', String(id)],
    queryFn: ({ signal }) => calls.show({ params: { id }, signal }),
  })

/** of one call; a record has at most 200 points that are not settled */
const POINTS_PER_CALL = 100

/** The calls about the points of a kind of record. */
export type PointCalls = Pick<ReviewCalls<never, never>, 'key' | 'points' | 'answerPoint' | 'withdrawPoint'>

/** The key that all points of a record begin with, whatever its revision. */
export const pointsKey = ({ key }: Pick<PointCalls, 'key'>, id: number): QueryKey => [
  ...key,
  'points',
  String(id),
]

/** All points of a record, unsettled ones first; refetched when the record changes. */
export const pointsQuery = (
  calls: Pick<PointCalls, 'key' | 'points'>,
  { id, revision }: { id: number; revision: number },
) =>
  queryOptions({
    queryKey: [...pointsKey(calls, id), revision],
    queryFn: async ({ signal }) => {
      const points: Point[] = []
      for (let page = 1; ; page++) {
        const query = { page, length: POINTS_PER_CALL }
        const { data, totalCount } = await calls.points({ params: { id }, query, signal })
        points.push(...data)
        if (data.length === 0 || points.length >= totalCount) return points
      }
    },
  })

/** Changes a record: shows the reply at once and refetches everything of its kind. `id`: null for a new record. */
export function useRecordChange<Shown extends ReviewFacts, Row, Given, Reply extends Partial<Shown>>(
  calls: ReviewCalls<Shown, Row>,
  id: Id | null,
  change: (input: Given) => Promise<Reply>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (reply) => {
      if (id !== null)
        client.setQueryData(recordQuery(calls, id).queryKey, (old) => old && { ...old, ...reply })
    },
    onSettled: () => void client.invalidateQueries({ queryKey: calls.key }),
  })
}
