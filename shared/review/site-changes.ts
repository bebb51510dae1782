import { decimalUnits } from '../lib/decimals.ts'
import { ELIGIBLE_ACTIVITIES, type SiteProfile } from '../sites/sites.schema.ts'
import type { DocumentChange, FieldDifference, SiteChangesReply } from './changes.schema.ts'
import { documentChange } from './file-changes.ts'
import type { SiteSnapshot, SnapshotFile } from './snapshot.schema.ts'

/** The part of a profile that people fill in, with its two files, as a submission keeps it. */
export const siteSnapshot = (
  site: SiteProfile,
  files: { agreement: SnapshotFile; map_kml: SnapshotFile },
): SiteSnapshot => ({
  province_id: site.province_id,
  province: site.province,
  city_id: site.city_id,
  city: site.city,
  name_of_partner: site.name_of_partner,
  project_area: site.project_area,
  year_implemented: site.year_implemented,
  project_year_start: site.project_year_start,
  project_year_end: site.project_year_end,
  redd_eligible_activities_area: site.redd_eligible_activities_area,
  emission_from_deforestation_area: site.emission_from_deforestation_area,
  emission_from_forest_degradation_area: site.emission_from_forest_degradation_area,
  conservation_forest_carbon_stocks_area: site.conservation_forest_carbon_stocks_area,
  enhancement_forest_carbon_stocks_area: site.enhancement_forest_carbon_stocks_area,
  sustainable_management_of_forest_area: site.sustainable_management_of_forest_area,
  implementation_arrangement: site.implementation_arrangement,
  implementation_arrangement_others: site.implementation_arrangement_others,
  ...files,
  mapped_area_ha: site.mapped_area_ha,
})

const NONE = 'N/A'
const FEWEST_PLACES = 2

/** "1,234.50 ha" with every place that was typed, so that two values that differ never read the same. */
function inHectares(area: string): string {
  const [whole = '0', places = ''] = area.split('.')
  const significant = places.replace(/0+$/, '').padEnd(FEWEST_PLACES, '0')
  return `${BigInt(whole).toLocaleString('en-PH')}.${significant} ha`
}

/** 100.5 and 100.50 are the same area. */
function sameArea(a: string | null, b: string | null): boolean {
  const units = a === null ? null : decimalUnits(a)
  return a === b || (units !== null && b !== null && units === decimalUnits(b))
}

type Shown = { field: string; label: string; same: (after: SiteSnapshot) => boolean; text: string }
type Field = (snapshot: SiteSnapshot) => Shown

const plain =
  (
    field: 'name_of_partner' | 'year_implemented' | 'project_year_start' | 'project_year_end',
    label: string,
  ) =>
  (one: SiteSnapshot): Shown => ({
    field,
    label,
    same: (after) => after[field] === one[field],
    text: String(one[field]),
  })

const arrangementOf = (one: SiteSnapshot): string =>
  [one.implementation_arrangement, one.implementation_arrangement_others].filter(Boolean).join(': ')

/** Every field of the form with the label of the profile screen; an eligible activity stands with its hectares. */
const FIELDS: Field[] = [
  plain('name_of_partner', 'Name of Partner/Implementer'),
  (one) => ({
    field: 'province_id',
    label: 'Province',
    same: (after) => after.province_id === one.province_id,
    text: one.province ?? NONE,
  }),
  (one) => ({
    field: 'city_id',
    label: 'Municipality',
    same: (after) => after.city_id === one.city_id,
    text: one.city,
  }),
  (one) => ({
    field: 'project_area',
    label: 'Project Area',
    same: (after) => sameArea(after.project_area, one.project_area),
    text: inHectares(one.project_area),
  }),
  plain('year_implemented', 'Year Implemented'),
  plain('project_year_start', 'Project Year Start'),
  plain('project_year_end', 'Project Year End'),
  (one) => ({
    field: 'implementation_arrangement',
    label: 'Implementation Arrangement',
    same: (after) => arrangementOf(after) === arrangementOf(one),
    text: arrangementOf(one),
  }),
  ...ELIGIBLE_ACTIVITIES.map(({ name, field }): Field => {
    const areaOf = (one: SiteSnapshot) =>
      one.redd_eligible_activities_area.includes(name) ? one[field] : null
    return (one) => {
      const area = areaOf(one)
      return {
        field,
        label: name,
        same: (after) => sameArea(areaOf(after), area),
        text: area === null ? 'Not chosen' : inHectares(area),
      }
    }
  }),
]

const DOCUMENTS = [
  { field: 'agreement_id', label: 'Agreement', of: 'agreement' },
  { field: 'map_kml_id', label: 'Location Map', of: 'map_kml' },
] as const

export type SiteChanges = Pick<SiteChangesReply, 'fields' | 'boundary'> & { documents: DocumentChange[] }

/** What differs between two states of a profile, in the words of its screen. */
export function siteChanges(before: SiteSnapshot, after: SiteSnapshot): SiteChanges {
  const fields = FIELDS.flatMap((field): FieldDifference[] => {
    const [old, now] = [field(before), field(after)]
    return old.same(after) ? [] : [{ field: old.field, label: old.label, old: old.text, new: now.text }]
  })
  const documents = DOCUMENTS.flatMap(({ field, label, of }): DocumentChange[] => {
    const change = documentChange(before[of], after[of])
    return change ? [{ field, label, change, old: before[of], new: after[of] }] : []
  })
  const isRedrawn = before.map_kml.sha256 !== after.map_kml.sha256
  const boundary = isRedrawn ? { old_ha: before.mapped_area_ha, new_ha: after.mapped_area_ha } : null
  return { fields, documents, boundary }
}
