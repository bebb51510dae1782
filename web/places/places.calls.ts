import { useQuery } from '@tanstack/react-query'
import { placesApi } from '../../shared/places/places.schema.ts'
import { REGION_WITHOUT_PROVINCES } from '../../shared/sites/sites.schema.ts'
import { call } from '../lib/call.ts'

const RARELY_CHANGES = { staleTime: 60 * 60_000 }

/** All regions in official order. */
export const useRegions = () =>
  useQuery({ queryKey: ['regions'], queryFn: () => call(placesApi.regions), ...RARELY_CHANGES })

/** All provinces by name. */
export const useAllProvinces = () =>
  useQuery({ queryKey: ['provinces'], queryFn: () => call(placesApi.provinces), ...RARELY_CHANGES })

/** The provinces of a region; no call before a region is chosen, or for the region without provinces. */
export const useProvinces = (regionId: number | null) =>
  useQuery({
    queryKey: ['provinces', regionId],
    queryFn: () => call(placesApi.provincesOfRegion, { params: { regionId: regionId ?? 0 } }),
    enabled: regionId !== null && regionId !== REGION_WITHOUT_PROVINCES,
    ...RARELY_CHANGES,
  })

/** A point inside a chosen place; null if none is known, undefined while loading. */
export const usePlacePoint = (kind: 'province' | 'city', id: string) =>
  useQuery({
    queryKey: ['point', kind, id],
    queryFn: async () => (await call(placesApi.points, { query: { [`${kind}_id`]: id } }))[kind],
    enabled: id !== '',
    ...RARELY_CHANGES,
  }).data

/** invalidated when a PENRO typed for the first time becomes an office */
export const OFFICES = ['offices'] as const

/** The offices of a region; no call before a region is chosen. */
export const useOffices = (regionId: number | null) =>
  useQuery({
    queryKey: [...OFFICES, regionId],
    queryFn: () => call(placesApi.officesOfRegion, { params: { regionId: regionId ?? 0 } }),
    enabled: regionId !== null,
    ...RARELY_CHANGES,
  })

/** The offices of a region, or of the whole country for null. */
export const useOfficesWithin = (regionId: number | null) =>
  useQuery({
    queryKey: [...OFFICES, 'within', regionId],
    queryFn: () =>
      regionId === null ? call(placesApi.offices) : call(placesApi.officesOfRegion, { params: { regionId } }),
    ...RARELY_CHANGES,
  })

/** The municipalities of a province, or of the region without provinces (C-25). */
export const useMunicipalities = (regionId: number | null, provinceId: number | null) => {
  const ofRegion = regionId === REGION_WITHOUT_PROVINCES
  return useQuery({
    queryKey: ['cities', ofRegion ? 'region' : 'province', ofRegion ? regionId : provinceId],
    queryFn: () =>
      ofRegion
        ? call(placesApi.citiesOfRegion, { params: { regionId: REGION_WITHOUT_PROVINCES } })
        : call(placesApi.citiesOfProvince, { params: { provinceId: provinceId ?? 0 } }),
    enabled: ofRegion || provinceId !== null,
    ...RARELY_CHANGES,
  })
}
