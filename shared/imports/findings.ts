import { columnLetters } from './cells.ts'
import { headerOf, type ImportField } from './columns.ts'
import type { Columns } from './headers.ts'

/** "C12"; null if the table does not have the column. */
export function cellName(columns: Columns, field: ImportField, row: number): string | null {
  const index = columns[field]
  return index === undefined ? null : `${columnLetters(index)}${row}`
}

/** "Row 12, Project Area (C12): Project Area must be more than 0." */
export function findingSentence(found: {
  row: number
  field: ImportField
  cell: string | null
  sentence: string
}): string {
  const cell = found.cell === null ? '' : ` (${found.cell})`
  return `Row ${found.row}, ${headerOf(found.field)}${cell}: ${found.sentence}`
}
