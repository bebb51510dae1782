import { readSync } from 'node:fs'
import type { Cell } from '../../../shared/imports/cells.ts'
import { IMPORT_FIELDS } from '../../../shared/imports/columns.ts'
import {
  type Columns,
  headerComplaint,
  type HeaderMatch,
  matchCount,
  matchHeaders,
  MIN_HEADERS,
  NO_HEADERS,
} from '../../../shared/imports/headers.ts'
import { IMPORT_MAX_ROWS } from '../../../shared/imports/imports.schema.ts'
import type { OtherCells, RowCells } from '../../../shared/imports/row.ts'
import { formatCount, formatList, plural } from '../../../shared/lib/format.ts'
import { lineForm } from '../../../shared/lib/text-form.ts'
import { isZip } from '../../lib/zip-reader.ts'
import { csvSheet } from './csv-table.ts'
import {
  HEAD_ROWS,
  MAX_LETTERS,
  refusedTable,
  type TableRow,
  type TableSheet,
  TOO_MANY_ROWS,
} from './table.ts'
import { xlsxSheets } from './xlsx-table.ts'

/** characters read from all cells */
const MAX_TEXT = 48_000_000
/** unknown headers that are listed */
const MAX_IGNORED = 20
const IGNORED_LENGTH = 80
/** rows and sheets that are listed one by one */
const MAX_NAMED = 10

export type ReadRow = { number: number; cells: RowCells; others: OtherCells }
export type ReadTable = {
  columns: Columns
  ignored_columns: string[]
  /** the headers as they were written; complete once the rows were read, which may have further cells */
  headers: () => string[]
  /** the rows that are not empty, read lazily */
  rows: Generator<ReadRow>
  /** other remarks on the table; complete once its rows were read */
  notices: () => string[]
}

function startsAsZip(file: number): boolean {
  const head = Buffer.alloc(4)
  return isZip(head.subarray(0, readSync(file, head, 0, 4, 0)))
}

const isFilled = (cell: Cell | null | undefined): boolean => Boolean(cell && lineForm(cell.text) !== '')

type Headers = HeaderMatch & { number: number; texts: string[] }
type Found = { sheet: TableSheet; headers: Headers }

/** Finds the headers of an open table and reads its rows. The content decides the format, not the file's name. */
export async function readTable(file: number): Promise<ReadTable> {
  const sheets = startsAsZip(file) ? await xlsxSheets(file) : [csvSheet(file)]
  const found = sheets.flatMap((sheet): Found[] => {
    const headers = headersOf(sheet)
    return headers ? [{ sheet, headers }] : []
  })
  // a sheet with a list of places has some of the headers as well
  const most = Math.max(...found.map(({ headers }) => matchCount(headers)))
  const [chosen, ...others] = found.filter(({ headers }) => matchCount(headers) * 2 > most)
  if (!chosen) throw refusedTable(NO_HEADERS)
  const { sheet, headers } = chosen
  const complaint = headerComplaint(headers, headers.number)
  if (complaint) throw refusedTable(complaint)
  const hidden: number[] = []
  return {
    columns: headers.columns,
    ignored_columns: headers.ignored.slice(0, MAX_IGNORED).map((header) => header.slice(0, IGNORED_LENGTH)),
    headers: () => headers.texts,
    rows: rowsBelow(sheet, headers, hidden),
    notices: () => [...hiddenNotice(hidden), ...otherNotices(others)],
  }
}

function headersOf({ rows }: TableSheet): Headers | null {
  let looked = 0
  for (const { number, cells } of rows()) {
    const texts = cells.map((cell) => withoutUnstorable(cell?.text ?? ''))
    const match = matchHeaders(texts)
    if (matchCount(match) >= MIN_HEADERS) return { ...match, number, texts }
    looked += 1
    if (looked === HEAD_ROWS) return null
  }
  return null
}

function* filledRows({ rows }: TableSheet, { number: header, columns }: Headers) {
  for (const row of rows()) {
    if (row.number <= header) continue
    const cells = knownCells(row.cells, columns)
    if (IMPORT_FIELDS.some((field) => isFilled(cells[field]))) yield { ...row, known: cells }
  }
}

function* rowsBelow(sheet: TableSheet, headers: Headers, hidden: number[]): Generator<ReadRow> {
  let count = 0
  let letters = 0
  for (const { number, cells, known, merged, hidden: isHidden } of filledRows(sheet, headers)) {
    const others = otherCells(cells, headers.columns)
    while (headers.texts.length < cells.length) headers.texts.push('')
    count += 1
    if (count > IMPORT_MAX_ROWS) throw refusedTable(TOO_MANY_ROWS)
    for (const { text } of Object.values(known)) letters += text.length
    for (const text of Object.values(others)) letters += text.length
    if (letters > MAX_TEXT)
      throw refusedTable('The table has more text than an import can have. Please upload it in parts.')
    if (isHidden) hidden.push(number)
    yield { number, cells: { ...known, ...mergedFaults(merged, headers.columns) }, others }
  }
  if (count === 0) throw refusedTable('The table has no rows below its headers.')
}

/** "4, 7 and 9", "4, 5 … and 120 more" */
function listed(names: readonly (string | number)[]): string {
  const more = names.length - MAX_NAMED
  if (more > 0) return `${names.slice(0, MAX_NAMED).join(', ')} and ${formatCount(more)} more`
  return formatList(names)
}

const hiddenNotice = (rows: readonly number[]): string[] =>
  rows.length === 0
    ? []
    : [
        rows.length === 1
          ? `Row ${rows[0]} is hidden in the table, as by a filter. It was read as well.`
          : `${formatCount(rows.length)} rows are hidden in the table, as by a filter: ${listed(rows)}. They were read as well.`,
      ]

/** Names other sheets with profiles, which are not read: row numbers must be of one sheet. */
function otherNotices(others: readonly Found[]): string[] {
  const found: string[] = []
  for (const { sheet, headers } of others) {
    const count = [...filledRows(sheet, headers)].length
    if (count > 0) found.push(`"${sheet.name}" (${plural(count, 'row')})`)
  }
  if (found.length === 0) return []
  const [sheetWord, verb, it] = found.length === 1 ? ['sheet', 'has', 'it'] : ['sheets', 'have', 'each']
  return [
    `The ${sheetWord} ${listed(found)} ${verb} the same headers and ${found.length === 1 ? 'was' : 'were'} not read: an import reads one sheet. Please upload ${it} as a table of its own.`,
  ]
}

/** Removes what PostgreSQL cannot store: zeros and unpaired surrogates. */
const withoutUnstorable = (text: string): string =>
  text
    .slice(0, MAX_LETTERS)
    .replaceAll('\0', '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')

const knownCells = (cells: TableRow['cells'], columns: Columns): RowCells =>
  Object.fromEntries(
    IMPORT_FIELDS.flatMap((field) => {
      const index = columns[field]
      const cell = index === undefined ? null : cells[index]
      return cell && isFilled(cell) ? [[field, { ...cell, text: withoutUnstorable(cell.text) }]] : []
    }),
  )

function otherCells(cells: TableRow['cells'], columns: Columns): OtherCells {
  const known = new Set(Object.values(columns))
  return Object.fromEntries(
    cells.flatMap((cell, index) =>
      cell && cell.kind !== 'fault' && isFilled(cell) && !known.has(index)
        ? [[index, withoutUnstorable(cell.text)]]
        : [],
    ),
  )
}

const mergedFaults = (merged: TableRow['merged'], columns: Columns): RowCells =>
  Object.fromEntries(
    IMPORT_FIELDS.flatMap((field) => {
      const range = merged.find(({ column }) => column === columns[field])
      if (!range) return []
      const text = `This cell is merged with others (${range.name}). Please unmerge them and write the value into each row.`
      return [[field, { kind: 'fault', text } satisfies Cell]]
    }),
  )
