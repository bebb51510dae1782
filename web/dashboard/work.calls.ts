import { useQueries } from '@tanstack/react-query'
import { canSaveMeans } from '../../shared/activities/activities.policy.ts'
import { activitiesApi } from '../../shared/activities/activities.schema.ts'
import { QUEUE_OF } from '../../shared/access/levels.ts'
import type { DisplayStatus } from '../../shared/review/review-chain.ts'
import { isOwnWork } from '../../shared/review/review.policy.ts'
import { canEditSite } from '../../shared/sites/sites.policy.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { readOptions, useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import type { ReviewCalls } from '../review/reviewed-screens.ts'
import { type InHand, inHandWords, isInHand, longestFirst, waitingWords } from './work-words.ts'

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
  const { data, error } = useRead(calls.queue, { params, query: { page: 1, length: MAX_ITEMS }, enabled })
  const all = useRead(calls.waiting, { enabled })
  const items = data?.data.flatMap((row) =>
    row.waiting_since ? [{ ...itemOf(row), note: waitingWords(row.waiting_since) }] : [],
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
    .filter((row) => canEditSite(actor, row).ok && isInHand(row, wanted))
    .toSorted(longestFirst)
    .map((row) => ({
      href: `/sitemap/edit/${row.id}`,
      code: row.code,
      name: row.name_of_partner,
      note: inHandWords(row),
    }))
  const isWhole = data?.nextPage === null
  return toWork({ items, count: isWhole ? items?.length : null, error }, enabled)
}

/** The states in which an activity is with its encoder, and the column by which each is sorted, oldest first. */
const WITH_ENCODER = {
  returned: [{ record_status: 'Returned', column: 'returned_at' }],
  others: [
    { record_status: 'Recalled', column: 'returned_at' },
    { record_status: 'Save as Draft', column: 'created_at' },
  ],
} as const

/** The returned activities that the person may edit, or those recalled or never submitted. */
export function useActivitiesInHand(enabled: boolean, wanted: InHand): Work {
  const actor = useActor()
  const queries = WITH_ENCODER[wanted].map(({ record_status, column }) => {
    const order = [{ column, dir: 'asc' as const }]
    const query = { page: 1, length: MAX_READ, record_status, status: 'Activated' as const, order }
    return readOptions(activitiesApi.datatable, { query, enabled })
  })
  const found = useQueries({ queries })
  const pages = found.flatMap(({ data }) => data ?? [])
  const error = found.find((one) => one.error)?.error
  if (pages.length < found.length) return toWork({ items: undefined, count: undefined, error }, enabled)
  const items = pages
    .flatMap(({ data }) => data)
    .filter((row) => canSaveMeans(actor, row).ok)
    .toSorted(longestFirst)
    .map((row) => ({
      href: `/sites/activity/${row.id}?from=edit`,
      code: row.site_profile_code,
      name: row.site_profile_name,
      note: inHandWords(row),
    }))
  const isWhole = pages.every(({ data, filteredCount }) => data.length === filteredCount)
  const work = toWork({ items, count: isWhole ? items.length : null, error }, enabled)
  const byStatus = WITH_ENCODER[wanted].flatMap(({ record_status: status }, at) => {
    const count = pages[at]?.filteredCount ?? 0
    return count > 0 ? [{ status, count }] : []
  })
  return wanted === 'returned' ? work : { ...work, byStatus }
}
