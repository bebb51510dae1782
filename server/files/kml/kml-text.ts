import { lineFault } from './line-fault.ts'
import { refusedMap } from './kml-refused.ts'

/** the head of a file in which its encoding is declared */
const HEAD = 1024

/** In what letters a KML file is written, found by looking at all of its bytes (S-137). */
export function kmlEncoding() {
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
    /** its name; throws `no_map` when the file is in no letters that it names, nor in UTF-8 */
    end(): string {
      attempt(() => strict.decode())
      const encoding = utf16Of(head) ?? (isUtf8 ? 'utf-8' : declaredEncoding(head))
      if (encoding !== null) return encoding
      throw /^\s*</.test(head.toString('latin1')) ? notReadable() : notKml()
    },
  }
}

/** By its mark, or by the two bytes that its first letter takes; a declaration alone is no sign of it. */
function utf16Of(head: Buffer): string | null {
  const start = head.toString('latin1', 0, 4)
  if (/^(?:\xff\xfe|<\0[?!a-z\s]\0)/.test(start)) return 'utf-16le'
  return /^(?:\xfe\xff|\0<\0[?!a-z\s])/.test(start) ? 'utf-16be' : null
}

/** What the first line says; nothing when it claims an encoding in which the bytes would be right, and are not. */
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
 * Bytes to text, across chunk borders; lines that are empty before the first element are left out. Throws `no_map` for
 * what is visibly no XML, or not in these letters.
 */
export function kmlText(encoding: string) {
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

  /** The first letters, once there are enough to recognise them. */
  function begun(text: string, is_end: boolean): string {
    if (start === null) return text
    const before = start + text
    start = before.trimStart()
    lines += before.slice(0, before.length - start.length).split('\n').length - 1
    if (start.length < SAMPLE_BYTES && !is_end) return ''
    const first = start
    start = null
    if (/^[^<]/.test(first)) throw notXml(first, lines + 1)
    return first
  }

  return {
    write: (bytes: Uint8Array): string => begun(decode(bytes, true), false),
    end: (): string => begun(decode(new Uint8Array(), false), true),
    /** empty lines that were left out */
    linesBefore: () => lines,
  }
}

/** The bytes fit neither what the file declares nor UTF-8. */
const notReadable = () => refusedMap('not_kml', 'The file is not encoded in UTF-8; save it again as UTF-8.')

const notKml = () => refusedMap('damaged', 'The file is not a KML document.')

/** Words before a map are a stray line too many; anything else is another file. */
const notXml = (first: string, line: number) =>
  first.includes('<kml') || first.includes('<?xml')
    ? refusedMap('not_kml', lineFault(line, 'other'))
    : notKml()
