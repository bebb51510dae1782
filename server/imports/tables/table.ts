import type { Cell } from '../../../shared/imports/cells.ts'
import { IMPORT_MAX_ROWS } from '../../../shared/imports/imports.schema.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { no } from '../../../shared/lib/verdict.ts'
import { AppError } from '../../lib/errors.ts'

/** The error for a table that cannot be imported; the sentence says what to do. */
export const refusedTable = (sentence: string) => new AppError(no('no_import', { sentence }))

/**
 * A row with its number in the spreadsheet, its cells by column (null where empty), which of them belong to a merged
 * range, by the range's name, and whether it is hidden, as by a filter.
 */
export type TableRow = {
  number: number
  cells: (Cell | null)[]
  merged: readonly { column: number; name: string }[]
  hidden?: boolean
}

/** One sheet of a file; a CSV is a sheet without a name. Its rows can be read several times. */
export type TableSheet = { name: string | null; rows: () => Iterable<TableRow> }

export const SHEET_NAME = 'Profiles'

/** rows searched for the headers, below a title and a note */
export const HEAD_ROWS = 10
/** columns read; cells further right are strays */
export const MAX_COLUMNS = 256
/** characters in one cell, the limit of spreadsheets */
export const MAX_LETTERS = 32_767
/** rows in one sheet, the limit of spreadsheets */
export const LAST_ROW = 1_048_576

export const DAMAGED =
  'The table is damaged or is not an .xlsx workbook. Please open it, save it again as .xlsx and upload that.'

export const TOO_LARGE =
  'The table unpacks to far more than an import can have. Please upload only the sheet that is needed.'

export const TOO_MANY_ROWS = `The table has more than ${formatCount(IMPORT_MAX_ROWS)} rows. Please upload it in parts.`
