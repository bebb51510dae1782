import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  activitiesApi,
  type ActivityInput,
  type ActivityReturnInput,
  type DisabledInput,
  type SiteActivity,
  type VerificationInput,
} from '../../shared/activities/activities.schema.ts'
import type { QueueType } from '../../shared/sites/sites.schema.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { call } from '../lib/call.ts'
import { type At, aroundOf } from '../review/queue.ts'
import type { TableState } from '../ui/useTableState.ts'

type PageQuery = Partial<TableState['query']>
type Id = number | string

const ALL = ['activities'] as const

/** The encoder's list. */
export const activityListQuery = (query: PageQuery) =>
  queryOptions({
    queryKey: [...ALL, 'list', query],
    queryFn: ({ signal }) => call(activitiesApi.datatable, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** The reviewer's list. */
export const activityQueueQuery = (queue: { type: QueueType; status: string }, query: PageQuery) =>
  queryOptions({
    queryKey: [...ALL, 'queue', queue, query],
    queryFn: ({ signal }) => call(activitiesApi.queue, { params: queue, query, signal }),
    placeholderData: keepPreviousData,
  })

/** What waits for the signed-in person, and around one activity, in the order of the whole list (S-120). */
export const activitiesWaitingQuery = (list: PageQuery, at: At) => {
  const query = aroundOf(list, at)
  return queryOptions({
    queryKey: [...ALL, 'waiting around', query],
    queryFn: ({ signal }) => call(activitiesApi.waiting, { query, signal }),
  })
}

/** One activity with its principles and history. */
export const activityQuery = (id: Id) =>
  queryOptions({
    queryKey: [...ALL, 'one', String(id)],
    queryFn: ({ signal }) => call(activitiesApi.show, { params: { id: String(id) }, signal }),
  })

type ChangesWanted = { round: number | null; page: number; principle_number?: number; length?: number }

/** What changed since a return, the newest unless said otherwise; asked again when the activity is another. */
export const changesQuery = (
  { id, revision, returned_at }: Pick<SiteActivity, 'id' | 'revision' | 'returned_at'>,
  { round, ...wanted }: ChangesWanted,
) =>
  queryOptions({
    queryKey: [...ALL, 'changes', id, revision, round, wanted],
    queryFn: ({ signal }) => {
      const query = { length: 25, ...wanted, ...(round === null ? {} : { round }) }
      return call(activitiesApi.changes, { params: { id }, query, signal })
    },
    enabled: returned_at !== null,
    placeholderData: keepPreviousData,
  })

/** Approved profiles in scope without an activity in work (S-47). */
const CANDIDATES = { site_status: 'approved', open_activity: 'none' } as const

/** as many as one reads in a select before typing more of the name */
const CANDIDATES_SHOWN = 50

/** The first of those that hold the text, and how many there are. */
export const candidatesQuery = (search: string) =>
  queryOptions({
    queryKey: [...ALL, 'candidates', search],
    queryFn: ({ signal }) =>
      call(sitesApi.search, { query: { ...CANDIDATES, search, length: CANDIDATES_SHOWN }, signal }),
    placeholderData: keepPreviousData,
  })

/** The one of this id, null when it is none of them. */
export const candidateQuery = (id: number | null) =>
  queryOptions({
    queryKey: [...ALL, 'candidate', id],
    queryFn: async ({ signal }) => {
      const query = { ...CANDIDATES, site_profile_id: String(id), length: 1 }
      return (await call(sitesApi.search, { query, signal })).siteProfiles[0] ?? null
    },
    enabled: id !== null,
  })

/** Tells the log that an activity was looked at (ACTIVITIES-38). */
export const recordView = (id: number) =>
  call(sitesApi.view, { body: { model_name: 'SiteActivities', id, event: 'View' } })

/** The changes of an activity. Each keeps the reply as the newest state and lets the lists ask again. */
export function useActivityChanges() {
  const client = useQueryClient()

  const reload = () => client.invalidateQueries({ queryKey: ALL })
  const keep = (activity: SiteActivity): SiteActivity => {
    const { queryKey } = activityQuery(activity.id)
    client.setQueryData(queryKey, (old) => old && { ...old, siteActivities: activity })
    void reload()
    return activity
  }

  return {
    reload,
    create: async (body: ActivityInput, form_key: string) =>
      keep((await call(activitiesApi.create, { body, form_key })).siteActivities),
    saveMeans: async (id: number, body: VerificationInput, form_key: string) =>
      keep((await call(activitiesApi.saveMeans, { params: { id }, body, form_key })).data.siteActivities),
    /** Before an activity exists the path carries the id of the switch itself (S-52). */
    setDisabled: async (body: DisabledInput) => {
      const params = { id: body.site_activity_id ?? body.id, type: body.type }
      return keep((await call(activitiesApi.setDisabled, { params, body })).data.siteActivities)
    },
    submit: async ({ id, revision }: Pick<SiteActivity, 'id' | 'revision'>, form_key: string) =>
      keep(
        (await call(activitiesApi.submit, { params: { id }, body: { revision }, form_key })).siteActivities,
      ),
    approve: async ({ id, revision }: Pick<SiteActivity, 'id' | 'revision'>, form_key: string) =>
      keep(
        (await call(activitiesApi.approve, { params: { id }, body: { revision }, form_key })).siteActivities,
      ),
    giveBack: async (id: number, body: ActivityReturnInput, form_key: string) =>
      keep((await call(activitiesApi.return, { params: { id }, body, form_key })).siteActivities),
    activate: async (id: number, form_key: string) =>
      keep((await call(activitiesApi.activate, { params: { id }, form_key })).siteActivities),
    deactivate: async (id: number, deactivate_reason: string, form_key: string) =>
      keep(
        (await call(activitiesApi.deactivate, { params: { id }, body: { deactivate_reason }, form_key }))
          .siteActivities,
      ),
  }
}
