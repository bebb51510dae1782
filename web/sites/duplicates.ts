import { sitesApi, type SiteProfileInput } from '../../shared/sites/sites.schema.ts'
import { call } from '../lib/call.ts'

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Codes of visible profiles of the same partner in the same municipality; a warning, never a refusal (S-43). */
export async function findDuplicates(input: SiteProfileInput, city: string): Promise<string[]> {
  const query = { page: 1, length: 100, search: input.name_of_partner }
  const found = await call(sitesApi.datatable, { query }).catch(() => ({ data: [] }))
  return found.data
    .filter((row) => same(row.name_of_partner, input.name_of_partner) && same(row.city, city))
    .map((row) => row.code)
}
