import { type CellObject, utils, type WorkSheet } from '@e965/xlsx'
import { type Cell, plainNumber } from '../../../shared/imports/cells.ts'
import {
  MAX_COLUMNS,
  MAX_LETTERS,
  refusedTable,
  SHEET_NAME,
  type TableRow,
  type TableSheet,
} from './table.ts'
import { LOST, readWorkbook } from './workbook.ts'

type Merged = { name: string; top: number; bottom: number; left: number; right: number }

/** The merged ranges of a sheet, counted from 0, without those beyond MAX_COLUMNS. */
const mergedIn = (sheet: WorkSheet): Merged[] =>
  (sheet['!merges'] ?? [])
    .map((range) => ({
      name: utils.encode_range(range),
      top: range.s.r,
      bottom: range.e.r,
      left: range.s.c,
      right: range.e.c,
    }))
    .filter(({ left }) => left < MAX_COLUMNS)

/** Returns a function for the merged ranges of a row; call it in the order of the rows. Ranges never overlap. */
function mergesByRow(ranges: Merged[]) {
  const sorted = ranges.sort((a, b) => a.top - b.top)
  let next = 0
  let open: Merged[] = []
  return (row: number): readonly Merged[] => {
    for (let range = sorted[next]; range && range.top <= row; range = sorted[next]) {
      open.push(range)
      next += 1
    }
    open = open.filter(({ bottom }) => bottom >= row)
    if (open.length > MAX_COLUMNS)
      throw refusedTable(
        'Merged cells of the table overlap each other. Please unmerge them and upload it again.',
      )
    return open
  }
}

/** The cells of a row without a value: all of a range over several rows, all but the first of a range in one row. */
const mergedCells = (ranges: readonly Merged[]): TableRow['merged'] =>
  ranges.flatMap(({ name, top, bottom, left, right }) => {
    const from = top === bottom ? left + 1 : left
    const last = Math.min(right, MAX_COLUMNS - 1)
    return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => ({
      column: from + index,
      name,
    }))
  })

const LONGEST_ERROR = 40

const fault = (text: string): Cell => ({ kind: 'fault', text })
const LOST_TEXT = fault('The text of this cell is missing in the file. Please write it again.')

/** Reads a cell; for a formula its result, never the formula. */
function cellOf({ t, v, w, f }: CellObject): Cell | null {
  if (t === 'z' || v === '' || (v === undefined && w === undefined))
    return f === undefined
      ? null
      : fault(
          'This cell has a formula without a result. Please write the value itself, or open the table and save it again.',
        )
  if (t === 'e')
    return w === LOST
      ? LOST_TEXT
      : fault(`This cell has the error ${String(w).slice(0, LONGEST_ERROR)}. Please correct it.`)
  if (v instanceof Date)
    return Number.isNaN(v.getTime())
      ? fault('This cell has a date that does not exist. Please write it again.')
      : { kind: 'date', text: v.toISOString().slice(0, 10) }
  if (typeof v === 'number') return Number.isNaN(v) ? LOST_TEXT : { kind: 'number', text: plainNumber(v) }
  return { kind: 'text', text: typeof v === 'boolean' ? String(v).toUpperCase() : String(v) }
}

function* rowsOf(sheet: WorkSheet): Generator<TableRow> {
  const mergesOver = mergesByRow(mergedIn(sheet))
  const heights = sheet['!rows'] ?? []
  for (const [at, all] of Object.entries(sheet['!data'] ?? [])) {
    const row = Number(at)
    const cells = all.slice(0, MAX_COLUMNS)
    if (cells.some((cell) => typeof cell?.v === 'string' && cell.v.length > MAX_LETTERS * 2))
      throw refusedTable(`A cell in row ${row + 1} has more text than a spreadsheet cell can have.`)
    yield {
      number: row + 1,
      cells: Array.from(cells, (cell) => (cell ? cellOf(cell) : null)),
      merged: mergedCells(mergesOver(row)),
      hidden: heights[row]?.hidden === true,
    }
  }
}

/** Reads an open .xlsx: the sheet named as in the template first, hidden sheets last. */
export async function xlsxSheets(file: number): Promise<TableSheet[]> {
  const rankOf = (name: string, isHidden: boolean) =>
    name.toLowerCase() === SHEET_NAME.toLowerCase() ? 0 : isHidden ? 2 : 1
  return (await readWorkbook(file))
    .map(({ name, isHidden, sheet }) => ({ name, rank: rankOf(name, isHidden), rows: () => rowsOf(sheet) }))
    .sort((a, b) => a.rank - b.rank)
}
