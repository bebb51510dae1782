import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { ActivityRow, ReasonField, SiteActivity } from '../../shared/activities/activities.schema.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import type { QueueChoices } from '../../shared/review/record-filters.ts'
import type { Bulk, BulkAction, BulkCandidate } from '../../shared/review/bulk.schema.ts'
import type { QueueFacts, ReviewFacts, WaitingReply } from '../../shared/review/review.schema.ts'
import type { SiteProfile, SiteRow } from '../../shared/sites/sites.schema.ts'
import { useActor } from '../lib/useActor.ts'
import type { TableState } from '../ui/useTableState.ts'
import type { Comments } from './comments-draft.ts'
import { QUEUE_OF, type Queue } from '../../shared/access/levels.ts'
import { type QueuePosition, neighboursQuery } from './queue.ts'

/** What a profile and an activity have in common, as a row of a list and as a whole record. */
export type ReviewedRow = Pick<SiteRow, keyof SiteRow & keyof ActivityRow>
export type ReviewedRecord = Pick<SiteProfile, keyof SiteProfile & keyof SiteActivity>

/** What is sent to decide on a record: the revision that was looked at, and with a return its comments by their fields. */
type Decision = { revision: number } & { [Field in 'returned_reason' | ReasonField]?: string }

/** What is sent to decide on records together. */
type BulkWanted = {
  action: BulkAction
  comments: Comments
  records: { id: number; revision: number; comments: Comments }[]
}

/** A row of an approval list. */
export type Queued<Row> = Row & QueueFacts

type PageQuery = Partial<TableState['query']>
type Id = number | string
type WithId = { params: { id: Id } }
type WithFormKey = WithId & { form_key: string }
type CallOptions = { signal: AbortSignal }

/**
 * The calls of one kind of record that climbs the chain of reviews. `Shown` is a record with all that its page reports, `Row` a
 * line of its list. A change answers the part of `Shown` that is new.
 */
export type ReviewCalls<Shown extends ReviewFacts, Row> = {
  /** under which all of this kind is kept: whatever changes one record changes the lists and its page */
  key: QueryKey
  recordOf: (shown: Shown) => Row & ReviewedRecord
  list: (input: CallOptions & { query: PageQuery }) => Promise<PageReply<Row>>
  queue: (input: CallOptions & { params: Queue; query: PageQuery }) => Promise<PageReply<Queued<Row>>>
  choices: (
    input: CallOptions & { query: Omit<PageQuery, 'page' | 'length' | 'order'> },
  ) => Promise<QueueChoices>
  waiting: (input: CallOptions & { query: ReturnType<typeof neighboursQuery> }) => Promise<WaitingReply>
  /** what records have that are about to be decided on together, and the newest such decision */
  bulkCandidates: (input: CallOptions & { query: { ids: string } }) => Promise<{ data: BulkCandidate[] }>
  newestBulk: (input: CallOptions) => Promise<{ bulk: Bulk | null }>
  decideMany: (input: { body: BulkWanted; form_key: string }) => Promise<{ bulk: Bulk }>
  show: (input: CallOptions & WithId) => Promise<Shown>
  approve: (input: WithFormKey & { body: Decision }) => Promise<Partial<Shown>>
  recall: (input: WithFormKey & { body: Decision }) => Promise<Partial<Shown>>
  return: (input: WithFormKey & { body: Decision }) => Promise<Partial<Shown>>
  activate: (input: WithFormKey) => Promise<Partial<Shown>>
  deactivate: (input: WithFormKey & { body: { deactivate_reason: string } }) => Promise<Partial<Shown>>
  /** records in the audit log that a record is viewed */
  view: (id: number, revision?: number) => Promise<unknown>
}

/** The encoder's list. */
export const useRecords = <Row>(calls: Pick<ReviewCalls<never, Row>, 'key' | 'list'>, query: PageQuery) =>
  useQuery({
    queryKey: [...calls.key, 'list', query],
    queryFn: ({ signal }) => calls.list({ query, signal }),
    placeholderData: keepPreviousData,
  })

/** The approval list of the signed-in person's level. */
export const useQueue = <Row>(calls: Pick<ReviewCalls<never, Row>, 'key' | 'queue'>, query: PageQuery) => {
  const params = QUEUE_OF[useActor().access_level]
  return useQuery({
    queryKey: [...calls.key, 'queue', params, query],
    queryFn: ({ signal }) => calls.queue({ params, query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** What the keys of all queries of a kind begin with. */
export const SITES = ['sites'] as const
export const ACTIVITIES = ['activities'] as const

/** What waits for the signed-in person, and around one record, in the order of the whole list (S-120). */
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

/** What each choice of the filters would leave of the approval list; pages and order of the list say nothing of it. */
export const choicesQuery = (
  calls: Pick<ReviewCalls<never, never>, 'key' | 'choices'>,
  { page: _page, length: _length, order: _order, ...query }: PageQuery,
) =>
  queryOptions({
    queryKey: [...calls.key, 'choices', query],
    queryFn: ({ signal }) => calls.choices({ query, signal }),
  })

/** One record with all that its page reports. */
export const recordQuery = <Shown extends ReviewFacts, Row>(calls: ReviewCalls<Shown, Row>, id: Id) =>
  queryOptions({
    queryKey: [...calls.key, 'one', String(id)],
    queryFn: ({ signal }) => calls.show({ params: { id }, signal }),
  })

/**
 * A change of a record: what it answers is the newest state at once, and everything of its kind is asked for again.
 * `id`: null while there is no record yet.
 */
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
