import type { Level } from '../access/levels.ts'
import { MAX_OVERLAPS_SHOWN } from '../boundary/boundary.schema.ts'
import { kindNames, type NamedFeature } from '../land/land-states.ts'
import { consentLabel } from '../land/land-words.ts'
import type { LayerKind } from '../land/layer-kinds.ts'
import { formatDecimals, plural } from '../lib/format.ts'

type Nothing = Record<never, never>

/** Land of a finding about whose consent something is on record; the largest is named first. */
export type LandOnRecord = NamedFeature & { finding_id: number; overlap_ha: number }

/**
 * What each warning says besides its code, as it is stored (`record_warnings`): of land, one for each finding, layer or
 * kind. A new warning is a code here with its words in `WORDS`, what it follows from in the rule of its kind of record
 * (`siteWarnings`, `activityWarnings`), and a call of the kind's `storeWarnings` by whoever learns of it.
 */
type WarningParams = {
  no_boundary: Nothing
  area_differs: { declared_ha: number; drawn_ha: number }
  outside_region: Nothing
  outside_province: Nothing
  outside_municipality: Nothing
  too_small: Nothing
  self_crossing: Nothing
  /** a kind of warning of the boundary that has no words of its own */
  other_kind: { kind: string; count: number }
  /** counted up to one more than are listed */
  overlaps: { sites: number }
  overlaps_in_part: Nothing
  overlaps_waiting: Nothing
  land_open: { finding_id: number; turn: 'office' | Level }
  land_not_checked: { layer_id: number }
  land_not_covered: { kind: LayerKind }
  land_failed: { layer_id: number }
  objection: LandOnRecord
  consent_missing: LandOnRecord
  quarantined: { files: number }
  larger_parts: { figures: number }
  same_year: Nothing
}
export type WarningCode = keyof WarningParams
type WarningOf<Code extends WarningCode> = { code: Code; params: WarningParams[Code] }
export type Warning = { [Code in WarningCode]: WarningOf<Code> }[WarningCode]

const hectares = (value: number) => formatDecimals(value, 0)

const always = (label: string) => () => [label]
const layersOfLand = (layers: readonly unknown[]) => plural(layers.length, 'layer of land', 'layers of land')
const landNamed = (consent: 'objection' | 'missing') => (land: readonly LandOnRecord[]) => {
  const largestFirst = land.toSorted((a, b) => b.overlap_ha - a.overlap_ha || a.finding_id - b.finding_id)
  return [consentLabel(consent, largestFirst) ?? '']
}

/** The words of all warnings with one code, of which there is at least one; in the order in which they are told. */
const WORDS: { readonly [Code in WarningCode]: (all: readonly WarningParams[Code][]) => string[] } = {
  no_boundary: always('No boundary is drawn'),
  area_differs: (all) =>
    all.map(
      ({ declared_ha, drawn_ha }) => `${hectares(declared_ha)} ha declared, ${hectares(drawn_ha)} ha drawn`,
    ),
  outside_region: always('Outside its region'),
  outside_province: always('Perhaps outside its province'),
  outside_municipality: always('Perhaps outside its municipality'),
  too_small: always('Very small for a site'),
  self_crossing: always('The boundary crosses itself'),
  other_kind: (all) => all.map(({ count }) => plural(count, 'other warning', 'other warnings')),
  overlaps: (all) =>
    all.map(({ sites }) => {
      const [more, listed] = [sites > MAX_OVERLAPS_SHOWN, Math.min(sites, MAX_OVERLAPS_SHOWN)]
      return `Overlaps ${more ? 'more than ' : ''}${plural(listed, 'other site', 'other sites')}`
    }),
  // without a comparison, overlaps are not reported as none (S-139)
  overlaps_in_part: always('Overlaps could not all be checked'),
  overlaps_waiting: always('Overlaps are still being computed'),
  land_open: (all) => [`${plural(all.length, 'open finding', 'open findings')} on the land`],
  land_not_checked: (all) => [`Not checked against ${layersOfLand(all)}`],
  land_not_covered: (all) => [
    `No layer of land covers it: ${kindNames(all.map(({ kind }) => kind).toSorted())}`,
  ],
  land_failed: (all) => [`Check against ${layersOfLand(all)} failed`],
  objection: landNamed('objection'),
  consent_missing: landNamed('missing'),
  quarantined: (all) =>
    all.map(({ files }) => `${plural(files, 'file', 'files')} did not pass the virus check`),
  larger_parts: (all) =>
    all.map(({ figures }) => `${plural(figures, 'figure', 'figures')} larger than the total`),
  same_year: always('This site has another activity for the same year'),
}

const wordsOf = <Code extends WarningCode>(code: Code, warnings: readonly Warning[]): string[] => {
  const own = warnings.filter((one): one is Warning & WarningOf<Code> => one.code === code)
  return own.length > 0 ? WORDS[code](own.map(({ params }) => params)) : []
}

/**
 * The warnings of a record in a few words each. Used by the page of the record, its lists, decisions on many and the
 * log, so that all agree (S-139).
 */
export const warningLabels = (warnings: readonly Warning[]): string[] =>
  (Object.keys(WORDS) as WarningCode[]).flatMap((code) => wordsOf(code, warnings))
