import { firstComplaints } from '../../shared/lib/fields.ts'
import {
  CHECK,
  CRITERIA,
  INDICATOR,
  PRINCIPLE,
  PrincipleInput,
} from '../../shared/principles/principles.fields.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { newLine } from '../ui/Lines.tsx'

/** The values of the form. Ids are looked up on sending, so that a stored draft also fits a newer set. */
export type CriteriaFormValues = ReturnType<typeof PRINCIPLE.start>
export type CriteriaItem = CriteriaFormValues['criteria'][number]

/** A new criteria with its first indicator, which it requires (S-64). */
export const newCriteria = (): CriteriaItem => ({
  ...newLine(CRITERIA),
  criteria_indicator: [newLine(INDICATOR)],
})

type Numbered = { order: number }

/** The stored line that a line of the form continues. */
const continued = <One extends Numbered>(stored: readonly One[] | undefined, { key }: { key: string }) =>
  stored?.find(({ order }) => key === `${order}`)

/**
 * The numbers of the lines in order: existing numbers sorted, then numbers never used before for new lines (S-63).
 * Lines that swap places also swap numbers.
 */
export function numbersOf(
  items: readonly { key: string }[],
  stored: readonly Numbered[],
  last: number,
): number[] {
  const goingOn = items.flatMap((item) => continued(stored, item)?.order ?? [])
  const fresh = Array.from({ length: items.length - goingOn.length }, (_, index) => last + index + 1)
  return [...goingOn.sort((a, b) => a - b), ...fresh]
}

/** Rebuilds a stored set from form values, to compare it with a newer one. */
export const storedOf = (principle_number: number, { criteria, checks }: CriteriaFormValues) => ({
  principle_number,
  checks,
  criteria: criteria.map(({ key, ...item }) => ({
    ...item,
    order: Number(key),
    criteria_indicator: item.criteria_indicator.map((one) => ({ ...one, order: Number(one.key) })),
  })),
})

/** The body of a save: the form, with ids and numbers from the stored principle. */
export function toInput(principle: SitePrinciple, values: CriteriaFormValues): PrincipleInput {
  const { principle_number, batch_number, last_criteria_number } = principle
  const numbers = numbersOf(values.criteria, principle.criteria, last_criteria_number)
  return {
    principle_number,
    batch_number,
    checks: values.checks.map(CHECK.sent),
    criteria: values.criteria.map((item, index) => {
      const order = numbers[index] ?? 0
      return {
        ...withId(continued(principle.criteria, item)),
        order,
        title: item.title,
        criteria_indicator: indicatorsOf(principle, item, order),
      }
    }),
  }
}

const withId = (stored: { id: number } | undefined) => (stored ? { id: stored.id } : {})

function indicatorsOf(principle: SitePrinciple, item: CriteriaItem, number: number) {
  const stored = continued(principle.criteria, item)?.criteria_indicator
  // a new criteria in the place of another one starts with the numbers of its indicators
  const left = principle.criteria.find(({ order }) => order === number)?.criteria_indicator
  const last = stored || left ? principle.last_criteria_indicator_number : 0
  const lines = item.criteria_indicator
  const numbers = stored
    ? numbersOf(lines, stored, last)
    : [...(left ?? []).map(({ order }) => order), ...numbersOf(lines, [], last)]
  return lines.map((one, index) => ({
    ...withId(continued(stored, one)),
    order: numbers[index] ?? 0,
    ...INDICATOR.sent(one),
  }))
}

/** The first error of each dotted path, by the server's own rules. */
export const criteriaComplaints = (principle: SitePrinciple, values: CriteriaFormValues) =>
  firstComplaints(PrincipleInput, toInput(principle, values))

/** Whether the form can show an error for this dotted path. */
export const hasPlace = (path: string): boolean => /^(criteria|checks)(\.|$)/.test(path)
