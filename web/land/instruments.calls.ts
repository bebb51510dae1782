import { useQuery } from '@tanstack/react-query'
import { type InstrumentInput, instrumentsApi } from '../../shared/land/instruments.schema.ts'
import { type SiteShowReply, sitesApi } from '../../shared/sites/sites.schema.ts'
import { call } from '../lib/call.ts'
import { useChange } from '../lib/queries.ts'
import { recordQuery, type ReviewCalls, SITES } from '../review/review.calls.ts'

const INSTRUMENTS = [...SITES, 'instruments']

/** The instruments of a profile, the newest first. */
export const useInstruments = (id: number) =>
  useQuery({
    queryKey: [...INSTRUMENTS, id],
    queryFn: ({ signal }) => call(instrumentsApi.list, { params: { id }, signal }),
  })

const SITE: Pick<ReviewCalls<SiteShowReply, never>, 'key' | 'show'> = {
  key: SITES,
  show: (input) => call(sitesApi.show, input),
}

/** The profile, which its page has read already; undefined until then. */
export const useSiteOfInstruments = (id: number) => useQuery(recordQuery(SITE, id)).data?.siteProfile

/** Whether the person is the only one who can approve their own work; the page of the profile has read it. */
export const useOnlyApprover = (id: number) => useQuery(recordQuery(SITE, id)).data?.only_approver ?? false

type OfInstrument = { instrument_id: number }
type WithKey = { form_key: string }

/** The changes of the instruments of a profile; its land and its warnings are asked anew. */
export function useInstrumentChanges(id: number) {
  const params = ({ instrument_id }: OfInstrument) => ({ id, instrument_id })
  return {
    add: useChange(SITES, ({ body, form_key }: { body: InstrumentInput } & WithKey) =>
      call(instrumentsApi.add, { params: { id }, body, form_key }),
    ),
    correct: useChange(
      SITES,
      ({ body, ...of }: OfInstrument & { body: InstrumentInput & { revision: number } }) =>
        call(instrumentsApi.update, { params: params(of), body }),
    ),
    remove: useChange(SITES, ({ reason, form_key, ...of }: OfInstrument & WithKey & { reason: string }) =>
      call(instrumentsApi.remove, { params: params(of), body: { reason }, form_key }),
    ),
    confirm: useChange(
      SITES,
      ({ revision, form_key, ...of }: OfInstrument & WithKey & { revision: number }) =>
        call(instrumentsApi.confirm, { params: params(of), body: { revision }, form_key }),
    ),
  }
}
