import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { hectares } from '../../shared/lib/decimals.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { call } from '../lib/call.ts'
import type { SiteFormValues } from './site-form-values.ts'

const TYPING_PAUSE_MS = 600

/** The check of the boundary with these values: its warnings, neighbours and land. */
export function boundaryQuery(values: SiteFormValues, siteId: number | null) {
  const file = values.map_kml_id
  const area = values.project_area
  const body = {
    map_kml_id: file?.id ?? 0,
    ...(values.region_id ? { region_id: Number(values.region_id) } : {}),
    ...(values.province_id ? { province_id: Number(values.province_id) } : {}),
    ...(values.city_id ? { city_id: Number(values.city_id) } : {}),
    ...(hectares(area) === null ? {} : { project_area: area }),
    ...(siteId === null ? {} : { site_profile_id: siteId }),
  }
  return queryOptions({
    // another answer to what the map asks reads another boundary
    queryKey: ['boundary', body, file?.answers ?? null],
    queryFn: () => call(sitesApi.checkBoundary, { body }),
    staleTime: 60_000,
  })
}

/** The boundary of the uploaded map with its warnings; checked again when a place or the declared area changes. */
export function useBoundaryCheck(values: SiteFormValues, siteId: number | null) {
  const [project_area] = useDebouncedValue(values.project_area, TYPING_PAUSE_MS)
  return useQuery({
    ...boundaryQuery({ ...values, project_area }, siteId),
    enabled: values.map_kml_id !== null && !values.map_kml_id.question,
    placeholderData: keepPreviousData,
  })
}
