import type { FieldErrors } from '../lib/error-codes.ts'
import type { CriteriaInput, SitePrinciple } from './principles.schema.ts'

/** A criteria and one of its indicators, by their numbers in some batch. */
export type UsedNumber = { criteria: number; indicator: number }

const NUMBER_USED = 'This number was used by a removed line and cannot be used again.'

type Stored = { id: number; order: number }
type Numbered = { id?: number | undefined; order: number }

/** The stored one that this one continues: by its id, else by its number when no other names that id. */
function continuedFrom<One extends Stored>(
  before: readonly One[],
  after: readonly Numbered[],
  one: Numbered,
): One | undefined {
  if (one.id !== undefined) return before.find((stored) => stored.id === one.id)
  const claimed = new Set(after.map(({ id }) => id))
  return before.find((stored) => stored.order === one.order && !claimed.has(stored.id))
}

/** Whether everything the save says it continues is in the principle as it is now. */
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

/** The criteria of a save with the figures of every indicator that goes on where the caller says nothing of them. */
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

/** The places in a list whose number was used before by one that does not go on (S-63). */
function reused(before: readonly Stored[], after: readonly Numbered[], used: Set<number>): number[] {
  const goingOn = new Set(after.map((one) => continuedFrom(before, after, one)?.order))
  return after.flatMap(({ order }, index) => (used.has(order) && !goingOn.has(order) ? [index] : []))
}

/**
 * What is wrong with the numbers of a save, under their fields: a number is free when nothing ever had it, or when one
 * that goes on has it now, so that neighbours can change places (S-63).
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
    // a new one that took the place of a neighbour takes the numbers under that place, too
    const leaving = stored ? undefined : before.criteria.find(({ order }) => order === home)
    for (const { order } of leaving?.criteria_indicator ?? []) usedHere.delete(order)
    for (const place of reused(stored?.criteria_indicator ?? [], one.criteria_indicator, usedHere))
      errors[`criteria.${index}.criteria_indicator.${place}.order`] = [NUMBER_USED]
  }
  return errors
}

/** The highest numbers ever used, after this save (S-63). */
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
