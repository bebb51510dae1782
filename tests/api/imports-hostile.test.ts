import { utils, type WorkSheet, write } from '@e965/xlsx'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { withWorkerResult } from '../../server/imports/import-in-worker.ts'
import { withServer } from '../support/product/app.ts'
import {
  aRow,
  checkedImport,
  csvOf,
  type Files,
  filesOf,
  findingsIn,
  HEADERS,
  linesOf,
  type Row,
  sheetOf,
  tableOf,
  xlsxOf,
  zipOf,
} from '../support/records/imports.ts'
import { FULL, full } from '../support/full.ts'
import { refusedTable } from '../../server/imports/tables/table.ts'

/** Tables and archives from real programs, and ones made to do harm. */

const t = withServer()

const given = (rows: readonly Row[], table: Buffer | string, name: string, files: Files = filesOf(rows)) =>
  checkedImport(t, { table, name, zip: zipOf({ 'read me.txt': 'Thanks', ...files }) })

const sentences = async (id: number) =>
  (await findingsIn(t, id)).map(({ cell, sentence }) => `${cell}: ${sentence}`)

function withCells(row: Row, change: (sheet: WorkSheet) => void, workbook: object = {}): Buffer {
  const sheet = sheetOf([[...HEADERS], ...linesOf([row])])
  change(sheet)
  return xlsxOf(sheet, 'Profiles', workbook)
}

describe('a CSV', () => {
  const utf8 = (text: string) => Buffer.from(text)
  const latin = (text: string) => Buffer.from(text, 'latin1')
  const WAYS: [string, (rows: Row[]) => Buffer][] = [
    ['that names its sign', (rows) => utf8(`sep=;\r\n${csvOf(rows, ';')}`)],
    ['in Windows-1252', (rows) => latin(csvOf(rows))],
    ['with commas', (rows) => utf8(csvOf(rows))],
    ['with a byte order mark', (rows) => utf8(`\ufeff${csvOf(rows)}`)],
    ['with semicolons', (rows) => utf8(csvOf(rows, ';'))],
    ['with tabs', (rows) => utf8(csvOf(rows, '\t'))],
    ['with line ends of Unix', (rows) => utf8(csvOf(rows).replaceAll('\r\n', '\n'))],
    ['with an old Mac’s line ends', (rows) => utf8(csvOf(rows).replaceAll('\r\n', '\r'))],
  ]
  // the short run reads one with another separator and one in another encoding
  test.each(FULL ? WAYS : WAYS.slice(0, 2))('%s is read, ñ and all', async (_what, table) => {
    const rows = [aRow({ 'Name of Partner/Implementer': 'Peñafrancia, "Ñiños" at Doña' })]
    const checked = await given(rows, table(rows), 'profiles.csv')
    expect(checked).toMatchObject({ state: 'Checked', refusal: null, rows: { Good: 1 } })
    const cells = await t.db
      .selectFrom('import_rows')
      .select('cells')
      .where('import_id', '=', checked.id)
      .executeTakeFirstOrThrow()
    expect(cells.cells).toMatchObject({ name_of_partner: { text: 'Peñafrancia, "Ñiños" at Doña' } })
  })

  test('with vertical tabs in its cells, as FileMaker writes them, is read to its last row', async () => {
    const rows = [aRow({ Municipality: 'Pangil\v' }), aRow()]
    const checked = await given(rows, utf8(csvOf(rows)), 'profiles.csv')
    expect(checked).toMatchObject({ state: 'Checked', rows_total: 2, rows: { Good: 2 } })
  })

  test('[S-129] with semicolons has no comma in a number, whatever follows it', async () => {
    const rows = [
      aRow({ 'Project Area': '100,500', 'Conservation of forest-carbon stocks': '40,25' }),
      aRow(),
    ]
    const checked = await given(rows, csvOf(rows, ';'), 'profiles.csv')
    expect(checked.rows).toMatchObject({ Good: 1, Wrong: 1 })
    expect(await sentences(checked.id)).toEqual([
      'F2: Write a point before the decimals, for example 1234.56.',
      'M2: Write a point before the decimals, for example 1234.56.',
    ])
  })
})

describe('a workbook', () => {
  test('with numbers as numbers, as texts and with thousands commas', async () => {
    const row = aRow({ 'Project Area': '1,100.50', 'Conservation of forest-carbon stocks': 1040.25 })
    const table = withCells(row, (sheet) => {
      sheet.G2 = { t: 's', v: ' 2021 ' }
    })
    const checked = await given([row], table, 'profiles.xlsx')
    expect(checked.rows).toMatchObject({ Good: 1 })
  })

  full.test('a year that is a date is its year, whenever the workbook begins to count', async () => {
    const day = { t: 'n', v: 44_256, z: 'yyyy-mm-dd' } as const
    const row = aRow()
    const from1900 = withCells(row, (sheet) => {
      sheet.G2 = day
    })
    expect((await given([row], from1900, 'a.xlsx')).rows).toMatchObject({ Good: 1 })

    // day 42,000 is in 2018 in a workbook that counts from 1904, and in 2014 in one that counts from 1900
    const other = aRow({ 'Project Year Start': '' })
    const from1904 = withCells(
      other,
      (sheet) => {
        sheet.H2 = { t: 'n', v: 42_000, z: 'd-mmm-yy' }
      },
      { Workbook: { WBProps: { date1904: true } } },
    )
    const checked = await given([other], from1904, 'b.xlsx')
    const { cells } = await t.db
      .selectFrom('import_rows')
      .select('cells')
      .where('import_id', '=', checked.id)
      .executeTakeFirstOrThrow()
    expect(cells).toMatchObject({ project_year_start: { kind: 'date', text: '2018-12-28' } })
  })

  full.test('a date elsewhere, and a number that was one, are told', async () => {
    const row = aRow()
    const table = withCells(row, (sheet) => {
      sheet.F2 = { t: 'n', v: 44_256, z: 'yyyy-mm-dd' }
      sheet.G2 = { t: 'n', v: 44_256 }
    })
    const { id } = await given([row], table, 'profiles.xlsx')
    expect(await sentences(id)).toEqual([
      'F2: Project Area contains a date, 2021-03-01. Please format the cell as text and write it again.',
      expect.stringMatching(/^G2: Year Implemented must be between 1970 and \d{4}\.$/),
    ])
  })

  test('a formula counts by its result, and one without a result or with an error is told', async () => {
    const rows = [aRow(), aRow(), aRow()]
    const sheet = sheetOf([[...HEADERS], ...linesOf(rows)])
    sheet.F2 = { t: 'n', v: 100.5, f: 'K2+M2' }
    sheet.F3 = { t: 'n', f: 'K3+M3' }
    sheet.F4 = { t: 'e', v: 0x17, w: '#REF!', f: 'K4+#REF!' }
    const { id, rows: counts } = await given(rows, xlsxOf(sheet), 'profiles.xlsx')
    expect(counts).toMatchObject({ Good: 1, Wrong: 2 })
    expect(await sentences(id)).toEqual([
      'F3: This cell has a formula without a result. Please write the value itself, or open the table and save it again.',
      'F4: This cell has the error #REF!. Please correct it.',
    ])
  })

  full.test('merged cells are told in every row they cover, and a merged title is none of it', async () => {
    const rows = [aRow(), aRow(), aRow()]
    const sheet = sheetOf([['Our profiles'], [...HEADERS], ...linesOf(rows)])
    sheet['!merges'] = [utils.decode_range('A1:S1'), utils.decode_range('B3:B4'), utils.decode_range('G5:H5')]
    const { id } = await given(rows, xlsxOf(sheet), 'profiles.xlsx')
    const words = (range: string) =>
      `This cell is merged with others (${range}). Please unmerge them and write the value into each row.`
    const told = (await sentences(id)).filter((one) => one.includes('merged'))
    expect(told).toEqual([`B3: ${words('B3:B4')}`, `B4: ${words('B3:B4')}`, `H5: ${words('G5:H5')}`])
  })

  test('headers are found below a title, in another order, with stars and in other cases', async () => {
    const row = aRow()
    const order = [...HEADERS].reverse()
    const spelled = order.map((header, index) =>
      index % 2 === 0 ? `${header.toUpperCase()} *` : `  ${header.toLowerCase()} (required)`,
    )
    const lines = [['SITES profiles'], [], spelled, order.map((header) => row[header] ?? '')]
    const checked = await given([row], xlsxOf(sheetOf(lines)), 'profiles.xlsx')
    expect(checked).toMatchObject({ state: 'Checked', refusal: null, rows: { Good: 1 } })
  })

  test('says which other sheets hold profiles, and which of its rows are hidden: nothing is left out silently', async () => {
    const rows = [aRow(), aRow(), aRow()]
    const book = utils.book_new()
    const sheetWith = (some: readonly Row[]) => sheetOf([[...HEADERS], ...linesOf(some)])
    const laguna = sheetWith(rows)
    laguna['!rows'] = [{}, {}, { hidden: true }]
    utils.book_append_sheet(book, sheetOf([['A page of words']]), 'Cover')
    utils.book_append_sheet(book, laguna, 'Laguna')
    utils.book_append_sheet(book, sheetWith([aRow(), aRow()]), 'Quezon')
    utils.book_append_sheet(book, sheetWith([]), 'Cavite')
    const table = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    const checked = await given(rows, table, 'profiles.xlsx')
    expect(checked).toMatchObject({ state: 'Checked', rows_total: 3, rows: { Good: 3 } })
    expect(checked.notices).toEqual([
      'Row 3 is hidden in the table, as by a filter. It was read as well.',
      'The sheet "Quezon" (2 rows) has the same headers and was not read: an import reads one sheet. Please upload it as a table of its own.',
    ])
  })

  test('a specification that its arrangement does not have is told, and a dash of Word is read', async () => {
    const activities = 'Reducing emissions from deforestation; Conservation of forest\u2013carbon stocks'
    const rows = [aRow({ 'Implementation Arrangement': 'MOA/MOU', 'REDD+ Eligible Activities': activities })]
    const checked = await given(rows, tableOf(rows), 'profiles.xlsx')
    expect(checked).toMatchObject({ rows: { Good: 1 }, warnings: 1 })
    expect(await sentences(checked.id)).toEqual([
      'Q2: This is not imported: the form has "Please specify" for Tenure and Others, and this row says MOA/MOU.',
    ])
  })

  full.test('forty stray columns are named and say nothing, nor do strays far to the right', async () => {
    const row = aRow()
    const strays = Array.from({ length: 40 }, (_, index) => `Stray ${index}`)
    const lines = [
      [...HEADERS, ...strays],
      [...(linesOf([row])[0] ?? []), ...strays.map(() => 'x')],
    ]
    const sheet = sheetOf(lines)
    utils.sheet_add_aoa(sheet, [['far away']], { origin: 'XFA9' })
    const checked = await given([row], xlsxOf(sheet), 'profiles.xlsx')
    expect(checked).toMatchObject({ rows_total: 1, rows: { Good: 1 } })
    expect(checked.ignored_columns).toEqual(strays.slice(0, 20))
  })

  full.test.each<[string, (header: string[]) => string[], string]>([
    [
      'without a column',
      (all) => all.filter((one) => one !== 'Project Area'),
      'The column "Project Area" is missing in row 1. Please use the headers of the template.',
    ],
    [
      'with a column twice',
      (all) => [...all, 'Province'],
      'The column "Province" appears twice, in B1 and T1. Please keep only one of them.',
    ],
    [
      'without any of the headers',
      (all) => all.map((_, index) => `Column ${index}`),
      'None of the first rows contains the headers of the template. Please fill in the template and upload it.',
    ],
  ])('%s is refused in one sentence', async (_what, change, refusal) => {
    const row = aRow()
    const lines = [change([...HEADERS]), ...linesOf([row])]
    expect(await given([row], xlsxOf(sheetOf(lines)), 'profiles.xlsx')).toMatchObject({
      state: 'Refused',
      refusal,
      rows_total: null,
    })
  })

  full.test('without rows, and one that only looks like a workbook, are refused', async () => {
    const none = await given([], xlsxOf(sheetOf([[...HEADERS]])), 'profiles.xlsx')
    expect(none.refusal).toBe('The table has no rows below its headers.')
    const other = await given([], zipOf({ 'word/document.xml': '<w/>' }), 'profiles.xlsx')
    expect(other.refusal).toMatch(/^The table is a Word document\. Please /)
  })
})

test('a table that takes longer than it may ends its own process, and is one sentence', async () => {
  const table = path.join(t.dataDir, 'endless.xlsx')
  writeFileSync(table, tableOf(Array.from({ length: 3000 }, () => aRow())))
  const limits = { deadline_ms: 20, memory_mb: 64 }
  const reading = withWorkerResult(table, { read: 'table' }, 'It takes too long.', async () => 'read', limits)
  await expect(reading).rejects.toThrow(refusedTable('It takes too long.'))
  expect(readdirSync(t.dataDir).filter((name) => name.startsWith('endless'))).toEqual(['endless.xlsx'])
})

test('[S-136] what is no table is named at its upload, and only what is damaged is called so', async () => {
  const admin = await t.as('fmb.admin')
  const ole = (stream: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(stream, 'utf16le')])
  const odt = (kind: string) =>
    Buffer.from(
      zipSync({
        mimetype: [strToU8(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }],
        'content.xml': strToU8('<a/>'),
      }),
    )
  const PLEASE = 'Please open it, save it as .xlsx and upload that.'
  const named = (what: string, ending = 'xlsx') =>
    `it.${ending} is ${what}, although its name ends in .${ending}. ${PLEASE}`
  const CASES: [string, Buffer | string, string][] = [
    [
      'it.xlsx',
      ole('EncryptedPackage'),
      'it.xlsx is locked with a password. Please save it without one and upload that.',
    ],
    ['it.xlsx', ole('Workbook'), named('in the old Excel format (.xls)')],
    ['it.csv', ole('Book'), named('in the old Excel format (.xls)', 'csv')],
    ['it.xlsx', odt('spreadsheet'), named('an OpenDocument table (.ods)')],
    ['it.xlsx', odt('text'), named('an OpenDocument file')],
    ['it.csv', '\ufeff \n<html><table>', named('a web page', 'csv')],
    ['it.xlsx', '%PDF-1.7', named('a PDF file')],
    ['it.csv', '', 'it.csv is empty. Please choose another file.'],
    ['it.csv', ' \r\n\t', 'it.csv is empty. Please choose another file.'],
    ['it.csv', Buffer.alloc(400), 'it.csv is empty. Please choose another file.'],
    [
      'it.csv',
      Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 7) % 251)),
      'it.csv is damaged or is not a CSV file. Please open it, save it again and upload it.',
    ],
  ]
  for (const [name, bytes, sentence] of CASES) {
    const reply = await admin.upload('table', name, bytes)
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { file: [sentence] }])
  }
  // a table with only a byte order mark, and a workbook of the wrong kind inside, are found when the table is read
  expect((await given([], Buffer.from('\ufeff\n\n', 'utf16le'), 'it.csv')).refusal).toBe(
    'The table is empty.',
  )
  const parts = unzipSync(tableOf([aRow()]))
  const binary = Buffer.from(zipSync({ ...parts, 'xl/workbook.bin': strToU8('x') }))
  expect((await given([], binary, 'it.xlsx')).refusal).toBe(
    `The table is a binary Excel workbook (.xlsb). ${PLEASE}`,
  )
})

describe('an archive', () => {
  const withZip = async (zip: Buffer, row = aRow()) => checkedImport(t, { table: tableOf([row]), zip })

  const HOSTILE: [string, Files, RegExp][] = [
    ['a name that leads out', { '../../etc/passwd': 'x' }, /leads out of it\.$/],
    ['a file that is too large', { 'large.pdf': new Uint8Array(52_500_000) }, /larger than 50 MB/],
  ]
  test.each(FULL ? HOSTILE : HOSTILE.slice(0, 1))(
    'with %s is refused whole',
    async (_what, files, refusal) => {
      const row = aRow()
      const checked = await withZip(zipOf({ ...filesOf([row]), ...files }), row)
      expect(checked.state).toBe('Refused')
      expect(checked.refusal).toMatch(refusal)
    },
  )

  test('that is cut off cannot be uploaded, and one whose bytes were changed is told in its row', async () => {
    const admin = await t.as('fmb.admin')
    const row = aRow()
    const whole = zipOf(filesOf([row]))
    expect((await admin.upload('archive', 'files.zip', whole.subarray(0, 300))).statusCode).toBe(422)
    const at = whole.indexOf('agreement')
    const flipped = Buffer.from(whole)
    // the first bytes of the packed agreement
    flipped.writeUInt8((flipped[at + 20] ?? 0) ^ 0xff, at + 20)
    const { id, rows } = await withZip(flipped, row)
    expect(rows).toMatchObject({ Wrong: 1 })
    expect((await sentences(id))[0]).toMatch(/is damaged or is not a PDF file\./)
  })

  test('names its files as machines do: folders, ñ of a Mac and of Windows, other cases', async () => {
    const rows = [
      aRow({ 'Boundary file': 'Peñafrancia.kml' }),
      aRow({ 'Boundary file': 'maps\\Site 2.KML' }),
      aRow({ 'Boundary file': 'site.kml' }),
      aRow({ 'Boundary file': 'one/site.kml' }),
    ]
    const files = filesOf(rows)
    const map = (name: string) => files[name] ?? ''
    const moved: Files = {
      ...Object.fromEntries(Object.entries(files).filter(([name]) => name.endsWith('.pdf'))),
      [`maps/${'Peñafrancia.kml'.normalize('NFD')}`]: map('Peñafrancia.kml'),
      'maps/site 2.kml': map('maps\\Site 2.KML'),
      'one/site.kml': map('one/site.kml'),
      'two/site.kml': map('site.kml'),
      '__MACOSX/one/._site.kml': 'shadow',
      '.DS_Store': 'x',
    }
    const checked = await given(rows, tableOf(rows), 'profiles.xlsx', moved)
    expect(checked.rows).toMatchObject({ Good: 3, Wrong: 1 })
    expect((await sentences(checked.id)).filter((one) => one.startsWith('S4'))).toEqual([
      'S4: Several files are called site.kml. Please write its folder as well, as in two/site.kml.',
    ])
    const row = aRow({ 'Boundary file': 'NIÑO.kml' })
    const given437 = filesOf([row])
    const zip = zipOf({ ...given437, 'NIXO.kml': given437['NIÑO.kml'] ?? '' })
    // Windows: Ñ is byte 0xA5 in code page 437
    for (let at = zip.indexOf('NIXO'); at !== -1; at = zip.indexOf('NIXO', at)) zip[at + 2] = 0xa5
    const names437 = { ...given437 }
    delete names437['NIÑO.kml']
    const only = zipOf({ ...names437, 'NIXO.kml': given437['NIÑO.kml'] ?? '' })
    for (let at = only.indexOf('NIXO'); at !== -1; at = only.indexOf('NIXO', at)) only[at + 2] = 0xa5
    expect((await withZip(only, row)).rows).toMatchObject({ Good: 1 })
  })

  full.test('a map in a .kmz is one, and a map that is huge inside is refused in its row', async () => {
    const row = aRow({ 'Boundary file': 'site.kmz' })
    const files = filesOf([row])
    const kml = files['site.kmz'] ?? ''
    expect(
      (await withZip(zipOf({ ...files, 'site.kmz': zipOf({ 'doc.kml': kml }) }), row)).rows,
    ).toMatchObject({
      Good: 1,
    })
    const bomb = zipOf({ 'doc.kml': new Uint8Array(60_000_000).fill(32) })
    const checked = await withZip(zipOf({ ...files, 'site.kmz': bomb }), row)
    expect(await sentences(checked.id)).toEqual([
      'S2: The map inside the KMZ file is larger than 50 MB; simplify the boundary and export it again.',
    ])
  })
})
