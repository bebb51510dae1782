import { z } from 'zod/mini'
import { STATUSES } from '../access/levels.ts'
import { choice, optionalId } from '../lib/choices.ts'
import { DISPLAY_STATUSES, RECORD_STATUSES } from './review-chain.ts'

/**
 * What a list of profiles or of activities is narrowed by besides its search (decision 04). A new filter needs its condition in
 * `server/review/record-filters.queries.ts`, its field in `web/review/RecordFilters.tsx`, and what it leaves in
 * `tests/api/queues.test.ts`.
 */

/** Days for which a record has been where it is, at least. */
export const AGES = ['7', '14', '30', '90'] as const
/** Submissions of a record; the last one stands for more as well. */
export const ROUNDS = ['1', '2', '3'] as const
export const MAX_ROUNDS = ROUNDS.length
export const WARNING_CHOICES = ['with', 'without'] as const

const COMPLAINT = 'is not one of the choices of this list.'

/** What narrows an approval list, whose records are all activated. */
export const QUEUE_FILTERS = {
  record_status: choice(RECORD_STATUSES, `Record Status ${COMPLAINT}`, 'All'),
  office_id: optionalId,
  age: choice(AGES, `Age ${COMPLAINT}`, 'All'),
  round: choice(ROUNDS, `Round ${COMPLAINT}`, 'All'),
  warnings: choice(WARNING_CHOICES, `Warnings ${COMPLAINT}`, 'All'),
}

/** What narrows an encoder's list. */
export const RECORD_FILTERS = {
  ...QUEUE_FILTERS,
  record_status: choice(DISPLAY_STATUSES, `Record Status ${COMPLAINT}`, 'All'),
  status: choice(STATUSES, `Status ${COMPLAINT}`, 'All'),
}

const RecordFilters = z.partial(z.object(RECORD_FILTERS))
export type RecordFilters = z.output<typeof RecordFilters>
export type QueueFilters = Omit<RecordFilters, 'status'>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Until when a record must have come where it is to be as old as this. Whole hours, so that a list is the same question for an
 * hour, and no one reads of fewer days than were asked for.
 */
export const latestArrival = (age: (typeof AGES)[number], now: Date): string =>
  new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - Number(age) * DAY_MS).toISOString()

/** A choice of a filter with what it would leave of an approval list. */
const Choice = z.object({ value: z.string(), count: z.number() })

/** How many records of the caller's approval list each choice leaves, beside the search and the other filters. */
export const QueueChoices = z.object({
  record_status: z.array(Choice),
  office_id: z.array(z.extend(Choice, { name: z.string() })),
  age: z.array(Choice),
  round: z.array(Choice),
  warnings: z.array(Choice),
})
export type QueueChoices = z.output<typeof QueueChoices>

/** Records of an approval list that are alike in all that it is narrowed by. */
export type RecordGroup = {
  record_status: string
  office_id: number
  /** how many of the ages they have reached */
  ages: number
  round: number
  warned: boolean
  count: number
}

type Dimension = keyof QueueChoices

const TESTS: { [Name in Dimension]: (group: RecordGroup, value: string) => boolean } = {
  record_status: (group, value) => group.record_status === value,
  office_id: (group, value) => group.office_id === Number(value),
  age: ({ ages }, value) => ages > AGES.findIndex((age) => age === value),
  round: ({ round }, value) => Math.min(round, MAX_ROUNDS) === Number(value),
  warnings: ({ warned }, value) => warned === (value === 'with'),
}
const DIMENSIONS = Object.keys(TESTS) as Dimension[]

/** What each value of a filter leaves of these records, when all the others stay as they are. */
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
  }
}
