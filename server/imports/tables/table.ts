import type { Cell } from '../../../shared/imports/cells.ts'

/** A table that cannot be imported at all, with one sentence that says what to do. */
export class TableRefused extends Error {}

/**
 * A row as it is read: its number as spreadsheets count, its cells by column, null where nothing stands, which of
 * them are merged with others in a range of this name, and whether it is hidden, as by a filter.
 */
export type TableRow = {
  number: number
  cells: (Cell | null)[]
  merged: readonly { column: number; name: string }[]
  hidden?: boolean
}

/**
 * One sheet of a file; a CSV is one without a name. Its rows can be read several times; which cells are merged is found
 * only where that is asked for, because it takes as long as all rows.
 */
export type TableSheet = { name: string | null; rows: (withMerged: boolean) => AsyncIterable<TableRow> }

/** columns that are looked at; what stands further to the right is a stray */
export const MOST_COLUMNS = 256
/** letters of one cell, as spreadsheets have it */
export const MOST_LETTERS = 32_767
/** rows of one sheet, as spreadsheets have it */
export const LAST_ROW = 1_048_576

export const DAMAGED =
  'The table is damaged or is no .xlsx workbook. Please open it, save it again as .xlsx and upload that.'
