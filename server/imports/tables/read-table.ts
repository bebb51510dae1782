import { openSync, closeSync, readSync } from 'node:fs'
import type { Cell } from '../../../shared/imports/cells.ts'
import {
  type Columns,
  FEWEST_HEADERS,
  headerComplaint,
  type HeaderMatch,
  matchCount,
  matchHeaders,
  NO_HEADERS,
} from '../../../shared/imports/headers.ts'
import { IMPORT_MAX_ROWS } from '../../../shared/imports/imports.schema.ts'
import { IMPORT_FIELDS } from '../../../shared/imports/columns.ts'
import type { RowCells } from '../../../shared/imports/row.ts'
import { lineForm } from '../../../shared/lib/text-form.ts'
import { isZip } from '../../lib/zip-reading.ts'
import { csvTable } from './csv-table.ts'
import { MOST_LETTERS, TableRefused, type TableRow } from './table.ts'
import { xlsxTable } from './xlsx-table.ts'

/** rows above the headers: a title, a note */
const HEAD_ROWS = 10

type ReadRow = { number: number; cells: RowCells }
export type ReadTable = {
  columns: Columns
  ignored_columns: string[]
  /** the rows that hold something; read while they are asked for */
  rows: AsyncGenerator<ReadRow>
}

/** headers that are named of those that say nothing to an import */
const MOST_IGNORED = 20
const IGNORED_LENGTH = 80

function startsAsZip(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(4)
    return isZip(head.subarray(0, readSync(file, head, 0, 4, 0)))
  } finally {
    closeSync(file)
  }
}

const isFilled = (cell: Cell | null | undefined): boolean => Boolean(cell && lineForm(cell.text) !== '')

/** Finds the headers of a table and reads its rows. The content decides what it is, not the name. */
export async function readTable(path: string): Promise<ReadTable> {
  const source = startsAsZip(path) ? xlsxTable(path) : csvTable(path)
  const { number, columns, ignored } = await headersOf(source)
  return {
    columns,
    ignored_columns: ignored.slice(0, MOST_IGNORED).map((header) => header.slice(0, IGNORED_LENGTH)),
    rows: rowsBelow(source, number, columns),
  }
}

async function headersOf(source: AsyncGenerator<TableRow>): Promise<HeaderMatch & { number: number }> {
  for (let looked = 0; looked < HEAD_ROWS; looked += 1) {
    const { value, done } = await source.next()
    if (done) break
    const match = matchHeaders(value.cells.map((cell) => cell?.text ?? null))
    if (matchCount(match) < FEWEST_HEADERS) continue
    const complaint = headerComplaint(match, value.number)
    if (complaint) {
      await source.return(undefined)
      throw new TableRefused(complaint)
    }
    return { ...match, number: value.number }
  }
  await source.return(undefined)
  throw new TableRefused(NO_HEADERS)
}

async function* rowsBelow(
  source: AsyncGenerator<TableRow>,
  header: number,
  columns: Columns,
): AsyncGenerator<ReadRow> {
  let count = 0
  let last = header
  for await (const { number, cells, merged } of source) {
    // a file may number its rows as it likes; a row is one only once
    if (number <= last)
      throw new TableRefused(`Row ${number} of the table stands twice or in the wrong place.`)
    last = number
    const known = knownCells(cells, columns)
    if (!IMPORT_FIELDS.some((field) => isFilled(known[field]))) continue
    count += 1
    if (count > IMPORT_MAX_ROWS)
      throw new TableRefused(
        `The table has more than ${IMPORT_MAX_ROWS.toLocaleString('en-US')} rows. Please upload it in parts.`,
      )
    yield { number, cells: { ...known, ...mergedFaults(merged, columns) } }
  }
  if (count === 0) throw new TableRefused('The table has no rows below its headers.')
}

/** Without what no database holds: zeros, and half letters. */
const storable = (text: string): string =>
  text
    .slice(0, MOST_LETTERS)
    .replaceAll('\0', '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')

const knownCells = (cells: TableRow['cells'], columns: Columns): RowCells =>
  Object.fromEntries(
    IMPORT_FIELDS.flatMap((field) => {
      const index = columns[field]
      const cell = index === undefined ? null : cells[index]
      return cell && isFilled(cell) ? [[field, { ...cell, text: storable(cell.text) }]] : []
    }),
  )

const mergedFaults = (merged: TableRow['merged'], columns: Columns): RowCells =>
  Object.fromEntries(
    IMPORT_FIELDS.flatMap((field) => {
      const range = merged.find(({ column }) => column === columns[field])
      if (!range) return []
      const text = `This cell is merged with others (${range.name}). Please unmerge them and write the value into each row.`
      return [[field, { kind: 'fault', text } satisfies Cell]]
    }),
  )
