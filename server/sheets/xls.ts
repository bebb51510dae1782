import { Readable } from 'node:stream'
import type { Config } from '../lib/config.ts'
import { type DiskBuffer, openDiskBuffer } from './disk-buffer.ts'
import { FOOTER, HEAD_ROWS, rowPoints, type Sheet, type WrittenSheet } from './sheet.ts'
import { rowRecords } from './xls-cells.ts'
import { container } from './xls-container.ts'
import { globalsHead, printTitles, sheetEntry, styleNumber } from './xls-globals.ts'
import { beginning, double, END, long, longText, record, SHEET, words } from './xls-records.ts'
import { createStrings, type Strings } from './xls-strings.ts'

/** the format's limit; further rows go to another sheet */
const MAX_ROWS = 65_536

export type BufferedFile = { body: Readable; size: number }
type Part = WrittenSheet & { columns: Sheet['columns']; start: number; end: number; rows: number }

/**
 * Writes a genuine Excel 97-2003 workbook. It is buffered on disk until it is sent, because its beginning lists the
 * positions of its parts; memory use is constant for any number of rows.
 */
export async function xlsFile(
  config: Pick<Config, 'data_dir'>,
  sheets: readonly Sheet[],
): Promise<BufferedFile> {
  const cells = await openDiskBuffer(config)
  const texts = await openDiskBuffer(config).catch(async (error: unknown) => {
    await cells.close()
    throw error
  })
  const close = () => Promise.all([cells.close(), texts.close()])
  try {
    const strings = createStrings(texts)
    const parts: Part[] = []
    for (const sheet of sheets) parts.push(...(await writeSheets(cells, strings, sheet)))
    strings.finish()
    return assembled(cells, strings, parts, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function writeSheets(cells: DiskBuffer, strings: Strings, sheet: Sheet): Promise<Part[]> {
  const parts: Part[] = []
  const write = (row: number, texts: readonly string[], columns: Parameters<typeof rowRecords>[2]) =>
    cells.append(rowRecords(row, texts, columns, strings))
  const begin = (): Part => {
    const number = parts.length + 1
    const name = number === 1 ? sheet.name : `${sheet.name} ${number}`
    const { columns, paper } = sheet
    const part = { name, columns, paper, start: cells.size, end: cells.size, rows: HEAD_ROWS }
    parts.push(part)
    write(0, [sheet.title], [{ look: () => 'title' }])
    write(
      1,
      sheet.columns.map(({ label }) => label),
      sheet.columns.map(() => ({ look: () => 'header' })),
    )
    return part
  }
  let part = begin()
  for await (const row of sheet.rows) {
    if (part.rows === MAX_ROWS) part = begin()
    cells.append(rowRecord(part.rows, sheet.columns.length, rowPoints(row, sheet.columns), AUTOMATIC))
    write(part.rows, row, sheet.columns)
    part.rows += 1
    part.end = cells.size
    await cells.flushIfFull()
    await strings.flushIfFull()
  }
  part.end = cells.size
  return parts
}

/** whether a row keeps its height when its text is edited */
const FIXED = 0x0140
const AUTOMATIC = 0x0100

const rowRecord = (row: number, columns: number, points: number, flags: number): Buffer =>
  record(0x0208, Buffer.concat([words(row, 0, columns, points * 20, 0, 0), long(flags)]))

/** For printing: A4 landscape, fitted to the set number of pages in width, as many as needed in length. */
const FIT_TO_WIDTH = record(0x0081, words(0x05c1))
const landscapeA4 = (wide: number): Buffer =>
  record(0x00a1, Buffer.concat([words(9, 100, 1, wide, 0, 0, 600, 600), double(0.3), double(0.3), words(1)]))
const FOOT = record(0x0015, longText(FOOTER))
const margin = (side: number, inches: number): Buffer => record(side, double(inches))
const MARGINS = [margin(0x0026, 0.3), margin(0x0027, 0.3), margin(0x0028, 0.4), margin(0x0029, 0.75)]

/** The records before the cells of a sheet: taller rows, column widths, and the size of the used area. */
function sheetHead({ columns, paper, rows }: Part): Buffer {
  const width = ({ width: letters }: Sheet['columns'][number], index: number) =>
    record(0x007d, words(index, index, letters * 256, styleNumber('plain'), 0, 0))
  return Buffer.concat([
    beginning(SHEET),
    FIT_TO_WIDTH,
    FOOT,
    ...MARGINS,
    landscapeA4(paper.wide),
    ...columns.map(width),
    record(0x0200, Buffer.concat([long(0), long(rows), words(0, columns.length, 0)])),
    rowRecord(0, columns.length, 24, FIXED),
    rowRecord(1, columns.length, 30, FIXED),
  ])
}

/** Freezes title and headers while the rows are scrolled. */
function sheetTail(isFirst: boolean): Buffer {
  const FROZEN = 0x0008 | 0x0100
  const SHOWN = 0x0002 | 0x0004 | 0x0010 | 0x0020
  const SELECTED = 0x0600
  const view = SHOWN | FROZEN | (isFirst ? SELECTED : 0)
  const below = 2
  return Buffer.concat([
    record(0x023e, Buffer.concat([words(view, 0, 0), long(0x40), words(0, 0), long(0)])),
    record(0x0041, words(0, HEAD_ROWS, HEAD_ROWS, 0, below)),
    END,
  ])
}

function assembled(
  cells: DiskBuffer,
  strings: Strings,
  parts: Part[],
  close: () => Promise<unknown>,
): BufferedFile {
  const heads = parts.map(sheetHead)
  const tails = parts.map((_, index) => sheetTail(index === 0))
  const globals = globalsHead()
  const entries = (offsets: number[]) =>
    Buffer.concat(parts.map((part, index) => sheetEntry(offsets[index] ?? 0, part.name)))

  const titles = printTitles(parts)
  let offset = globals.length + entries([]).length + titles.length + strings.size + END.length
  const offsets = parts.map((part, index) => {
    const start = offset
    offset += (heads[index]?.length ?? 0) + part.end - part.start + (tails[index]?.length ?? 0)
    return start
  })
  const { head, padding, tail } = container(offset)

  const pieces = async function* () {
    yield Buffer.concat([head, globals, entries(offsets), titles])
    yield* strings.read()
    yield END
    for (const [index, part] of parts.entries()) {
      yield heads[index] ?? END
      yield* cells.read(part.start, part.end)
      yield tails[index] ?? END
    }
    yield Buffer.concat([padding, tail])
  }
  const body = Readable.from(pieces(), { objectMode: false })
  // also when the body is never read
  body.once('close', () => void close())
  return { body, size: head.length + offset + padding.length + tail.length }
}
