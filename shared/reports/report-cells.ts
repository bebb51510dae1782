import { type Grade, gradeField } from '../activities/grades.ts'
import { manilaDayOf } from '../lib/dates.ts'
import type { CellKind, CellText } from '../lib/table-cell.ts'
import { PRINCIPLE_NUMBERS } from '../principles/principle-titles.ts'
import { REPORTED_FIELDS, SITE_FIELDS } from '../sites/sites.fields.ts'
import type { ReportRow } from './reports.schema.ts'

/** The row above the headers (REPORTS-16); a CSV omits it (S-82). */
export const REPORT_TITLE = 'REDD+ Safeguards Information System'
const NOT_AVAILABLE = 'N/A'
/** Follows a grade that may still change (S-118). */
const PROVISIONAL = ' (provisional)'

type RecordPart<Value> = {
  [Field in keyof ReportRow]: ReportRow[Field] extends Value ? Field : never
}[keyof ReportRow]
/** The content of a cell, as fields of the report's row. */
export type ReportCell = CellText<
  RecordPart<string | number | null>,
  RecordPart<object[]>,
  RecordPart<string | null>
>

export type ReportColumn = {
  label: string
  kind: CellKind
  /** in characters */
  width: number
  /** an empty cell shows N/A */
  cell: ReportCell
}

/** The report's columns from the table of profile fields, in its order. */
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
    cell: { fields: [gradeField(number)], between: '' },
  }),
)

const dayOf = (
  label: string,
  field: 'created_at' | 'submitted_at' | 'returned_at' | 'approved_at',
): ReportColumn => ({
  label,
  kind: 'day',
  width: 11,
  cell: { day: field },
})

/**
 * The columns after the running number, in the order of 000 §2 (C-04). Those of a profile come from `SITE_FIELDS`
 * (`reported`). To add a column of an activity, add it here, to `ReportRow` and to the query. Both kinds need their
 * header in `tests/support/oracles/report-headers.ts`.
 */
export const DATA_COLUMNS: readonly ReportColumn[] = [
  ...ofProfile,
  ...ofPrinciples,
  dayOf('Date Created', 'created_at'),
  dayOf('Date Submitted', 'submitted_at'),
  dayOf('Date Returned', 'returned_at'),
  dayOf('Date Approved', 'approved_at'),
]

export const REPORT_COLUMNS: readonly Omit<ReportColumn, 'cell'>[] = [
  { label: 'No.', kind: 'whole', width: 6 },
  ...DATA_COLUMNS,
]

/** The text of one cell, in the words of S-81; '' if empty. */
function cellText(row: ReportRow, cell: ReportCell): string {
  if ('day' in cell) return manilaDayOf(row[cell.day] ?? '')
  if ('areas' in cell)
    return row[cell.areas].map(({ name, hectares }) => name + cell.is + hectares).join(cell.between)
  const parts = cell.fields.map((field) => String(row[field] ?? ''))
  return parts.filter((part) => part !== '').join(cell.between)
}

/** The cells of a row: its number, then the texts of its columns, N/A for empty ones. */
export const filledCells = (texts: readonly string[], number: number): string[] => [
  String(number),
  ...texts.map((text) => text || NOT_AVAILABLE),
]

export const reportCells = (row: ReportRow, number: number): string[] =>
  filledCells(
    DATA_COLUMNS.map(({ cell }) => cellText(row, cell)),
    number,
  )

type Graded = Pick<ReportRow, 'site_activity_id' | 'site_status'>

/** Whether the grades of a row may still change: its activity is not finally approved (S-55). */
export const isProvisional = ({ site_activity_id, site_status }: Graded): boolean =>
  site_activity_id !== null && site_status !== 'Approved'

/** The last column of a workbook: a grade stays a plain value that can be filtered and counted (S-118). */
export const GRADES_COLUMN = { label: 'Grades', width: 12 }
export const gradesAre = (row: Graded): 'Provisional' | 'Final' | typeof NOT_AVAILABLE => {
  if (row.site_activity_id === null) return NOT_AVAILABLE
  return isProvisional(row) ? 'Provisional' : 'Final'
}

/** The cells of a row for the screen, with a note at each provisional grade (S-118). */
export function markedCells(row: ReportRow, number: number): string[] {
  const cells = reportCells(row, number)
  if (!isProvisional(row)) return cells
  return cells.map((cell, index) =>
    REPORT_COLUMNS[index]?.kind === 'grade' && cell !== NOT_AVAILABLE ? `${cell}${PROVISIONAL}` : cell,
  )
}

const TONES: Record<Grade, GradeTone> = {
  'Very Compliant': 'green',
  'Somewhat Compliant': 'yellow',
  'Not Compliant': 'red',
  'Not Applicable': 'gray',
}
export type GradeTone = 'green' | 'yellow' | 'red' | 'gray'

export const isProvisionalCell = (cell: string): boolean => cell.endsWith(PROVISIONAL)

/** The colour of a grade cell, marked or not; gray for anything else (000 §2). */
export const gradeTone = (cell: string): GradeTone =>
  TONES[(isProvisionalCell(cell) ? cell.slice(0, -PROVISIONAL.length) : cell) as Grade] ?? 'gray'
