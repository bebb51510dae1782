import { sitesApi, type SiteProfileInput } from '../../shared/sites/sites.schema.ts'
import { call } from '../lib/call.ts'
import { Notice } from '../ui/Notice.tsx'

/**
 * Codes of profiles that this one may duplicate. A warning, never a refusal, so a failed call finds none (S-43). A
 * profile that this form saved itself, when the reply was lost, is no duplicate.
 */
export async function findDuplicates(
  input: SiteProfileInput,
  siteId: number | null,
  form_key: string,
): Promise<string[]> {
  const { name_of_partner, city_id, project_year_start, project_year_end } = input
  const body = {
    name_of_partner,
    city_id,
    project_year_start,
    project_year_end,
    ...(siteId === null ? {} : { site_profile_id: siteId }),
  }
  const found = await call(sitesApi.duplicates, { body, form_key }).catch(() => ({ data: [] }))
  return found.data.map(({ code }) => code)
}

/** Lists the possible duplicates; nothing if there are none. */
export function DuplicatesWarning({ codes }: { codes: string[] }) {
  if (codes.length === 0) return null
  return (
    <Notice tone="warning" title="This partner has a profile in this municipality for the same project years">
      {codes.join(', ')}
    </Notice>
  )
}
