import { SaxesParser } from 'saxes'
import { isRefusal } from '../../lib/errors.ts'
import { refusedMap } from './kml-refused.ts'
import type { KmlLimits, KmlRefusal } from './kml-result.ts'
import { kmlText } from './kml-text.ts'
import { lineFault } from './line-fault.ts'

const CONTROL = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u
/** longer than any entity name between "&" and ";" */
const LONGEST_ENTITY = 16
/** of one element; programs write a few */
const MOST_ATTRIBUTES = 200
/** the entity name that the parser has read so far */
const entityIn = (parser: SaxesParser) => (parser as unknown as { entity: string }).entity

/** The formats in XML; the name of the first element is that of the format, in small letters. */
export type XmlFormat = 'KML' | 'GPX'

/** The sentence for a file that exceeds the reader's deadline. */
export const TOO_SLOW = 'The file takes too long to read; simplify the boundary and export it again.'

export type XmlOptions = {
  format: XmlFormat
  encoding: string
  limits: Pick<KmlLimits, 'bytes' | 'depth' | 'deadline_ms'>
  /** the sentence for a file above the limit of bytes */
  too_large: string
  /** Elements that are entered, and from which parents. All others are skipped with their content. */
  children: Record<string, readonly string[]>
  /** the elements whose text is collected */
  texts: readonly string[]
}

export type XmlHandlers = {
  open: (element: string) => void
  attribute?: (name: string, value: string) => void
  /** `path` ends with the element */
  close: (element: string, text: string, path: readonly string[]) => void
}

/**
 * Reads a map in XML piece by piece, by the local names of its elements. Follows no link, loads nothing, expands no
 * entity. A handler stops it by throwing `refusedMap`; after a refusal it ignores further pieces.
 */
export function xmlReader(
  { format, encoding, limits, too_large, children, texts }: XmlOptions,
  { open, attribute, close }: XmlHandlers,
) {
  const parser = new SaxesParser({ xmlns: false, fileName: '' })
  const decoder = kmlText(encoding, format)
  const rootName = format.toLowerCase()
  const stopAt = performance.now() + limits.deadline_ms
  const path: string[] = []
  let isXml = false
  /** the piece being parsed, and the line of the last "&" */
  let letters = ''
  let ampersandAt = 1
  let rooted = false
  let skipping = 0
  /** of the element that is being read */
  let attributes = 0
  let bytes = 0
  let text = ''
  let refusal: KmlRefusal | null = null

  parser.on('doctype', () => {
    throw refusedMap(
      'not_kml',
      `The file contains a DOCTYPE, which ${format} does not use and which is refused for safety; export the boundary again.`,
    )
  })
  parser.on('xmldecl', () => {
    isXml = true
  })
  parser.on('error', ({ message }) => {
    if (!rooted && !isXml) throw refusedMap('damaged', `The file is not a ${format} document.`)
    if (message.includes('entity')) throw strayAmpersand()
    const isControl = message.endsWith('disallowed character.') && CONTROL.test(letters)
    throw refusedMap('not_kml', lineFault(lineNow(), isControl ? 'control' : 'other'))
  })
  parser.on('opentagstart', ({ name }) => enter(localName(name)))
  parser.on('closetag', ({ name }) => leave(localName(name)))
  parser.on('text', keep)
  parser.on('cdata', keep)
  parser.on('attribute', ({ name, value }) => {
    attributes++
    if (attributes > MOST_ATTRIBUTES) {
      throw refusedMap('too_much', `An element of the file has more than ${MOST_ATTRIBUTES} attributes.`)
    }
    if (skipping === 0) attribute?.(localName(name), value)
  })

  function enter(element: string) {
    attributes = 0
    if (path.length + skipping >= limits.depth) {
      throw refusedMap('too_much', `The file nests its elements more than ${limits.depth} levels deep.`)
    }
    const parent = path.at(-1)
    if (parent === undefined) {
      if (element !== rootName) {
        throw refusedMap(
          'damaged',
          `The file is not a ${format} document: it does not begin with a ${rootName} element.`,
        )
      }
    } else if (skipping > 0 || !children[parent]?.includes(element)) {
      skipping++
      return
    }
    rooted = true
    path.push(element)
    text = ''
    open(element)
  }

  function leave(element: string) {
    if (skipping > 0) {
      skipping--
      return
    }
    close(element, text, path)
    path.pop()
    text = ''
  }

  function keep(piece: string) {
    if (skipping === 0 && texts.includes(path.at(-1) ?? '')) text += piece
  }

  const lineNow = () => parser.line + decoder.linesBefore()
  const strayAmpersand = () => refusedMap('not_kml', lineFault(ampersandAt, 'ampersand'))

  /**
   * Stops at an "&" without ";" after LONGEST_ENTITY characters; the parser alone would buffer the rest of the file.
   */
  function read(text: string) {
    for (const part of text.split(/(?<=&)/)) {
      for (const some of [part.slice(0, LONGEST_ENTITY), part.slice(LONGEST_ENTITY)]) {
        letters = some
        parser.write(some)
        if (entityIn(parser).length >= LONGEST_ENTITY) throw strayAmpersand()
      }
      if (part.endsWith('&')) ampersandAt = lineNow()
    }
  }

  /** Runs a step and stores its refusal as the result. */
  function attempt(step: () => void) {
    if (refusal) return
    try {
      step()
    } catch (error) {
      if (!isRefusal(error, 'no_map')) throw error
      refusal = { ok: false, ...error.params }
    }
  }

  return {
    /** Returns false once nothing further in the file can change the result. */
    write(chunk: Uint8Array | string): boolean {
      attempt(() => {
        const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        bytes += piece.length
        if (bytes > limits.bytes) throw refusedMap('too_much', too_large)
        if (performance.now() > stopAt) throw refusedMap('too_much', TOO_SLOW)
        read(decoder.write(piece))
      })
      return refusal === null
    },

    /** Returns why the file was refused, or null when it was read to its end. */
    end(): KmlRefusal | null {
      attempt(() => {
        if (bytes === 0) throw refusedMap('damaged', 'The file is empty.')
        read(decoder.end())
        if (entityIn(parser) !== '') throw strayAmpersand()
        if (path.length > 0) {
          throw refusedMap(
            'damaged',
            'The file ends too early: part of it is missing; export the boundary again.',
          )
        }
        parser.close()
      })
      return refusal
    },
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
