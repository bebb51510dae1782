import { SaxesParser } from 'saxes'
import { inXml } from '../../sheets/xml.ts'
import { DAMAGED, LAST_ROW, refusedTable, TOO_LARGE } from './table.ts'

/** characters within which an element or a text of a real workbook ends */
const MAX_BETWEEN = 1_048_576
const MAX_ATTRIBUTES = 200
const DEPTH = 64
const LONGEST_TARGET = 10_000
/** characters of the texts that cells share */
const MAX_TEXT = 24_000_000

/** The most elements of a kind in one part. */
const MAX_ELEMENTS: Record<string, { count: number; sentence: string }> = {
  si: { count: 600_000, sentence: TOO_LARGE },
  xf: { count: 66_000, sentence: DAMAGED },
  Relationship: { count: 10_000, sentence: DAMAGED },
  mergeCell: {
    count: 20_000,
    sentence: 'The table has too many merged cells. Please unmerge them and upload it again.',
  },
}

/** Root elements of the parts with cells or their places; pictures, charts and the like are skipped. */
const ROOTS = new Set([
  'Types',
  'Relationships',
  'workbook',
  'worksheet',
  'chartsheet',
  'dialogsheet',
  'macrosheet',
  'sst',
  'styleSheet',
  // not used, but SheetJS needs every part that the workbook names
  'metadata',
  'personList',
])

export type WorkbookPart = {
  root: string
  bytes: Buffer
  /** number of shared texts in this part */
  texts: number
  /** highest index of a shared text that a cell uses */
  last_text: number
}

type Attributes = Record<string, string>

/** Removes the namespace prefix, which differs between programs. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Returns the encoding of a part: UTF-16 if it has the byte order mark, else UTF-8. */
const encodingOf = (start: Buffer): string => {
  const mark = start.subarray(0, 2).toString('hex')
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
}

/** Returns the number of the next row. Numbers may have gaps, but must increase. */
function rowAfter(before: number, declared?: string): number {
  const number = Number(declared) || before + 1
  if (!Number.isInteger(number) || number < 1 || number > LAST_ROW) throw refusedTable(DAMAGED)
  if (number <= before) throw refusedTable(`Row ${number} of the table appears twice or in the wrong place.`)
  return number
}

/**
 * Writes a part in one plain form. SheetJS searches for cells as text: it misses a cell whose tag spans two lines and a
 * text whose tag has an attribute, and lets a row replace another of the same number.
 */
function createPartWriter() {
  let xml = ''
  let row = 0
  let last_text = -1
  /** index of the present cell's shared text */
  let number: string | null = null
  return {
    open(tag: string, name: string, attributes: Attributes): void {
      if (name === 'row') {
        row = rowAfter(row, attributes.r)
        attributes.r = String(row)
      } else if (name === 'c') {
        const [letters] = /^[A-Z]{1,3}/i.exec(attributes.r ?? '') ?? []
        if (letters) attributes.r = `${letters.toUpperCase()}${row}`
        else delete attributes.r
        number = attributes.t === 's' ? '' : null
      }
      const stored = name === 'si' ? [] : Object.entries(attributes)
      xml += `<${tag}${stored.map(([key, value]) => ` ${key}="${inXml(value)}"`).join('')}>`
    },
    text(text: string): void {
      xml += inXml(text)
      if (number !== null) number += text
    },
    close(tag: string, name: string): void {
      xml += `</${tag}>`
      if (name !== 'c' || number === null) return
      last_text = Math.max(last_text, Number(number))
      number = null
    },
    /** returns what was written since the last call */
    taken(): Buffer {
      const bytes = Buffer.from(xml)
      xml = ''
      return bytes
    },
    lastText: () => last_text,
  }
}

/**
 * Reads a part of a workbook; returns null where it holds no cells. SheetJS accepts a truncated part and buffers any
 * amount, so this throws when the part is not well-formed or exceeds a limit.
 */
export async function readPart(pieces: AsyncIterable<Buffer>): Promise<WorkbookPart | null> {
  const parser = new SaxesParser({ xmlns: false, fileName: '' })
  const plain = createPartWriter()
  const counts: Record<string, number> = {}
  let root = ''
  let depth = 0
  let attributes = 0
  let between = 0
  let letters = 0
  const isRead = () => root === '' || ROOTS.has(root)
  const refuse = (sentence = DAMAGED) => {
    if (isRead()) throw refusedTable(sentence)
  }

  parser.on('doctype', () => refuse())
  parser.on('error', () => refuse())
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > MAX_ATTRIBUTES) refuse()
  })
  parser.on('opentag', (tag) => {
    const name = localName(tag.name)
    const tagAttributes = tag.attributes as Attributes
    root ||= name
    between = 0
    attributes = 0
    depth += 1
    if (depth > DEPTH) refuse()
    const count = (counts[name] ?? 0) + 1
    counts[name] = count
    const most = MAX_ELEMENTS[name]
    if (most && count > most.count) refuse(most.sentence)
    // SheetJS processes the target character by character
    if (name === 'Relationship' && (tagAttributes.Target ?? '').length > LONGEST_TARGET) refuse()
    plain.open(tag.name, name, tagAttributes)
  })
  parser.on('closetag', (tag) => {
    between = 0
    depth -= 1
    plain.close(tag.name, localName(tag.name))
  })
  const text = (piece: string) => {
    between = 0
    if (root === 'sst') letters += piece.length
    if (letters > MAX_TEXT) refuse(TOO_LARGE)
    plain.text(piece)
  }
  parser.on('text', text)
  parser.on('cdata', text)

  const written: Buffer[] = []
  const write = (decoded: string) => {
    between += decoded.length
    parser.write(decoded)
    if (between > MAX_BETWEEN) refuse()
    written.push(plain.taken())
  }
  let decoder: TextDecoder | null = null
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece), { fatal: true })
    write(decode(decoder, piece))
    if (!isRead()) return null
  }
  if (!decoder) return null
  write(decode(decoder))
  parser.close()
  return { root, bytes: Buffer.concat(written), texts: counts.si ?? 0, last_text: plain.lastText() }
}

function decode(decoder: TextDecoder, piece?: Buffer): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
  } catch {
    throw refusedTable(DAMAGED)
  }
}
