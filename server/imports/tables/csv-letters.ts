import { fromDos } from '../../lib/dos-letters.ts'
import { fromWindows1252, UNDEFINED_1252 } from '../../lib/windows-1252.ts'
import { refusedTable } from './table.ts'

const AS_UTF8 = 'Please save it as "CSV UTF-8" and upload that.'

const BYTE_ORDER_MARKS: readonly (readonly [mark: string, encoding: string])[] = [
  ['fffe0000', 'UTF-32'],
  ['0000feff', 'UTF-32'],
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]

/** bytes checked for the zeros between the characters of UTF-16 */
const SAMPLE = 4096
const MANY = 0.3
const FEW = 0.02

/** Detects UTF-16 without a byte order mark: every other byte of plain text is zero. */
function withoutMark(bytes: Buffer): string | null {
  const head = bytes.subarray(0, SAMPLE)
  const zeros = [0, 0]
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros.map((count) => count / (head.length / 2))
  if (odd > MANY && even < FEW) return 'utf-16le'
  return even > MANY && odd < FEW ? 'utf-16be' : null
}

function decoded(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Removes what some programs append to a file: zeros, the DOS end-of-file character, blanks. */
function trimmedEnd(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) <= 32 && text[end - 1] !== '\t') end -= 1
  return text.slice(0, end)
}

/**
 * Decodes a CSV: by its byte order mark, else as UTF-8, UTF-16 or Windows-1252, in which Excel writes CSV. Throws
 * `no_import` when it is empty, or may be in a code page that would turn Doña into Do–a.
 */
export function decodeCsv(bytes: Buffer): string {
  const head = bytes.subarray(0, 4).toString('hex')
  const mark = BYTE_ORDER_MARKS.find(([start]) => head.startsWith(start))?.[1] ?? withoutMark(bytes)
  if (mark === 'UTF-32') throw refusedTable(`The table is in UTF-32. ${AS_UTF8}`)
  // an odd byte at the end is no character of UTF-16
  const evenBytes = mark?.startsWith('utf-16') ? bytes.subarray(0, bytes.length - (bytes.length % 2)) : bytes
  const text = trimmedEnd(
    mark ? new TextDecoder(mark).decode(evenBytes) : (decoded(bytes, 'utf-8') ?? from1252(bytes)),
  )
  if (text.trim() === '') throw refusedTable('The table is empty.')
  const twice = TWICE.exec(text)
  if (twice)
    throw refusedTable(
      ambiguousSpellingText(text, twice.index, [
        wordAt(text, twice.index),
        repaired(wordAt(text, twice.index)),
      ]),
    )
  return text
}

/** UTF-8 ñ and Ñ that a program read as Windows-1252 and saved again */
const TWICE = /\u00c3[\u00b1\u2018]/
const repaired = (word: string): string =>
  word.replaceAll('\u00c3\u00b1', 'ñ').replaceAll('\u00c3\u2018', 'Ñ')

const LETTER = /[A-Za-z]/
const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && LETTER.test(String.fromCharCode(byte))
const isSmall = (byte: number | undefined): boolean => byte !== undefined && byte >= 97 && byte <= 122

/** Windows-1252 characters that may be in or after a word: quotes, apostrophes, dots, ª and º, its letters */
const IN_WORDS = new Set(Buffer.from('858a8c91929394999aa0a7a9aaabadaeb0b2b3b4b7babb', 'hex'))
/** bytes that never follow a letter in Windows-1252, and are é, ñ, ó or ú on a Mac or in DOS */
const BEHIND_LETTERS = new Set([0x82, 0x84, 0x87, 0x8e, 0xa2, 0xa3, 0xa4, 0xa5])
/** part of an activity's name in the template, with the dash that Word writes */
const FOREST_CARBON = 'forest\u0096carbon'

/** Whether the byte at this place makes no sense as Windows-1252. */
function isOdd(bytes: Buffer, at: number): boolean {
  const byte = bytes[at] ?? 0
  const [before, after] = [bytes[at - 1], bytes[at + 1]]
  if (UNDEFINED_1252.has(byte)) return true
  if (byte >= 0xc0) return byte <= 0xde && isSmall(before) && isSmall(after)
  if (!isLetter(before) || IN_WORDS.has(byte)) return false
  if (BEHIND_LETTERS.has(byte)) return true
  const context = bytes.subarray(Math.max(0, at - 6), at + 7).toString('latin1')
  return isLetter(after) && context.toLowerCase() !== FOREST_CARBON
}

const fromMac = (bytes: Buffer): string => new TextDecoder('macintosh').decode(bytes)

/** Decodes Windows-1252; throws when a word may be from a Mac or DOS. All three have one byte per character. */
function from1252(bytes: Buffer): string {
  const text = fromWindows1252(bytes)
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80 || !isOdd(bytes, at)) continue
    const start = Math.max(0, at - NEAR)
    const near = bytes.subarray(start, at + NEAR)
    const others = [fromMac(near), fromDos(near, 437)].map((word) => wordAt(word, at - start)).filter(isWord)
    throw refusedTable(ambiguousSpellingText(text, at, [wordAt(text, at), ...others]))
  }
  return text
}

const isWord = (text: string): boolean => /^[\p{L}\p{M}]+$/u.test(text)
const NEAR = 60
const WORD_SIGN = /[\s,;|"]/

/** Returns the word around a place, up to NEAR characters long. */
function wordAt(text: string, at: number): string {
  let [start, end] = [at, at + 1]
  while (start > 0 && at - start < NEAR / 2 && !WORD_SIGN.test(text[start - 1] ?? ' ')) start -= 1
  while (end < text.length && end - at < NEAR / 2 && !WORD_SIGN.test(text[end] ?? ' ')) end += 1
  return text.slice(start, end)
}

/** The sentence that shows the possible spellings of a word and its line; only its author knows which is right. */
function ambiguousSpellingText(text: string, at: number, words: readonly string[]): string {
  const line = text.slice(0, at).split(/\r\n?|\n/).length
  const ways = [...new Set(words)].map((word) => `"${word}"`).join(' or ')
  return `The letters of this table can be read in several ways: line ${line} has ${ways}. ${AS_UTF8}`
}
