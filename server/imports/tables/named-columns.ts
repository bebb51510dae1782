import { readSync } from 'node:fs'
import type { Cell } from '../../../shared/imports/cells.ts'
import type { NamedRow, WantedColumns } from '../../../shared/imports/named-columns.ts'
import { formatCount, formatList } from '../../../shared/lib/format.ts'
import { lineForm } from '../../../shared/lib/text-form.ts'
import { isZip } from '../../lib/zip-reader.ts'
import {
  DAMAGED,
  HEAD_ROWS,
  MAX_LETTERS,
  refusedTable,
  TOO_LARGE,
  type TableRow,
  type TableSheet,
} from './table.ts'
import { xlsxSheets } from './xlsx-table.ts'

/** characters of all rows together: cells that share one long text unpack to far more than their file */
const MAX_ALL_LETTERS = 12_000_000

const isFilled = (cell: Cell | null | undefined): cell is Cell => Boolean(cell && lineForm(cell.text) !== '')

/** The place of each wanted header in a row; null if a needed one is missing. */
function placesIn({ cells }: TableRow, { needed, others }: WantedColumns): Map<string, number> | null {
  const texts = cells.map((cell) => lineForm((cell?.text ?? '').slice(0, MAX_LETTERS)).toLowerCase())
  const places = [...needed, ...others].map(
    (header) => [header, texts.indexOf(header.toLowerCase())] as const,
  )
  const found = new Map(places.filter(([, at]) => at >= 0))
  return needed.every((header) => found.has(header)) ? found : null
}

function findHeaders(sheet: TableSheet, wanted: WantedColumns) {
  let looked = 0
  for (const row of sheet.rows()) {
    const places = placesIn(row, wanted)
    if (places) return { number: row.number, places }
    looked += 1
    if (looked === HEAD_ROWS) return null
  }
  return null
}

/** Reads the named columns of an open workbook; throws `no_import` with one sentence for what is none. */
export async function readNamedColumns(file: number, wanted: WantedColumns): Promise<NamedRow[]> {
  const head = Buffer.alloc(4)
  if (!isZip(head.subarray(0, readSync(file, head, 0, 4, 0)))) throw refusedTable(DAMAGED)
  for (const sheet of await xlsxSheets(file)) {
    const headers = findHeaders(sheet, wanted)
    if (!headers) continue
    const rows: NamedRow[] = []
    let letters = 0
    for (const { number, cells } of sheet.rows()) {
      if (number <= headers.number) continue
      const filled = [...headers.places].flatMap(([header, at]) => {
        const cell = cells[at]
        return isFilled(cell) ? [[header, { ...cell, text: cell.text.slice(0, MAX_LETTERS) }] as const] : []
      })
      if (filled.length === 0) continue
      if (rows.length === wanted.max_rows)
        throw refusedTable(`The table has more than ${formatCount(wanted.max_rows)} rows.`)
      for (const [, { text }] of filled) letters += text.length
      if (letters > MAX_ALL_LETTERS) throw refusedTable(TOO_LARGE)
      rows.push({ number, cells: Object.fromEntries(filled) })
    }
    return rows
  }
  const names = formatList(wanted.needed.map((header) => `"${header}"`))
  throw refusedTable(`None of the first rows of the table has the headers ${names}.`)
}
