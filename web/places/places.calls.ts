import { useQuery } from '@tanstack/react-query'
import { placesApi } from '../../shared/places/places.schema.ts'
import { REGION_WITHOUT_PROVINCES } from '../../shared/sites/sites.schema.ts'
import { readOptions, useRead } from '../lib/queries.ts'

const RARELY_CHANGES = { staleTime: 60 * 60_000 }

/** All regions in official order. */
export const useRegions = () => useRead(placesApi.regions, RARELY_CHANGES)

/** All provinces by name. */
export const useAllProvinces = () => useRead(placesApi.provinces, RARELY_CHANGES)

/** The provinces of a region; no call before a region is chosen, or for the region without provinces. */
export const useProvinces = (regionId: number | null) =>
  useRead(placesApi.provincesOfRegion, {
    params: { regionId: regionId ?? 0 },
    enabled: regionId !== null && regionId !== REGION_WITHOUT_PROVINCES,
    ...RARELY_CHANGES,
  })

/** A point inside a chosen place; null if none is known, undefined while loading. */
export const usePlacePoint = (kind: 'province' | 'city', id: string) =>
  useRead(placesApi.points, { query: { [`${kind}_id`]: id }, enabled: id !== '', ...RARELY_CHANGES }).data?.[
    kind
  ]

/** The offices of a region, or of the whole country; no call before a region is chosen. */
export const useOffices = (within: number | 'country' | null) =>
  useQuery(
    within === 'country'
      ? readOptions(placesApi.offices, RARELY_CHANGES)
      : readOptions(placesApi.officesOfRegion, {
          params: { regionId: within ?? 0 },
          enabled: within !== null,
          ...RARELY_CHANGES,
        }),
  )

/** The municipalities of a province, or of the region without provinces (C-25). */
export const useMunicipalities = (regionId: number | null, provinceId: number | null) =>
  useQuery(
    regionId === REGION_WITHOUT_PROVINCES
      ? readOptions(placesApi.citiesOfRegion, { params: { regionId }, ...RARELY_CHANGES })
      : readOptions(placesApi.citiesOfProvince, {
          params: { provinceId: provinceId ?? 0 },
          enabled: provinceId !== null,
          ...RARELY_CHANGES,
        }),
  )
