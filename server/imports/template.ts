import type { Readable } from 'node:stream'
import {
  CORRECTION_HEADER,
  IMPORT_COLUMNS,
  IMPORT_FIELDS,
  type ImportField,
  isImportField,
} from '../../shared/imports/columns.ts'
import { cellName, findingSentence } from '../../shared/imports/findings.ts'
import type { Columns } from '../../shared/imports/headers.ts'
import type { PlaceNames } from '../../shared/imports/places.ts'
import type { Db } from '../database/db.ts'
import { type CellFormat, HEAD_ROWS, type Sheet, type SheetColumn, textLook } from '../sheets/sheet.ts'
import { xlsxStream } from '../sheets/xlsx.ts'
import { listPlaceNames } from '../places/places.queries.ts'
import { findingsOf, listRowsIn, type StoredImport, type StoredRow } from './imports.queries.ts'
import { SHEET_NAME } from './tables/table.ts'

const TITLE = 'SITES profiles to import'
const ROWS_AT_ONCE = 200
const MAX_WIDTH = 40

const COLUMNS: Sheet['columns'] = IMPORT_COLUMNS.map(({ header, example }) => ({
  label: header,
  width: Math.min(MAX_WIDTH, Math.max(header.length, example.length) + 2),
  look: textLook,
}))

/** the order of the columns in the template */
const OWN_COLUMNS: Columns = Object.fromEntries(IMPORT_FIELDS.map((field, index) => [field, index]))

async function* each(rows: Iterable<readonly string[]>): AsyncGenerator<readonly string[]> {
  yield* rows
}

const explanations = (): Sheet => ({
  name: 'How to fill it in',
  title:
    'What each column of the first sheet is for. One row is one profile; leave no row of examples in it.',
  columns: [
    { label: 'Column', width: 34, look: textLook },
    { label: 'Needed', width: 30, look: textLook },
    { label: 'What to write', width: 90, look: textLook },
    { label: 'Example', width: 44, look: textLook },
  ],
  rows: each(IMPORT_COLUMNS.map(({ header, needed, what, example }) => [header, needed, what, example])),
  paper: { wide: 1, repeated: 0 },
})

function* placeRows({ regions, provinces, cities, offices }: PlaceNames): Generator<readonly string[]> {
  const provinceOf = new Map(provinces.map((one) => [one.id, one]))
  for (const region of regions) {
    const inRegion = cities.filter((city) => city.region_id === region.id)
    for (const city of inRegion) {
      const province = city.province_id === null ? null : provinceOf.get(city.province_id)
      const own = offices.filter((office) =>
        province ? office.province_id === province.id : office.region_ids.includes(region.id),
      )
      const names = own.map(({ name }) => name).join('; ')
      yield [region.name, province?.name ?? '', city.name, names]
    }
  }
}

const places = (names: PlaceNames): Sheet => ({
  name: 'Places',
  title: 'The names of regions, provinces, municipalities and their offices',
  columns: [
    { label: 'Region', width: 40, look: textLook },
    { label: 'Province', width: 28, look: textLook },
    { label: 'Municipality', width: 32, look: textLook },
    { label: 'Offices', width: 60, look: textLook },
  ],
  rows: each(placeRows(names)),
  paper: { wide: 1, repeated: 0 },
})

/** Writes the template: the table to fill in, an explanation of each column, and the names of the places. */
export async function templateFile(db: Db): Promise<Readable> {
  const names = await listPlaceNames(db)
  const table: Sheet = {
    name: SHEET_NAME,
    title: TITLE,
    columns: COLUMNS,
    rows: each([]),
    paper: { wide: 2, repeated: 1 },
  }
  return xlsxStream([table, explanations(), places(names)])
}

/** The texts of a row in the template's columns; a faulty cell is left empty. */
const textsOf = ({ cells }: StoredRow): string[] =>
  IMPORT_COLUMNS.map(({ field }) => {
    const cell = cells[field]
    return cell && cell.kind !== 'fault' ? cell.text : ''
  })

/** The cells to correct, by the row's texts as the sheet has them. */
type CellMarks = WeakMap<readonly string[], ReadonlySet<ImportField>>

/** The rows to correct, each with its sentences, which name the cells by their place in this file. */
async function* wrongRows(db: Db, found: StoredImport, marks: CellMarks): AsyncGenerator<readonly string[]> {
  let number = HEAD_ROWS
  for (let after = 0; ; ) {
    const rows = await listRowsIn(db, found.id, ['Wrong', 'Failed'], { after, most: ROWS_AT_ONCE })
    const findings = await findingsOf(
      db,
      found,
      rows.map(({ id }) => id),
    )
    for (const row of rows) {
      number += 1
      const complaints = (findings.get(row.number) ?? []).flatMap(({ kind, field, sentence }) =>
        kind === 'error' && isImportField(field) ? [{ field, sentence }] : [],
      )
      const sentences = complaints.map(({ field, sentence }) =>
        findingSentence({ row: number, field, cell: cellName(OWN_COLUMNS, field, number), sentence }),
      )
      const texts = [...textsOf(row), sentences.join('\n')]
      marks.set(texts, new Set(complaints.map(({ field }) => field)))
      yield texts
      after = row.number
    }
    if (rows.length < ROWS_AT_ONCE) return
  }
}

/** Writes the rows that cannot be imported, with what to correct and the wrong cells marked, to be uploaded again. */
export async function correctionsFile(db: Db, found: StoredImport): Promise<Readable> {
  const marks: CellMarks = new WeakMap()
  const marked = IMPORT_FIELDS.map((field, index) => ({
    ...(COLUMNS[index] as SheetColumn),
    look: (_cell: string, row: readonly string[]): CellFormat =>
      marks.get(row)?.has(field) ? 'yellow' : 'text',
  }))
  const table: Sheet = {
    name: SHEET_NAME,
    title: 'Rows to correct. Upload this table again, with the same zip file, once it is corrected.',
    columns: [...marked, { label: CORRECTION_HEADER, width: 90, look: textLook }],
    rows: wrongRows(db, found, marks),
    paper: { wide: 2, repeated: 1 },
  }
  return xlsxStream([table, explanations(), places(await listPlaceNames(db))])
}
