import { z } from 'zod/mini'
import { LEVELS } from '../access/levels.ts'
import { GRADES } from '../activities/grading.ts'
import { choice, optionalId } from '../lib/choices.ts'
import { IdText } from '../lib/ids.ts'
import { word } from '../lib/plain-text.ts'
import { PRINCIPLE_COUNT } from '../principles/principle-titles.ts'
import { ASKED_PLACES } from './asked-places.ts'

/*
 * What one number of the dashboard counts, besides the dashboard's own filters: the list that the number opens is
 * narrowed by it. A new one needs its condition in `server/dashboard`, its words in `counted-words.ts`, its link in
 * `leads.ts`, and is then proved by `tests/api/dashboard-leads.test.ts`.
 */

export const PrincipleNumber = z.pipe(
  IdText,
  z.int('Invalid principle').check(z.maximum(PRINCIPLE_COUNT, 'Invalid principle')),
)

/** Sites to which a principle applies: those with any of the other three grades. */
export const APPLIES = 'Applies'
/** Sites of a region without provinces. */
export const NO_PROVINCE = 'none'

const YEAR = 'Reporting year must be a year.'
/** "3.2.1 Households consulted (households)" */
const FIGURE_MAX = 160

/** The narrowing of the approved sites. */
export const COUNTED_SITES = {
  in_region: optionalId,
  in_province: z.optional(z.union([z.literal(NO_PROVINCE), IdText], 'Invalid province')),
  graded: choice([...GRADES, APPLIES], 'Invalid grade'),
  graded_at: z.optional(PrincipleNumber),
  /** the year that some approved activity of the site reports on */
  reporting_year: z.optional(z.pipe(IdText, z.int().check(z.maximum(9999, YEAR)))),
  /** a figure that the latest activity of that year reports, as `figureName` names it */
  figure: z.optional(word('Figure must be named as on the dashboard.', FIGURE_MAX)),
}
const CountedSites = z.object(COUNTED_SITES)
export type CountedSites = Partial<z.output<typeof CountedSites>>

export const STAGES = ['Encoder', ...LEVELS] as const
export type Stage = (typeof STAGES)[number]
export const RECORDS = ['profiles', 'activities'] as const

const MONTH = 'Month must be a year and a month, such as 2026-03.'

/** The narrowing of the open and of the finally approved records. */
export const COUNTED_RECORDS = {
  record: choice(RECORDS, 'Invalid kind of record', 'All'),
  stage: choice(STAGES, 'Invalid stage', 'All'),
  /** records with an open point about such a place */
  about: choice(ASKED_PLACES, 'Invalid place of a point', 'All'),
  month: z.optional(word(MONTH).check(z.regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, MONTH))),
}
const CountedRecords = z.object(COUNTED_RECORDS)
export type CountedRecords = Partial<z.output<typeof CountedRecords>>

/** The name of a figure among all figures; the same in SQL in `totals.queries.ts`. */
export const figureName = (figure: { indicator: string; name: string; unit: string }): string =>
  `${figure.indicator} ${figure.name} (${figure.unit})`

/** The parameters that narrow each list behind a number; its page reads them from the address. */
export const COUNTED_NAMES = {
  sites: ['in_region', 'in_province', 'graded', 'graded_at', 'reporting_year', 'figure'],
  open: ['record', 'stage', 'about'],
  approved: ['record', 'month'],
} as const satisfies Record<string, readonly (keyof CountedSites | keyof CountedRecords)[]>
