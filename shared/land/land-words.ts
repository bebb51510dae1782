import { formatHectares } from '../lib/decimals.ts'
import { formatDate } from '../lib/dates.ts'
import { formatList } from '../lib/format.ts'
import type { FindingStep, LandRequest, LandTask, LayerResult } from './findings.schema.ts'
import { FINDING_CONSENTS, type FindingConsent } from './form-findings.ts'
import {
  type Consent,
  featureWords,
  fewNames,
  type NamedFeature,
  shareWords,
  uncoveredKinds,
} from './land-states.ts'

const NO_DOMAINS_HERE =
  'Whether a consent is needed is not known: no layer of ancestral domains covers this place.'
const NOT_KNOWN =
  'Whether a consent is needed is not known: the boundary was not compared with all ancestral domains.'

/** What is on record about a consent, for the land that it is about; a label has no full stop. */
const ON_RECORD: Readonly<Record<FindingConsent, string>> = {
  objection: 'An objection is on record for',
  missing: 'Consent is missing for',
  recorded: 'Consent is recorded for',
}

/** "Consent is missing for CADT R04-017, Tagbanua of Coron"; null without such land. */
export const consentLabel = (consent: FindingConsent, land: readonly NamedFeature[]): string | null =>
  land.length > 0 ? `${ON_RECORD[consent]} ${fewNames(land.map(featureWords))}` : null

type Found = { findings: readonly (NamedFeature & { consent: FindingConsent | null })[] }

const sentences = (layers: readonly Found[], consents: readonly FindingConsent[]): string[] =>
  consents.flatMap((consent) => {
    const land = layers.flatMap(({ findings }) => findings.filter((one) => one.consent === consent))
    const label = consentLabel(consent, land)
    return label === null ? [] : [`${label}.`]
  })

/** A sentence for the land with an objection, and one for the land whose consent is missing. */
export const consentComplaints = (layers: readonly Found[]): string[] =>
  sentences(layers, ['objection', 'missing'])

/** What is on record about the consents that the land of a profile needs; `layers` are those of the profile. */
export function consentWords(
  consent: Consent,
  layers: readonly (Found & Pick<LayerResult, 'name' | 'kind' | 'state'>)[],
): string {
  if (consent === 'not_known')
    return uncoveredKinds(layers).includes('ancestral_domain') ? NO_DOMAINS_HERE : NOT_KNOWN
  if (consent !== 'none_found') return sentences(layers, FINDING_CONSENTS).join(' ')
  const domains = layers
    .filter(({ kind, state }) => kind === 'ancestral_domain' && state === 'nothing')
    .map(({ name }) => name)
  return `No land of ${formatList(domains)} was found here. This does not show that no consent is needed.`
}

type SourcedLayer = Pick<LayerResult, 'name' | 'according_to'>

/** "Nothing found in: Protected areas (DENR, Mar 01, 2026), Tenure (FMB, Feb 02, 2026)." */
export const nothingFoundWords = (layers: readonly SourcedLayer[]): string =>
  `Nothing found in: ${layers.map(({ name, according_to }) => `${name} (${according_to})`).join(', ')}.`

const NOT_COMPARED = 'The boundary was not compared with this layer yet.'

/** What the state of a layer means for a reader who has never seen it; null where the findings say it. */
export function layerWords({ state, reason }: Pick<LayerResult, 'state' | 'reason'>): string | null {
  switch (state) {
    case 'not_covered':
      return `The layer does not say what is here. ${reason ?? ''}`.trim()
    case 'not_checked':
      return reason ?? NOT_COMPARED
    case 'failed':
      return `The comparison failed, so nothing is known of this layer. It is tried again. ${reason ?? ''}`.trim()
    default:
      return reason
  }
}

/** The name of each task in the list of the office. */
export const LAND_TASK_WORDS: Readonly<Record<LandTask, string>> = {
  found: 'Finding to explain',
  explained: 'Finding to accept',
  objection: 'Objection on record',
  not_checked: 'Not checked',
  failed: 'Check failed',
  consent_missing: 'Consent missing',
  expiring: 'Expires soon',
  expired: 'Expired',
}

const text = (facts: FindingStep['facts'], name: string): string => String(facts?.[name] ?? '')
const number = (facts: FindingStep['facts'], name: string): number => Number(facts?.[name] ?? 0)

/** "12.40 ha (3 %), according to NCIP, Mar 01, 2026" */
const extentWords = (facts: FindingStep['facts']): string =>
  facts
    ? `${formatHectares(number(facts, 'overlap_ha'))} ha (${shareWords(number(facts, 'share'))}), according to ${text(facts, 'according_to')}`
    : 'extent not recorded'

/** What happened to a finding, in a few words: "NCIP was asked on Mar 01, 2026". */
export function findingStepWords({ action, level, facts }: FindingStep): string {
  switch (action) {
    case 'Found':
      return `Found: ${extentWords(facts)}`
    case 'Changed':
      return `Changed to ${extentWords(facts)}`
    case 'Gone':
      return 'No longer found'
    case 'Restored':
      return `Found again as before: ${extentWords(facts)}`
    case 'Explained':
      return 'Explained'
    case 'Returned':
      return level ? `Returned to the office (${level})` : 'Returned to the office'
    case 'Accepted':
      return level ? `Accepted (${level})` : 'Accepted'
    case 'Asked':
      return `${text(facts, 'asked')} was asked on ${formatDate(text(facts, 'on'))}`
    case 'Answered':
      return `${text(facts, 'asked')} answered on ${formatDate(text(facts, 'on'))}: ${text(facts, 'answer')}`
  }
}

/** "NCIP on Mar 01, 2026", for a cell of a table. */
export const askedWords = ({ asked, asked_on }: LandRequest): string => `${asked} on ${formatDate(asked_on)}`

/** "no objection on Mar 09, 2026: The elders agree.", for the cell beside it. */
export const answerWords = ({ answer, answered_on, words }: LandRequest): string =>
  answer === null
    ? 'no answer is recorded'
    : `${answer} on ${formatDate(answered_on)}${words ? `: ${words}` : ''}`

/** "NCIP was asked on Mar 01, 2026; no answer is recorded." */
export const requestWords = ({ asked, asked_on, answered_on, answer }: LandRequest): string =>
  answer === null
    ? `${asked} was asked on ${formatDate(asked_on)}; no answer is recorded.`
    : `${asked} was asked on ${formatDate(asked_on)} and answered on ${formatDate(answered_on)}: ${answer}.`
