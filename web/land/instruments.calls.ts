import { useQuery } from '@tanstack/react-query'
import { instrumentsApi } from '../../shared/land/instruments.schema.ts'
import { type SiteShowReply, sitesApi } from '../../shared/sites/sites.schema.ts'
import { call } from '../lib/call.ts'
import { useRead } from '../lib/queries.ts'
import { recordQuery, type ReviewCalls, SITES } from '../review/review.calls.ts'

/** The instruments of a profile, the newest first. */
export const useInstruments = (id: number) => useRead(instrumentsApi.list, { params: { id } })

const SITE: Pick<ReviewCalls<SiteShowReply, never>, 'key' | 'show'> = {
  key: SITES,
  show: (input) => call(sitesApi.show, input),
}

/** The profile, which its page has read already; undefined until then. */
export const useSiteOfInstruments = (id: number) => useQuery(recordQuery(SITE, id)).data
