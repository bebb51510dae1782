import type { SitePrinciple } from '../principles/principles.schema.ts'
import type { SpellingEdit } from '../review/review.schema.ts'
import { corrected } from '../review/corrected.ts'
import type { SpelledText } from '../review/spelling.ts'
import type { SiteActivity } from './activities.schema.ts'
import type { ActivitySnapshot } from './activity-snapshot.schema.ts'
import { statementLabel } from './fact-plan.ts'
import { WHAT_HAPPENED_MAX } from './facts.ts'
import { indicatorsOn } from './switches.ts'
import { indicatorNumbers } from './verification.ts'

const FIELD = 'what_happened:'

/** The name of the text of what happened under an indicator, and the indicator of such a name. */
export const spelledField = (sites_criteria_indicator_id: number): string =>
  `${FIELD}${sites_criteria_indicator_id}`
export const indicatorOfField = (field: string): number => Number(field.slice(FIELD.length))

/** What happened under an indicator ("3.2.1"), as a text whose spelling can be corrected. */
export const spelledStatement = (
  indicator: number,
  number: string | undefined,
  text: string,
): SpelledText => ({
  field: spelledField(indicator),
  label: statementLabel(number),
  text,
  limits: { min: 1, max: WHAT_HAPPENED_MAX },
  isLine: false,
})

/** The texts of an activity whose spelling an approver can correct: those that are shown. */
export function spelledTextsOfActivity(
  activity: Pick<SiteActivity, 'facts' | 'disabled_principle' | 'disabled_indicator'>,
  batch: readonly SitePrinciple[],
): SpelledText[] {
  const numbers = new Map(batch.flatMap((principle) => [...indicatorNumbers(principle)]))
  const on = new Set(batch.flatMap((principle) => indicatorsOn(principle, activity)))
  return activity.facts.flatMap(({ sites_criteria_indicator_id: id, what_happened }) =>
    what_happened === null || !on.has(id) ? [] : [spelledStatement(id, numbers.get(id), what_happened)],
  )
}

/** A submitted activity with the spelling that its reviewers corrected. */
export const correctedActivity = (
  snapshot: ActivitySnapshot,
  edits: readonly SpellingEdit[],
): ActivitySnapshot => ({
  ...snapshot,
  facts: snapshot.facts.map((one) => ({
    ...one,
    what_happened: corrected(spelledField(one.sites_criteria_indicator_id), one.what_happened, edits),
  })),
})
