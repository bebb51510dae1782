import { z } from 'zod/mini'
import { STATUSES } from '../access/levels.ts'
import { choice, optionalId } from '../lib/choices.ts'
import { DAY_MS, HOUR_MS } from '../lib/durations.ts'
import { DISPLAY_STATUSES, RECORD_STATUSES } from './review-chain.ts'

/**
 * The filters of a list of profiles or activities, besides its search (decision 04). A new filter needs its condition
 * in `server/review/record-filters.queries.ts`, its field in `web/review/RecordFilters.tsx`, and a test in
 * `tests/api/queues.test.ts`.
 */

/** The minimum age of a record, in days. */
export const AGES = ['7', '14', '30', '90'] as const
/** The number of submissions of a record; the last choice includes more. */
export const ROUNDS = ['1', '2', '3'] as const
export const MAX_ROUNDS = ROUNDS.length
export const WARNING_CHOICES = ['with', 'without'] as const
/** Records with a point that is open; records whose points are all answered, of which some are not settled. */
export const POINT_CHOICES = ['open', 'answered'] as const

/** Records whose newest return is the caller's: still with their office, or in review again and later. */
export const RETURNED_CHOICES = ['away', 'back'] as const

const COMPLAINT = 'is not one of the choices of this list.'

/** The filters of an approval list, whose records are all activated. */
export const QUEUE_FILTERS = {
  record_status: choice(RECORD_STATUSES, `Record Status ${COMPLAINT}`, 'All'),
  office_id: optionalId,
  age: choice(AGES, `Age ${COMPLAINT}`, 'All'),
  round: choice(ROUNDS, `Round ${COMPLAINT}`, 'All'),
  warnings: choice(WARNING_CHOICES, `Warnings ${COMPLAINT}`, 'All'),
  points: choice(POINT_CHOICES, `Points ${COMPLAINT}`, 'All'),
}

/** Records that the caller returned, in place of the records of the approval list. */
export const RETURNED_BY_CALLER = {
  returned: choice(RETURNED_CHOICES, `Returned by you ${COMPLAINT}`, 'All'),
}

export const RECORD_FILTERS = {
  ...QUEUE_FILTERS,
  record_status: choice(DISPLAY_STATUSES, `Record Status ${COMPLAINT}`, 'All'),
  status: choice(STATUSES, `Status ${COMPLAINT}`, 'All'),
}

const RecordFilters = z.partial(z.object(RECORD_FILTERS))
export type RecordFilters = z.output<typeof RecordFilters>
export type QueueFilters = Omit<RecordFilters, 'status'>

/**
 * The latest arrival of a record with at least this age. Rounded down to the hour, so that the query stays the same for
 * an hour and never includes a younger record.
 */
export const latestArrival = (age: (typeof AGES)[number], now: Date): string =>
  new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - Number(age) * DAY_MS).toISOString()

/** A choice of a filter with the number of records it leaves. */
const Choice = z.object({ value: z.string(), count: z.number() })

/** How many records of the caller's approval list match each choice, given the search and the other filters. */
export const QueueChoices = z.object({
  record_status: z.array(Choice),
  office_id: z.array(z.extend(Choice, { name: z.string() })),
  age: z.array(Choice),
  round: z.array(Choice),
  warnings: z.array(Choice),
  points: z.array(Choice),
})
export type QueueChoices = z.output<typeof QueueChoices>

/** Records of an approval list that have the same values for all filters. */
export type RecordGroup = {
  record_status: string
  office_id: number
  /** the number of entries of AGES they have reached */
  ages: number
  round: number
  warned: boolean
  points: (typeof POINT_CHOICES)[number] | null
  count: number
}

type Dimension = keyof QueueChoices

const TESTS: { [Name in Dimension]: (group: RecordGroup, value: string) => boolean } = {
  record_status: (group, value) => group.record_status === value,
  office_id: (group, value) => group.office_id === Number(value),
  age: ({ ages }, value) => ages > AGES.findIndex((age) => age === value),
  round: ({ round }, value) => Math.min(round, MAX_ROUNDS) === Number(value),
  warnings: ({ warned }, value) => warned === (value === 'with'),
  points: ({ points }, value) => points === value,
}
const DIMENSIONS = Object.keys(TESTS) as Dimension[]

/** The number of records for each value of a filter, with all other filters unchanged. */
export function countsOfChoices(
  groups: readonly RecordGroup[],
  chosen: QueueFilters,
  values: Record<Dimension, readonly string[]>,
): Record<Dimension, { value: string; count: number }[]> {
  const isLeft = (group: RecordGroup, except: Dimension) =>
    DIMENSIONS.every((name) => {
      const value = chosen[name]
      return name === except || value === undefined || TESTS[name](group, String(value))
    })
  const countsOf = (name: Dimension) => {
    const left = groups.filter((group) => isLeft(group, name))
    return values[name].map((value) => ({
      value,
      count: left.reduce((sum, group) => sum + (TESTS[name](group, value) ? group.count : 0), 0),
    }))
  }
  return {
    record_status: countsOf('record_status'),
    office_id: countsOf('office_id'),
    age: countsOf('age'),
    round: countsOf('round'),
    warnings: countsOf('warnings'),
    points: countsOf('points'),
  }
}
