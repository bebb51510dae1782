import type { Actor } from '../access/actor.ts'
import { isNational } from '../access/levels.ts'
import { notVirusFree } from '../files/file-checks.ts'
import { addsUp, hectares } from '../lib/decimals.ts'
import type { FieldErrors } from '../lib/error-codes.ts'
import { visibleForm } from '../lib/text-form.ts'
import {
  areaComplaint,
  ARRANGEMENT_LENGTH,
  type AreaField,
  ELIGIBLE_ACTIVITIES,
  type EligibleActivity,
  FORM_FIELDS,
} from './sites.fields.ts'
import {
  needsArrangementDetail,
  REGION_WITHOUT_PROVINCES,
  type SiteProfile,
  SiteProfileInput,
  type SiteProfilePatch,
  YEARS,
} from './sites.schema.ts'

export const AREAS_DO_NOT_ADD_UP =
  'The sum of Eligible Activity areas should be equal (not exceed nor be lower) to the inputted Project Area.'
export const END_BEFORE_START = 'End year cannot be earlier than start year.'

type Draft = Partial<Record<keyof SiteProfileInput, unknown>>

/** The visible text of a value; '' if there is none or it is not a string. */
const isFilled = (value: unknown): string => (typeof value === 'string' ? visibleForm(value).trim() : '')

function addError(errors: FieldErrors, field: string, message: string) {
  const sentences = errors[field] ?? []
  errors[field] = sentences
  sentences.push(message)
}

function checkYears(errors: FieldErrors, input: Draft, currentYear: number) {
  const { year_implemented: implemented, project_year_start: start, project_year_end: end } = input
  const within = (year: unknown, from: number, to: number, field: string, label: string) => {
    if (typeof year === 'number' && (year < from || year > to))
      addError(errors, field, `${label} must be between ${from} and ${to}.`)
  }
  within(implemented, YEARS.implemented_from, currentYear, 'year_implemented', 'Year Implemented')
  within(start, YEARS.start_from, currentYear, 'project_year_start', 'Project Year Start')
  within(end, YEARS.end_from, YEARS.end_to, 'project_year_end', 'Project Year End')
  if (typeof start === 'number' && typeof end === 'number' && end < start)
    addError(errors, 'project_year_end', END_BEFORE_START)
}

function checkArrangement(errors: FieldErrors, input: Draft) {
  if (!needsArrangementDetail(isFilled(input.implementation_arrangement))) return
  const length = [...isFilled(input.implementation_arrangement_others)].length
  const { min, max } = ARRANGEMENT_LENGTH
  const field = 'implementation_arrangement_others'
  if (length === 0) addError(errors, field, 'Please specify is required.')
  else if (length < min) addError(errors, field, `Please specify at least ${min} characters.`)
  else if (length > max) addError(errors, field, `Please specify in at most ${max} characters.`)
}

function checkAreas(errors: FieldErrors, input: Draft) {
  const names: unknown[] = Array.isArray(input.redd_eligible_activities_area)
    ? input.redd_eligible_activities_area
    : []
  const chosen = ELIGIBLE_ACTIVITIES.filter((activity) => names.includes(activity.name))
  for (const { name, field } of chosen) {
    const complaint = areaComplaint(`${name} area`, isFilled(input[field]))
    if (complaint) addError(errors, field, complaint)
  }

  const parts = chosen.map(({ field }) => isFilled(input[field]))
  const all = [isFilled(input.project_area), ...parts]
  if (chosen.length > 0 && all.every((area) => hectares(area) !== null)) {
    if (!addsUp(all[0] ?? '', parts)) addError(errors, 'redd_eligible_activities_area', AREAS_DO_NOT_ADD_UP)
  }
}

/** The rules that need several fields or the current year (001 §5); `{}` if all are satisfied. */
function siteRuleErrors(input: Draft, currentYear: number): FieldErrors {
  const errors: FieldErrors = {}
  if (input.region_id && input.region_id !== REGION_WITHOUT_PROVINCES && !input.province_id)
    addError(errors, 'province_id', 'Province is required.')

  checkYears(errors, input, currentYear)
  checkAreas(errors, input)
  checkArrangement(errors, input)
  return errors
}

/** All errors of a profile form, per field, those of the schema first; used by the form and the server. */
export function siteErrors(input: Draft, currentYear: number): FieldErrors {
  const errors: FieldErrors = {}
  const parsed = SiteProfileInput.safeParse(input)
  for (const issue of parsed.error?.issues ?? []) {
    const field = String(issue.path[0] ?? 'form')
    addError(errors, field, issue.message)
  }
  for (const [field, sentences] of Object.entries(siteRuleErrors(input, currentYear)))
    for (const sentence of sentences)
      if (!errors[field]?.includes(sentence)) addError(errors, field, sentence)
  return errors
}

/** A profile cannot be submitted with a document that cannot be opened. */
export function documentErrors(
  site: Pick<
    SiteProfile,
    'agreement_file_name' | 'agreement_scan_status' | 'map_kml_name' | 'map_kml_scan_status'
  >,
): FieldErrors {
  const errors: FieldErrors = {}
  if (site.agreement_scan_status === 'quarantined')
    addError(errors, 'agreement_id', notVirusFree(site.agreement_file_name))
  if (site.map_kml_scan_status === 'quarantined')
    addError(errors, 'map_kml_id', notVirusFree(site.map_kml_name))
  return errors
}

/** A form with a value, or null, in every field. */
export type SiteForm = { [Field in keyof SiteProfileInput]-?: Exclude<SiteProfileInput[Field], undefined> }

/**
 * The form as it is stored, with null for omitted fields: each chosen activity once, no areas for the others, areas
 * without commas, no details that do not apply.
 */
export function tidySite(input: SiteProfileInput): SiteForm {
  const isChosen = (name: EligibleActivity) => input.redd_eligible_activities_area.includes(name)
  const areas = Object.fromEntries(
    ELIGIBLE_ACTIVITIES.map(({ name, field }) => {
      const typed = input[field]
      return [field, isChosen(name) && typed ? hectares(typed) : null]
    }),
  ) as Record<AreaField, string | null>
  const given = Object.fromEntries(FORM_FIELDS.map((field) => [field, input[field] ?? null])) as SiteForm
  return {
    ...given,
    ...areas,
    redd_eligible_activities_area: ELIGIBLE_ACTIVITIES.map(({ name }) => name).filter(isChosen),
    province_id: input.region_id === REGION_WITHOUT_PROVINCES ? null : given.province_id,
    project_area: hectares(input.project_area) ?? input.project_area,
    implementation_arrangement_others: needsArrangementDetail(input.implementation_arrangement)
      ? given.implementation_arrangement_others
      : null,
  }
}

/** The form fields of a stored profile, for the edit form. */
export const formOf = (site: SiteProfile): SiteProfileInput =>
  Object.fromEntries(FORM_FIELDS.map((field) => [field, site[field]])) as SiteProfileInput

/** Applies the edit form to the stored profile: absent is unchanged, null clears; the region is fixed (C-38, S-46). */
export function patchedForm(site: SiteProfile, patch: SiteProfilePatch): SiteProfileInput {
  const { revision: _revision, ...fields } = patch
  const input = Object.entries(fields).filter(([, value]) => value !== undefined)
  return { ...formOf(site), ...Object.fromEntries(input), region_id: site.region_id }
}

/** PENRO and Region users add profiles only in their region, and in their province if their office has one (S-40). */
export function ownPlaceErrors(
  actor: Pick<Actor, 'access_level' | 'region_id' | 'province_id'>,
  place: { region_id: number; province_id?: number | null | undefined },
): FieldErrors {
  if (isNational(actor.access_level)) return {}
  if (place.region_id !== actor.region_id)
    return { region_id: ['You can only add profiles in your own region.'] }
  const elsewhere = actor.province_id !== null && place.province_id !== actor.province_id
  return elsewhere ? { province_id: ['You can only add profiles in your own province.'] } : {}
}
