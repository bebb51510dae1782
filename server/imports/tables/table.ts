import type { Cell } from '../../../shared/imports/cells.ts'
import { IMPORT_MAX_ROWS } from '../../../shared/imports/imports.schema.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { no } from '../../../shared/lib/verdict.ts'
import { AppError } from '../../lib/errors.ts'

/** A table that cannot be imported at all, with one sentence that says what to do. */
export const refusedTable = (sentence: string) => new AppError(no('no_import', { sentence }))

/**
 * A row as it is read: its number as spreadsheets count, its cells by column, null where nothing is, which of them are merged
 * with others in a range of this name, and whether it is hidden, as by a filter.
 */
export type TableRow = {
  number: number
  cells: (Cell | null)[]
  merged: readonly { column: number; name: string }[]
  hidden?: boolean
}

/** One sheet of a file; a CSV is one without a name. Its rows can be read several times. */
export type TableSheet = { name: string | null; rows: () => Iterable<TableRow> }

/** the name of the sheet in the template */
export const SHEET_NAME = 'Profiles'

/** rows above the headers: a title, a note */
export const HEAD_ROWS = 10
/** columns that are looked at; what is further to the right is a stray */
export const MAX_COLUMNS = 256
/** letters of one cell, as spreadsheets have it */
export const MAX_LETTERS = 32_767
/** rows of one sheet, as spreadsheets have it */
export const LAST_ROW = 1_048_576

export const DAMAGED =
  'The table is damaged or is not an .xlsx workbook. Please open it, save it again as .xlsx and upload that.'

export const TOO_LARGE =
  'The table unpacks to far more than an import can have. Please upload only the sheet with the profiles.'

export const TOO_MANY_ROWS = `The table has more than ${formatCount(IMPORT_MAX_ROWS)} rows. Please upload it in parts.`
