import path from 'node:path'
import { unzipped, type ZipEntry, zipEntries, ZipFault } from '../../lib/zip-reading.ts'
import { DAMAGED, TableRefused } from './table.ts'
import { allOf, unescaped } from './xml-parts.ts'

/** parts of one workbook */
const MOST_PARTS = 2_000
/** a sheet of twenty thousand long rows has a third of it */
const MOST_BYTES = 300 * 1_048_576
/** texts are held while the rows are read */
const MOST_TEXT = 24_000_000
const MOST_TEXTS = 600_000

const TOO_LARGE =
  'The table unpacks to far more than an import can hold. Please upload only the sheet with the profiles.'
const LOCKED = 'The table is locked with a password. Please save it without one and upload that.'

const asRefusal = (error: unknown): unknown => {
  if (!(error instanceof ZipFault)) return error
  if (error.kind === 'locked') return new TableRefused(LOCKED)
  return new TableRefused(error.kind === 'too_large' || error.kind === 'too_many' ? TOO_LARGE : DAMAGED)
}

/** The parts of a workbook by their names; an absent one has nothing in it. */
export type Parts = { has: (name: string) => boolean; read: (name: string) => AsyncGenerator<Buffer> }

/** What other files that are zip archives hold, and what they are. */
const OTHERS: readonly (readonly [part: string, what: string])[] = [
  ['xl/workbook.bin', 'a binary Excel workbook (.xlsb)'],
  ['word/document.xml', 'a Word document'],
  ['ppt/presentation.xml', 'a PowerPoint presentation'],
  ['index/document.iwa', 'a Numbers table'],
  ['content.xml', 'an OpenDocument file'],
  ['doc.kml', 'a map (.kmz)'],
]

/** The parts of the workbook that is open as `file`. Each stands once, and none lies over another. */
export function partsOf(file: number, size: number): Parts {
  const parts = new Map<string, ZipEntry>()
  let packed = 0
  try {
    for (const entry of zipEntries(file, size, MOST_PARTS)) {
      const name = entry.name.replace(/\\/g, '/').toLowerCase()
      packed += entry.packed
      if (parts.has(name) || packed > size) throw new ZipFault('damaged')
      parts.set(name, entry)
    }
  } catch (error) {
    throw asRefusal(error)
  }
  const other = OTHERS.find(([part]) => parts.has(part))
  if (other)
    throw new TableRefused(`The table is ${other[1]}. Please open it, save it as .xlsx and upload that.`)
  return {
    has: (name) => parts.has(name.toLowerCase()),
    read: async function* (name) {
      const entry = parts.get(name.toLowerCase())
      if (!entry) return
      try {
        yield* unzipped(file, entry, MOST_BYTES)
      } catch (error) {
        throw asRefusal(error)
      }
    },
  }
}

const LONGEST_TARGET = 1_000
const MOST_RELATIONS = 10_000

/** "xl/worksheets/sheet1.xml", from a target as relations have it. */
const resolved = (folder: string, target: string): string =>
  target.startsWith('/')
    ? target.slice(1)
    : path.posix.normalize(`${folder}${target.slice(0, LONGEST_TARGET)}`)

type Relation = { id: string; type: string; target: string }

const relationsIn = (parts: Parts, name: string) => {
  let count = 0
  return allOf<Relation>(parts.read(name), (make) => ({
    open: (element, { Id = '', Type = '', Target = '' }) => {
      if (element !== 'Relationship') return
      count += 1
      if (count > MOST_RELATIONS) throw new TableRefused(DAMAGED)
      make({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target: Target })
    },
  }))
}

/** Which parts are the sheets, in the order in which they are tried, where texts and styles are, and from when days count. */
export type Workbook = {
  sheets: { name: string; part: string }[]
  texts: string
  styles: string
  from1904: boolean
}

/** as spreadsheets have it */
const LONGEST_SHEET_NAME = 31

/** the name of the sheet in the template */
export const SHEET_NAME = 'Profiles'

/** sheets that are looked at */
const MOST_SHEETS = 250

/** Finds the sheets: first the one that is called as in the template, then the others, hidden ones last. */
export async function workbookOf(parts: Parts): Promise<Workbook> {
  const [root] = (await relationsIn(parts, '_rels/.rels')).filter(({ type }) => type === 'officeDocument')
  const book = resolved('', root?.target ?? 'xl/workbook.xml')
  const folder = book.slice(0, book.lastIndexOf('/') + 1)
  if (!parts.has(book)) throw new TableRefused(DAMAGED)
  const relations = await relationsIn(parts, `${folder}_rels/${book.slice(folder.length)}.rels`)
  const targets = new Map(relations.map(({ id, target }) => [id, target]))

  let from1904 = false
  const sheets = await allOf<{ name: string; id: string; rank: number }>(parts.read(book), (make) => ({
    open: (element, attributes) => {
      if (element === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (element !== 'sheet') return
      const name = (attributes.name ?? '').trim().slice(0, LONGEST_SHEET_NAME)
      const isNamed = name.toLowerCase() === SHEET_NAME.toLowerCase()
      const isHidden = (attributes.state ?? 'visible') !== 'visible'
      make({ name, id: attributes.id ?? '', rank: isNamed ? 0 : isHidden ? 2 : 1 })
    },
  }))
  // a chart that is a sheet of its own, or a macro, has no part that is one
  const found = sheets
    .slice(0, MOST_SHEETS)
    .sort((a, b) => a.rank - b.rank)
    .flatMap(({ name, id }) => {
      const target = targets.get(id)
      return target === undefined ? [] : [{ name, part: resolved(folder, target) }]
    })
  if (found.length === 0) throw new TableRefused(DAMAGED)
  const partOf = (type: string, usual: string) =>
    resolved(folder, relations.find((relation) => relation.type === type)?.target ?? usual)
  return {
    sheets: found,
    texts: partOf('sharedStrings', 'sharedStrings.xml'),
    styles: partOf('styles', 'styles.xml'),
    from1904,
  }
}

/** The texts that cells name by their numbers; how a text is to be spoken is none of it. */
export async function readTexts(parts: Parts, name: string): Promise<string[]> {
  let held = 0
  const texts: string[] = []
  let text = ''
  let isText = false
  let spoken = 0
  await allOf<never>(parts.read(name), () => ({
    open: (element) => {
      if (element === 'si') text = ''
      if (element === 'rPh') spoken += 1
      isText = element === 't' && spoken === 0
    },
    text: (letters) => {
      if (isText) text += letters
    },
    close: (element) => {
      isText = false
      if (element === 'rPh') spoken -= 1
      if (element !== 'si') return
      held += text.length
      if (held > MOST_TEXT || texts.length >= MOST_TEXTS) throw new TableRefused(TOO_LARGE)
      // a copy: a piece of the file would be held with it otherwise
      texts.push(Buffer.from(unescaped(text)).toString())
    },
  }))
  return texts
}

/** formats of days and times that every workbook has without saying so */
const isDateNumber = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a number format shows a day or a time: the letters that stand for parts of one, outside of quoted texts. */
export function isDateFormat(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\][]*\]/gi, '').replace(/general/gi, '')
  return /[ymdhs]/i.test(bare)
}

/** as spreadsheets have them */
const MOST_STYLES = 66_000
const LONGEST_FORMAT = 255

/** Which styles of cells show days, by their numbers. */
export async function readDateStyles(parts: Parts, name: string): Promise<boolean[]> {
  const codes = new Map<number, string>()
  let inCells = false
  const styles = await allOf<boolean>(parts.read(name), (make) => {
    let count = 0
    return {
      open: (element, attributes) => {
        if (element === 'numFmt' && codes.size < MOST_STYLES)
          codes.set(Number(attributes.numFmtId), (attributes.formatCode ?? '').slice(0, LONGEST_FORMAT))
        if (element === 'cellXfs') inCells = true
        if (element !== 'xf' || !inCells) return
        count += 1
        if (count > MOST_STYLES) throw new TableRefused(DAMAGED)
        const id = Number(attributes.numFmtId ?? 0)
        const code = codes.get(id)
        make(code === undefined ? isDateNumber(id) : isDateFormat(code))
      },
      close: (element) => {
        if (element === 'cellXfs') inCells = false
      },
    }
  })
  return styles
}
