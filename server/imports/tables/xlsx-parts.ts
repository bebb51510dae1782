import path from 'node:path'
import { unzipped, type ZipEntry, zipEntries, ZipFault } from '../../lib/zip-reading.ts'
import { TableRefused } from './table.ts'
import { allOf, DAMAGED, unescaped } from './xml-parts.ts'

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

/** The parts of the workbook that is open as `file`. */
export function partsOf(file: number, size: number): Parts {
  const parts = new Map<string, ZipEntry>()
  try {
    for (const entry of zipEntries(file, size, MOST_PARTS))
      parts.set(entry.name.replace(/\\/g, '/').toLowerCase(), entry)
  } catch (error) {
    throw asRefusal(error)
  }
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

/** "xl/worksheets/sheet1.xml", from a target as relations have it. */
const resolved = (folder: string, target: string): string =>
  target.startsWith('/') ? target.slice(1) : path.posix.normalize(`${folder}${target}`)

type Relation = { id: string; type: string; target: string }

const relationsIn = (parts: Parts, name: string) =>
  allOf<Relation>(parts.read(name), (make) => ({
    open: (element, { Id = '', Type = '', Target = '' }) => {
      if (element === 'Relationship') make({ id: Id, type: Type.split('/').at(-1) ?? '', target: Target })
    },
  }))

/** Which part is the sheet to read, where texts and styles are, and from when days count. */
export type Workbook = { sheet: string; texts: string; styles: string; from1904: boolean }

/** the name of the sheet in the template */
export const SHEET_NAME = 'Profiles'

/** Finds the sheet to import: the one that is called as in the template, else the first that is not hidden. */
export async function workbookOf(parts: Parts): Promise<Workbook> {
  const [root] = (await relationsIn(parts, '_rels/.rels')).filter(({ type }) => type === 'officeDocument')
  const book = resolved('', root?.target ?? 'xl/workbook.xml')
  const folder = book.slice(0, book.lastIndexOf('/') + 1)
  if (!parts.has(book)) throw new TableRefused(DAMAGED)
  const relations = await relationsIn(parts, `${folder}_rels/${book.slice(folder.length)}.rels`)

  let from1904 = false
  const sheets = await allOf<{ name: string; id: string; hidden: boolean }>(parts.read(book), (make) => ({
    open: (element, attributes) => {
      if (element === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (element === 'sheet')
        make({
          name: attributes.name ?? '',
          id: attributes.id ?? '',
          hidden: (attributes.state ?? 'visible') !== 'visible',
        })
    },
  }))
  const wanted =
    sheets.find(({ name }) => name.trim().toLowerCase() === SHEET_NAME.toLowerCase()) ??
    sheets.find(({ hidden }) => !hidden)
  const target = relations.find(({ id }) => id === wanted?.id)?.target
  if (target === undefined) throw new TableRefused(DAMAGED)
  const partOf = (type: string, usual: string) =>
    resolved(folder, relations.find((relation) => relation.type === type)?.target ?? usual)
  return {
    sheet: resolved(folder, target),
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

/** Which styles of cells show days, by their numbers. */
export async function readDateStyles(parts: Parts, name: string): Promise<boolean[]> {
  const codes = new Map<number, string>()
  let inCells = false
  const MOST_STYLES = 66_000
  const styles = await allOf<boolean>(parts.read(name), (make) => {
    let count = 0
    return {
      open: (element, attributes) => {
        if (element === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
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
