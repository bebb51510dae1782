import type { QueryClient } from '@tanstack/react-query'
import type { SiteProfile } from '../../shared/sites/sites.schema.ts'
import type { PlaceName } from './site-sides.ts'

type Places = { data: { id: number; name: string }[] }

/** Names of provinces and municipalities, from this profile and from the lists that the form has loaded. */
export const placeNames =
  (client: QueryClient, site: SiteProfile | null): PlaceName =>
  (field, id) => {
    if (site && String(site[field]) === id)
      return (field === 'province_id' ? site.province : site.city) ?? undefined
    return client
      .getQueriesData<Places>({ queryKey: [field === 'province_id' ? 'provinces' : 'cities'] })
      .flatMap(([, places]) => places?.data ?? [])
      .find((one) => String(one.id) === id)?.name
  }
