import { read, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { zipSync } from 'fflate'
import { fstatSync } from 'node:fs'
import { isRefusal } from '../../lib/errors.ts'
import { notRead, unzip, zipEntries, type ZipEntry } from '../../lib/zip-reader.ts'
import { DAMAGED, refusedTable, TOO_LARGE } from './table.ts'
import { readPart, type WorkbookPart } from './workbook-part.ts'

const MAX_PARTS = 2_000
/** bytes of all parts that are read */
const MAX_BYTES = 300 * 1_048_576
const MAX_SHEETS = 250

const LOCKED = 'The table is locked with a password. Please save it without one and upload that.'

/** Parts that identify other formats which are zip archives. */
const OTHER_FORMATS: readonly (readonly [part: string, what: string])[] = [
  ['xl/workbook.bin', 'a binary Excel workbook (.xlsb)'],
  ['word/document.xml', 'a Word document'],
  ['ppt/presentation.xml', 'a PowerPoint presentation'],
  ['index/document.iwa', 'a Numbers table'],
  ['content.xml', 'an OpenDocument file'],
  ['doc.kml', 'a map (.kmz)'],
]

/** Replaces a shared text that the workbook lacks, as an error value that no workbook contains. */
export const LOST = '#LOST'

/** Lists the parts of a workbook by name. Throws when names repeat or parts overlap. */
async function listParts(file: number): Promise<Map<string, ZipEntry>> {
  const { size } = fstatSync(file)
  const parts = new Map<string, ZipEntry>()
  let packed = 0
  for await (const entry of zipEntries(file, MAX_PARTS)) {
    const name = entry.name.replace(/\\/g, '/').toLowerCase()
    packed += entry.packed
    if (parts.has(name) || packed > size) throw notRead('damaged')
    parts.set(name, entry)
  }
  const other = OTHER_FORMATS.find(([part]) => parts.has(part))
  if (other) throw refusedTable(`The table is ${other[1]}. Please open it, save it as .xlsx and upload that.`)
  return parts
}

/** Reads the parts with cells or their places. */
async function readParts(file: number): Promise<Map<string, WorkbookPart>> {
  const found = new Map<string, WorkbookPart>()
  let left = MAX_BYTES
  try {
    for (const [name, entry] of await listParts(file)) {
      if (!/\.(xml|rels)$/.test(name)) continue
      const part = await readPart(unzip(file, entry, left))
      if (!part) continue
      left -= part.bytes.length
      found.set(name, part)
    }
  } catch (error) {
    throw asRefusal(error)
  }
  return found
}

function asRefusal(error: unknown): unknown {
  if (!isRefusal(error, 'no_archive')) return error
  if (error.params.fault === 'locked') return refusedTable(LOCKED)
  return refusedTable(
    error.params.fault === 'too_large' || error.params.fault === 'too_many' ? TOO_LARGE : DAMAGED,
  )
}

/** Replaces references to missing shared texts: SheetJS drops a sheet that has one. */
function bytesFor({ bytes, last_text }: WorkbookPart, texts: number): Buffer {
  if (last_text < texts) return bytes
  const cells = bytes
    .toString('latin1')
    .replace(/t="s"([^>]*><(?:\w+:)?v>)(\d+)/g, (cell, between, number) =>
      Number(number) < texts ? cell : `t="e"${between}${LOST}`,
    )
  return Buffer.from(cells, 'latin1')
}

export type Sheet = { name: string; isHidden: boolean; sheet: WorkSheet }

/** Reads an open workbook: its first sheets with all their cells. */
export async function readWorkbook(file: number): Promise<Sheet[]> {
  const parts = await readParts(file)
  const texts = [...parts.values()].find(({ root }) => root === 'sst')?.texts ?? 0
  const packed = zipSync(
    Object.fromEntries([...parts].map(([name, part]) => [name, bytesFor(part, texts)])),
    { level: 0 },
  )
  parts.clear()
  const { SheetNames, Sheets, Workbook } = sheetsOf(packed)
  const names = SheetNames.slice(0, MAX_SHEETS)
  const found = names.flatMap((name, index) => {
    const sheet = Sheets[name]
    return sheet ? [{ name: name.trim(), isHidden: Boolean(Workbook?.Sheets?.[index]?.Hidden), sheet }] : []
  })
  // SheetJS silently drops sheets that it cannot read, and all but one of the same name
  if (found.length === 0 || found.length < names.length || new Set(names).size < names.length)
    throw refusedTable(DAMAGED)
  return found
}

function sheetsOf(packed: Uint8Array): WorkBook {
  try {
    return read(packed, {
      type: 'buffer',
      dense: true,
      cellDates: true,
      // this adds hidden rows, and cells whose formula has no result
      cellStyles: true,
      cellHTML: false,
      sheets: Array.from({ length: MAX_SHEETS }, (_, index) => index),
    })
  } catch {
    throw refusedTable(DAMAGED)
  }
}
