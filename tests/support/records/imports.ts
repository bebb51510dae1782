import { utils, write, type WorkSheet } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { runImport } from '../../../server/imports/imports.jobs.ts'
import type { Import, ImportFinding, ImportRow, ImportState } from '../../../shared/imports/imports.schema.ts'
import type { Caller, TestApp } from '../product/app.ts'
import { aFile, kmlText, pdfBytes, upload } from './factories.ts'

/** The columns of the template, written out for the tests. */
export const HEADERS = [
  'Region',
  'Province',
  'Municipality',
  'Office',
  'Name of Partner/Implementer',
  'Project Area',
  'Year Implemented',
  'Project Year Start',
  'Project Year End',
  'REDD+ Eligible Activities',
  'Reducing emissions from deforestation',
  'Reducing emissions from forest degradation',
  'Conservation of forest-carbon stocks',
  'Enhancement of forest-carbon stocks',
  'Sustainable management of forests',
  'Implementation Arrangement',
  'Please specify',
  'Agreement file',
  'Boundary file',
] as const
export type Header = (typeof HEADERS)[number]
export type Row = Partial<Record<Header, string | number>>

let number = 0

/** A row that can be imported, with the names of its own files. */
export function aRow(changes: Row = {}): Row {
  number += 1
  return {
    Region: 'Region IV-A (CALABARZON)',
    Province: 'Laguna',
    Municipality: 'Pangil',
    'Name of Partner/Implementer': `Samahan ng Niñas ${number}`,
    'Project Area': '100.50',
    'Year Implemented': 2021,
    'Project Year Start': 2021,
    'Project Year End': 2030,
    'REDD+ Eligible Activities':
      'Reducing emissions from deforestation; Conservation of forest-carbon stocks',
    'Reducing emissions from deforestation': '60.25',
    'Conservation of forest-carbon stocks': '40.25',
    'Implementation Arrangement': 'Tenure',
    'Please specify': 'CBFMA',
    'Agreement file': `agreement ${number}.pdf`,
    'Boundary file': `boundary ${number}.kml`,
    ...changes,
  }
}

export const linesOf = (rows: readonly Row[]): (string | number)[][] =>
  rows.map((row) => HEADERS.map((header) => row[header] ?? ''))

export const sheetOf = (lines: readonly unknown[][]): WorkSheet => utils.aoa_to_sheet(lines as unknown[][])

export function xlsxOf(sheet: WorkSheet, name = 'Profiles', workbook: object = {}): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, name)
  return write({ ...book, ...workbook }, { type: 'buffer', bookType: 'xlsx', bookSST: true }) as Buffer
}

/** The rows in the template's columns, written by another library than the product's. */
export const tableOf = (rows: readonly Row[]): Buffer => xlsxOf(sheetOf([[...HEADERS], ...linesOf(rows)]))

const quoted = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`
export const csvOf = (rows: readonly Row[], delimiter = ','): string =>
  [[...HEADERS], ...linesOf(rows)].map((line) => line.map(quoted).join(delimiter)).join('\r\n')

export type Files = Record<string, Uint8Array | string>

/** As large as the rows declare, in the mountains of Laguna, one beside another. */
function squareInLaguna() {
  squares += 1
  return {
    lon: 121.4 + (squares % 10) * 0.0095,
    lat: 14.1 + (Math.floor(squares / 10) % 20) * 0.0095,
    size: 0.009_17,
  }
}
let squares = 0

/** The two files of each row. */
export const filesOf = (rows: readonly Row[]): Files =>
  Object.fromEntries(
    rows
      .flatMap((row) => [
        [row['Agreement file'], pdfBytes(String(row['Agreement file']))],
        // as large as the row declares
        [row['Boundary file'], kmlText(squareInLaguna())],
      ])
      .filter(([name]) => name !== ''),
  ) as Files

export const zipOf = (files: Files): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, bytes]) => [
          name,
          typeof bytes === 'string' ? strToU8(bytes) : bytes,
        ]),
      ),
    ),
  )

export type ImportOptions = { table: Buffer | string; name?: string; zip?: Buffer; by?: string }

/** Uploads a table and a zip file and starts their check; returns the reply. */
export async function sendImport(
  t: TestApp,
  { table, name = 'profiles.xlsx', zip, by = 'fmb.admin' }: ImportOptions,
) {
  const caller = await t.as(by)
  const table_id = await upload(caller, 'table', name, table)
  const archive_ids = [
    await upload(caller, 'archive', 'files.zip', zip ?? zipOf({ 'nothing.txt': 'nothing' })),
  ]
  return caller.post('/imports', { table_id, archive_ids })
}

export const importOf = async (caller: Caller, id: number): Promise<Import> =>
  (await caller.get(`/imports/${id}`)).json().import

/** The same, and waits until they are checked. */
export async function checkedImport(t: TestApp, input: ImportOptions): Promise<Import> {
  const reply = await sendImport(t, input)
  expect(reply.statusCode, reply.body).toBe(200)
  const { id } = reply.json().import
  await runImport(t.services, id)
  return importOf(await t.as('fmb.admin'), id)
}

/** Sends rows as a table with their files and waits until they are checked. */
export const checkedRows = (
  t: TestApp,
  rows: readonly Row[],
  files: Files = filesOf(rows),
): Promise<Import> => checkedImport(t, { table: tableOf(rows), zip: zipOf(files) })

export async function findingsIn(t: TestApp, id: number): Promise<ImportFinding[]> {
  const reply = await (await t.as('fmb.admin')).get(`/imports/${id}/findings?length=100`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

export async function rowsIn(t: TestApp, id: number): Promise<ImportRow[]> {
  const reply = await (await t.as('fmb.admin')).get(`/imports/${id}/rows?length=100`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

/** Starts a checked import and waits for its end. */
export async function finishedImport(t: TestApp, { id, rows }: Import): Promise<Import> {
  const caller = await t.as('fmb.admin')
  const reply = await caller.post(`/imports/${id}/start`, { rows: rows.Good })
  expect(reply.statusCode, reply.body).toBe(200)
  await runImport(t.services, id)
  return importOf(caller, id)
}

/** An import in this state with one good row with a finding and one wrong row, entered directly; returns its id. */
export async function anImportRow(t: TestApp, state: ImportState): Promise<number> {
  const by = 'fmb.super'
  const [table_id, file_id] = [
    await aFile(t, { by, kind: 'table', attached: true }),
    await aFile(t, { by, kind: 'archive', attached: true }),
  ]
  const created_by = await t.userId(by)
  const at = new Date().toISOString()
  const { id } = await t.db
    .insertInto('imports')
    .values({
      state,
      table_id,
      table_name: 'profiles.xlsx',
      created_by,
      rows_total: 2,
      columns: JSON.stringify({ project_area: 5 }),
      ...(['Importing', 'Finished'].includes(state) ? { started_at: at, started_by: created_by } : {}),
      ...(['Finished', 'Cancelled', 'Refused'].includes(state) ? { ended_at: at } : {}),
      ...(state === 'Refused' ? { refusal: 'The table has no rows below its headers.' } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await t.db
    .insertInto('import_archives')
    .values({ import_id: id, order: 0, file_id, name: 'files.zip' })
    .execute()
  const row = await t.db
    .insertInto('import_rows')
    .values({
      import_id: id,
      number: 2,
      state: 'Good',
      cells: JSON.stringify({ project_area: { kind: 'text', text: '100.50' } }),
      fingerprint: createHash('sha256').update(`import ${id}`).digest(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await t.db
    .insertInto('import_rows')
    .values({ import_id: id, number: 3, state: 'Wrong', cells: '{}' })
    .execute()
  await t.db
    .insertInto('import_findings')
    .values({ import_row_id: row.id, field: 'project_area', kind: 'warning', sentence: 'It is small.' })
    .execute()
  return id
}
