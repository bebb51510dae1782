import { decimalUnits } from '../../shared/lib/decimals.ts'
import {
  ELIGIBLE_ACTIVITIES,
  type EligibleActivity,
  FORM_FIELDS,
  type Having,
  SITE_FIELDS,
} from '../../shared/sites/sites.fields.ts'
import { REGION_WITHOUT_PROVINCES, type SiteProfile, YEARS } from '../../shared/sites/sites.schema.ts'
import type { UploadedFile } from '../../shared/files/files.schema.ts'
import type { FileFacts } from '../ui/FileCard.tsx'
import { withoutTrailing } from '../../shared/lib/trailing.ts'

type AttachedFile = FileFacts & { id: number } & Partial<
    Pick<UploadedFile, 'question' | 'answers' | 'tracks'>
  >

type FormField = Having<'input'>

/** The form value of each type of field: texts as typed, values of choices, '' for empty. */
type HeldValue = {
  text: string
  year: string
  hectares: string
  choice: string
  place: string
  choices: EligibleActivity[]
  file: AttachedFile | null
}
export type SiteFormValues = { [Field in FormField]: HeldValue[(typeof SITE_FIELDS)[Field]['type']] }

const EMPTY_VALUES: HeldValue = {
  text: '',
  year: '',
  hectares: '',
  choice: '',
  place: '',
  choices: [],
  file: null,
}

const ofEach = (valueOf: (field: FormField) => unknown) =>
  Object.fromEntries(FORM_FIELDS.map((field) => [field, valueOf(field)])) as Record<FormField, unknown>

const idText = (value: number | null): string => (value === null ? '' : String(value))

/** An empty form; region and province are preset if the office has them (S-40). */
export const emptySite = (regionId: number | null, provinceId: number | null = null): SiteFormValues => ({
  ...(ofEach((field) => EMPTY_VALUES[SITE_FIELDS[field].type]) as SiteFormValues),
  region_id: idText(regionId),
  province_id: idText(provinceId),
})

function formValueOf(value: SiteProfile[FormField]): string | EligibleActivity[] {
  return typeof value === 'number' ? String(value) : (value ?? '')
}

/** The form values of a stored profile. */
export const siteToValues = (site: SiteProfile): SiteFormValues => ({
  ...(ofEach((field) => formValueOf(site[field])) as SiteFormValues),
  agreement_id: {
    id: site.agreement_id,
    name: site.agreement_file_name,
    scan_status: site.agreement_scan_status,
    ...site.agreement_facts,
  },
  map_kml_id: {
    id: site.map_kml_id,
    name: site.map_kml_name,
    scan_status: site.map_kml_scan_status,
    ...site.map_kml_facts,
  },
})

/** The value to send for a field; undefined if empty. */
function sentValue(value: SiteFormValues[FormField], type: keyof HeldValue): unknown {
  if (value === null || value === '') return undefined
  if (type === 'place' || type === 'year') return Number(value)
  return typeof value === 'object' && 'id' in value ? value.id : value
}

/** What the form would send; empty fields are absent, so that `siteErrors` reports them. */
export function valuesToDraft(values: SiteFormValues): Partial<Record<FormField, unknown>> {
  const chosen = withActivities(values, values.redd_eligible_activities_area)
  return ofEach((field) => sentValue(chosen[field], SITE_FIELDS[field].type))
}

/** "60.5 of 100 ha" for the chosen activities. `equal`: whether they add up, null while a number is missing. */
export function areaSum(values: SiteFormValues): { sum: string; equal: boolean | null } {
  const chosen = ELIGIBLE_ACTIVITIES.filter(({ name }) => values.redd_eligible_activities_area.includes(name))
  const parts = chosen.map(({ field }) => decimalUnits(values[field]))
  const sum = parts.reduce<bigint>((all, part) => all + (part ?? 0n), 0n)
  const whole = decimalUnits(values.project_area)
  const complete = whole !== null && parts.length > 0 && parts.every((part) => part !== null)
  const text = withoutTrailing(
    withoutTrailing(`${sum / 10_000n}.${String(sum % 10_000n).padStart(4, '0')}`, '0'),
    '.',
  )
  return { sum: text, equal: complete ? sum === whole : null }
}

const years = (from: number, to: number): string[] => {
  const step = from > to ? -1 : 1
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => String(from + index * step))
}

/** The choices of the three year fields, newest first (001 §5, C-14). */
export const yearChoices = (currentYear: number) => ({
  year_implemented: years(currentYear, YEARS.implemented_from),
  project_year_start: years(currentYear, YEARS.start_from),
  project_year_end: years(YEARS.end_to, YEARS.end_from),
})

/** The values after another region was chosen; province and municipality are emptied. */
export const withRegion = (values: SiteFormValues, region_id: string): SiteFormValues => ({
  ...values,
  region_id,
  province_id: '',
  city_id: '',
})

/** The values after activities were chosen; areas of the others are emptied (001 §5). */
export function withActivities(values: SiteFormValues, chosen: EligibleActivity[]): SiteFormValues {
  const unchosen = ELIGIBLE_ACTIVITIES.filter(({ name }) => !chosen.includes(name))
  return {
    ...values,
    ...Object.fromEntries(unchosen.map(({ field }) => [field, ''])),
    redd_eligible_activities_area: chosen,
  }
}

/** Whether sites of this region have no province (C-25). */
export const hasNoProvinces = (region_id: string): boolean => Number(region_id) === REGION_WITHOUT_PROVINCES
