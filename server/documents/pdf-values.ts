import { AppError } from '../lib/errors.ts'

/** A value of a PDF: names with their slash, strings as bytes, references by number. */
export type PdfValue =
  | null
  | boolean
  | number
  | string
  | Buffer
  | PdfReference
  | readonly PdfValue[]
  | PdfDictionary

export type PdfDictionary = ReadonlyMap<string, PdfValue>

export class PdfReference {
  readonly number: number
  readonly generation: number

  constructor(number: number, generation: number) {
    this.number = number
    this.generation = generation
  }
}

const MAX_DEPTH = 100
/** bytes kept of a string; those of an encryption dictionary are shorter */
const LONGEST_STRING = 4_096

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map

const BLANKS = new Set([0, 9, 10, 12, 13, 32])
const DELIMITERS = new Set([...'()<>[]{}/%'].map((sign) => sign.charCodeAt(0)))
const isRegular = (byte: number | undefined) =>
  byte !== undefined && !BLANKS.has(byte) && !DELIMITERS.has(byte)

const isOctal = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 55
const code = (sign: string) => sign.charCodeAt(0)
const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 }
const END = Symbol('the end of an array or a dictionary')
const INTEGER = /^[+-]?\d+$/
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/

/** Reads the value at a place in the bytes, and returns where it ends. An invalid value reads as null. */
export function readValue(bytes: Buffer, from: number): { value: PdfValue; end: number } {
  let at = from

  function skipBlanks() {
    for (; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0
      if (byte === code('%')) while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++
      else if (!BLANKS.has(byte)) return
    }
  }

  function word(): string {
    const start = at
    while (isRegular(bytes[at])) at++
    return bytes.toString('latin1', start, at)
  }

  function name(): string {
    at++
    return `/${word().replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))}`
  }

  function literal(): Buffer {
    const found: number[] = []
    let open = 1
    for (at++; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0
      if (byte === code('\\')) escape(found)
      else {
        if (byte === code('(')) open++
        if (byte === code(')') && --open === 0) break
        if (found.length < LONGEST_STRING) found.push(byte)
      }
    }
    at++
    return Buffer.from(found)
  }

  function escape(found: number[]) {
    const octal = isOctal(bytes[at + 1]) && /^[0-7]{1,3}/.exec(bytes.toString('latin1', at + 1, at + 4))?.[0]
    if (octal) {
      found.push(Number.parseInt(octal, 8) & 0xff)
      at += octal.length
      return
    }
    at++
    const next = bytes[at] ?? 0
    if (next === 13 && bytes[at + 1] === 10) at++
    if (next !== 10 && next !== 13) found.push(ESCAPES[String.fromCharCode(next)] ?? next)
  }

  function hexadecimal(): Buffer {
    const close = bytes.indexOf('>', at)
    const digits = bytes.toString(
      'latin1',
      at + 1,
      Math.min(close === -1 ? bytes.length : close, at + 2 * LONGEST_STRING),
    )
    at = close === -1 ? bytes.length : close + 1
    const clean = digits.replace(/[^0-9a-f]/gi, '')
    return Buffer.from(clean.length % 2 ? `${clean}0` : clean, 'hex')
  }

  /** A number, or a reference if this is the first of its three parts. */
  function numeral(text: string): PdfValue {
    if (!INTEGER.test(text)) return NUMBER.test(text) ? Number(text) : null
    const rest = /^[\0\t\n\f\r ]{1,8}(\d{1,5})[\0\t\n\f\r ]{1,8}R(?![A-Za-z0-9])/.exec(
      bytes.toString('latin1', at, at + 24),
    )
    if (!rest) return Number(text)
    at += rest[0].length
    return new PdfReference(Number(text), Number(rest[1]))
  }

  function list(nested: number): PdfValue[] {
    const values: PdfValue[] = []
    for (;;) {
      const value = next(nested + 1)
      if (value === END) return values
      values.push(value)
    }
  }

  function dictionary(nested: number): PdfDictionary {
    const values = list(nested)
    const pairs = new Map<string, PdfValue>()
    for (let at = 0; at + 1 < values.length; at += 2) {
      const name = values[at]
      if (typeof name === 'string') pairs.set(name, values[at + 1] ?? null)
    }
    return pairs
  }

  function next(nested: number): PdfValue | typeof END {
    if (nested > MAX_DEPTH) throw new AppError('pdf_too_much')
    skipBlanks()
    if (at >= bytes.length) return END
    const sign = String.fromCharCode(bytes[at] ?? 0)
    if (sign === '/') return name()
    if (sign === '(') return literal()
    if (sign === '[') {
      at++
      return list(nested)
    }
    const isTwice = bytes[at + 1] === bytes[at]
    if (sign === '<') {
      if (!isTwice) return hexadecimal()
      at += 2
      return dictionary(nested)
    }
    if (sign === ']' || sign === '>') {
      at += sign === '>' && isTwice ? 2 : 1
      return END
    }
    if (DELIMITERS.has(bytes[at] ?? 0)) {
      at++
      return null
    }
    const text = word()
    if (text === 'true' || text === 'false') return text === 'true'
    // a truncated object must not swallow the beginning of the next one
    if (text === 'endobj' || text === 'stream') {
      at -= text.length
      return END
    }
    return numeral(text)
  }

  const value = next(0)
  return { value: value === END ? null : value, end: at }
}
