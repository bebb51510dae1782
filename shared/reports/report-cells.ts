import type { Grade } from '../activities/grades.ts'
import { gradeField } from '../activities/grades.ts'
import { manilaDayOf } from '../lib/dates.ts'
import { PRINCIPLE_NUMBERS } from '../principles/principle-titles.ts'
import type { ReportRow } from './reports.schema.ts'

/** The row above the headers (REPORTS-16); a CSV goes without (S-82). */
export const REPORT_TITLE = 'REDD+ Safeguards Information System'
const NOT_AVAILABLE = 'N/A'
/** What stands behind a grade that may still change (S-118). */
const PROVISIONAL = ' (provisional)'

/** What a cell holds, so that a spreadsheet can store it as more than a text. */
type CellKind = 'text' | 'whole' | 'area' | 'day' | 'grade'
export type ReportColumn = {
  label: string
  kind: CellKind
  /** in letters */
  width: number
}

const column = (label: string, kind: CellKind, width: number): ReportColumn => ({ label, kind, width })

/** The 23 columns in the order of 000 §2; the 22 it counts leave out the running number (C-04). */
export const REPORT_COLUMNS: readonly ReportColumn[] = [
  column('No.', 'whole', 6),
  column('SITES Code', 'text', 22),
  column('Region', 'text', 20),
  column('Province', 'text', 16),
  column('Municipality', 'text', 18),
  column('Name of Partner/Implementer', 'text', 28),
  column('Project Area', 'area', 11),
  column('Year Implemented', 'whole', 12),
  column('Project Year', 'text', 12),
  column('REDD+ Eligible Activities Area', 'text', 34),
  column('Implementation Agreement', 'text', 20),
  ...PRINCIPLE_NUMBERS.map((number) => column(`Principle ${number}`, 'grade', 13)),
  column('Date Created', 'day', 11),
  column('Date Submitted', 'day', 11),
  column('Date Returned', 'day', 11),
  column('Date Approved', 'day', 11),
]

const day = (iso: string | null): string => (iso === null ? NOT_AVAILABLE : manilaDayOf(iso))
const withDetail = (word: string, detail: string | null): string => (detail ? `${word}: ${detail}` : word)
const known = (cell: string | null): string => cell || NOT_AVAILABLE

/** Whether the grades of a row may still change: those of an activity that is not finally approved (S-55). */
export const isProvisional = ({
  site_activity_id,
  site_status,
}: Pick<ReportRow, 'site_activity_id' | 'site_status'>): boolean =>
  site_activity_id !== null && site_status !== 'Approved'

/** The same cells with a note at each grade that may still change, as people read them (S-118). */
export function markedCells(row: ReportRow, number: number): string[] {
  const cells = reportCells(row, number)
  if (!isProvisional(row)) return cells
  return cells.map((cell, index) =>
    REPORT_COLUMNS[index]?.kind === 'grade' && cell !== NOT_AVAILABLE ? `${cell}${PROVISIONAL}` : cell,
  )
}

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

export const isMarked = (cell: string): boolean => cell.endsWith(PROVISIONAL)

/** The colour of a grade cell, marked or not: gray for whatever is no grade (000 §2). */
export const gradeTone = (cell: string): GradeTone =>
  TONES[(isMarked(cell) ? cell.slice(0, -PROVISIONAL.length) : cell) as Grade] ?? 'gray'
