import { ELIGIBLE_ACTIVITIES, FORM_FIELDS, SITE_FIELDS } from '../../shared/sites/sites.fields.ts'
import type { FieldGroup } from '../drafts/merge.ts'
import type { Side } from '../drafts/SideBySide.tsx'
import type { SiteFormValues } from './site-form-values.ts'

type Group = FieldGroup<SiteFormValues>

const FIELD_GROUPS: readonly Group[] = [
  ['province_id', 'city_id'],
  ['project_year_start', 'project_year_end'],
  ['redd_eligible_activities_area', ...ELIGIBLE_ACTIVITIES.map(({ field }) => field)],
  ['implementation_arrangement', 'implementation_arrangement_others'],
]

/** The fields of the form in groups that are compared and chosen together; the region of a profile never changes. */
export const SITE_GROUPS: readonly Group[] = FORM_FIELDS.filter((field) => field !== 'region_id').flatMap(
  (field) => {
    const group = FIELD_GROUPS.find((one) => one.includes(field))
    if (group) return group[0] === field ? [group] : []
    return [[field]]
  },
)

/** Returns the name of a place by its id, if known. */
export type PlaceName = (field: 'province_id' | 'city_id', id: string) => string | undefined

function wordsOf(values: SiteFormValues, group: Group, placeName: PlaceName): string {
  if (group[0] === 'redd_eligible_activities_area')
    return ELIGIBLE_ACTIVITIES.filter(({ name }) => values.redd_eligible_activities_area.includes(name))
      .map(({ name, field }) => `${name}: ${values[field]} ha`)
      .join('; ')
  return group
    .map((field) => {
      const value = values[field]
      if (typeof value === 'object') return value && 'name' in value ? value.name : ''
      const isPlace = value !== '' && (field === 'province_id' || field === 'city_id')
      return isPlace ? (placeName(field, value) ?? `No. ${value}`) : value
    })
    .filter(Boolean)
    .join(group[0] === 'project_year_start' ? ' to ' : ', ')
}

const labelOf = (group: Group): string =>
  group[0] === 'project_year_start' || group[0] === 'province_id'
    ? group.map((field) => SITE_FIELDS[field].label).join(', ')
    : SITE_FIELDS[group[0] ?? 'name_of_partner'].label

/** Groups of fields of two states of a profile, side by side in words. */
export const siteSides = (
  groups: readonly Group[],
  { theirs, mine }: { theirs: SiteFormValues; mine: SiteFormValues },
  placeName: PlaceName,
): Side[] =>
  groups.map((group) => ({
    field: group[0] ?? '',
    label: labelOf(group),
    theirs: wordsOf(theirs, group, placeName),
    mine: wordsOf(mine, group, placeName),
  }))
