import { isHighlyUrbanized } from '../../shared/places/highly-urbanized.ts'
import { KEYLESS_MAP, MAPS_ORIGIN } from '../../shared/sites/outside-map.ts'
import { REGION_WITHOUT_PROVINCES } from '../../shared/sites/sites.schema.ts'

type Place = {
  region_id: number | null
  city_id: number | null
  region: string
  province: string
  city: string
}

/**
 * The search text for an outside map: province and municipality; region and city for NCR and highly urbanized cities;
 * else the country (001 §2).
 */
export function mapSearch({ region_id, city_id, region, province, city }: Place): string {
  const isOutsideProvinces = region_id === REGION_WITHOUT_PROVINCES || isHighlyUrbanized(city_id)
  if (isOutsideProvinces && region && city) return `${city}, ${region}, Philippines`
  return province && city ? `${city}, ${province}, Philippines` : 'Philippines'
}

/**
 * The address of the embedded map for a search: the maps service with the deployment's key; its search page if no key
 * is stored or the deployment asks for none; null for an empty key, which means no outside map (S-17).
 */
export function embedAddress(key: string | null, search: string): string | null {
  if (key === '') return null
  const wanted = encodeURIComponent(search)
  return key === null || key === KEYLESS_MAP
    ? `${MAPS_ORIGIN}/maps?q=${wanted}&output=embed`
    : `${MAPS_ORIGIN}/maps/embed/v1/place?key=${encodeURIComponent(key)}&q=${wanted}`
}
