import { z } from 'zod/mini'
import { PrincipleInput, type SitePrinciple } from '../../shared/principles/principles.schema.ts'

const from = z.nullable(z.number())
const FigureItem = z.object({
  key: z.string(),
  name: z.string(),
  unit: z.string(),
  is_whole: z.boolean(),
  adds_up: z.boolean(),
  /** '' for none */
  part_of: z.string(),
})
const IndicatorItem = z.object({
  key: z.string(),
  from,
  title: z.string(),
  helper: z.string(),
  figures: z.array(FigureItem),
})
const CriteriaItem = z.object({
  key: z.string(),
  from,
  title: z.string(),
  criteria_indicator: z.array(IndicatorItem),
})
const CheckItem = z.object({ key: z.string(), text: z.string() })
const CriteriaFormValues = z.object({
  criteria: z.array(CriteriaItem),
  checks: z.array(CheckItem),
})

/**
 * The values of the form. `from` is the number of a line in the set that the form began from, null for a new line; the
 * number after the save depends on its position. Ids are looked up on sending, so that a stored draft also fits a newer
 * set.
 */
export type CriteriaFormValues = z.output<typeof CriteriaFormValues>
export type CriteriaItem = z.output<typeof CriteriaItem>
export type IndicatorItem = z.output<typeof IndicatorItem>
export type FigureItem = z.output<typeof FigureItem>
export type CheckItem = z.output<typeof CheckItem>

/** The form values of a stored principle. */
export const valuesOf = ({
  criteria,
  checks,
}: Pick<SitePrinciple, 'criteria' | 'checks'>): CriteriaFormValues => ({
  checks: checks.map(({ id, text }) => ({ key: String(id), text })),
  criteria: criteria.map(({ order, title, criteria_indicator }) => ({
    key: String(order),
    from: order,
    title,
    criteria_indicator: criteria_indicator.map((indicator) => ({
      key: String(indicator.order),
      from: indicator.order,
      title: indicator.title,
      helper: indicator.helper,
      figures: indicator.figures.map(({ id, part_of, ...figure }) => ({
        key: String(id),
        ...figure,
        part_of: part_of ?? '',
      })),
    })),
  })),
})

/** Reads a stored draft; null if it is not one. */
export function readCriteriaDraft(stored: unknown): CriteriaFormValues | null {
  const parsed = CriteriaFormValues.safeParse(stored)
  return parsed.success ? parsed.data : null
}

export const newIndicator = (): IndicatorItem => ({
  key: crypto.randomUUID(),
  from: null,
  title: '',
  helper: '[]',
  figures: [],
})

/** Most figures count people or things, so that they add up. */
export const newFigure = (): FigureItem => ({
  key: crypto.randomUUID(),
  name: '',
  unit: '',
  is_whole: true,
  adds_up: true,
  part_of: '',
})

export const newCheck = (): CheckItem => ({ key: crypto.randomUUID(), text: '' })

/** A new criteria with its first indicator, which it requires (S-64). */
export const newCriteria = (): CriteriaItem => ({
  key: crypto.randomUUID(),
  from: null,
  title: '',
  criteria_indicator: [newIndicator()],
})

/**
 * The numbers of the lines in order: existing numbers sorted, then numbers never used before for new lines (S-63).
 * Lines that swap places also swap numbers.
 */
export function numbersOf(
  items: readonly { from: number | null }[],
  stored: readonly { order: number }[],
  last: number,
): number[] {
  const living = new Set(stored.map(({ order }) => order))
  const goingOn = items.flatMap((item) => (item.from !== null && living.has(item.from) ? [item.from] : []))
  const fresh = Array.from({ length: items.length - goingOn.length }, (_, index) => last + index + 1)
  return [...goingOn.sort((a, b) => a - b), ...fresh]
}

/** Rebuilds a stored set from form values, to compare it with a newer one. */
export const storedOf = (principle_number: number, { criteria, checks }: CriteriaFormValues) => ({
  principle_number,
  checks,
  criteria: criteria.map(({ from: order, title, criteria_indicator }) => ({
    order: order ?? 0,
    title,
    criteria_indicator: criteria_indicator.map((indicator) => ({ ...indicator, order: indicator.from ?? 0 })),
  })),
})

/** The body of a save: the form, with ids and numbers from the stored principle. */
export function toInput(principle: SitePrinciple, { criteria, checks }: CriteriaFormValues): PrincipleInput {
  const { principle_number, batch_number, last_criteria_number } = principle
  const numbers = numbersOf(criteria, principle.criteria, last_criteria_number)
  return {
    principle_number,
    batch_number,
    checks: checks.map(({ text }) => ({ text })),
    criteria: criteria.map((item, index) => {
      const order = numbers[index] ?? 0
      const id = principle.criteria.find((stored) => stored.order === item.from)?.id
      const criteria_indicator = indicatorsOf(principle, item, order)
      return { ...(id === undefined ? {} : { id }), order, title: item.title, criteria_indicator }
    }),
  }
}

function indicatorsOf(
  principle: SitePrinciple,
  { from: was, criteria_indicator }: CriteriaItem,
  number: number,
) {
  const stored = principle.criteria.find(({ order }) => order === was)?.criteria_indicator
  // a new criteria in the place of another one starts with the numbers of its indicators
  const left = principle.criteria.find(({ order }) => order === number)?.criteria_indicator
  const last = stored || left ? principle.last_criteria_indicator_number : 0
  const numbers = stored
    ? numbersOf(criteria_indicator, stored, last)
    : [...(left ?? []).map(({ order }) => order), ...numbersOf(criteria_indicator, [], last)]
  return criteria_indicator.map(({ from: place, title, helper, figures }, index) => {
    const id = stored?.find(({ order }) => order === place)?.id
    return {
      ...(id === undefined ? {} : { id }),
      order: numbers[index] ?? 0,
      title,
      helper,
      figures: figures.map(({ key: _, part_of, ...figure }) => ({ ...figure, part_of: part_of || null })),
    }
  })
}

/** The first error of each dotted path, by the server's own rules. */
export function criteriaComplaints(
  principle: SitePrinciple,
  values: CriteriaFormValues,
): Record<string, string> {
  const complaints: Record<string, string> = {}
  const { error } = z.safeParse(PrincipleInput, toInput(principle, values))
  for (const { path, message } of error?.issues ?? []) complaints[path.join('.')] ??= message
  return complaints
}

/** Whether the form can show an error for this dotted path. */
export const hasPlace = (path: string): boolean => /^(criteria|checks)(\.|$)/.test(path)
