import { Readable } from 'node:stream'
import { joinTexts } from '../lib/chunks.ts'

export type Cell = string | number | null

/** A table for download: one header row, then rows as they are read. */
export type CsvTable = {
  header: readonly string[]
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>
}

/** Texts that a spreadsheet would run as a formula (ruling S-82). */
const FORMULA = /^[=+\-@\t\r]/
/** includes the semicolon, which separates cells where the comma is the decimal sign */
const NEEDS_QUOTES = /[",;\r\n]/

function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One row as a line of RFC 4180. */
function lineOf(cells: readonly Cell[]): string {
  let line = ''
  for (let index = 0; index < cells.length; index += 1)
    line += (index === 0 ? '' : ',') + cellText(cells[index] ?? null)
  return `${line}\r\n`
}

const BYTE_ORDER_MARK = '\ufeff'

async function* linesOf({ header, rows }: CsvTable): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf(header)
  for await (const row of rows) yield lineOf(row)
}

/** The table as CSV with a byte order mark, written while it is read, so that memory use is constant. */
export const csvTexts = (table: CsvTable): AsyncGenerator<string> => joinTexts(linesOf(table))

/** The table as UTF-8 CSV; a reader that disconnects ends the reading of the rows. */
export const csvStream = (table: CsvTable): Readable => Readable.from(csvTexts(table), { objectMode: false })

/** A short table as one CSV file. */
export const csvFile = (header: readonly string[], rows: readonly (readonly Cell[])[]): Buffer =>
  Buffer.from(BYTE_ORDER_MARK + [header, ...rows].map(lineOf).join(''))
