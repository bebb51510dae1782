import type { Grade } from '../activities/grades.ts'
import { gradeField } from '../activities/grades.ts'
import { manilaDayOf } from '../lib/dates.ts'
import { PRINCIPLE_NUMBERS } from '../principles/principle-titles.ts'
import { REPORTED_FIELDS, SITE_FIELDS } from '../sites/sites.fields.ts'
import type { ReportRow } from './reports.schema.ts'

/** The row above the headers (REPORTS-16); a CSV goes without (S-82). */
export const REPORT_TITLE = 'REDD+ Safeguards Information System'
const NOT_AVAILABLE = 'N/A'
/** What stands behind a grade that may still change (S-118). */
const PROVISIONAL = ' (provisional)'

/** What a cell holds, so that a spreadsheet can store it as more than a text. */
export type CellKind = 'text' | 'whole' | 'area' | 'day' | 'grade'
export type ReportColumn = {
  label: string
  kind: CellKind
  /** in letters */
  width: number
  /** what stands in it, of a row and its running number; nothing reads N/A */
  cell: (row: ReportRow, number: number) => string | number | null
}

/** What the table of a profile's fields reports, in its order. */
const ofProfile = REPORTED_FIELDS.flatMap((field): ReportColumn[] => {
  const { reported } = SITE_FIELDS[field]
  if (reported === 'elsewhere') return []
  const { header, kind, width, cell } = reported
  return [{ label: header, kind, width, cell }]
})

const ofPrinciples = PRINCIPLE_NUMBERS.map(
  (number): ReportColumn => ({
    label: `Principle ${number}`,
    kind: 'grade',
    width: 13,
    cell: (row) => row[gradeField(number)],
  }),
)

const dayOf = (
  label: string,
  field: 'created_at' | 'submitted_at' | 'returned_at' | 'approved_at',
): ReportColumn => ({
  label,
  kind: 'day',
  width: 11,
  cell: (row) => row[field] && manilaDayOf(row[field]),
})

/** The 23 columns in the order of 000 §2; the 22 it counts leave out the running number (C-04). */
export const REPORT_COLUMNS: readonly ReportColumn[] = [
  { label: 'No.', kind: 'whole', width: 6, cell: (_row, number) => number },
  ...ofProfile,
  ...ofPrinciples,
  dayOf('Date Created', 'created_at'),
  dayOf('Date Submitted', 'submitted_at'),
  dayOf('Date Returned', 'returned_at'),
  dayOf('Date Approved', 'approved_at'),
]

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
export const reportCells = (row: ReportRow, number: number): string[] =>
  REPORT_COLUMNS.map(({ cell }) => String(cell(row, number) || NOT_AVAILABLE))

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
