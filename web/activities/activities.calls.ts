import { useQueryClient } from '@tanstack/react-query'
import {
  activitiesApi,
  type ActivityShowReply,
  type DisabledInput,
  type SiteActivity,
} from '../../shared/activities/activities.schema.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { call } from '../lib/call.ts'
import { type Change, readOptions } from '../lib/queries.ts'
import { useRecordChange } from '../review/review.calls.ts'

type ChangesWanted = { round: number | null; page: number; principle_number?: number; length?: number }

/** The changes since a return, by default the newest; read again when the activity's revision changes. */
export const changesQuery = (
  { id, revision, returned_at }: Pick<SiteActivity, 'id' | 'revision' | 'returned_at'>,
  { round, ...wanted }: ChangesWanted,
) =>
  readOptions(activitiesApi.changes, {
    params: { id },
    query: { length: 25, ...wanted, ...(round === null ? {} : { round }) },
    version: revision,
    enabled: returned_at !== null,
  })

/** Approved profiles in scope without an unfinished activity (S-47). */
const CANDIDATES = { site_status: 'approved', open_activity: 'none' } as const

/** a longer list is unreadable: the person types more of the name */
const MAX_CANDIDATES = 50

/** The first candidates that contain the text, and how many there are. */
export const candidatesQuery = (search: string) =>
  readOptions(sitesApi.search, { query: { ...CANDIDATES, search, length: MAX_CANDIDATES }, keep: true })

/** The candidate with this id, or null when there is none. */
export const candidateQuery = (id: number | null) =>
  readOptions(sitesApi.search, {
    query: { ...CANDIDATES, site_profile_id: String(id), length: 1 },
    select: ({ siteProfiles }) => siteProfiles[0] ?? null,
    enabled: id !== null,
  })

/** Loads a record that was just created, within the save, so that its page opens at once. */
function usePrefetchActivity() {
  const client = useQueryClient()
  return ({ siteActivities: { id } }: Pick<ActivityShowReply, 'siteActivities'>) =>
    client.prefetchQuery(readOptions(activitiesApi.show, { params: { id }, retry: false }))
}

/** Creates an activity with its first evidence (S-49). */
export function useCreateActivity() {
  const readAhead = usePrefetchActivity()
  const { show, create } = activitiesApi
  return useRecordChange(show, null, create, async (input: Change<typeof create>) => {
    const made = await call(create, input)
    await readAhead(made)
    return made
  })
}

/** Replaces the evidence of some indicators. */
export function useSaveMeans(id: number | null) {
  const { show, saveMeans } = activitiesApi
  return useRecordChange(
    show,
    id,
    saveMeans,
    async (input: Change<typeof saveMeans>) => (await call(saveMeans, input)).data,
  )
}

/** Turns Add MOV off or on. Before an activity exists, the path has the id of the switch itself (S-52). */
export function useSwitchMeans(id: number | null) {
  const readAhead = usePrefetchActivity()
  const { show, setDisabled } = activitiesApi
  return useRecordChange(show, id, setDisabled, async (body: DisabledInput) => {
    const params = { id: body.site_activity_id ?? body.id, type: body.type }
    const { data } = await call(setDisabled, { params, body })
    if (id === null) await readAhead(data)
    return data
  })
}
