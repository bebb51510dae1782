import type { Level } from '../access/levels.ts'
import type { Finding, LayerResult } from './findings.schema.ts'
import { countingSteps } from './finding-steps.ts'
import { featureWords, fewNames, findingWords, uncoveredKinds } from './land-states.ts'

/** What is read of a finding to decide on it; its steps and requests are on its page. */
export type FindingFacts = Omit<Finding, 'requests' | 'steps'>
type LayerFacts<Found> = Omit<LayerResult, 'findings'> & { findings: Found[] }
type Land<Found> = { layers: readonly LayerFacts<Found>[] }

/** A finding with the layer that it was found in. */
export type PlacedFinding<Found = FindingFacts> = { layer: LayerFacts<Found>; finding: Found }

/** Whether the approval of a level has still to name a finding as it is now. */
export const isOpenFor = ({ accepted_levels }: Pick<Finding, 'accepted_levels'>, level: Level): boolean =>
  !accepted_levels.includes(level)

/** All findings of a report, each with its layer. */
export const findingsOf = <Found extends FindingFacts>({ layers }: Land<Found>): PlacedFinding<Found>[] =>
  layers.flatMap((layer) => layer.findings.map((finding) => ({ layer, finding })))

/** The findings that an approval of this level must name. */
export const openFindings = <Found extends FindingFacts>(
  land: Land<Found>,
  level: Level,
): PlacedFinding<Found>[] => findingsOf(land).filter(({ finding }) => isOpenFor(finding, level))

/** "CADT R04-017, Tagbanua of Coron (Ancestral domains) and 2 more" */
export const openNames = (open: readonly PlacedFinding[]): string =>
  fewNames(open.map(({ layer, finding }) => `${featureWords(finding)} (${layer.name})`))

const named = (
  layers: readonly Pick<LayerResult, 'name' | 'state'>[],
  state: LayerResult['state'],
): string[] => layers.filter((layer) => layer.state === state).map(({ name }) => name)

/** Layers whose comparison a decision lacks, by name, and the kinds of land of which no layer covers the place. */
export const uncheckedLayers = ({
  layers,
}: {
  layers: readonly Pick<LayerResult, 'name' | 'kind' | 'state'>[]
}) => ({
  not_covered: uncoveredKinds(layers),
  not_checked: named(layers, 'not_checked'),
  failed: named(layers, 'failed'),
})

/** The last words with which the office explained a finding since it was found or changed; null without any. */
export function explanationOf({ steps }: Pick<Finding, 'steps'>) {
  return countingSteps(steps).findLast(({ action }) => action === 'Explained') ?? null
}

/** The step with which each level accepted a finding as it is now, in the order of the levels. */
export const acceptancesOf = ({ accepted_levels, steps }: Pick<Finding, 'accepted_levels' | 'steps'>) =>
  accepted_levels.flatMap(
    (level) => steps.findLast((step) => step.action === 'Accepted' && step.level === level) ?? [],
  )

/** What the log says of a finding that an approval accepts: the sentence, and whether the office explained it. */
export const acceptedWords = ({ layer, finding }: PlacedFinding<Finding>): string =>
  `${findingWords(finding, layer.according_to)} ${explanationOf(finding) ? 'Explained' : 'Not explained'}.`
