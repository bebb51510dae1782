import type { Cell } from '../../../shared/imports/cells.ts'

/** A table that cannot be imported at all, with one sentence that says what to do. */
export class TableRefused extends Error {}

/**
 * A row as it is read: its number as spreadsheets count, its cells by column, null where nothing stands, and which of
 * them are merged with others in a range of this name.
 */
export type TableRow = {
  number: number
  cells: (Cell | null)[]
  merged: readonly { column: number; name: string }[]
}

/** columns that are looked at; what stands further to the right is a stray */
export const MOST_COLUMNS = 256
/** letters of one cell, as spreadsheets have it */
export const MOST_LETTERS = 32_767
