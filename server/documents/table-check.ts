import { emptyFile } from '../../shared/files/file-checks.ts'
import { extensionOf } from '../../shared/files/files.schema.ts'

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** the container of old Office formats, and of workbooks with a password */
const OLE = 'd0cf11e0a1b11ae1'
const LOCKED = Buffer.from('EncryptedPackage', 'utf16le')
const PLEASE = 'Please open it, save it as .xlsx and upload that.'

/** Beginnings of other formats, in lower case and after a byte order mark and blanks, with their names. */
const STARTS: readonly (readonly [string, string])[] = [
  ['%pdf-', 'a PDF file'],
  ['{\\rtf', 'a text document (RTF)'],
  ['<!doctype html', 'a web page'],
  ['<html', 'a web page'],
  ['<table', 'a web page'],
  ['<?xml', 'an XML file'],
  ['\u0089png', 'a picture'],
  ['\u00ff\u00d8\u00ff', 'a picture'],
  ['gif8', 'a picture'],
  ['rar!', 'a RAR archive'],
  ['7z\u00bc\u00af', 'a 7z archive'],
  ['\u001f\u008b', 'a packed file (gzip)'],
  ['sqlite format', 'a database'],
]

/** The first entry of OpenDocument archives, which states their format. */
const MIMETYPE = /^PK[\s\S]{28}mimetypeapplication\/vnd\.oasis\.opendocument\.(?<kind>[a-z]+)/

const MAY_REMAIN = new Set([0, 9, 10, 11, 12, 13, 26, 28, 29, 30, 31])
/** zeros, blanks, line breaks and the DOS end-of-file character */
const BLANKS = new Set([0, 9, 10, 11, 12, 13, 26, 32])
/** percentage of control characters above which a file is not text */
const MAX_CONTROLS_PERCENT = 1
const FEW_CONTROLS = 8
const SAMPLE = 65_536

/**
 * Checks an uploaded table by its first bytes: its media type, or why it is no table. The table reader finds out
 * whether it holds profiles, and its encoding (S-136: "damaged" only for what is damaged).
 */
export function tableCheck() {
  let head: Buffer = Buffer.alloc(0)
  let size = 0
  let isLocked = false
  let isBlank = true
  let rest: Buffer = Buffer.alloc(0)

  const isOle = () => head.subarray(0, 8).toString('hex') === OLE
  const isZipped = () => head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'
  const otherName = (): string | null => {
    const text = head.subarray(0, 512).toString('latin1')
    const kind = MIMETYPE.exec(text)?.groups?.kind
    if (kind) return kind === 'spreadsheet' ? 'an OpenDocument table (.ods)' : 'an OpenDocument file'
    const start = text
      .replace(/^\u00ef\u00bb\u00bf/, '')
      .trimStart()
      .toLowerCase()
    return STARTS.find(([begin]) => start.startsWith(begin))?.[1] ?? null
  }
  /** Whether the bytes are a picture, a program or anything else that is not text. */
  const isBinary = (): boolean => {
    const mark = head.subarray(0, 2).toString('hex')
    if (mark === 'fffe' || mark === 'feff') return false
    const controls = head.filter((byte) => byte < 32 && !MAY_REMAIN.has(byte)).length
    return controls > FEW_CONTROLS && controls * 100 > head.length * MAX_CONTROLS_PERCENT
  }

  return {
    write(chunk: Buffer): boolean {
      size += chunk.length
      if (head.length < SAMPLE) head = Buffer.concat([head, chunk.subarray(0, SAMPLE - head.length)])
      isBlank &&= chunk.every((byte) => BLANKS.has(byte))
      if (!isOle() || isLocked) return true
      const bytes = Buffer.concat([rest, chunk])
      isLocked = bytes.includes(LOCKED)
      rest = bytes.subarray(-LOCKED.length)
      return true
    },
    end(): string | null {
      if (size === 0 || isBlank || isOle() || otherName() !== null) return null
      if (isZipped()) return XLSX_TYPE
      return isBinary() ? null : 'text/csv'
    },
    /** Why the file is no table, in one sentence; null where it is damaged. */
    why(name: string): string | null {
      if (isBlank) return emptyFile(name)
      if (isLocked) return `${name} is locked with a password. Please save it without one and upload that.`
      if (isOle()) return `${name} is in the old Excel format (.xls)${renamed(name)}. ${PLEASE}`
      const other = otherName()
      return other === null ? null : `${name} is ${other}${renamed(name)}. ${PLEASE}`
    },
  }
}

const renamed = (name: string): string => `, although its name ends in .${extensionOf(name)}`
