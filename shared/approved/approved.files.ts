import type { ApprovedGeoJson, ApprovedProperties } from './approved.schema.ts'
import { gradeField } from '../activities/grades.ts'
import { manilaDay } from '../lib/dates.ts'
import { PRINCIPLE_NUMBERS } from '../principles/principle-titles.ts'
import { ELIGIBLE_ACTIVITIES } from '../sites/sites.fields.ts'

export const OPEN_FORMATS = ['csv', 'geojson'] as const
export type OpenFormat = (typeof OPEN_FORMATS)[number]

/** "Approved_SITES_20310704.csv", like the other files (S-83); `day` comes from `dayInName`. */
export const approvedFileName = (day: string, format: OpenFormat): string => `Approved_SITES_${day}.${format}`

/** The columns of the register; one for each principle and each eligible activity. */
export const APPROVED_COLUMNS = [
  'SITES Code',
  'Region',
  'Province',
  'City or Municipality',
  'Name of Partner or Implementer',
  ...PRINCIPLE_NUMBERS.map((number) => `Principle ${number}`),
  'Reporting Year',
  'Project Area (hectares)',
  ...ELIGIBLE_ACTIVITIES.map(({ name }) => `${name} (hectares)`),
  'Year Implemented',
  'Project Year Start',
  'Project Year End',
  'Date Approved',
  'Page',
]

/** Shown instead of what is left out of a record that does not match the log. */
const NO_MATCH = 'Does not match the log'

const MISSING = 'N/A'

/** The cells of a site, in the order of the columns. */
export function approvedCells(site: ApprovedProperties): (string | number | null)[] {
  const missing = site.altered ? NO_MATCH : MISSING
  const hectaresOf = (activity: string) =>
    site.redd_eligible_activities_area?.find(({ name }) => name === activity)?.hectares
  return [
    site.code,
    site.region,
    site.province ?? MISSING,
    site.city ?? MISSING,
    site.name_of_partner,
    ...PRINCIPLE_NUMBERS.map((number) => site[gradeField(number)] ?? missing),
    site.reporting_year ?? missing,
    site.project_area ?? missing,
    // empty where the site has not chosen the activity
    ...ELIGIBLE_ACTIVITIES.map(({ name }) => hectaresOf(name) ?? (site.altered ? NO_MATCH : null)),
    site.year_implemented ?? missing,
    site.project_year_start ?? missing,
    site.project_year_end ?? missing,
    manilaDay(new Date(site.approved_at)),
    site.page ?? MISSING,
  ]
}

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
