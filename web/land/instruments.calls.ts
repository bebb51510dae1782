import { instrumentsApi } from '../../shared/land/instruments.schema.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { useRead } from '../lib/queries.ts'

/** The instruments of a profile, the newest first. */
export const useInstruments = (id: number) => useRead(instrumentsApi.list, { params: { id } })

/** The profile, which its page has read already; undefined until then. */
export const useSiteOfInstruments = (id: number) => useRead(sitesApi.show, { params: { id } }).data
