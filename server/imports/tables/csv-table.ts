import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import type { Cell } from '../../../shared/imports/cells.ts'
import { matchCount, matchHeaders } from '../../../shared/imports/headers.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { decodeCsv } from './csv-letters.ts'
import {
  HEAD_ROWS,
  LAST_ROW,
  MAX_COLUMNS,
  MAX_LETTERS,
  refusedTable,
  type TableRow,
  type TableSheet,
  TOO_MANY_ROWS,
} from './table.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** characters read to find the delimiter */
const HEAD = 65_536
/** Excel's own line above a table that names the delimiter */
const NAMED = /^sep=(.)\n/i

/** Returns the delimiter with which the first rows have most of the headers. */
function delimiterOf(head: string): string {
  const [, named] = NAMED.exec(head) ?? []
  if (named) return named
  const counts = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(head, { delimiter, newline: '\n', preview: HEAD_ROWS + 2 })
    return Math.max(0, ...data.map((texts) => matchCount(matchHeaders(texts))))
  })
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

type CsvRow = { number: number; texts: string[] }

/** Returns the rows that are not empty, numbered as a spreadsheet does, even where a cell has several lines. */
export function csvRows(text: string, delimiter: string): CsvRow[] {
  const rows: CsvRow[] = []
  let number = 0
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step: ({ data, errors }) => {
      number += 1
      if (errors.some(({ type }) => type === 'Quotes'))
        throw refusedTable(
          `A quotation mark in row ${number} is never closed. Please correct it and upload the table again.`,
        )
      if (data.some((cell) => cell.length > MAX_LETTERS))
        throw refusedTable(`A cell in row ${number} has more than ${formatCount(MAX_LETTERS)} characters.`)
      if (data.some((cell) => cell !== '')) rows.push({ number, texts: data.slice(0, MAX_COLUMNS) })
      if (rows.length > LAST_ROW) throw refusedTable(TOO_MANY_ROWS)
    },
  })
  return rows
}

/** Reads an open CSV: delimited by commas, semicolons, tabs or bars, in any encoding of `decodeCsv`. */
export function csvSheet(file: number): TableSheet {
  const text = decodeCsv(readFileSync(file)).replace(/\r\n?/g, '\n')
  const delimiter = delimiterOf(text.slice(0, HEAD))
  const kind: Omit<Cell, 'text'> = delimiter === ';' ? { kind: 'text', parted: ';' } : { kind: 'text' }
  const rows = csvRows(text, delimiter)
  return {
    name: null,
    rows: function* (): Generator<TableRow> {
      for (const { number, texts } of rows)
        yield {
          number,
          cells: texts.map((cell) => (cell === '' ? null : { ...kind, text: cell })),
          merged: [],
        }
    },
  }
}
