import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { hectares } from '../../shared/lib/decimals.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { call } from '../lib/call.ts'
import type { SiteFormValues } from './site-form-values.ts'

const TYPING_PAUSE_MS = 600

/** The boundary of the uploaded map with its warnings; checked again when a place or the declared area changes. */
export function useBoundaryCheck(values: SiteFormValues, siteId: number | null) {
  const file = values.map_kml_id
  const [area] = useDebouncedValue(values.project_area, TYPING_PAUSE_MS)
  const body = {
    map_kml_id: file?.id ?? 0,
    ...(values.region_id ? { region_id: Number(values.region_id) } : {}),
    ...(values.province_id ? { province_id: Number(values.province_id) } : {}),
    ...(values.city_id ? { city_id: Number(values.city_id) } : {}),
    ...(hectares(area) === null ? {} : { project_area: area }),
    ...(siteId === null ? {} : { site_profile_id: siteId }),
  }
  return useQuery({
    // another answer to what the map asks reads another boundary
    queryKey: ['boundary', body, file?.answers ?? null],
    queryFn: () => call(sitesApi.checkBoundary, { body }),
    enabled: file !== null && !file.question,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
