import { readSync } from 'node:fs'
import { Readable } from 'node:stream'
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'

/** An archive that is not read: what it is instead is for whoever asked to put into words. */
export class ZipFault extends Error {
  readonly kind: 'damaged' | 'too_many' | 'too_large' | 'locked'

  constructor(kind: ZipFault['kind']) {
    super(`The archive is not read: ${kind}.`)
    this.kind = kind
  }
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
const END64 = 0x06064b50
const END64_BYTES = 56
const LOCATOR64 = 0x07064b50
const LOCATOR64_BYTES = 20
/** an archive's own list of its files is held whole; that of 60,000 files with long names is smaller */
const LONGEST_LIST = 64 * 1_048_576
/** the comment that may follow the end of the list */
const LONGEST_COMMENT = 0xffff
const ENCRYPTED = 0x1
const UTF8 = 0x800
const STORED = 0
const DEFLATED = 8
/** stands where a size or a place is written in the extra field of the ZIP64 form */
const ELSEWHERE = 0xffff_ffff
const EXTRA64 = 0x0001

export type ZipEntry = {
  name: string
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  at: number
}

/** Whether a file begins like a ZIP archive. */
export const isZip = (head: Uint8Array): boolean =>
  head.length >= 4 && Buffer.from(head.buffer, head.byteOffset, 4).readUInt32LE(0) === LOCAL

/** These bytes of the file, or a refusal where it ends before. */
function bytesAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  if (at < 0 || readSync(file, bytes, 0, length, at) !== length) throw new ZipFault('damaged')
  return bytes
}

/** A number of eight bytes; one that no file reaches is damage. */
function longAt(bytes: Buffer, at: number): number {
  const number = at + 8 <= bytes.length ? Number(bytes.readBigUInt64LE(at)) : Number.NaN
  if (!Number.isSafeInteger(number)) throw new ZipFault('damaged')
  return number
}

type List = { count: number; size: number; at: number }

/** Where the list of files is, as the end of the archive says, or the end in ZIP64 form before it (S-137). */
function listOf(file: number, file_size: number): List {
  const tail_size = Math.min(file_size, END_BYTES + LONGEST_COMMENT)
  const tail_at = file_size - tail_size
  const tail = bytesAt(file, tail_at, tail_size)
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || end + END_BYTES > tail.length) throw new ZipFault('damaged')
  const plain = {
    count: tail.readUInt16LE(end + 10),
    size: tail.readUInt32LE(end + 12),
    at: tail.readUInt32LE(end + 16),
  }
  const locator_at = tail_at + end - LOCATOR64_BYTES
  if (locator_at < 0) return plain
  const locator = bytesAt(file, locator_at, LOCATOR64_BYTES)
  if (locator.readUInt32LE(0) !== LOCATOR64) return plain
  const end64 = bytesAt(file, longAt(locator, 8), END64_BYTES)
  if (end64.readUInt32LE(0) !== END64) throw new ZipFault('damaged')
  return { count: longAt(end64, 32), size: longAt(end64, 40), at: longAt(end64, 48) }
}

/** The numbers that the ZIP64 form writes behind the name, in their order, in place of those that are `ELSEWHERE`. */
function withLongNumbers<Numbers extends { size: number; packed: number; at: number }>(
  numbers: Numbers,
  extra: Buffer,
): Numbers {
  const missing = (['size', 'packed', 'at'] as const).filter((name) => numbers[name] === ELSEWHERE)
  if (missing.length === 0) return numbers
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== EXTRA64) continue
    const long = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
    const found = missing.map((name, index) => [name, longAt(long, index * 8)] as const)
    return { ...numbers, ...Object.fromEntries(found) }
  }
  throw new ZipFault('damaged')
}

/** The list of what is in the archive, which is at its end. */
export function* zipEntries(file: number, file_size: number, most: number): Generator<ZipEntry> {
  const { count, size, at: list_at } = listOf(file, file_size)
  if (count > most || size > LONGEST_LIST) throw new ZipFault('too_many')
  if (list_at + size > file_size) throw new ZipFault('damaged')
  const list = bytesAt(file, list_at, size)
  for (let entry = 0, at = 0; entry < count; entry++) {
    if (at + CENTRAL_BYTES > list.length || list.readUInt32LE(at) !== CENTRAL) throw new ZipFault('damaged')
    const extra_at = at + CENTRAL_BYTES + list.readUInt16LE(at + 28)
    const extra_end = extra_at + list.readUInt16LE(at + 30)
    const next = extra_end + list.readUInt16LE(at + 32)
    if (next > list.length) throw new ZipFault('damaged')
    const flags = list.readUInt16LE(at + 8)
    const numbers = {
      packed: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      at: list.readUInt32LE(at + 42),
    }
    yield {
      name: nameOf(list.subarray(at + CENTRAL_BYTES, extra_at), flags),
      flags,
      method: list.readUInt16LE(at + 10),
      crc: list.readUInt32LE(at + 16),
      ...withLongNumbers(numbers, list.subarray(extra_at, extra_end)),
    }
    at = next
  }
}

/** The letters above 127 of the machines that the format comes from; Windows still writes names in them. */
export const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

const LENIENT = new TextDecoder('utf-8')
const STRICT = new TextDecoder('utf-8', { fatal: true })

/** Macs write UTF-8 and do not say so. */
function nameOf(bytes: Buffer, flags: number): string {
  try {
    return (flags & UTF8 ? LENIENT : STRICT).decode(bytes)
  } catch {
    return [...bytes].map((byte) => (byte < 128 ? String.fromCharCode(byte) : CP437[byte - 128])).join('')
  }
}

const CHUNK = 64 * 1024
/** what is unpacked in passing: a stream of its own costs more than such a file */
const SMALL = 256 * 1024

/**
 * What is in an entry, piece by piece: never more than `most_bytes` of it, whatever the archive claims, and refused
 * where its bytes are not those that were packed.
 */
export async function* unzipped(file: number, entry: ZipEntry, most_bytes: number): AsyncGenerator<Buffer> {
  if (entry.flags & ENCRYPTED) throw new ZipFault('locked')
  if (entry.method !== STORED && entry.method !== DEFLATED) throw new ZipFault('damaged')
  if (entry.size > most_bytes) throw new ZipFault('too_large')
  const head = bytesAt(file, entry.at, LOCAL_BYTES)
  if (head.readUInt32LE(0) !== LOCAL) throw new ZipFault('damaged')
  const start = entry.at + LOCAL_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28)

  let size = 0
  let crc = 0
  for await (const piece of unpacked(file, start, entry)) {
    size += piece.length
    if (size > most_bytes) throw new ZipFault('too_large')
    crc = crc32(piece, crc)
    yield piece
  }
  if (size !== entry.size || crc !== entry.crc) throw new ZipFault('damaged')
}

function unpacked(
  file: number,
  start: number,
  { method, packed, size }: ZipEntry,
): Iterable<Buffer> | AsyncIterable<Buffer> {
  if (method === DEFLATED && packed <= SMALL && size <= SMALL)
    return [inflated(bytesAt(file, start, packed), size)]
  const pieces = packedPieces(file, start, packed)
  return method === STORED ? pieces : inflating(pieces)
}

function* packedPieces(file: number, start: number, length: number): Generator<Buffer> {
  for (let done = 0; done < length; done += CHUNK)
    yield bytesAt(file, start + done, Math.min(CHUNK, length - done))
}

/** A small file at once, as large as it says it is at most. */
function inflated(packed: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) })
  } catch (error) {
    const isMore = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new ZipFault(isMore ? 'too_large' : 'damaged')
  }
}

async function* inflating(packed: Iterable<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw()
  const feeding = Readable.from(packed, { objectMode: false })
  feeding.on('error', (error) => inflate.destroy(error))
  try {
    yield* feeding.pipe(inflate) as AsyncIterable<Buffer>
  } catch (error) {
    throw error instanceof ZipFault ? error : new ZipFault('damaged')
  } finally {
    feeding.destroy()
    inflate.destroy()
  }
}
