import { decimalUnits } from '../../shared/lib/decimals.ts'
import {
  type AreaField,
  ELIGIBLE_ACTIVITIES,
  type EligibleActivity,
  REGION_WITHOUT_PROVINCES,
  type SiteProfile,
  type SiteProfileInput,
  YEARS,
} from '../../shared/sites/sites.schema.ts'
import type { ScanStatus } from '../../shared/files/files.schema.ts'

/** An uploaded document as the form remembers it. */
type AttachedFile = {
  id: number
  name: string
  size?: number
  sha256?: string
  created_at?: string
  scan_status?: ScanStatus
}

/** What the form holds: texts as typed, choices as their values, '' for nothing. */
export type SiteFormValues = {
  region_id: string
  province_id: string
  city_id: string
  name_of_partner: string
  project_area: string
  year_implemented: string
  project_year_start: string
  project_year_end: string
  redd_eligible_activities_area: EligibleActivity[]
  implementation_arrangement: string
  implementation_arrangement_others: string
  agreement_id: AttachedFile | null
  map_kml_id: AttachedFile | null
} & Record<AreaField, string>

const NO_AREAS = Object.fromEntries(ELIGIBLE_ACTIVITIES.map(({ field }) => [field, ''])) as Record<
  AreaField,
  string
>

/** An empty form; region and province are filled where the office has them (S-40). */
export const emptySite = (regionId: number | null, provinceId: number | null = null): SiteFormValues => ({
  region_id: regionId === null ? '' : String(regionId),
  province_id: provinceId === null ? '' : String(provinceId),
  city_id: '',
  name_of_partner: '',
  project_area: '',
  year_implemented: '',
  project_year_start: '',
  project_year_end: '',
  redd_eligible_activities_area: [],
  ...NO_AREAS,
  implementation_arrangement: '',
  implementation_arrangement_others: '',
  agreement_id: null,
  map_kml_id: null,
})

/** The form of a stored profile. */
export const siteToValues = (site: SiteProfile): SiteFormValues => ({
  region_id: String(site.region_id),
  province_id: site.province_id === null ? '' : String(site.province_id),
  city_id: String(site.city_id),
  name_of_partner: site.name_of_partner,
  project_area: site.project_area,
  year_implemented: String(site.year_implemented),
  project_year_start: String(site.project_year_start),
  project_year_end: String(site.project_year_end),
  redd_eligible_activities_area: site.redd_eligible_activities_area,
  ...(Object.fromEntries(ELIGIBLE_ACTIVITIES.map(({ field }) => [field, site[field] ?? ''])) as Record<
    AreaField,
    string
  >),
  implementation_arrangement: site.implementation_arrangement,
  implementation_arrangement_others: site.implementation_arrangement_others ?? '',
  agreement_id: {
    id: site.agreement_id,
    name: site.agreement_file_name,
    scan_status: site.agreement_scan_status,
  },
  map_kml_id: { id: site.map_kml_id, name: site.map_kml_name, scan_status: site.map_kml_scan_status },
})

const number = (text: string): number | undefined => (text === '' ? undefined : Number(text))

/** What the form would send; whatever is empty is absent, so that `siteErrors` can name it. */
export function valuesToDraft(values: SiteFormValues): Partial<Record<keyof SiteProfileInput, unknown>> {
  const areas = ELIGIBLE_ACTIVITIES.map(({ name, field }) => [
    field,
    values.redd_eligible_activities_area.includes(name) && values[field] !== '' ? values[field] : undefined,
  ])
  return {
    ...Object.fromEntries(areas),
    region_id: number(values.region_id),
    province_id: number(values.province_id),
    city_id: number(values.city_id),
    name_of_partner: values.name_of_partner,
    project_area: values.project_area,
    year_implemented: number(values.year_implemented),
    project_year_start: number(values.project_year_start),
    project_year_end: number(values.project_year_end),
    redd_eligible_activities_area: values.redd_eligible_activities_area,
    implementation_arrangement: values.implementation_arrangement || undefined,
    implementation_arrangement_others: values.implementation_arrangement_others || undefined,
    agreement_id: values.agreement_id?.id,
    map_kml_id: values.map_kml_id?.id,
  }
}

/** "60.5 of 100 ha" for the chosen activities; `equal` when they add up, null while a number is missing. */
export function areaSum(values: SiteFormValues): { sum: string; equal: boolean | null } {
  const chosen = ELIGIBLE_ACTIVITIES.filter(({ name }) => values.redd_eligible_activities_area.includes(name))
  const parts = chosen.map(({ field }) => decimalUnits(values[field]))
  const sum = parts.reduce<bigint>((all, part) => all + (part ?? 0n), 0n)
  const whole = decimalUnits(values.project_area)
  const complete = whole !== null && parts.length > 0 && parts.every((part) => part !== null)
  const text = `${sum / 10_000n}.${String(sum % 10_000n).padStart(4, '0')}`.replace(/\.?0+$/, '')
  return { sum: text, equal: complete ? sum === whole : null }
}

const years = (from: number, to: number): string[] => {
  const step = from > to ? -1 : 1
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => String(from + index * step))
}

/** The three year lists, newest first (001 §5, C-14). */
export const yearChoices = (currentYear: number) => ({
  year_implemented: years(currentYear, YEARS.implemented_from),
  project_year_start: years(currentYear, YEARS.start_from),
  project_year_end: years(YEARS.end_to, YEARS.end_from),
})

/** The values after another region was chosen: what lay inside the old one goes. */
export const withRegion = (values: SiteFormValues, region_id: string): SiteFormValues => ({
  ...values,
  region_id,
  province_id: '',
  city_id: '',
})

/** The values after activities were chosen anew: areas of those turned off are emptied (001 §5). */
export function withActivities(values: SiteFormValues, chosen: EligibleActivity[]): SiteFormValues {
  const gone = ELIGIBLE_ACTIVITIES.filter(({ name }) => !chosen.includes(name))
  return {
    ...values,
    ...Object.fromEntries(gone.map(({ field }) => [field, ''])),
    redd_eligible_activities_area: chosen,
  }
}

/** Whether this region's sites skip the province step (C-25). */
export const hasNoProvinces = (region_id: string): boolean => Number(region_id) === REGION_WITHOUT_PROVINCES
