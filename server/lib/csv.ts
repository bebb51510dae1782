import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'

export type Cell = string | number | null

/** A table for download: one header row, then rows as they are read. */
export type CsvTable = {
  header: readonly string[]
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>
}

/** What a spreadsheet would take for a formula (ruling S-82). */
const FORMULA = /^[=+\-@\t\r]/

const asText = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  return FORMULA.test(cell) ? `'${cell}` : cell
}

/**
 * The table as UTF-8 CSV with a byte order mark, written while it is read: memory stays flat, and a reader that goes
 * away ends the reading of the rows.
 */
export function csvStream({ header, rows }: CsvTable): Readable {
  const csv = stringify({ bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ })
  const records = async function* () {
    yield header
    for await (const row of rows) yield row.map(asText)
  }
  // the error, if any, is the stream's own: whoever reads it sees it there
  pipeline(Readable.from(records()), csv).catch(() => {})
  return csv
}
