import { z } from 'zod/mini'
import { fields, line, own } from '../lib/fields.ts'
import { Id } from '../lib/ids.ts'
import { wholeNumberOf } from '../lib/typed-number.ts'

const YEARS = { first: 2000, last: 2100 } as const
const REPORTING_YEARS_MAX = 10
const REGIONS_MAX = 100

const year = (label: string) =>
  z
    .int(`${label} is required.`)
    .check(
      z.minimum(YEARS.first, `${label} must be from ${YEARS.first} to ${YEARS.last}.`),
      z.maximum(YEARS.last, `${label} must be from ${YEARS.first} to ${YEARS.last}.`),
    )

const eachOnce = (message: string) =>
  z.check<number[]>(({ value, issues }) => {
    if (new Set(value).size < value.length) issues.push({ code: 'custom', message, input: value })
  })

/** Numbers, of which the form has texts. */
const numbers = <Input extends z.ZodMiniType>(
  label: string,
  { help, isRequired, input }: { help: string; isRequired: boolean; input: Input },
) =>
  own(label, {
    help,
    isRequired,
    input,
    start: (stored) => ((stored ?? []) as number[]).map(String),
    send: (typed) => typed.map(Number).sort((a, b) => a - b),
  })

/** What is entered about a summary. */
export const SUMMARY = fields({
  year: own('Year', {
    isRequired: true,
    input: year('Year'),
    start: (stored) => (typeof stored === 'number' ? String(stored) : ''),
    send: wholeNumberOf,
  }),
  title: line('Title', { min: 2, max: 200 }),
  reporting_years: numbers('Reporting years', {
    help: "Records of these years count. Grades and hectares are those of a site's last chosen year.",
    isRequired: true,
    input: z
      .array(year('Reporting year'), 'Choose at least one reporting year.')
      .check(
        z.minLength(1, 'Choose at least one reporting year.'),
        z.maxLength(REPORTING_YEARS_MAX, `A summary covers at most ${REPORTING_YEARS_MAX} reporting years.`),
        eachOnce('A reporting year is listed twice.'),
      ),
  }),
  /** empty: the whole country */
  region_ids: numbers('Regions', {
    help: 'Choose none for the whole country.',
    isRequired: false,
    input: z
      .array(Id, 'Choose the regions, or none for the whole country.')
      .check(z.maxLength(REGIONS_MAX, 'Too many regions.'), eachOnce('A region is listed twice.')),
  }),
})
