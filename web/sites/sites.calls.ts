import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type SiteProfile,
  type SiteProfileInput,
  type SiteRow,
  type SiteShowReply,
  sitesApi,
} from '../../shared/sites/sites.schema.ts'
import { call } from '../lib/call.ts'
import { useFresh } from '../lib/queries.ts'
import { type ReviewCalls, recordQuery, SITES, useRecordChange } from '../review/review.calls.ts'

export const SITE_CALLS: ReviewCalls<SiteShowReply, SiteRow> = {
  key: SITES,
  recordOf: ({ siteProfile }) => siteProfile,
  list: (input) => call(sitesApi.datatable, input),
  queue: (input) => call(sitesApi.queue, input),
  choices: (input) => call(sitesApi.choices, input),
  waiting: (input) => call(sitesApi.waiting, input),
  bulkCandidates: (input) => call(sitesApi.carried, input),
  newestBulk: (input) => call(sitesApi.bulk, input),
  decideMany: (input) => call(sitesApi.decideMany, input),
  show: (input) => call(sitesApi.show, input),
  approve: (input) => call(sitesApi.approve, input),
  recall: (input) => call(sitesApi.recall, input),
  proposeWithdrawal: (input) => call(sitesApi.proposeWithdrawal, input),
  confirmWithdrawal: (input) => call(sitesApi.confirmWithdrawal, input),
  cancelWithdrawal: (input) => call(sitesApi.cancelWithdrawal, input),
  points: (input) => call(sitesApi.points, input),
  answerPoint: (input) => call(sitesApi.answerPoint, input),
  withdrawPoint: (input) => call(sitesApi.withdrawPoint, input),
  return: (input) => call(sitesApi.return, input),
  activate: (input) => call(sitesApi.activate, input),
  deactivate: (input) => call(sitesApi.deactivate, input),
  modelName: 'SiteProfile',
}

/** A profile, always refetched, for a form to start from. */
export const useFreshSite = (id: number) => useFresh(recordQuery(SITE_CALLS, id))

/** Boundaries near the one of a profile; the map works without them, so a failure is only logged (001 §2). */
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

/** What changed since a return, by default the newest; refetched when the profile changes. */
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

/** Add Profile: creates and submits. */
export const useCreateSite = () =>
  useRecordChange(SITE_CALLS, null, (input: { body: SiteProfileInput; form_key: string }) =>
    call(sitesApi.create, input),
  )

/**
 * Edit Profile: saves the form, then submits again. If the second call fails, the record stays editable (C-41), and
 * `onSaved` has received its revision.
 */
export const useEditSite = (id: number, onSaved: (revision: number) => void) =>
  useRecordChange(
    SITE_CALLS,
    id,
    async (input: { body: SiteProfileInput; revision: number; form_key: string }) => {
      const { region_id: _fixed, ...fields } = input.body
      const { form_key } = input
      const body = { ...fields, revision: input.revision }
      const { siteProfile } = await call(sitesApi.update, { params: { id }, body, form_key })
      const { revision } = siteProfile
      onSaved(revision)
      return call(sitesApi.submit, { params: { id }, body: { revision }, form_key })
    },
  )
