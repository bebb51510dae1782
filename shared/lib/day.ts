import { z } from 'zod/mini'
import { isDay, notADay } from './date-range.ts'

/** A required day of the calendar, yyyy-mm-dd. */
export const day = (label: string) => z.string(`${label} is required.`).check(z.refine(isDay, notADay(label)))
