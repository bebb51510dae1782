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

/** The day as of whose end a list is told; without one, as it is now. */
export const AsOf = day('As of')

/** The day before which a site had its latest approval: those that are due for another. */
export const ApprovedBefore = day('Approved before')

/** What is wrong with a day as of which a list is asked for, in one sentence; null when nothing is. */
export const asOfComplaint = (day: string, today: string): string | null =>
  day > today ? 'As of cannot be later than today.' : null

/** The same day where it can be meant at all, for addresses that people type: no nonsense, and none to come. */
export const readAsOf = (day: unknown, today: string): string | undefined =>
  typeof day === 'string' && isDay(day) && asOfComplaint(day, today) === null ? day : undefined

export type AsOfDay = { as_of?: string | undefined }
