import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  activitiesApi,
  type ActivityInput,
  type ActivityRow,
  type ActivityShowReply,
  type DisabledInput,
  type ReportingYearInput,
  type SiteActivity,
  type VerificationInput,
} from '../../shared/activities/activities.schema.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { call } from '../lib/call.ts'
import { ACTIVITIES, type ReviewCalls, recordQuery, useRecordChange } from '../review/review.calls.ts'

export const ACTIVITY_CALLS: ReviewCalls<ActivityShowReply, ActivityRow> = {
  key: ACTIVITIES,
  recordOf: ({ siteActivities }) => siteActivities,
  list: (given) => call(activitiesApi.datatable, given),
  queue: (given) => call(activitiesApi.queue, given),
  choices: (given) => call(activitiesApi.choices, given),
  waiting: (given) => call(activitiesApi.waiting, given),
  carried: (given) => call(activitiesApi.carried, given),
  newestBulk: (given) => call(activitiesApi.bulk, given),
  decideMany: (given) => call(activitiesApi.decideMany, given),
  show: (given) => call(activitiesApi.show, given),
  approve: (given) => call(activitiesApi.approve, given),
  recall: (given) => call(activitiesApi.recall, given),
  return: (given) => call(activitiesApi.return, given),
  activate: (given) => call(activitiesApi.activate, given),
  deactivate: (given) => call(activitiesApi.deactivate, given),
  /** ACTIVITIES-38 */
  view: (id, revision) =>
    call(sitesApi.view, { body: { model_name: 'SiteActivities', id, event: 'View', revision } }),
}

type ChangesWanted = { round: number | null; page: number; principle_number?: number; length?: number }

/** What changed since a return, the newest unless said otherwise; asked again when the activity is another. */
export const changesQuery = (
  { id, revision, returned_at }: Pick<SiteActivity, 'id' | 'revision' | 'returned_at'>,
  { round, ...wanted }: ChangesWanted,
) =>
  queryOptions({
    queryKey: [...ACTIVITIES, 'changes', id, revision, round, wanted],
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
    queryKey: [...ACTIVITIES, 'candidates', search],
    queryFn: ({ signal }) =>
      call(sitesApi.search, { query: { ...CANDIDATES, search, length: CANDIDATES_SHOWN }, signal }),
    placeholderData: keepPreviousData,
  })

/** The one of this id, null when it is none of them. */
export const candidateQuery = (id: number | null) =>
  queryOptions({
    queryKey: [...ACTIVITIES, 'candidate', id],
    queryFn: async ({ signal }) => {
      const query = { ...CANDIDATES, site_profile_id: String(id), length: 1 }
      return (await call(sitesApi.search, { query, signal })).siteProfiles[0] ?? null
    },
    enabled: id !== null,
  })

/** Reads a record that was just made: its page opens at once, and what asked to wait covers this too. */
function useReadAhead() {
  const client = useQueryClient()
  return ({ siteActivities }: Pick<ActivityShowReply, 'siteActivities'>) =>
    client.prefetchQuery({ ...recordQuery(ACTIVITY_CALLS, siteActivities.id), retry: false })
}

/** Starts an activity with its first evidence (S-49). */
export function useCreateActivity() {
  const readAhead = useReadAhead()
  return useRecordChange(ACTIVITY_CALLS, null, async (given: { body: ActivityInput; form_key: string }) => {
    const made = await call(activitiesApi.create, given)
    await readAhead(made)
    return made
  })
}

type MeansGiven = { id: number; body: VerificationInput; form_key: string }

/** Replaces the evidence of some indicators. */
export const useSaveMeans = (id: number | null) =>
  useRecordChange(ACTIVITY_CALLS, id, async ({ id: of, ...given }: MeansGiven) => {
    const { data } = await call(activitiesApi.saveMeans, { params: { id: of }, ...given })
    return data
  })

/** What the site reported last time and its other activities of the same year, in terms of this activity's batch. */
export const lastTimeQuery = ({ id }: Pick<SiteActivity, 'id'>) =>
  queryOptions({
    queryKey: [...ACTIVITIES, 'last time', id],
    queryFn: ({ signal }) => call(activitiesApi.lastTime, { params: { id }, signal }),
  })

type OfForm<Body> = Body & { form_key: string }

/** Says which year an activity reports on. */
export const useSetReportingYear = (id: number) =>
  useRecordChange(ACTIVITY_CALLS, id, ({ form_key, ...body }: OfForm<ReportingYearInput>) =>
    call(activitiesApi.setReportingYear, { params: { id }, body, form_key }),
  )

/** Takes over texts and figures from last time. */
export const useStartFromLast = (id: number) =>
  useRecordChange(ACTIVITY_CALLS, id, ({ form_key, ...body }: OfForm<{ revision: number }>) =>
    call(activitiesApi.startFromLast, { params: { id }, body, form_key }),
  )

/** Takes away again what was taken over. */
export const useUndoStartFromLast = (id: number) =>
  useRecordChange(ACTIVITY_CALLS, id, ({ form_key, ...body }: OfForm<{ revision: number }>) =>
    call(activitiesApi.undoStartFromLast, { params: { id }, body, form_key }),
  )

/** Turns Add MOV off or on. Before an activity exists the path carries the id of the switch itself (S-52). */
export function useSwitchMeans(id: number | null) {
  const readAhead = useReadAhead()
  return useRecordChange(ACTIVITY_CALLS, id, async (body: DisabledInput) => {
    const params = { id: body.site_activity_id ?? body.id, type: body.type }
    const { data } = await call(activitiesApi.setDisabled, { params, body })
    if (id === null) await readAhead(data)
    return data
  })
}

/** Submit SITES Activity. */
export const useSubmitActivity = (id: number) =>
  useRecordChange(ACTIVITY_CALLS, id, ({ form_key, ...body }: { revision: number; form_key: string }) =>
    call(activitiesApi.submit, { params: { id }, body, form_key }),
  )

/** Throws a draft away. `forget` is for when its page has been left: nothing of it is asked for again. */
export function useDiscardActivity({ id, revision }: Pick<SiteActivity, 'id' | 'revision'>) {
  const client = useQueryClient()
  return {
    discard: (form_key: string) =>
      call(activitiesApi.discard, { params: { id }, body: { revision }, form_key }),
    forget: () => {
      client.removeQueries({ queryKey: recordQuery(ACTIVITY_CALLS, id).queryKey })
      void client.invalidateQueries({ queryKey: ACTIVITIES })
    },
  }
}
