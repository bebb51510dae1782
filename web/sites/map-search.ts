import { REGION_WITHOUT_PROVINCES } from '../../shared/sites/sites.schema.ts'

type Place = { region_id: number | null; region: string; province: string; city: string }

/** What to look for on an outside map: province and municipality; region and city for NCR; else the country (001 §2). */
export function mapSearch({ region_id, region, province, city }: Place): string {
  if (region_id === REGION_WITHOUT_PROVINCES && city) return `${city}, ${region}, Philippines`
  return province && city ? `${city}, ${province}, Philippines` : 'Philippines'
}

/** The embedded map of a search with the deployment's key. */
export const embedAddress = (key: string, search: string): string =>
  `https://www.google.com/maps/embed/v1/place?key=${encodeURIComponent(key)}&q=${encodeURIComponent(search)}`
