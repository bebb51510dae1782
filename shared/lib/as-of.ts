import { z } from 'zod/mini'
import { isDay } from './date-range.ts'
import { notADay } from './typed-date.ts'
import { word } from './plain-text.ts'

/** An optional day, yyyy-mm-dd in Manila; empty means none. */
const day = (label: string) =>
  z.pipe(
    z.optional(
      word(notADay(label)).check(
        z.check(({ value, issues }) => {
          if (value !== '' && !isDay(value))
            issues.push({ code: 'custom', message: notADay(label), input: value })
        }),
      ),
    ),
    z.transform((text: string | undefined) => text || undefined),
  )

/** The day at whose end the list is shown; without it the present state. */
export const AsOf = day('As of')

/** The day before which a site had its latest approval: finds sites due for another one. */
export const ApprovedBefore = day('Approved before')

/** Returns one sentence if an as-of day is invalid, otherwise null. */
export const asOfComplaint = (day: string, today: string): string | null =>
  day > today ? 'As of cannot be later than today.' : null

export type AsOfProblem = 'not_a_day' | 'future_day'

/** Reads the day from a URL that people can edit; an invalid one is dropped, and `problem` says why. */
export function readAsOf(
  day: unknown,
  today: string,
): { as_of?: string | undefined; problem?: AsOfProblem | undefined } {
  if (day === undefined || day === '') return {}
  if (typeof day !== 'string' || !isDay(day)) return { problem: 'not_a_day' }
  return day > today ? { problem: 'future_day' } : { as_of: day }
}

/** The day in a file name: "as_of_20310704" for a list as of a day, else today's (S-83, S-152). */
export const dayInName = (as_of: string | undefined, today: string): string =>
  `${as_of === undefined ? '' : 'as_of_'}${(as_of ?? today).replaceAll('-', '')}`

export type AsOfDay = { as_of?: string | undefined }
