import type { Cell } from './cells.ts'

/** The columns to read, by their headers; the first sheet that has the needed ones is read. */
export type WantedColumns = { needed: readonly string[]; others: readonly string[]; max_rows: number }

/** A row with the cells under these headers that are not empty. */
export type NamedRow = { number: number; cells: Record<string, Cell> }
