/* BIFF8 records: a number, a length and at most 8,224 bytes. Names and numbers as in Microsoft's [MS-XLS]. */

export const MAX_RECORD = 8224

export function record(number: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.allocUnsafe(4)
  head.writeUInt16LE(number, 0)
  head.writeUInt16LE(body.length, 2)
  return Buffer.concat([head, body])
}

/** Consecutive two-byte numbers. */
export function words(...values: number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 2)
  values.forEach((value, index) => bytes.writeUInt16LE(value, index * 2))
  return bytes
}

export function double(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeDoubleLE(value, 0)
  return bytes
}

export function long(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeUInt32LE(value, 0)
  return bytes
}

// oxlint-disable-next-line no-control-regex -- the range begins with the first character there is
const isWide = (text: string): boolean => /[^\u0000-\u00ff]/.test(text)

/** The letters of a text: one byte each where Latin-1 has them all (ñ included), else two. */
export const letters = (text: string): { flag: number; bytes: Buffer } =>
  isWide(text)
    ? { flag: 1, bytes: Buffer.from(text, 'utf16le') }
    : { flag: 0, bytes: Buffer.from(text, 'latin1') }

/** A short text after its one-byte length, as in sheet and font names. */
export function shortText(text: string): Buffer {
  const { flag, bytes } = letters(text)
  return Buffer.concat([Buffer.from([text.length, flag]), bytes])
}

/** A text after its two-byte length, as in number formats. */
export function longText(text: string): Buffer {
  const { flag, bytes } = letters(text)
  return Buffer.concat([words(text.length), Buffer.from([flag]), bytes])
}

export const GLOBALS = 0x0005
export const SHEET = 0x0010
/** The first record of the workbook's globals and of each sheet. */
export const beginning = (part: typeof GLOBALS | typeof SHEET): Buffer =>
  record(0x0809, Buffer.concat([words(0x0600, part, 0x0dbb, 0x07cc), long(0xc1), long(0x0306)]))
export const END = record(0x000a)
