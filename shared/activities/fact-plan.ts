import type { FieldChange } from '../audit/audit.schema.ts'
import type { FieldErrors } from '../lib/error-codes.ts'
import { pairedFigures, pairedIndicators } from '../principles/batch-difference.ts'
import type { IndicatorFigure, SitePrinciple } from '../principles/principles.schema.ts'
import type { IndicatorFacts, MeansInput, PreviousFacts } from './activities.schema.ts'
import { figureComplaint, figureValue, isBlankFigure, whatHappenedComplaint } from './facts.ts'
import { indicatorNumbers } from './verification.ts'

type Statement = {
  sites_criteria_indicator_id: number
  what_happened: string | null
  taken_from: number | null
}
type Figure = { indicator_figure_id: number; value: string | null; taken_from: number | null }

/** The texts and figures that a save writes: changed ones, and unchanged ones that are now confirmed. */
export type FactPlan = { statements: Statement[]; figures: Figure[]; changes: FieldChange[] }

const figuresByIndicator = ({ criteria }: Pick<SitePrinciple, 'criteria'>): Map<number, IndicatorFigure[]> =>
  new Map(
    criteria.flatMap(({ criteria_indicator }) => criteria_indicator.map(({ id, figures }) => [id, figures])),
  )

/** Whether an entry has a text or figures. */
export const hasFacts = ({
  what_happened,
  figures,
}: Pick<MeansInput, 'what_happened' | 'figures'>): boolean =>
  Boolean(what_happened) || (figures ?? []).some(({ value }) => value && !isBlankFigure(value))

/** The errors in the texts and figures of a save, keyed like `criteria_means.0.figures.1.value`; `{}` if none. */
export function factComplaints(principle: SitePrinciple, means: readonly MeansInput[]): FieldErrors {
  const known = figuresByIndicator(principle)
  return Object.fromEntries(
    means.flatMap(({ sites_criteria_indicator_id, what_happened, figures = [] }, at) => {
      const said = whatHappenedComplaint(what_happened ?? '')
      const wrong = figures.flatMap(({ indicator_figure_id, value }, place): [string, string[]][] => {
        const figure = known.get(sites_criteria_indicator_id)?.find(({ id }) => id === indicator_figure_id)
        const isTwice = figures.findIndex((one) => one.indicator_figure_id === indicator_figure_id) < place
        const complaint = figure
          ? isTwice
            ? 'Each figure can be named once.'
            : figureComplaint(figure, value ?? '')
          : 'This figure does not belong to the indicator.'
        return complaint ? [[`criteria_means.${at}.figures.${place}.value`, [complaint]]] : []
      })
      return said ? [[`criteria_means.${at}.what_happened`, [said]], ...wrong] : wrong
    }),
  )
}

/** "What happened 3.2.1", for the log and the list of changes. */
export const statementLabel = (number: string | undefined): string => `What happened ${number}`
const figureLabel = (number: string | undefined, { name }: Pick<IndicatorFigure, 'name'>): string =>
  `${name} ${number}`

/** What a valid save of these entries changes; a value sent unchanged counts as confirmed. */
export function factPlan(
  principle: SitePrinciple,
  facts: readonly IndicatorFacts[],
  means: readonly MeansInput[],
): FactPlan {
  const known = figuresByIndicator(principle)
  const numbers = indicatorNumbers(principle)
  const plan: FactPlan = { statements: [], figures: [], changes: [] }
  for (const { sites_criteria_indicator_id, what_happened, figures = [] } of means) {
    const stored = facts.find((one) => one.sites_criteria_indicator_id === sites_criteria_indicator_id)
    const number = numbers.get(sites_criteria_indicator_id)
    if (what_happened !== undefined) {
      const old = stored?.what_happened ?? null
      if (old !== what_happened || stored?.taken_from)
        plan.statements.push({ sites_criteria_indicator_id, what_happened, taken_from: null })
      if (old !== what_happened) plan.changes.push({ field: statementLabel(number), old, new: what_happened })
    }
    for (const { indicator_figure_id, value } of figures) {
      const figure = known.get(sites_criteria_indicator_id)?.find(({ id }) => id === indicator_figure_id)
      if (!figure) continue
      const before = stored?.figures.find((one) => one.indicator_figure_id === indicator_figure_id)
      const old = before?.value ?? null
      const now = figureValue(value ?? '', figure.is_whole)
      if (old !== now || before?.taken_from)
        plan.figures.push({ indicator_figure_id, value: now, taken_from: null })
      if (old !== now) plan.changes.push({ field: figureLabel(number, figure), old, new: now })
    }
  }
  return plan
}

/** What is removed when Add MOV is turned off for these indicators: all they report. */
export function removedFacts(
  principle: SitePrinciple,
  facts: readonly IndicatorFacts[],
  indicators: readonly number[],
): FactPlan {
  const removed = facts.filter((one) => indicators.includes(one.sites_criteria_indicator_id))
  return factPlan(
    principle,
    removed,
    removed.map(({ sites_criteria_indicator_id, figures }) => ({
      sites_criteria_indicator_id,
      upload_id: [],
      what_happened: null,
      figures: figures.map(({ indicator_figure_id }) => ({ indicator_figure_id, value: null })),
    })),
  )
}

/** What an earlier activity reported, under the current versions of its indicators and figures. */
export function matchPreviousFacts(
  before: { principles: readonly SitePrinciple[]; facts: readonly IndicatorFacts[] },
  now: readonly SitePrinciple[],
): PreviousFacts['facts'] {
  return now.flatMap((principle) => {
    const older = before.principles.find((one) => one.principle_number === principle.principle_number)
    if (!older) return []
    return pairedIndicators(older, principle).flatMap(({ before: was, after: is }) => {
      const earlier = before.facts.find((one) => one.sites_criteria_indicator_id === was.id)
      if (!earlier) return []
      const figures = pairedFigures(was.figures, is.figures).flatMap(([older, newer]) => {
        const value = earlier.figures.find((one) => one.indicator_figure_id === older)?.value
        const figure = is.figures.find(({ id }) => id === newer)
        // a count cannot be copied from a value with decimals
        return value === undefined || !figure || figureComplaint(figure, value)
          ? []
          : [{ indicator_figure_id: newer, value }]
      })
      const { what_happened } = earlier
      return what_happened === null && figures.length === 0
        ? []
        : [{ sites_criteria_indicator_id: is.id, what_happened, figures }]
    })
  })
}

/** What undoing the copy removes: everything still marked as copied. */
export function undoneCopies(
  principles: readonly SitePrinciple[],
  facts: readonly IndicatorFacts[],
): FactPlan {
  const plan: FactPlan = { statements: [], figures: [], changes: [] }
  for (const principle of principles) {
    const numbers = indicatorNumbers(principle)
    const known = figuresByIndicator(principle)
    for (const { sites_criteria_indicator_id: id, what_happened, taken_from, figures } of facts) {
      const number = numbers.get(id)
      if (number === undefined) continue
      if (taken_from !== null) {
        plan.statements.push({ sites_criteria_indicator_id: id, what_happened: null, taken_from: null })
        plan.changes.push({ field: statementLabel(number), old: what_happened, new: null })
      }
      for (const { indicator_figure_id, value } of figures.filter((one) => one.taken_from !== null)) {
        const figure = known.get(id)?.find((one) => one.id === indicator_figure_id)
        plan.figures.push({ indicator_figure_id, value: null, taken_from: null })
        if (figure) plan.changes.push({ field: figureLabel(number, figure), old: value, new: null })
      }
    }
  }
  return plan
}

/** The indicators with copied values that were neither changed nor confirmed, in the order of the pages. */
export function uncheckedIndicators(
  principles: readonly SitePrinciple[],
  facts: readonly IndicatorFacts[],
): { principle: SitePrinciple; indicator: number; number: string }[] {
  const unchecked = new Set(
    facts
      .filter((one) => one.taken_from !== null || one.figures.some(({ taken_from }) => taken_from !== null))
      .map((one) => one.sites_criteria_indicator_id),
  )
  return principles.flatMap((principle) =>
    [...indicatorNumbers(principle)].flatMap(([indicator, number]) =>
      unchecked.has(indicator) ? [{ principle, indicator, number }] : [],
    ),
  )
}

/** What an activity copies from last time: only into empty fields, and under indicators that are on. */
export function copiedFacts(
  principles: readonly SitePrinciple[],
  facts: readonly IndicatorFacts[],
  { year, facts: earlierFacts }: PreviousFacts,
  isOn: (sites_criteria_indicator_id: number) => boolean,
): FactPlan {
  const plan: FactPlan = { statements: [], figures: [], changes: [] }
  for (const principle of principles) {
    const numbers = indicatorNumbers(principle)
    const known = figuresByIndicator(principle)
    for (const { sites_criteria_indicator_id: id, what_happened, figures } of earlierFacts) {
      const number = numbers.get(id)
      if (number === undefined || !isOn(id)) continue
      const stored = facts.find((one) => one.sites_criteria_indicator_id === id)
      if (what_happened !== null && !stored?.what_happened) {
        plan.statements.push({ sites_criteria_indicator_id: id, what_happened, taken_from: year })
        plan.changes.push({ field: statementLabel(number), old: null, new: what_happened })
      }
      for (const { indicator_figure_id, value } of figures) {
        const figure = known.get(id)?.find((one) => one.id === indicator_figure_id)
        if (!figure || stored?.figures.some((one) => one.indicator_figure_id === indicator_figure_id))
          continue
        plan.figures.push({ indicator_figure_id, value, taken_from: year })
        plan.changes.push({ field: figureLabel(number, figure), old: null, new: value })
      }
    }
  }
  return plan
}
