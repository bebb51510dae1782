import { z } from 'zod/mini'
import { wholeNumberOf } from '../../shared/lib/typed-number.ts'
import { SummaryInput, type SummaryRow } from '../../shared/summaries/summaries.schema.ts'

/** What the form holds: texts as typed, choices as their values. */
export type SummaryFormValues = {
  year: string
  title: string
  reporting_years: string[]
  /** none: the whole country */
  region_ids: string[]
}

/** so many years back are offered */
const YEARS_OFFERED = 12

const titleOf = (year: string) => `Summary of Information ${year}`.trim()

/** The form of a new summary, of this year. */
export const emptySummary = (year: number): SummaryFormValues => ({
  year: String(year),
  title: titleOf(String(year)),
  reporting_years: [],
  region_ids: [],
})

/** The form of a stored summary. */
export const valuesOfSummary = ({
  year,
  title,
  reporting_years,
  regions,
}: SummaryRow): SummaryFormValues => ({
  year: String(year),
  title,
  reporting_years: reporting_years.map(String),
  region_ids: regions.map(({ id }) => String(id)),
})

/** Another year; the title that was offered goes along, one that a user wrote stays. */
export const withYear = (values: SummaryFormValues, year: string): SummaryFormValues => ({
  ...values,
  year,
  title: values.title === titleOf(values.year) ? titleOf(year) : values.title,
})

/** The reporting years one can choose, newest first, with those that are chosen. */
export function yearChoices(now: number, chosen: readonly string[]): string[] {
  const offered = Array.from({ length: YEARS_OFFERED }, (_, back) => now - back)
  return [...new Set([...offered, ...chosen.map(Number)])].sort((a, b) => b - a).map(String)
}

const asInput = ({ year, title, reporting_years, region_ids }: SummaryFormValues) => ({
  year: wholeNumberOf(year),
  title,
  reporting_years: reporting_years.map(Number).sort((a, b) => a - b),
  region_ids: region_ids.map(Number).sort((a, b) => a - b),
})

/** First sentence per field of everything that is wrong, by the same rules as the server's. */
export function summaryComplaints(values: SummaryFormValues): Record<string, string> {
  const complaints: Record<string, string> = {}
  const { error } = z.safeParse(SummaryInput, asInput(values))
  for (const { path, message } of error?.issues ?? []) complaints[String(path[0])] ??= message
  return complaints
}

/** What is sent. */
export const toSummaryInput = (values: SummaryFormValues): SummaryInput =>
  z.parse(SummaryInput, asInput(values))
