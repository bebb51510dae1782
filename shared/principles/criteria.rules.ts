import type { FieldErrors } from '../lib/error-codes.ts'
import type { CriteriaInput } from './principles.fields.ts'
import type { SitePrinciple } from './principles.schema.ts'

/** The numbers of a criteria and one of its indicators in some batch. */
export type UsedNumber = { criteria: number; indicator: number }

const NUMBER_USED = 'This number was used by a removed line and cannot be used again.'

type Stored = { id: number; order: number }
type Numbered = { id?: number | undefined; order: number }

/** The stored line that this one continues: by id, else by number if no other line refers to that id. */
function continuedFrom<One extends Stored>(
  before: readonly One[],
  after: readonly Numbered[],
  one: Numbered,
): One | undefined {
  if (one.id !== undefined) return before.find((stored) => stored.id === one.id)
  const claimed = new Set(after.map(({ id }) => id))
  return before.find((stored) => stored.order === one.order && !claimed.has(stored.id))
}

/** Whether all lines that the save continues are in the current version of the principle. */
export function refersOnlyTo(
  before: Pick<SitePrinciple, 'criteria'>,
  criteria: readonly CriteriaInput[],
): boolean {
  const known = new Set(before.criteria.map(({ id }) => id))
  const knownIndicators = new Set(before.criteria.flatMap(indicatorIds))
  return (
    criteria.every(({ id }) => id === undefined || known.has(id)) &&
    criteria.flatMap(indicatorIds).every((id) => id === undefined || knownIndicators.has(id))
  )
}

const indicatorIds = <Id>(criteria: { criteria_indicator: readonly { id?: Id }[] }): (Id | undefined)[] =>
  criteria.criteria_indicator.map(({ id }) => id)

/** The criteria of a save; an indicator that continues keeps its figures if the caller omits them. */
export const withFigures = (
  before: Pick<SitePrinciple, 'criteria'>,
  criteria: readonly CriteriaInput[],
): CriteriaInput[] =>
  criteria.map((one) => {
    const stored = continuedFrom(before.criteria, criteria, one)?.criteria_indicator ?? []
    const criteria_indicator = one.criteria_indicator.map((indicator) => ({
      ...indicator,
      figures:
        indicator.figures ??
        continuedFrom(stored, one.criteria_indicator, indicator)?.figures.map(
          ({ id: _, ...figure }) => figure,
        ) ??
        [],
    }))
    return { ...one, criteria_indicator }
  })

/** The indexes of lines whose number was used before, by a line that does not continue (S-63). */
function reused(before: readonly Stored[], after: readonly Numbered[], used: Set<number>): number[] {
  const goingOn = new Set(after.map((one) => continuedFrom(before, after, one)?.order))
  return after.flatMap(({ order }, index) => (used.has(order) && !goingOn.has(order) ? [index] : []))
}

/**
 * Returns the errors in the numbers of a save, per field. A number is free if it was never used, or if a line that
 * continues has it now, so that neighbours can swap (S-63).
 */
export function numberComplaints(
  before: Pick<SitePrinciple, 'criteria'>,
  used: readonly UsedNumber[],
  criteria: readonly CriteriaInput[],
): FieldErrors {
  const errors: FieldErrors = {}
  const usedByCriteria = new Set(used.map((one) => one.criteria))
  for (const index of reused(before.criteria, criteria, usedByCriteria))
    errors[`criteria.${index}.order`] = [NUMBER_USED]

  for (const [index, one] of criteria.entries()) {
    if (errors[`criteria.${index}.order`]) continue
    const stored = continuedFrom(before.criteria, criteria, one)
    const home = stored?.order ?? one.order
    const usedHere = new Set(
      used.filter(({ criteria }) => criteria === home).map(({ indicator }) => indicator),
    )
    // a new criteria with the number of a removed one may also use the numbers under it
    const leaving = stored ? undefined : before.criteria.find(({ order }) => order === home)
    for (const { order } of leaving?.criteria_indicator ?? []) usedHere.delete(order)
    for (const place of reused(stored?.criteria_indicator ?? [], one.criteria_indicator, usedHere))
      errors[`criteria.${index}.criteria_indicator.${place}.order`] = [NUMBER_USED]
  }
  return errors
}

/** The highest numbers used so far, including this save (S-63). */
export function lastNumbers(
  before: Pick<SitePrinciple, 'last_criteria_number' | 'last_criteria_indicator_number'>,
  criteria: readonly { order: number; criteria_indicator: readonly { order: number }[] }[],
): Pick<SitePrinciple, 'last_criteria_number' | 'last_criteria_indicator_number'> {
  const indicators = criteria.flatMap((one) => one.criteria_indicator.map(({ order }) => order))
  return {
    last_criteria_number: Math.max(before.last_criteria_number, ...criteria.map(({ order }) => order)),
    last_criteria_indicator_number: Math.max(before.last_criteria_indicator_number, ...indicators),
  }
}
