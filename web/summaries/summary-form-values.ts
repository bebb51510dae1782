import { z } from 'zod/mini'
import { wholeNumberOf } from '../../shared/lib/typed-number.ts'
import { SummaryInput, type SummaryRow } from '../../shared/summaries/summaries.schema.ts'

/** The values of the form: texts as typed, choices as their values. */
export type SummaryFormValues = {
  year: string
  title: string
  reporting_years: string[]
  /** empty: the whole country */
  region_ids: string[]
}

/** how many past years are offered */
const YEARS_OFFERED = 12

const titleOf = (year: string) => `Summary of Information ${year}`.trim()

/** The values of a new summary for this year. */
export const emptySummary = (year: number): SummaryFormValues => ({
  year: String(year),
  title: titleOf(String(year)),
  reporting_years: [],
  region_ids: [],
})

/** The values of a stored summary. */
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

/** The values with another year; a default title changes with it, an edited one stays. */
export const withYear = (values: SummaryFormValues, year: string): SummaryFormValues => ({
  ...values,
  year,
  title: values.title === titleOf(values.year) ? titleOf(year) : values.title,
})

/** The reporting years to choose from, newest first, including those already chosen. */
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

/** The first error of each field, by the server's own rules. */
export function summaryComplaints(values: SummaryFormValues): Record<string, string> {
  const complaints: Record<string, string> = {}
  const { error } = z.safeParse(SummaryInput, asInput(values))
  for (const { path, message } of error?.issues ?? []) complaints[String(path[0])] ??= message
  return complaints
}

/** The body of the call that saves the form. */
export const toSummaryInput = (values: SummaryFormValues): SummaryInput =>
  z.parse(SummaryInput, asInput(values))
