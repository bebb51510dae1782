import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { CFB, read, type CellObject, type WorkBook } from '@e965/xlsx'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type CellFormat, COLOURS, type Sheet } from './sheet.ts'
import { xlsFile } from './xls.ts'
import { xlsxStream } from './xlsx.ts'
import { full, FULL, SEED } from '../../tests/support/full.ts'

/** Our two writers, checked with an independent reader. */

const data_dir = mkdtempSync(path.join(os.tmpdir(), 'safeguards-sheets-'))
afterAll(() => rmSync(data_dir, { recursive: true, force: true }))

async function bytesOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* each(rows: readonly (readonly string[])[]) {
  for (const row of rows) yield row
}
const sheetOf = (looks: readonly CellFormat[], rows: readonly (readonly string[])[]): Sheet => ({
  name: 'Report',
  title: 'Título ñ',
  columns: looks.map((look, index) => ({ label: `Column ${index + 1}`, width: 12, look: () => look })),
  rows: each(rows),
  paper: { wide: 2, repeated: 2 },
})

async function asXls(sheet: Sheet, ...more: Sheet[]): Promise<Buffer> {
  const { body, size } = await xlsFile({ data_dir }, [sheet, ...more])
  const bytes = await bytesOf(body)
  expect(bytes.length, 'the size told before the first byte').toBe(size)
  return bytes
}
const asXlsx = (...sheets: [Sheet, ...Sheet[]]) => bytesOf(xlsxStream(sheets))
const WRITERS = { xls: asXls, xlsx: asXlsx }

const opened = (bytes: Buffer): WorkBook => read(bytes, { cellStyles: true, cellNF: true, cellText: true })
const cellAt = (book: WorkBook, place: string, sheet = 0): CellObject | undefined =>
  book.Sheets[book.SheetNames[sheet] ?? '']?.[place] as CellObject | undefined
/** the texts of a sheet from its third row on */
function textsOf(book: WorkBook, columns: number, sheet = 0): string[][] {
  const cells = book.Sheets[book.SheetNames[sheet] ?? ''] ?? {}
  const last = Number(/\d+$/.exec(String(cells['!ref']))?.[0])
  return Array.from({ length: last - 2 }, (_, row) =>
    Array.from({ length: columns }, (_column, column) => {
      const cell = cells[`${String.fromCharCode(65 + column)}${row + 3}`] as CellObject | undefined
      return String(cell?.v ?? '')
    }),
  )
}

/** the parts of an .xlsx as text */
const filesOf = (bytes: Buffer) => {
  const { files } = read(bytes, { bookFiles: true }) as unknown as {
    files: Record<string, { content: Buffer }>
  }
  return (name: string) => String(files[name]?.content)
}
type BiffRecord = { number: number; body: Buffer }
/** the records of an .xls with their numbers */
function recordsOf(bytes: Buffer): BiffRecord[] {
  const stream = Buffer.from(CFB.find(CFB.read(bytes, { type: 'buffer' }), 'Workbook').content)
  const found: BiffRecord[] = []
  for (let at = 0; at + 4 <= stream.length; ) {
    const [number, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)]
    if (number === 0) break
    found.push({ number, body: stream.subarray(at + 4, at + 4 + length) })
    at += 4 + length
  }
  return found
}
const ofNumber = (records: BiffRecord[], number: number) =>
  records.filter((one) => one.number === number).map(({ body }) => body)

/** the rows and columns repeated on every page of each sheet, and its paper */
function printedOn(format: string, bytes: Buffer) {
  if (format === 'xlsx') {
    const file = filesOf(bytes)
    const titles = [
      ...file('xl/workbook.xml').matchAll(/<definedName name="_xlnm.Print_Titles"[^>]*>([^<]*)</g),
    ]
    return titles.map(([, text = ''], index) => {
      const setup = /<pageSetup ([^>]*)>/.exec(file(`xl/worksheets/sheet${index + 1}.xml`))?.[1] ?? ''
      const number = (name: string) => Number(new RegExp(`${name}="(\\d+)"`).exec(setup)?.[1])
      return {
        titles: text.replaceAll('&apos;', "'"),
        paper: number('paperSize'),
        across: setup.includes('orientation="landscape"'),
        wide: number('fitToWidth'),
      }
    })
  }
  const records = recordsOf(bytes)
  const names = ofNumber(records, 0x0018)
  return ofNumber(records, 0x00a1).map((setup, index) => {
    const name = names[index] ?? Buffer.alloc(0)
    // the areas follow the fourteen bytes that describe the name, and its one letter
    const formula = name.subarray(16)
    const area = (at: number) => [3, 5, 7, 9].map((place) => formula.readUInt16LE(at + place))
    const rows = ([from = 0, to = 0]: number[]) => `$${from + 1}:$${to + 1}`
    const columns = ([, , from = 0, to = 0]: number[]) => `$${'ABC'[from]}:$${'ABC'[to]}`
    const both = formula[0] === 0x29
    return {
      titles: both ? `${columns(area(3))},${rows(area(14))}` : rows(area(0)),
      paper: setup.readUInt16LE(0),
      across: (setup.readUInt16LE(10) & 2) === 0,
      wide: setup.readUInt16LE(6),
    }
  })
}

/** which cells of the first row below the head are in italics */
function italicsOf(format: string, bytes: Buffer): boolean[] {
  if (format === 'xlsx') {
    const file = filesOf(bytes)
    const fonts = [...file('xl/styles.xml').matchAll(/<font>(.*?)<\/font>/g)].map(([, font = '']) => font)
    const styles = /<cellXfs[^>]*>(.*?)<\/cellXfs>/.exec(file('xl/styles.xml'))?.[1] ?? ''
    const used = [...styles.matchAll(/<xf [^>]*fontId="(\d+)"/g)].map(([, id]) => Number(id))
    const row = /<row r="3"[^>]*>(.*?)<\/row>/.exec(file('xl/worksheets/sheet1.xml'))?.[1] ?? ''
    return [...row.matchAll(/<c s="(\d+)"/g)].map(
      ([, style]) => fonts[used[Number(style)] ?? 0]?.includes('<i/>') ?? false,
    )
  }
  const records = recordsOf(bytes)
  const fonts = ofNumber(records, 0x0031).map((font) => (font.readUInt16LE(2) & 2) !== 0)
  const used = ofNumber(records, 0x00e0).map((style) => style.readUInt16LE(0))
  return ofNumber(records, 0x00fd)
    .filter((cell) => cell.readUInt16LE(0) === 2)
    .map((cell) => {
      const font = used[cell.readUInt16LE(4)] ?? 0
      // font 4 does not exist
      return fonts[font > 4 ? font - 1 : font] ?? false
    })
}

describe.each(Object.entries(WRITERS))('%s', (format, write) => {
  const looks: CellFormat[] = ['whole', 'area', 'day', 'text', 'green', 'yellow', 'red', 'gray']
  const row = ['12', '1234.5678', '2031-07-04', 'Biñan', 'Very Compliant', 'Somewhat', 'Not', 'N/A']

  test('is what its first bytes say', async () => {
    const bytes = await write(sheetOf(looks, [row]))
    expect(bytes.subarray(0, 4).toString('hex')).toBe(format === 'xls' ? 'd0cf11e0' : '504b0304')
  })

  test('holds title, headers and cells as numbers, days and texts', async () => {
    const book = opened(await write(sheetOf(looks, [row, row.map(() => 'N/A')])))
    expect(book.SheetNames).toEqual(['Report'])
    expect(cellAt(book, 'A1')?.v).toBe('Título ñ')
    expect(cellAt(book, 'B1')).toBeUndefined()
    expect(cellAt(book, 'H2')?.v).toBe('Column 8')
    expect(cellAt(book, 'A3')).toMatchObject({ t: 'n', v: 12, w: '12' })
    expect(cellAt(book, 'B3')).toMatchObject({ t: 'n', v: 1234.5678, z: '#,##0.00##' })
    expect(cellAt(book, 'C3')).toMatchObject({ t: 'n', w: '2031-07-04', z: 'yyyy-mm-dd' })
    expect(cellAt(book, 'D3')).toMatchObject({ t: 's', v: 'Biñan' })
    for (const column of 'ABCDEFGH') expect(cellAt(book, `${column}4`)).toMatchObject({ t: 's', v: 'N/A' })
  })

  test('fills grade cells with their colours and the header with its own', async () => {
    const book = opened(await write(sheetOf(looks, [row])))
    const fill = (place: string) =>
      (cellAt(book, place)?.s as { fgColor?: { rgb?: string } } | undefined)?.fgColor?.rgb
    expect(['E3', 'F3', 'G3', 'H3', 'A2'].map(fill)).toEqual([
      COLOURS.green,
      COLOURS.yellow,
      COLOURS.red,
      COLOURS.gray,
      COLOURS.leafSoft,
    ])
    expect(fill('D3')).toBeUndefined()
  })

  test('has the widths of its columns', async () => {
    const book = opened(await write(sheetOf(looks, [row])))
    const widths = book.Sheets.Report?.['!cols']?.map((column) => Math.round(column.width ?? 0))
    expect(widths).toEqual(looks.map(() => 12))
  })

  test('keeps what would be a formula as text', async () => {
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://example.org")']
    const book = opened(
      await write(
        sheetOf(
          ['text'],
          texts.map((text) => [text]),
        ),
      ),
    )
    for (const [index, text] of texts.entries()) {
      const cell = cellAt(book, `A${index + 3}`)
      expect(cell).toMatchObject({ t: 's', v: text })
      expect(cell?.f).toBeUndefined()
    }
  })

  test('[S-118] prints its head on every page of A4 across, with the first columns on the second', async () => {
    const about: Sheet = { ...sheetOf(['text'], [['a']]), name: 'About', paper: { wide: 1, repeated: 0 } }
    const bytes = await write(sheetOf(looks, [row]), about)
    const book = opened(bytes)
    expect(book.SheetNames).toEqual(['Report', 'About'])
    expect(cellAt(book, 'A3', 1)?.v).toBe('a')
    expect(printedOn(format, bytes)).toEqual([
      {
        titles: format === 'xls' ? '$A:$B,$1:$2' : "'Report'!$A:$B,'Report'!$1:$2",
        paper: 9,
        across: true,
        wide: 2,
      },
      { titles: format === 'xls' ? '$1:$2' : "'About'!$1:$2", paper: 9, across: true, wide: 1 },
    ])
  })

  test('[S-118] what may still change is in italics, in the colour of its grade', async () => {
    const given = [
      'greenProvisional',
      'yellowProvisional',
      'redProvisional',
      'grayProvisional',
      'green',
    ] as const
    const bytes = await write(sheetOf(given, [given.map(() => 'Grade')]))
    expect(italicsOf(format, bytes)).toEqual([true, true, true, true, false])
    const book = opened(bytes)
    const fills = ['A3', 'B3', 'C3', 'D3'].map(
      (place) => (cellAt(book, place)?.s as { fgColor?: { rgb?: string } } | undefined)?.fgColor?.rgb,
    )
    expect(fills).toEqual([COLOURS.green, COLOURS.yellow, COLOURS.red, COLOURS.gray])
  })

  test('of nothing has its title and headers', async () => {
    const book = opened(await write(sheetOf(looks, [])))
    expect(cellAt(book, 'A1')?.v).toBe('Título ñ')
    expect(cellAt(book, 'A2')?.v).toBe('Column 1')
    expect(book.Sheets.Report?.['!ref']).toBe('A1:H2')
  })

  test('any texts and numbers come back as they went in', async () => {
    const letter = fc.oneof(
      { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
      {
        weight: 2,
        arbitrary: fc.constantFrom('ñ', 'Ñ', 'É', '🌳', '_x0041_', '&amp;', ']]>', '\r\n', ' a '),
      },
      {
        weight: 1,
        arbitrary: fc.integer({ min: 100, max: 20_000 }).map((length) => 'lungsod ng '.repeat(length / 11)),
      },
      { weight: 1, arbitrary: fc.integer({ min: 100, max: 20_000 }).map((length) => 'ₚ'.repeat(length)) },
    )
    // removed by one format and kept by the other
    const holdable = letter.map((text) =>
      // oxlint-disable-next-line no-control-regex -- these are the characters that XML cannot contain
      text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''),
    )
    const number = fc.oneof(
      fc.integer({ min: 0, max: 2 ** 40 }).map(String),
      fc.integer({ min: 0, max: 10 ** 9 }).map((units) => (units / 10_000).toFixed(4)),
    )
    // the reader turns both characters into one
    const asRead = (text = '') => (format === 'xlsx' ? text.replaceAll('\r\n', '\n') : text)
    const rows = fc.array(fc.tuple(holdable, number, holdable), { maxLength: 40, size: 'max' })
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const book = opened(await write(sheetOf(['text', 'area', 'green'], given)))
        const expected = given.map(([first, amount, second]) => [first, String(Number(amount)), second])
        expect(textsOf(book, 3)).toEqual(expected.map((cells) => cells.map(asRead)))
      }),
      { seed: SEED, numRuns: FULL ? 400 : 10 },
    )
  }, 300_000)
})

test('spaces at the ends of a text are marked as its own in the xlsx, also where a long one is cut', async () => {
  const long = `${'a'.repeat(32_766)} b`
  const file = filesOf(
    await asXlsx(sheetOf(['text', 'text', 'text', 'text'], [['Ilog 1', ' a', 'a ', long]])),
  )
  const row = /<row r="3"[^>]*>(.*?)<\/row>/.exec(file('xl/worksheets/sheet1.xml'))?.[1] ?? ''
  const marked = [...row.matchAll(/<t( xml:space="preserve")?>/g)].map(([, mark]) => mark !== undefined)
  expect(marked).toEqual([false, true, true, true])
})

full.test(
  '65,537 rows go on in a second sheet of the xls, with its own title and headers',
  async () => {
    const rows = Array.from({ length: 65_537 }, (_, index) => [String(index + 1), `Site ${index + 1}`])
    const book = read(await asXls(sheetOf(['whole', 'text'], rows)))
    expect(book.SheetNames).toEqual(['Report', 'Report 2'])
    expect(cellAt(book, 'A65536')?.v).toBe(65_534)
    expect(cellAt(book, 'B65536')?.v).toBe('Site 65534')
    expect(cellAt(book, 'A1', 1)?.v).toBe('Título ñ')
    expect(cellAt(book, 'B2', 1)?.v).toBe('Column 2')
    expect(cellAt(book, 'A3', 1)?.v).toBe(65_535)
    expect(cellAt(book, 'B5', 1)?.v).toBe('Site 65537')
    expect(book.Sheets['Report 2']?.['!ref']).toBe('A1:B5')
  },
  120_000,
)

test('rows that fail fail the file, and nothing is left on disk', async () => {
  async function* broken() {
    yield ['1']
    throw new Error('The line is gone.')
  }
  const sheet = { ...sheetOf(['text'], []), rows: broken() }
  await expect(xlsFile({ data_dir }, [sheet])).rejects.toThrow('The line is gone.')
  await expect(bytesOf(xlsxStream([{ ...sheet, rows: broken() }]))).rejects.toThrow('The line is gone.')
  expect(readdirSync(path.join(data_dir, 'tmp'))).toEqual([])
})

test('a reader that goes away ends the reading of the rows', async () => {
  let isEnded = false
  async function* endless() {
    try {
      for (let number = 1; ; number += 1) yield [`Row ${number} ${'x'.repeat(100)}`]
    } finally {
      isEnded = true
    }
  }
  const body = xlsxStream([{ ...sheetOf(['text'], []), rows: endless() }])
  for await (const piece of body as AsyncIterable<Buffer>) if (piece.length > 1000) break
  await expect.poll(() => isEnded).toBe(true)
})
