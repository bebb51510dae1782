import { z } from 'zod/mini'
import { isDay, notADay } from './date-range.ts'
import { word } from './plain-text.ts'

/** A day, yyyy-mm-dd in Manila; left out or empty it says nothing. */
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

/** The day as of whose end a list is shown; without one, as it is now. */
export const AsOf = day('As of')

/** The day before which a site had its latest approval: those that are due for another. */
export const ApprovedBefore = day('Approved before')

/** What is wrong with a day as of which a list is asked for, in one sentence; null when nothing is. */
export const asOfComplaint = (day: string, today: string): string | null =>
  day > today ? 'As of cannot be later than today.' : null

/** The same day in an address that people type; what cannot be meant is left out, with the sentence that says why. */
export function readAsOf(
  day: unknown,
  today: string,
): { as_of?: string | undefined; problem?: string | undefined } {
  if (day === undefined || day === '') return {}
  if (typeof day !== 'string' || !isDay(day)) return { problem: notADay('As of') }
  const problem = asOfComplaint(day, today)
  return problem === null ? { as_of: day } : { problem }
}

/** The day in the name of a file: "as_of_20310704" of a list that was asked for as of a day, else today's (S-83, S-152). */
export const dayInName = (as_of: string | undefined, today: string): string =>
  `${as_of === undefined ? '' : 'as_of_'}${(as_of ?? today).replaceAll('-', '')}`

export type AsOfDay = { as_of?: string | undefined }
