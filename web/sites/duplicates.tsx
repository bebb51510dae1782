import { sitesApi, type SiteProfileInput } from '../../shared/sites/sites.schema.ts'
import { call } from '../lib/call.ts'
import { Notice } from '../ui/Notice.tsx'

/**
 * Codes of profiles this may be a second copy of; a warning, never a refusal, so a failure finds none (S-43). What the form
 * itself has saved, its answer lost, is none either.
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

/** Says of which; nothing when there is none. */
export function DuplicatesWarning({ codes }: { codes: string[] }) {
  if (codes.length === 0) return null
  return (
    <Notice tone="warning" title="This partner has a profile in this municipality for the same project years">
      {codes.join(', ')}
    </Notice>
  )
}
