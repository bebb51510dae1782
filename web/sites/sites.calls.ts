import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type At, aroundOf, QUEUE_OF } from '../review/queue.ts'
import { type SiteProfile, type SiteProfileInput, sitesApi } from '../../shared/sites/sites.schema.ts'
import { useActor } from '../app/actor.tsx'
import { call } from '../lib/call.ts'
import type { TableState } from '../ui/useTableState.ts'

/** Whatever changes a profile changes its lists and its page. */
const SITES = ['sites'] as const

/** The Profiling of SITES list. */
export const useSites = (query: TableState['query']) =>
  useQuery({
    queryKey: [...SITES, 'list', query],
    queryFn: ({ signal }) => call(sitesApi.datatable, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** The approval list of the signed-in person's level. */
export const useSiteQueue = (query: TableState['query']) => {
  const params = QUEUE_OF[useActor().access_level]
  return useQuery({
    queryKey: [...SITES, 'queue', params, query],
    queryFn: ({ signal }) => call(sitesApi.queue, { params, query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** What waits for the signed-in person, and around one profile, in the order of the whole list (S-120). */
export const sitesWaitingQuery = (list: Partial<TableState['query']>, at: At) => {
  const query = aroundOf(list, at)
  return queryOptions({
    queryKey: [...SITES, 'waiting around', query],
    queryFn: ({ signal }) => call(sitesApi.waiting, { query, signal }),
  })
}

const siteQuery = (id: number) =>
  queryOptions({ queryKey: [...SITES, 'one', id], queryFn: () => call(sitesApi.show, { params: { id } }) })

/** One profile with its boundary and history. */
export const useSite = (id: number) => useQuery(siteQuery(id))

/** The same as it is now: what was kept from an earlier look is not shown, since a form would start from it. */
export function useFreshSite(id: number) {
  const { data, isFetchedAfterMount, error, refetch } = useQuery({
    ...siteQuery(id),
    refetchOnMount: 'always',
  })
  return { data: isFetchedAfterMount ? data : undefined, error, refetch }
}

/** Boundaries near a profile's own; the map does without them, so a failure is only logged (001 §2). */
export function useNeighbours(id: number) {
  const found = useQuery({
    queryKey: [...SITES, 'neighbours', id],
    queryFn: () => call(sitesApi.neighbours, { params: { id } }),
  })
  const { error } = found
  useEffect(() => {
    if (error) console.warn('The neighbouring sites could not be loaded.', error)
  }, [error])
  return found
}

type Compared = Pick<SiteProfile, 'id' | 'revision' | 'returned_at'>

/** What changed since a return, the newest unless said otherwise; asked again when the profile is another. */
export const useSiteChanges = ({ id, revision, returned_at }: Compared, round: number | null) =>
  useQuery({
    queryKey: [...SITES, 'changes', id, revision, round],
    queryFn: ({ signal }) =>
      call(sitesApi.changes, { params: { id }, query: round === null ? {} : { round }, signal }),
    enabled: returned_at !== null,
    placeholderData: keepPreviousData,
  })

/** The boundary before and after a return. */
export const useBoundaryChanges = ({ id, revision }: Compared, round: number | null) =>
  useQuery({
    queryKey: [...SITES, 'changed boundary', id, revision, round],
    queryFn: ({ signal }) =>
      call(sitesApi.boundaryChanges, { params: { id }, query: round === null ? {} : { round }, signal }),
  })

/** Tells the audit log that a profile was looked at; a failure here is nobody's concern. */
export function useRecordSiteView(id: number | undefined) {
  useEffect(() => {
    if (id === undefined) return
    call(sitesApi.view, { body: { model_name: 'SiteProfile', id, event: 'View' } }).catch(() => undefined)
  }, [id])
}

function useSiteChange<Given, Reply>(change: (given: Given) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: SITES }) })
}

/** Add Profile: creates and submits. */
export const useCreateSite = () =>
  useSiteChange((given: { body: SiteProfileInput; form_key: string }) => call(sitesApi.create, given))

/**
 * Edit Profile: saves the form, then submits again; a failed second call leaves an editable record (C-41), whose
 * revision `onSaved` is told.
 */
export const useEditSite = (id: number, onSaved: (revision: number) => void) =>
  useSiteChange(async (given: { body: SiteProfileInput; revision: number; form_key: string }) => {
    const { region_id: _fixed, ...fields } = given.body
    const { form_key } = given
    const body = { ...fields, revision: given.revision }
    const { siteProfile } = await call(sitesApi.update, { params: { id }, body, form_key })
    const { revision } = siteProfile
    onSaved(revision)
    return call(sitesApi.submit, { params: { id }, body: { revision }, form_key })
  })

/** Approve at the own level, on the revision that was looked at. */
export const useApproveSite = (id: number) =>
  useSiteChange(({ form_key, ...body }: { revision: number; form_key: string }) =>
    call(sitesApi.approve, { params: { id }, body, form_key }),
  )

/** Return with a comment. */
export const useReturnSite = (id: number) =>
  useSiteChange(({ form_key, ...body }: { revision: number; returned_reason: string; form_key: string }) =>
    call(sitesApi.return, { params: { id }, body, form_key }),
  )

export const useActivateSite = (id: number) =>
  useSiteChange((form_key: string) => call(sitesApi.activate, { params: { id }, form_key }))

export const useDeactivateSite = (id: number) =>
  useSiteChange(({ form_key, ...body }: { deactivate_reason: string; form_key: string }) =>
    call(sitesApi.deactivate, { params: { id }, body, form_key }),
  )
