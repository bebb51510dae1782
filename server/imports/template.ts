import type { Readable } from 'node:stream'
import {
  columnOfField,
  CORRECTION_HEADERS,
  headerOf,
  IMPORT_COLUMNS,
  IMPORT_FIELDS,
  type ImportField,
  isImportField,
} from '../../shared/imports/columns.ts'
import { findingSentence } from '../../shared/imports/findings.ts'
import { isOfCorrections } from '../../shared/imports/headers.ts'
import type { PlaceNames } from '../../shared/imports/places.ts'
import type { Db } from '../database/db.ts'
import { type CellFormat, type Sheet, textLook } from '../sheets/sheet.ts'
import { xlsxStream } from '../sheets/xlsx.ts'
import { listPlaceNames } from '../places/places.queries.ts'
import { findingsOf, listRowsIn, type StoredImport, type StoredRow } from './imports.queries.ts'
import { SHEET_NAME } from './tables/table.ts'

const TITLE = 'SITES profiles to import'
const ROWS_AT_ONCE = 200
const MAX_WIDTH = 40

const columnWidth = (header: string, example: string): number =>
  Math.min(MAX_WIDTH, Math.max(header.length, example.length) + 2)

const COLUMNS: Sheet['columns'] = IMPORT_COLUMNS.map(({ header, example }) => ({
  label: header,
  width: columnWidth(header, example),
  look: textLook,
}))

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

/** A column of the uploaded table, with its field if an import has one. */
type OwnColumn = { index: number; header: string; field: ImportField | null }

/** The columns as they were uploaded; the office is added where the table has none, because a row may need it. */
function ownColumns({ headers, columns }: StoredImport): OwnColumn[] {
  const fields = new Map(IMPORT_FIELDS.map((field) => [columns[field], field]))
  const own = headers.flatMap((header, index): OwnColumn[] =>
    isOfCorrections(header) ? [] : [{ index, header, field: fields.get(index) ?? null }],
  )
  if (columns.office !== undefined) return own
  return [...own, { index: headers.length, header: headerOf('office'), field: 'office' }]
}

/** The texts of a row in the columns of its table; a faulty cell is left empty. */
const textsOf = ({ cells, others }: StoredRow, columns: readonly OwnColumn[]): string[] =>
  columns.map(({ index, field }) => {
    if (field === null) return others[index] ?? ''
    const cell = cells[field]
    return cell && cell.kind !== 'fault' ? cell.text : ''
  })

/** The cells to correct, by the row's texts as the sheet has them. */
type CellMarks = WeakMap<readonly string[], ReadonlySet<ImportField>>

/** The rows to correct, each with its sentences, which name the cells by their place in the uploaded table. */
async function* wrongRows(
  db: Db,
  found: StoredImport,
  columns: readonly OwnColumn[],
  marks: CellMarks,
): AsyncGenerator<readonly string[]> {
  for (let after = 0; ; ) {
    const rows = await listRowsIn(db, found.id, ['Wrong', 'Failed'], { after, most: ROWS_AT_ONCE })
    const findings = await findingsOf(
      db,
      found,
      rows.map(({ id }) => id),
    )
    for (const row of rows) {
      const complaints = (findings.get(row.number) ?? []).flatMap(({ field, ...finding }) =>
        finding.kind === 'error' && isImportField(field) ? [{ ...finding, field }] : [],
      )
      const what = complaints.map(findingSentence).join('\n')
      const texts = [...textsOf(row, columns), what, String(row.number)]
      marks.set(texts, new Set(complaints.map(({ field }) => field)))
      yield texts
      after = row.number
    }
    if (rows.length < ROWS_AT_ONCE) return
  }
}

/**
 * Writes the rows that cannot be imported in the columns of their own table, with what to correct, the wrong cells
 * marked and the numbers of the rows, to be uploaded again.
 */
export async function correctionsFile(db: Db, found: StoredImport): Promise<Readable> {
  const marks: CellMarks = new WeakMap()
  const columns = ownColumns(found)
  const marked = columns.map(({ header, field }) => ({
    label: header,
    width: columnWidth(header, field === null ? '' : columnOfField(field).example),
    look: (_cell: string, row: readonly string[]): CellFormat =>
      field !== null && marks.get(row)?.has(field) ? 'yellow' : 'text',
  }))
  const table: Sheet = {
    name: SHEET_NAME,
    title: 'Rows to correct. Upload this table again, with the same zip file, once it is corrected.',
    columns: [
      ...marked,
      { label: CORRECTION_HEADERS.what, width: 90, look: textLook },
      { label: CORRECTION_HEADERS.row, width: 18, look: textLook },
    ],
    rows: wrongRows(db, found, columns, marks),
    paper: { wide: 2, repeated: 1 },
  }
  return xlsxStream([table, explanations(), places(await listPlaceNames(db))])
}
