import { lineFault } from './line-fault.ts'
import { refusedMap } from './kml-refused.ts'
import type { XmlFormat } from './xml-reader.ts'

/** bytes in which the encoding is declared */
const HEAD = 1024

/** Finds the encoding of a map in XML from all of its bytes (S-137). */
export function kmlEncoding(format: XmlFormat = 'KML') {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let head: Buffer = Buffer.alloc(0)
  let isUtf8 = true
  const attempt = (step: () => void) => {
    try {
      if (isUtf8) step()
    } catch {
      isUtf8 = false
    }
  }
  return {
    write(bytes: Uint8Array) {
      if (head.length < HEAD) head = Buffer.concat([head, bytes.subarray(0, HEAD - head.length)])
      attempt(() => strict.decode(bytes, { stream: true }))
    },
    /** Returns the name of the encoding. Throws `no_map` when the file fits neither the declared encoding nor UTF-8. */
    end(): string {
      attempt(() => strict.decode())
      const encoding = utf16Of(head) ?? (isUtf8 ? 'utf-8' : declaredEncoding(head))
      if (encoding !== null) return encoding
      throw /^\s*</.test(head.toString('latin1')) ? notReadable() : notThis(format)
    },
  }
}

/** Detects UTF-16 by its byte order mark or the zeros in its first characters; a declaration alone does not count. */
function utf16Of(head: Buffer): string | null {
  const start = head.toString('latin1', 0, 4)
  if (/^(?:\xff\xfe|<\0[?!a-z\s]\0)/.test(start)) return 'utf-16le'
  return /^(?:\xfe\xff|\0<\0[?!a-z\s])/.test(start) ? 'utf-16be' : null
}

/** Returns the declared encoding, except UTF-8, ASCII and the like, which the bytes have proved wrong. */
function declaredEncoding(head: Buffer): string | null {
  const [, name = ''] =
    /<\?xml\s[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/.exec(head.toString('latin1')) ?? []
  if (name === '' || /^(?:utf|us-ascii|ascii|iso-10646|ucs)/i.test(name)) return null
  try {
    return new TextDecoder(name).encoding
  } catch {
    return null
  }
}

const SAMPLE_BYTES = 8

/**
 * Decodes bytes across chunks and drops empty lines before the first element. Throws `no_map` for bytes that are no XML
 * or not in this encoding.
 */
export function kmlText(encoding: string, format: XmlFormat) {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let start: string | null = ''
  let lines = 0

  function decode(bytes: Uint8Array, stream: boolean): string {
    try {
      return decoder.decode(bytes, { stream })
    } catch {
      throw notReadable()
    }
  }

  /** Checks the first characters, once there are enough to recognise XML. */
  function begun(text: string, is_end: boolean): string {
    if (start === null) return text
    const before = start + text
    start = before.trimStart()
    lines += before.slice(0, before.length - start.length).split('\n').length - 1
    if (start.length < SAMPLE_BYTES && !is_end) return ''
    const first = start
    start = null
    if (/^[^<]/.test(first)) throw notXml(first, lines + 1, format)
    return first
  }

  return {
    write: (bytes: Uint8Array): string => begun(decode(bytes, true), false),
    end: (): string => begun(decode(new Uint8Array(), false), true),
    /** empty lines that were dropped */
    linesBefore: () => lines,
  }
}

const notReadable = () => refusedMap('not_kml', 'The file is not encoded in UTF-8; save it again as UTF-8.')

const notThis = (format: XmlFormat) => refusedMap('damaged', `The file is not a ${format} document.`)

/** A stray line before a map is named; any other text is no map. */
const notXml = (first: string, line: number, format: XmlFormat) =>
  first.includes(`<${format.toLowerCase()}`) || first.includes('<?xml')
    ? refusedMap('not_kml', lineFault(line, 'other'))
    : notThis(format)
