import { SaxesParser } from 'saxes'
import { DAMAGED, TableRefused } from './table.ts'

/** what an element or a text of a workbook never reaches */
const MOST_BETWEEN = 1_048_576
const MOST_ATTRIBUTES = 200
const DEPTH = 64

type Attributes = Record<string, string>

/** A part is in UTF-8, or in UTF-16 with its mark. */
const encodingOf = (start: Buffer): string => {
  const mark = start.subarray(0, 2).toString('hex')
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
}

/** Names without the letters before a colon: every program has its own. */
export type XmlHandlers = {
  open?: (name: string, attributes: Attributes) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** As they are where none has a colon, as those of cells, of which there are many. */
function localAttributes(attributes: Attributes): Attributes {
  const names = Object.keys(attributes)
  if (!names.some((name) => name.includes(':'))) return attributes
  return Object.fromEntries(names.map((name) => [localName(name), attributes[name] ?? '']))
}

/**
 * Reads a part of a workbook piece by piece and gives what the handlers have made of it. Expands no entity, follows
 * nothing, and refuses what would have to be held whole.
 */
export async function* readXml<Made>(
  pieces: AsyncIterable<Buffer>,
  handlersTo: (make: (made: Made) => void) => XmlHandlers,
): AsyncGenerator<Made> {
  let made: Made[] = []
  const handlers = handlersTo((one) => made.push(one))
  const parser = new SaxesParser({ xmlns: false, fileName: '' })
  let decoder: TextDecoder | null = null
  let between = 0
  let attributes = 0
  let depth = 0
  const refuse = (): never => {
    throw new TableRefused(DAMAGED)
  }

  parser.on('doctype', refuse)
  parser.on('error', refuse)
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > MOST_ATTRIBUTES) refuse()
  })
  parser.on('opentag', (tag) => {
    between = 0
    attributes = 0
    depth += 1
    if (depth > DEPTH) refuse()
    handlers.open?.(localName(tag.name), localAttributes(tag.attributes as Attributes))
  })
  parser.on('closetag', ({ name }) => {
    between = 0
    depth -= 1
    handlers.close?.(localName(name))
  })
  const text = (letters: string) => {
    between = 0
    handlers.text?.(letters)
  }
  parser.on('text', text)
  parser.on('cdata', text)

  const write = (letters: string) => {
    between += letters.length
    parser.write(letters)
    if (between > MOST_BETWEEN) refuse()
  }
  const decoded = (piece?: Buffer) => {
    try {
      decoder ??= new TextDecoder(encodingOf(piece ?? Buffer.alloc(0)), { fatal: true })
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
    } catch {
      return refuse()
    }
  }
  let isThere = false
  for await (const piece of pieces) {
    isThere = true
    write(decoded(piece))
    yield* made
    made = []
  }
  // a part that a workbook does without
  if (!isThere) return
  write(decoded())
  parser.close()
  yield* made
}

/** Everything that a small part makes. */
export async function allOf<Made>(
  pieces: AsyncIterable<Buffer>,
  handlersTo: (make: (made: Made) => void) => XmlHandlers,
): Promise<Made[]> {
  const all: Made[] = []
  for await (const one of readXml(pieces, handlersTo)) all.push(one)
  return all
}

/** Letters that a workbook writes as their numbers, as in _x000D_. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
