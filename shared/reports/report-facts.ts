import type { Actor } from '../access/actor.ts'
import { formatDate, formatDateTime } from '../lib/dates.ts'

/** The filters of a report in words; null for places that it is not limited to. */
export type ReportFilters = {
  accessLevel: string | undefined
  region: string | null
  penro: string | null
  category: string
  status: string
  principle: string
  principle_number: number | undefined
  as_of: string | undefined
}

type ReportOrigin = {
  bureau_name: string
  demonstration: boolean
  filters: ReportFilters
  made_by: Pick<Actor, 'name' | 'role' | 'penro'>
  made_at: Date
  rows: number
}

const PROVISIONAL_MEANS =
  'A row with "Provisional" in its last column, its grades in italics, belongs to an activity without final approval: they may still change. All other grades are final.'
const DEMONSTRATION_MEANS = 'Every person, site and file in this report is invented.'

const madeFacts = (made_by: ReportOrigin['made_by'], made_at: Date): [string, string][] => [
  ['Made on', `${formatDateTime(made_at.toISOString())}, Manila time`],
  ['Made by', [made_by.name, made_by.role, made_by.penro].filter(Boolean).join(', ')],
]

/** The rows of the sheet "About this report", each a label and a value (S-118). */
export function reportFacts({
  bureau_name,
  demonstration,
  filters,
  made_by,
  made_at,
  rows,
}: ReportOrigin): [string, string][] {
  const { accessLevel, region, penro, category, status, principle, principle_number, as_of } = filters
  const at = principle_number === undefined ? '' : `, at principle ${principle_number}`
  const facts: [string, string | null | undefined][] = [
    ...(demonstration ? [['DEMONSTRATION', DEMONSTRATION_MEANS] as [string, string]] : []),
    ['Bureau', bureau_name],
    ['Access level', accessLevel],
    ['Region', region ?? 'All regions'],
    ['PENRO', penro],
    ['Category', category],
    ['Status', status],
    ['Grade', `${principle}${at}`],
    ...(as_of ? [['As of the end of', `${formatDate(as_of)}, Manila time`] as [string, string]] : []),
    ['Rows', String(rows)],
    // a file as of a day must not depend on who made it and when; the log records both (S-152)
    ...(as_of ? [] : madeFacts(made_by, made_at)),
    ['Provisional', PROVISIONAL_MEANS],
  ]
  return facts.flatMap(([what, value]) => (value ? [[what, value] as [string, string]] : []))
}
