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
  list: (input) => call(activitiesApi.datatable, input),
  queue: (input) => call(activitiesApi.queue, input),
  choices: (input) => call(activitiesApi.choices, input),
  waiting: (input) => call(activitiesApi.waiting, input),
  bulkCandidates: (input) => call(activitiesApi.carried, input),
  newestBulk: (input) => call(activitiesApi.bulk, input),
  decideMany: (input) => call(activitiesApi.decideMany, input),
  show: (input) => call(activitiesApi.show, input),
  approve: (input) => call(activitiesApi.approve, input),
  recall: (input) => call(activitiesApi.recall, input),
  proposeWithdrawal: (input) => call(activitiesApi.proposeWithdrawal, input),
  confirmWithdrawal: (input) => call(activitiesApi.confirmWithdrawal, input),
  cancelWithdrawal: (input) => call(activitiesApi.cancelWithdrawal, input),
  points: (input) => call(activitiesApi.points, input),
  answerPoint: (input) => call(activitiesApi.answerPoint, input),
  withdrawPoint: (input) => call(activitiesApi.withdrawPoint, input),
  return: (input) => call(activitiesApi.return, input),
  activate: (input) => call(activitiesApi.activate, input),
  deactivate: (input) => call(activitiesApi.deactivate, input),
  modelName: 'SiteActivities',
}

type ChangesWanted = { round: number | null; page: number; principle_number?: number; length?: number }

/** The changes since a return, by default the newest; read again when the activity's revision changes. */
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

/** Approved profiles in scope without an unfinished activity (S-47). */
const CANDIDATES = { site_status: 'approved', open_activity: 'none' } as const

/** a longer list is unreadable: the person types more of the name */
const MAX_CANDIDATES = 50

/** The first candidates that contain the text, and how many there are. */
export const candidatesQuery = (search: string) =>
  queryOptions({
    queryKey: [...ACTIVITIES, 'candidates', search],
    queryFn: ({ signal }) =>
      call(sitesApi.search, { query: { ...CANDIDATES, search, length: MAX_CANDIDATES }, signal }),
    placeholderData: keepPreviousData,
  })

/** The candidate with this id, or null when there is none. */
export const candidateQuery = (id: number | null) =>
  queryOptions({
    queryKey: [...ACTIVITIES, 'candidate', id],
    queryFn: async ({ signal }) => {
      const query = { ...CANDIDATES, site_profile_id: String(id), length: 1 }
      return (await call(sitesApi.search, { query, signal })).siteProfiles[0] ?? null
    },
    enabled: id !== null,
  })

/** Loads a record that was just created, within the save, so that its page opens at once. */
function usePrefetchActivity() {
  const client = useQueryClient()
  return ({ siteActivities }: Pick<ActivityShowReply, 'siteActivities'>) =>
    client.prefetchQuery({ ...recordQuery(ACTIVITY_CALLS, siteActivities.id), retry: false })
}

/** Creates an activity with its first evidence (S-49). */
export function useCreateActivity() {
  const readAhead = usePrefetchActivity()
  return useRecordChange(ACTIVITY_CALLS, null, async (input: { body: ActivityInput; form_key: string }) => {
    const made = await call(activitiesApi.create, input)
    await readAhead(made)
    return made
  })
}

type MeansInput = { id: number; body: VerificationInput; form_key: string }

/** Replaces the evidence of some indicators. */
export const useSaveMeans = (id: number | null) =>
  useRecordChange(ACTIVITY_CALLS, id, async ({ id: of, ...input }: MeansInput) => {
    const { data } = await call(activitiesApi.saveMeans, { params: { id: of }, ...input })
    return data
  })

/** The site's previous activity and its others of the same year, mapped to this activity's batch. */
export const previousFactsQuery = ({ id }: Pick<SiteActivity, 'id'>) =>
  queryOptions({
    queryKey: [...ACTIVITIES, 'last time', id],
    queryFn: ({ signal }) => call(activitiesApi.lastTime, { params: { id }, signal }),
  })

type WithFormKey<Body> = Body & { form_key: string }

/** Sets the year that an activity reports on. */
export const useSetReportingYear = (id: number) =>
  useRecordChange(ACTIVITY_CALLS, id, ({ form_key, ...body }: WithFormKey<ReportingYearInput>) =>
    call(activitiesApi.setReportingYear, { params: { id }, body, form_key }),
  )

/** Copies texts and figures from last time. */
export const useCopyFromPrevious = (id: number) =>
  useRecordChange(ACTIVITY_CALLS, id, ({ form_key, ...body }: WithFormKey<{ revision: number }>) =>
    call(activitiesApi.copyFromPrevious, { params: { id }, body, form_key }),
  )

/** Removes what was copied from last time. */
export const useUndoCopyFromPrevious = (id: number) =>
  useRecordChange(ACTIVITY_CALLS, id, ({ form_key, ...body }: WithFormKey<{ revision: number }>) =>
    call(activitiesApi.undoCopyFromPrevious, { params: { id }, body, form_key }),
  )

/** Turns Add MOV off or on. Before an activity exists, the path has the id of the switch itself (S-52). */
export function useSwitchMeans(id: number | null) {
  const readAhead = usePrefetchActivity()
  return useRecordChange(ACTIVITY_CALLS, id, async (body: DisabledInput) => {
    const params = { id: body.site_activity_id ?? body.id, type: body.type }
    const { data } = await call(activitiesApi.setDisabled, { params, body })
    if (id === null) await readAhead(data)
    return data
  })
}

/** Submits an activity to the review chain. */
export const useSubmitActivity = (id: number) =>
  useRecordChange(ACTIVITY_CALLS, id, ({ form_key, ...body }: { revision: number; form_key: string }) =>
    call(activitiesApi.submit, { params: { id }, body, form_key }),
  )

/** Discards a draft. Call `forget` after leaving its page, so that the deleted record is not read again. */
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
