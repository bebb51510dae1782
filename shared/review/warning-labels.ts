import { compareAreas } from '../boundary/boundary-checks.ts'
import { kindNames, type NamedFeature } from '../land/land-states.ts'
import { consentLabel } from '../land/land-words.ts'
import type { LayerKind } from '../land/layer-kinds.ts'
import { formatDecimals, plural } from '../lib/format.ts'
import { MAX_OVERLAPS_SHOWN, type OverlapState } from '../boundary/boundary.schema.ts'

type StoredBoundaryFacts = {
  declared_ha: number
  /** null if there is none */
  drawn_ha: number | null
  /** the kinds of warning recorded when it was saved */
  warnings: readonly string[]
  /** activated sites that share land with it, counted up to one more than are listed */
  overlaps: number
  /** the sites that could not be compared with it */
  not_compared: number
  overlap_state: OverlapState
}

/** What the land gives a profile to see to (decision 32); layers are counted. */
export type StoredLandFacts = {
  /** findings that the level which decides now has not accepted */
  land_open: number
  land_failed: number
  land_not_checked: number
  /** the kinds of land of which no layer covers its place */
  land_not_covered: readonly LayerKind[]
  /** the land whose consent is missing, and that with an objection on record */
  consent_missing: readonly NamedFeature[]
  objection: readonly NamedFeature[]
}

/**
 * The stored findings of a record that its reviewer should see before deciding. A new warning is a field here, with its
 * words in `warningLabels`, the same in SQL (`WARNING_COLUMNS` and `isWarned` of `server/sites/warnings.queries.ts`),
 * and a trigger on `finding_changes` if it can change without its record.
 */
export type StoredRecordFacts = {
  boundary?: StoredBoundaryFacts
  land?: StoredLandFacts
  /** files that did not pass the virus check */
  quarantined: number
  /** figures that exceed the figure they are part of (S-145) */
  larger_parts?: number
  /** other activities of the same site for the same year (S-145) */
  same_year?: number
}

const hectares = (value: number) => formatDecimals(value, 0)

const WORDS: Readonly<Record<string, (times: number) => string>> = {
  // computed from the present areas instead
  area_differs: () => '',
  outside_region: () => 'Outside its region',
  outside_province: () => 'Perhaps outside its province',
  outside_municipality: () => 'Perhaps outside its municipality',
  too_small: () => 'Very small for a site',
  self_crossing: () => 'The boundary crosses itself',
}

/** Without a comparison, overlaps are not reported as none (S-139). */
function overlapLabels({ overlaps, not_compared, overlap_state }: StoredBoundaryFacts): string[] {
  const more = overlaps > MAX_OVERLAPS_SHOWN
  const many = `more than ${plural(MAX_OVERLAPS_SHOWN, 'other site', 'other sites')}`
  const found = more ? many : plural(overlaps, 'other site', 'other sites')
  const isPart = not_compared > 0 || overlap_state === 'part' || overlap_state === 'tangled'
  return [
    ...(overlaps > 0 ? [`Overlaps ${found}`] : []),
    ...(isPart ? ['Overlaps could not all be checked'] : []),
    ...(overlap_state === 'waiting' ? ['Overlaps are still being computed'] : []),
  ]
}

function boundaryLabels(boundary: StoredBoundaryFacts): string[] {
  const { declared_ha, drawn_ha, warnings } = boundary
  if (drawn_ha === null) return ['No boundary is drawn']
  const differs = compareAreas(drawn_ha, declared_ha)?.differs ?? false
  const kinds = [...new Set(warnings)].map((kind) => {
    const times = warnings.filter((one) => one === kind).length
    return WORDS[kind]?.(times) ?? plural(times, 'other warning', 'other warnings')
  })
  return [
    ...(differs ? [`${hectares(declared_ha)} ha declared, ${hectares(drawn_ha)} ha drawn`] : []),
    ...kinds.filter((words) => words !== ''),
    ...overlapLabels(boundary),
  ]
}

const landLabels = ({
  land_open,
  land_failed,
  land_not_checked,
  land_not_covered,
  consent_missing,
  objection,
}: StoredLandFacts): string[] => [
  ...(land_open > 0 ? [`${plural(land_open, 'open finding', 'open findings')} on the land`] : []),
  ...(land_not_checked > 0
    ? [`Not checked against ${plural(land_not_checked, 'layer of land', 'layers of land')}`]
    : []),
  ...(land_not_covered.length > 0 ? [`No layer of land covers it: ${kindNames(land_not_covered)}`] : []),
  ...(land_failed > 0
    ? [`Check against ${plural(land_failed, 'layer of land', 'layers of land')} failed`]
    : []),
  ...[consentLabel('objection', objection), consentLabel('missing', consent_missing)].filter(
    (label) => label !== null,
  ),
]

/**
 * The warnings of a record in a few words each, from its stored findings; nothing is computed. Used by the page of the
 * record, its lists, decisions on many and the log, so that all agree (S-139).
 */
export const warningLabels = ({
  boundary,
  land,
  quarantined,
  larger_parts = 0,
  same_year = 0,
}: StoredRecordFacts): string[] => [
  ...(boundary ? boundaryLabels(boundary) : []),
  ...(land ? landLabels(land) : []),
  ...(quarantined > 0 ? [`${plural(quarantined, 'file', 'files')} did not pass the virus check`] : []),
  ...(larger_parts > 0 ? [`${plural(larger_parts, 'figure', 'figures')} larger than the total`] : []),
  ...(same_year > 0 ? ['This site has another activity for the same year'] : []),
]
