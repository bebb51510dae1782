import { useQuery } from '@tanstack/react-query'
import { canSaveMeans } from '../../shared/activities/activities.policy.ts'
import { activitiesApi } from '../../shared/activities/activities.schema.ts'
import { authApi } from '../../shared/auth/auth.schema.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { activitiesWaitingQuery } from '../activities/activities.calls.ts'
import { useActor } from '../app/actor.tsx'
import { call } from '../lib/call.ts'
import { daysSince } from '../lib/days.ts'
import { canEditSite, isOwnWork } from '../../shared/sites/sites.policy.ts'
import { QUEUE_OF } from '../review/queue.ts'
import { sitesWaitingQuery } from '../sites/sites.calls.ts'

type WorkItem = { href: string; code: string; name: string; note: string | null }
/** `count`: how many there are in all; null where only some were read and no count is known */
export type Work = {
  items: WorkItem[]
  count: number | null
  /** how many were read; there are no fewer */
  read: number
  error: unknown
  loading: boolean
}

/** a queue lists what waits first, so its beginning is enough */
const SHOWN = 5
const LOOKED_AT = 40

const waiting = (since: string) => `Waiting for ${daysSince(since, new Date())}`
const ago = (since: string) => `${daysSince(since, new Date())} ago`

type WithEncoder = { returned_by: string | null; returned_at: string | null; created_at: string }
/** since when a record is in its encoder's hands */
const inHandSince = ({ returned_by, returned_at, created_at }: WithEncoder): string =>
  (returned_by && returned_at) || created_at
const inHand = (row: WithEncoder): string =>
  row.returned_by
    ? `Returned by ${row.returned_by} ${ago(inHandSince(row))}`
    : `Not submitted yet, begun ${ago(inHandSince(row))}`
const longestFirst = (one: WithEncoder, other: WithEncoder): number =>
  inHandSince(one).localeCompare(inHandSince(other))

type Answer = { items: WorkItem[] | undefined; count: number | null | undefined; error: unknown }

function asWork({ items, count, error }: Answer, enabled: boolean): Work {
  const all = items ?? []
  return {
    items: all.slice(0, SHOWN),
    count: count ?? null,
    read: all.length,
    error,
    loading: enabled && (items === undefined || count === undefined) && !error,
  }
}

/** Profiles that wait for the signed-in person's level. */
export function useSitesWaiting(enabled: boolean): Work {
  const params = QUEUE_OF[useActor().access_level]
  const { data, error } = useQuery({
    queryKey: ['sites', 'waiting', params],
    queryFn: () => call(sitesApi.queue, { params, query: { page: 1, length: SHOWN } }),
    enabled,
  })
  const all = useQuery({ ...sitesWaitingQuery({}, {}), enabled })
  const items = data?.data.flatMap(({ waiting_since, id, code, name_of_partner }) =>
    waiting_since
      ? [{ href: `/sites/approval/view/${id}`, code, name: name_of_partner, note: waiting(waiting_since) }]
      : [],
  )
  return asWork({ items, count: all.data?.count, error: error ?? all.error }, enabled)
}

/** Activities that wait for the signed-in person's level. */
export function useActivitiesWaiting(enabled: boolean): Work {
  const params = QUEUE_OF[useActor().access_level]
  const { data, error } = useQuery({
    queryKey: ['activities', 'waiting', params],
    queryFn: () => call(activitiesApi.queue, { params, query: { page: 1, length: SHOWN } }),
    enabled,
  })
  const all = useQuery({ ...activitiesWaitingQuery({}, {}), enabled })
  const items = data?.data.flatMap(({ waiting_since, id, site_profile_code, site_profile_name }) =>
    waiting_since
      ? [
          {
            href: `/sites/activity/approval/view/${id}`,
            code: site_profile_code,
            name: site_profile_name,
            note: waiting(waiting_since),
          },
        ]
      : [],
  )
  return asWork({ items, count: all.data?.count, error: error ?? all.error }, enabled)
}

/** Profiles of the own office, or one's own, that came back and can be edited now. */
export function useSitesReturned(enabled: boolean): Work {
  const actor = useActor()
  const { data, error } = useQuery({
    queryKey: ['sites', 'returned'],
    queryFn: () => call(sitesApi.search, { query: { site_status: 'returned' } }),
    enabled,
  })
  const items = data?.siteProfiles
    // of the own office, or one's own; what others returned to others is not this person's work
    .filter((row) => row.office_id === actor.office_id || isOwnWork(actor, row))
    .filter((row) => canEditSite(actor, row).ok)
    .toSorted(longestFirst)
    .map((row) => ({
      href: `/sitemap/edit/${row.id}`,
      code: row.code,
      name: row.name_of_partner,
      note: inHand(row),
    }))
  const isWhole = data?.nextPage === null
  return asWork({ items, count: isWhole ? items?.length : null, error }, enabled)
}

/** the two states in which an activity is with its encoder; the list can be searched for them, longest waiting first */
const WITH_ENCODER = [
  { search: 'Returned', order: [{ column: 'returned_at', dir: 'asc' }] },
  { search: 'Save as Draft', order: [{ column: 'created_at', dir: 'asc' }] },
]

/** Activities of the own office that came back or were never submitted. */
export function useActivitiesInHand(enabled: boolean): Work {
  const actor = useActor()
  const { data, error } = useQuery({
    queryKey: ['activities', 'in hand'],
    queryFn: () =>
      Promise.all(
        WITH_ENCODER.map((state) =>
          call(activitiesApi.datatable, { query: { page: 1, length: LOOKED_AT, ...state } }),
        ),
      ),
    enabled,
  })
  const items = data
    ?.flatMap((page) => page.data)
    .filter((row) => canSaveMeans(actor, row).ok)
    .toSorted(longestFirst)
    .map((row) => ({
      href: `/sites/activity/${row.id}?from=edit`,
      code: row.site_profile_code,
      name: row.site_profile_name,
      note: inHand(row),
    }))
  const isWhole = data?.every((page) => page.data.length === page.filteredCount)
  return asWork({ items, count: isWhole ? items?.length : null, error }, enabled)
}

/** Whether an administrator's reset made the password, so that its owner should change it (S-14). */
export function useHasGeneratedPassword(): boolean {
  const { data } = useQuery({ queryKey: ['my-profile'], queryFn: () => call(authApi.myProfile) })
  return data?.user.password_is_generated ?? false
}
