import type { FileKind } from '../../shared/files/files.schema.ts'
import { UNDEFINED_1252 } from '../lib/windows-1252.ts'
import { LAND_HEAD, landFormatOf, MARKS, XML_PROLOG } from '../geodata/formats/land-format.ts'
import { MEDIA_TYPES } from './media-types.ts'
import { isZip } from '../lib/zip-reader.ts'
import { tableCheck } from './table-check.ts'

/**
 * Checks the content of a file as it streams. `write` returns false as soon as the content does not fit the file's
 * kind.
 */
export type ContentCheck = {
  write: (chunk: Buffer) => boolean
  /** the media type of the whole file, or null when it does not fit the file's kind */
  end: () => string | null
  /** why it does not fit, in one sentence; null or absent where there is nothing better to say than "damaged" */
  why?: (name: string) => string | null
}

/** Returns the check for files of this kind (S-44). */
export const contentCheck = (kind: FileKind): ContentCheck => CHECKS[kind]()

const CHECKS: Record<FileKind, () => ContentCheck> = {
  pdf: pdfCheck,
  kml: kmlCheck,
  csv: csvCheck,
  image: imageCheck,
  shp: shpCheck,
  table: tableCheck,
  archive: archiveCheck,
  boundary: () => landCheck('boundary'),
  layer: () => landCheck('layer'),
}

/** Collects the first `length` bytes and calls `isRight` once, when they are complete or the file has ended. */
function head(length: number, isRight: (bytes: Buffer) => boolean) {
  let bytes: Buffer = Buffer.alloc(0)
  let verdict: boolean | null = null
  return {
    write(chunk: Buffer): boolean {
      if (verdict === null) {
        bytes = Buffer.concat([bytes, chunk.subarray(0, length - bytes.length)])
        if (bytes.length === length) verdict = isRight(bytes)
      }
      return verdict ?? true
    },
    end: (): boolean => verdict ?? isRight(bytes),
  }
}

/** Keeps the last `length` bytes. */
function tail(length: number) {
  let bytes: Buffer = Buffer.alloc(0)
  return {
    write(chunk: Buffer) {
      bytes =
        chunk.length >= length
          ? Buffer.from(chunk.subarray(chunk.length - length))
          : Buffer.concat([bytes, chunk]).subarray(-length)
    },
    bytes: () => bytes,
  }
}

/** viewers accept the PDF header within so many bytes (S-136) */
const PDF_HEAD = 1024
const PDF_MARK = '%PDF'

/** Accepts bytes around the PDF: scanners and print servers put lines in front, and padding or signatures behind. */
function pdfCheck(): ContentCheck {
  const start = head(PDF_HEAD + PDF_MARK.length - 1, (bytes) => bytes.includes(PDF_MARK))
  const end = marker(Buffer.from('%%EOF'))
  return {
    write(chunk) {
      end.write(chunk)
      return start.write(chunk)
    },
    end: () => (start.end() && end.seen() ? 'application/pdf' : null),
  }
}

const KML_ROOT = /<(?:[\w.-]{1,40}:)?kml[\s/>]/
const KML_HEAD = 4096

/** Checks only that a file begins as KML or as the archive of a KMZ; the KML reader checks the rest. */
function kmlCheck(): ContentCheck {
  let isArchive = false
  const start = head(KML_HEAD, (bytes) => {
    isArchive = isZip(bytes)
    if (isArchive) return true
    // in UTF-16 every second byte is 0
    const text = bytes.toString('latin1').replaceAll('\0', '').replace(MARKS, '')
    const root = text.replace(XML_PROLOG, '')
    const element = /^<(?:[\w.-]+:)?([\w.-]+)[\s/>]/.exec(root)
    if (element) return element[1] === 'kml'
    // empty or stray lines come first: the reader checks further
    return (
      (root === '' && bytes.length === KML_HEAD) ||
      root.startsWith('<!') ||
      root.startsWith('<?') ||
      KML_ROOT.test(text)
    )
  })
  return {
    write: (chunk) => start.write(chunk),
    end: () => {
      if (!start.end()) return null
      return isArchive ? 'application/vnd.google-earth.kmz' : 'application/vnd.google-earth.kml+xml'
    },
  }
}

/** white space, the line break that databases write within a cell (11), and end-of-file in old programs (26) */
const HARMLESS = new Set([9, 10, 11, 12, 13, 26])
const isControl = (byte: number) => byte < 0x20 && !HARMLESS.has(byte)

/** Accepts UTF-16 text without control characters, as in Excel's "Unicode Text". */
function wideTextCheck(label: string): ContentCheck {
  const decoder = new TextDecoder(label, { fatal: true })
  let isText = true
  const look = (step: () => string) => {
    try {
      if (isText) isText = ![...step()].some((letter) => isControl(letter.codePointAt(0) ?? 0))
    } catch {
      isText = false
    }
    return isText
  }
  return {
    write: (chunk) => look(() => decoder.decode(chunk, { stream: true })),
    end: () => (look(() => decoder.decode()) ? 'text/csv' : null),
  }
}

/** Selects the check for a CSV by its first two bytes: a byte order mark means UTF-16. */
function csvCheck(): ContentCheck {
  let begun: Buffer = Buffer.alloc(0)
  let check: ContentCheck | null = null
  const begin = (): ContentCheck => {
    const mark = begun.toString('latin1', 0, 2)
    if (mark === '\xff\xfe') return wideTextCheck('utf-16le')
    return mark === '\xfe\xff' ? wideTextCheck('utf-16be') : narrowTextCheck()
  }
  return {
    write(chunk) {
      if (check) return check.write(chunk)
      begun = Buffer.concat([begun, chunk])
      if (begun.length < 2) return true
      check = begin()
      return check.write(begun)
    },
    end() {
      if (check) return check.end()
      const last = begin()
      last.write(begun)
      return last.end()
    },
  }
}

/** Accepts text without control characters in UTF-8 or Windows-1252, in which Excel writes CSV by default. */
function narrowTextCheck(): ContentCheck {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let is1252 = true
  let size = 0

  const decode = (step: () => void) => {
    try {
      if (isUtf8) step()
    } catch {
      isUtf8 = false
    }
  }
  return {
    write(chunk) {
      size += chunk.length
      for (const byte of chunk) {
        if (isControl(byte)) {
          isUtf8 = is1252 = false
          return false
        }
        if (byte >= 0x80 && UNDEFINED_1252.has(byte)) is1252 = false
      }
      decode(() => utf8.decode(chunk, { stream: true }))
      return isUtf8 || is1252
    },
    end() {
      decode(() => utf8.decode())
      return size > 0 && (isUtf8 || is1252) ? 'text/csv' : null
    },
  }
}

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')

/** Accepts PNG and JPEG by their first bytes, whichever the file's extension says. */
function imageCheck(): ContentCheck {
  const isPng = (bytes: Buffer) => bytes.subarray(0, PNG_START.length).equals(PNG_START)
  const isJpeg = (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))
  let type: 'image/png' | 'image/jpeg' | null = null
  const start = head(PNG_START.length, (bytes) => {
    type = isPng(bytes) ? 'image/png' : isJpeg(bytes) ? 'image/jpeg' : null
    return type !== null
  })
  const png = marker(PNG_END)
  const jpeg = jpegEnd()
  return {
    write(chunk) {
      png.write(chunk)
      jpeg.write(chunk)
      return start.write(chunk)
    },
    end() {
      if (!start.end()) return null
      return (type === 'image/png' ? png.seen() : jpeg.seen()) ? type : null
    },
  }
}

/** Detects a sequence of bytes across chunks. */
function marker(sequence: Buffer) {
  let rest: Buffer = Buffer.alloc(0)
  let seen = false
  return {
    write(chunk: Buffer) {
      if (seen) return
      const bytes = Buffer.concat([rest, chunk])
      seen = bytes.includes(sequence)
      rest = bytes.subarray(-(sequence.length - 1))
    },
    seen: () => seen,
  }
}

/**
 * Detects a JPEG's own end marker. Skips segments, because a thumbnail inside one has an end marker too. The marker
 * need not be at the end: phones append a video to the picture.
 */
function jpegEnd() {
  let state: 'data' | 'mark' | 'length' | 'low' = 'data'
  let skip = 2
  let high = 0
  let ended = false

  const step = (byte: number) => {
    if (state === 'length') {
      high = byte
      state = 'low'
    } else if (state === 'low') {
      skip = Math.max(0, high * 256 + byte - 2)
      state = 'data'
    } else if (state === 'mark' && byte !== 0xff) {
      ended = byte === 0xd9
      const hasNoLength = byte <= 1 || (byte >= 0xd0 && byte <= 0xd8)
      state = hasNoLength ? 'data' : 'length'
    }
  }
  return {
    write(chunk: Buffer) {
      for (let at = 0; at < chunk.length && !ended; at++) {
        if (skip > 0) {
          const passed = Math.min(skip, chunk.length - at)
          skip -= passed
          at += passed - 1
        } else if (state === 'data') {
          const found = chunk.indexOf(0xff, at)
          if (found === -1) return
          at = found
          state = 'mark'
        } else {
          step(chunk[at] ?? 0)
        }
      }
    },
    seen: () => ended,
  }
}

/** The main file of a shapefile: its code, its version, and its length in 16-bit words. */
function shpCheck(): ContentCheck {
  let size = 0
  let words = 0
  const start = head(100, (bytes) => {
    if (bytes.length < 100 || bytes.readInt32BE(0) !== 9994 || bytes.readInt32LE(28) !== 1000) return false
    words = bytes.readInt32BE(24)
    return true
  })
  return {
    write(chunk) {
      size += chunk.length
      return start.write(chunk)
    },
    end: () => (start.end() && words * 2 === size ? 'application/octet-stream' : null),
  }
}

const LAND_TYPES = {
  zip: 'application/zip',
  geopackage: 'application/geopackage+sqlite3',
  geojson: 'application/geo+json',
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
} as const
const KMZ = 'application/vnd.google-earth.kmz'

/** Whether the first file of an archive is a KML file, as in every KMZ that programs write. */
const beginsWithKml = (bytes: Buffer): boolean =>
  bytes.length > 30 && /\.kml$/i.test(bytes.toString('latin1', 30, 30 + bytes.readUInt16LE(26)))

/** Checks only how a map begins, and that an archive has its end record; its reader checks the rest. */
function landCheck(kind: 'boundary' | 'layer'): ContentCheck {
  const known: readonly string[] = MEDIA_TYPES[kind]
  const archive = archiveCheck()
  let isArchive = false
  let type: string | null = null
  const start = head(LAND_HEAD, (bytes) => {
    const format = landFormatOf(bytes)
    isArchive = format === 'zip'
    const found = format && LAND_TYPES[format]
    type = isArchive && known.includes(KMZ) && beginsWithKml(bytes) ? KMZ : found
    return type !== null && known.includes(type)
  })
  return {
    write(chunk) {
      archive.write(chunk)
      return start.write(chunk)
    },
    end: () => (start.end() && (!isArchive || archive.end() !== null) ? type : null),
  }
}

/** Accepts a ZIP archive with its end record, so that half an archive is rejected. */
function archiveCheck(): ContentCheck {
  const start = head(4, isZip)
  const last = tail(65_557)
  return {
    write(chunk) {
      last.write(chunk)
      return start.write(chunk)
    },
    end: () =>
      start.end() && last.bytes().includes('PK\u0005\u0006', 0, 'latin1') ? 'application/zip' : null,
  }
}
