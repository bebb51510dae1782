import { formatHectares } from '../lib/decimals.ts'
import { formatDate } from '../lib/dates.ts'
import { formatCount, formatDecimals, formatList } from '../lib/format.ts'
import { FINDINGS_MAX } from './accepted-findings.ts'
import { type CONSENTS, FINDING_CONSENTS, type FindingConsent, type LandState } from './form-findings.ts'
import { LAYER_KINDS, type LayerKind } from './layer-kinds.ts'

/** Land that counts as found: at least this much, or at least this share of the boundary; less is a sliver. */
const SLIVER = { ha: 0.1, share: 0.001 } as const

/** Whether shared land is too small for a finding: two surveys of one line differ by more. */
export const isSliver = ({ overlap_ha, share }: { overlap_ha: number; share: number }): boolean =>
  overlap_ha < SLIVER.ha && share < SLIVER.share

/** The last comparison of a boundary with a layer, as it is stored. */
export type Screening = {
  state: 'done' | 'failed'
  land_layer_version_id: number
  map_kml_id: number
}

/** A finding as far as its state goes. */
export type FindingState = { state: 'found' | 'explained' | 'accepted' }

/** Where a version of a layer knows the land; null of the whole country. */
export type Coverage = {
  covers_regions: readonly number[] | null
  covers_provinces: readonly number[] | null
}
type Place = { region_id: number | null; province_id: number | null }

/** Whether a version says what is at a place, or that nothing is. */
export const isCovered = ({ covers_regions, covers_provinces }: Coverage, place: Place): boolean =>
  covers_regions === null ||
  covers_provinces === null ||
  (place.region_id !== null && covers_regions.includes(place.region_id)) ||
  (place.province_id !== null && covers_provinces.includes(place.province_id))

/** "the whole country", "Laguna and Quezon": what a version covers. */
export const coverageWords = (names: readonly string[] | null): string =>
  names === null ? 'the whole country' : names.length === 0 ? 'no place that is known yet' : fewNames(names)

/** Why a version says nothing of a place: "It covers Laguna and Quezon alone." */
export const coveredInstead = ({ covers }: { covers: readonly string[] | null }): string =>
  `It covers ${coverageWords(covers)} alone.`

/** The kinds of land on which no layer says anything at a place: none of their layers covers it. */
export const uncoveredKinds = (layers: readonly { kind: LayerKind; state: LandState }[]): LayerKind[] =>
  [...new Set(layers.map(({ kind }) => kind))]
    .filter((kind) => layers.every((one) => one.kind !== kind || one.state === 'not_covered'))
    .sort()

/** "Ancestral domain, Tenure": kinds by their names. */
export const kindNames = (kinds: readonly LayerKind[]): string =>
  kinds.map((kind) => LAYER_KINDS[kind].label).join(', ')

/**
 * The state of a boundary against one layer, for page, lists, decisions on many, dry run, log and export. Without a
 * comparison of this very boundary with this very version it is "not checked", never "nothing found"; neither is it
 * where the version covers other places.
 */
export function landState(
  current: { land_layer_version_id: number; map_kml_id: number },
  screening: Screening | null,
  findings: readonly FindingState[],
  isCoveredHere = true,
): LandState {
  if (!isCoveredHere && findings.length === 0) return 'not_covered'
  const counts =
    screening?.land_layer_version_id === current.land_layer_version_id &&
    screening.map_kml_id === current.map_kml_id
  if (!screening || !counts) return 'not_checked'
  if (screening.state === 'failed') return 'failed'
  const [first, ...others] = findings
  if (!first) return 'nothing'
  const order: readonly FindingState['state'][] = ['found', 'explained', 'accepted']
  return order.find((state) => [first, ...others].some((one) => one.state === state)) ?? 'nothing'
}

/** The name of each state. */
export const LAND_STATE_WORDS: Readonly<Record<LandState, string>> = {
  not_covered: 'Not covered',
  not_checked: 'Not checked',
  failed: 'Check failed',
  nothing: 'Nothing found',
  found: 'Found',
  explained: 'Explained',
  accepted: 'Accepted',
}

/** "NAMRIA, 1 March 2026" */
export const accordingTo = ({ source, source_date }: { source: string; source_date: string }): string =>
  `${source}, ${formatDate(source_date)}`

/** "3 %", "0.4 %", "less than 0.1 %": whole percent from one on. */
export const shareWords = (share: number): string =>
  share < 0.0005
    ? 'less than 0.1 %'
    : share < 0.0095
      ? `${formatDecimals(share * 100, 1)} %`
      : `${formatDecimals(share * 100, 0)} %`

export type NamedFeature = { feature_code: string | null; feature_name: string | null }

/** "CADT R04-017, Tagbanua of Coron"; the number of the feature alone says nothing, so one without both is "an unnamed part". */
export const featureWords = ({ feature_code, feature_name }: NamedFeature): string =>
  [feature_code, feature_name].filter((one) => one !== null).join(', ') || 'an unnamed part'

/** as many are named in a sentence */
const NAMED = 3

/** "CADT R04-017, Tagbanua of Coron and 2 more": for a sentence, not for a list. */
export function fewNames(names: readonly string[]): string {
  const more = names.length - NAMED
  return formatList(more > 0 ? [...names.slice(0, NAMED), `${more} more`] : names)
}

/** "12.40 ha (3 %) lie in CADT R04-017, Tagbanua of Coron, according to NCIP, 1 March 2026." */
export const findingWords = (
  finding: NamedFeature & { overlap_ha: number; share: number },
  according_to: string,
): string =>
  `${formatHectares(finding.overlap_ha)} ha (${shareWords(finding.share)}) lie in ${featureWords(finding)}, according to ${according_to}.`

type NamedLayer = { name: string; according_to: string; state: LandState; reason: string | null }

/** "Ancestral domains: not checked. The server is busy." of a layer that says nothing here; null of one that does. */
export const notComparedWords = ({ name, state, reason }: NamedLayer): string | null =>
  state === 'not_checked' || state === 'failed' || state === 'not_covered'
    ? [`${name}: ${LAND_STATE_WORDS[state].toLowerCase()}.`, reason].filter((part) => part !== null).join(' ')
    : null

/** "Ancestral domains: 12.40 ha (3 %) lie in CADT R04-017, according to NCIP, Mar 01, 2026." for each finding. */
export const layerFindingWords = (
  { name, according_to }: NamedLayer,
  findings: readonly (NamedFeature & { overlap_ha: number; share: number })[],
): string[] => findings.map((one) => `${name}: ${findingWords(one, according_to)}`)

/** Why not every finding of a layer is listed. */
export const leftOutWords = (left_out: number): string =>
  `At most ${FINDINGS_MAX} findings of a profile are listed, the largest first; ${formatCount(left_out)} smaller ones of this layer are not.`

export type Consent = (typeof CONSENTS)[number]

/**
 * What is on record about the consents that the land of a boundary needs: the worst of its findings, by which the
 * sentences name the land. While a layer of ancestral domains is not compared, or there is none, that is not known.
 */
export function consentOf(
  layers: readonly {
    kind: LayerKind
    state: LandState
    findings: readonly { consent: FindingConsent | null }[]
  }[],
): Consent {
  const onRecord = new Set(layers.flatMap(({ findings }) => findings.map(({ consent }) => consent)))
  const worst = FINDING_CONSENTS.find((consent) => onRecord.has(consent))
  if (worst) return worst
  const domains = layers.filter(({ kind, state }) => kind === 'ancestral_domain' && state !== 'not_covered')
  const isKnown = domains.length > 0 && domains.every(({ state }) => state === 'nothing')
  return isKnown ? 'none_found' : 'not_known'
}
