import type { Grade } from '../activities/grades.ts'
import { gradeField } from '../activities/grades.ts'
import { manilaDayOf } from '../lib/dates.ts'
import { PRINCIPLE_NUMBERS } from '../principles/principle-titles.ts'
import type { ReportRow } from './reports.schema.ts'

/** The row above the headers (REPORTS-16); a CSV goes without (S-82). */
export const REPORT_TITLE = 'REDD+ Safeguards Information System'
export const NOT_AVAILABLE = 'N/A'

/** What a cell holds, so that a spreadsheet can store it as more than a text. */
export type CellKind = 'text' | 'whole' | 'area' | 'day' | 'grade'
export type ReportColumn = {
  label: string
  kind: CellKind
  /** in letters */
  width: number
}

const column = (label: string, kind: CellKind, width: number): ReportColumn => ({ label, kind, width })

/** The 23 columns in the order of 000 §2; the 22 it counts leave out the running number (C-04). */
export const REPORT_COLUMNS: readonly ReportColumn[] = [
  column('No.', 'whole', 7),
  column('SITES Code', 'text', 22),
  column('Region', 'text', 32),
  column('Province', 'text', 22),
  column('Municipality', 'text', 24),
  column('Name of Partner/Implementer', 'text', 42),
  column('Project Area', 'area', 14),
  column('Year Implemented', 'whole', 12),
  column('Project Year', 'text', 14),
  column('REDD+ Eligible Activities Area', 'text', 60),
  column('Implementation Agreement', 'text', 32),
  ...PRINCIPLE_NUMBERS.map((number) => column(`Principle ${number}`, 'grade', 20)),
  column('Date Created', 'day', 13),
  column('Date Submitted', 'day', 13),
  column('Date Returned', 'day', 13),
  column('Date Approved', 'day', 13),
]

const day = (iso: string | null): string => (iso === null ? NOT_AVAILABLE : manilaDayOf(iso))
const withDetail = (word: string, detail: string | null): string => (detail ? `${word}: ${detail}` : word)
const known = (cell: string | null): string => cell || NOT_AVAILABLE

/** The cells of a row, one per column, in the words of S-81; what is missing is N/A. */
export function reportCells(row: ReportRow, number: number): string[] {
  const areas = row.redd_eligible_activities_area.map(({ name, hectares }) => `${name}: ${hectares}`)
  const cells = [
    String(number),
    known(row.code),
    known(row.region),
    known(row.province),
    known(row.city),
    known(row.name_of_partner),
    known(row.project_area),
    String(row.year_implemented),
    `${row.project_year_start} - ${row.project_year_end}`,
    known(areas.join('; ')),
    known(withDetail(row.implementation_arrangement, row.implementation_arrangement_others)),
  ]
  for (const principle of PRINCIPLE_NUMBERS) cells.push(known(row[gradeField(principle)]))
  cells.push(day(row.created_at), day(row.submitted_at), day(row.returned_at), day(row.approved_at))
  return cells
}

const TONES: Record<Grade, GradeTone> = {
  'Very Compliant': 'green',
  'Somewhat Compliant': 'yellow',
  'Not Compliant': 'red',
  'Not Applicable': 'gray',
}
export type GradeTone = 'green' | 'yellow' | 'red' | 'gray'

/** The colour of a grade cell: gray for whatever is no grade (000 §2). */
export const gradeTone = (cell: string): GradeTone => TONES[cell as Grade] ?? 'gray'
