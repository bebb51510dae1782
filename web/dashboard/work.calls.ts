import { useQuery } from '@tanstack/react-query'
import { canSaveMeans } from '../../shared/activities/activities.policy.ts'
import { activitiesApi } from '../../shared/activities/activities.schema.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { formatDate } from '../../shared/lib/dates.ts'
import { unsettledWords } from '../../shared/review/unsettled.ts'
import { useActor } from '../lib/useActor.ts'
import { call } from '../lib/call.ts'
import { useRead } from '../lib/queries.ts'
import { daysSince } from '../lib/days.ts'
import { isOwnWork } from '../../shared/review/review.policy.ts'
import { type DisplayStatus, isRecalled, type Recall, type Review } from '../../shared/review/review-chain.ts'
import { canEditSite } from '../../shared/sites/sites.policy.ts'
import { QUEUE_OF } from '../../shared/access/levels.ts'
import { type ReviewCalls, waitingQuery } from '../review/review.calls.ts'

type WorkItem = { href: string; code: string; name: string; note: string | null }
/** `count`: how many there are in all; null when only a part was read and the number is unknown */
export type Work = {
  items: WorkItem[]
  count: number | null
  /** how many were read, the least number there can be */
  read: number
  /** the same by record status, for a list that can show only one of them */
  byStatus?: { status: DisplayStatus; count: number }[]
  error: unknown
  loading: boolean
}

/** a queue lists the longest waiting first, so its beginning is enough */
const MAX_ITEMS = 5
const MAX_READ = 40

const waiting = (since: string) => `Waiting for ${daysSince(since, new Date())}`
const ago = (since: string) => `${daysSince(since, new Date())} ago`

type RecordInHand = Review &
  Recall & {
    created_at: string
    returned_at: string | null
    office: string
    open_points: number
    answered_points: number
  }
type InHand = 'returned' | 'others'
const isWanted = (row: RecordInHand, wanted: InHand): boolean =>
  (row.site_status === 'Returned' && !isRecalled(row)) === (wanted === 'returned')
/** since when a record is with its encoder */
const withEncoderSince = (row: RecordInHand): string =>
  (isRecalled(row) && row.recalled_at) || (row.returned_by && row.returned_at) || row.created_at
const inHand = (row: RecordInHand): string => {
  const since = ago(withEncoderSince(row))
  if (isRecalled(row)) return `Recalled ${since}`
  if (row.returned_by === null) return `Not submitted yet, begun ${since}`
  const day = row.returned_at ? ` on ${formatDate(row.returned_at)}` : ''
  const points = unsettledWords(row)
  return [`${row.office}: returned by ${row.returned_by}${day}, ${since}`, ...(points ? [points] : [])].join(
    ', ',
  )
}
const longestFirst = (one: RecordInHand, other: RecordInHand): number =>
  withEncoderSince(one).localeCompare(withEncoderSince(other))

type Answer = { items: WorkItem[] | undefined; count: number | null | undefined; error: unknown }

function toWork({ items, count, error }: Answer, enabled: boolean): Work {
  const all = items ?? []
  return {
    items: all.slice(0, MAX_ITEMS),
    count: count ?? null,
    read: all.length,
    error,
    loading: enabled && (items === undefined || count === undefined) && !error,
  }
}

function useWaiting<Row>(
  calls: Pick<ReviewCalls<never, Row>, 'queue' | 'waiting'>,
  enabled: boolean,
  itemOf: (row: Row) => Omit<WorkItem, 'note'>,
): Work {
  const params = QUEUE_OF[useActor().access_level]
  const { data, error } = useRead(calls.queue, {
    params,
    query: { page: 1, length: MAX_ITEMS },
    enabled,
  })
  const all = useQuery({ ...waitingQuery(calls, {}, {}), enabled })
  const items = data?.data.flatMap((row) =>
    row.waiting_since ? [{ ...itemOf(row), note: waiting(row.waiting_since) }] : [],
  )
  return toWork({ items, count: all.data?.count, error: error ?? all.error }, enabled)
}

/** The profiles that are pending at the signed-in person's level. */
export const useSitesWaiting = (enabled: boolean): Work =>
  useWaiting(sitesApi, enabled, ({ id, code, name_of_partner }) => ({
    href: `/sites/approval/view/${id}`,
    code,
    name: name_of_partner,
  }))

/** The activities that are pending at the signed-in person's level. */
export const useActivitiesWaiting = (enabled: boolean): Work =>
  useWaiting(activitiesApi, enabled, ({ id, site_profile_code, site_profile_name }) => ({
    href: `/sites/activity/approval/view/${id}`,
    code: site_profile_code,
    name: site_profile_name,
  }))

/** The returned, or the recalled, profiles of the person's office or of the person, which can be edited now. */
export function useSitesInHand(enabled: boolean, wanted: InHand): Work {
  const actor = useActor()
  const { data, error } = useRead(sitesApi.search, { query: { site_status: 'returned' }, enabled })
  const items = data?.siteProfiles
    // other people's records of other offices are not this person's work
    .filter((row) => row.office_id === actor.office_id || isOwnWork(actor, row))
    .filter((row) => canEditSite(actor, row).ok && isWanted(row, wanted))
    .toSorted(longestFirst)
    .map((row) => ({
      href: `/sitemap/edit/${row.id}`,
      code: row.code,
      name: row.name_of_partner,
      note: inHand(row),
    }))
  const isWhole = data?.nextPage === null
  return toWork({ items, count: isWhole ? items?.length : null, error }, enabled)
}

/** The states in which an activity is with its encoder, and the column by which each is sorted, oldest first. */
const WITH_ENCODER: { status: DisplayStatus; column: 'returned_at' | 'created_at' }[] = [
  { status: 'Returned', column: 'returned_at' },
  { status: 'Recalled', column: 'returned_at' },
  { status: 'Save as Draft', column: 'created_at' },
]

async function activitiesIn({ status, column }: (typeof WITH_ENCODER)[number]) {
  const order = [{ column, dir: 'asc' as const }]
  const query = { page: 1, length: MAX_READ, record_status: status, status: 'Activated' as const, order }
  const { data, filteredCount } = await call(activitiesApi.datatable, { query })
  return { rows: data, status, count: filteredCount, isWhole: data.length === filteredCount }
}

/** The returned activities that the person may edit, or those recalled or never submitted. */
export function useActivitiesInHand(enabled: boolean, wanted: InHand): Work {
  const actor = useActor()
  const { data, error } = useQuery({
    queryKey: ['activities', 'in hand'],
    queryFn: () => Promise.all(WITH_ENCODER.map(activitiesIn)),
    enabled,
  })
  const pages = data?.filter(({ status }) => (status === 'Returned') === (wanted === 'returned'))
  const items = pages
    ?.flatMap(({ rows }) => rows)
    .filter((row) => canSaveMeans(actor, row).ok)
    .toSorted(longestFirst)
    .map((row) => ({
      href: `/sites/activity/${row.id}?from=edit`,
      code: row.site_profile_code,
      name: row.site_profile_name,
      note: inHand(row),
    }))
  const isWhole = pages?.every((page) => page.isWhole)
  const work = toWork({ items, count: isWhole ? items?.length : null, error }, enabled)
  return wanted === 'returned' ? work : { ...work, byStatus: (pages ?? []).filter(({ count }) => count > 0) }
}
