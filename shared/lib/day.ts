import { z } from 'zod/mini'
import { isDay } from './date-range.ts'
import { notADay } from './typed-date.ts'

/** A required day of the calendar, yyyy-mm-dd. */
export const day = (label: string) => z.string(`${label} is required.`).check(z.refine(isDay, notADay(label)))
