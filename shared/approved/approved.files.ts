import type { ApprovedGeoJson, ApprovedProperties } from './approved.schema.ts'
import { gradeField } from '../activities/grades.ts'
import { manilaDay } from '../lib/dates.ts'
import { PRINCIPLE_NUMBERS } from '../principles/principle-titles.ts'

export const OPEN_FORMATS = ['csv', 'geojson'] as const
export type OpenFormat = (typeof OPEN_FORMATS)[number]

/** "Approved_SITES_20310704.csv", like the other files (S-83); `day` comes from `dayInName`. */
export const approvedFileName = (day: string, format: OpenFormat): string => `Approved_SITES_${day}.${format}`

/** The columns of the public list; one per principle for its badges. */
export const APPROVED_COLUMNS = [
  'SITES Code',
  'Region',
  'Province',
  'Name of Partner or Implementer',
  ...PRINCIPLE_NUMBERS.map((number) => `Principle ${number}`),
  'Date Approved',
]

/** Shown instead of the grades of a record that does not match the log. */
const NO_MATCH = 'Does not match the log'

const MISSING = 'N/A'

/** The cells of a site, in the order of the columns. */
export const approvedCells = (site: ApprovedProperties): string[] => [
  site.code,
  site.region,
  site.province ?? MISSING,
  site.name_of_partner,
  ...PRINCIPLE_NUMBERS.map((number) => site[gradeField(number)] ?? (site.altered ? NO_MATCH : MISSING)),
  manilaDay(new Date(site.approved_at)),
]

/** Part of the file itself, because on a map the points look like locations of sites. */
export const GEOJSON_DESCRIPTION =
  'Approved REDD+ sites. Each point is one fixed point of the region of the site, not the place of the site.'

/** A site as a GeoJSON feature: longitude before latitude (RFC 7946). */
export function approvedFeature({
  lat,
  lon,
  ...properties
}: ApprovedProperties & { lat: number; lon: number }): ApprovedGeoJson['features'][number] {
  return {
    type: 'Feature',
    id: properties.code,
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties,
  }
}
