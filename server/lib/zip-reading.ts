import { readSync } from 'node:fs'
import { Readable } from 'node:stream'
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'

/** An archive that is not read: what it is instead is for whoever asked to put into words. */
export class ZipFault extends Error {
  readonly kind: 'damaged' | 'too_many' | 'too_large' | 'locked' | 'zip64'

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
/** the comment that may follow the end of the list */
const LONGEST_COMMENT = 0xffff
const ENCRYPTED = 0x1
const UTF8 = 0x800
const STORED = 0
const DEFLATED = 8
/** stands where an archive of more than 4 GB or 65,535 files says it elsewhere */
const ELSEWHERE = 0xffff

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

/** The list of what is in the archive, which stands at its end. */
export function* zipEntries(file: number, file_size: number, most: number): Generator<ZipEntry> {
  const tail_size = Math.min(file_size, END_BYTES + LONGEST_COMMENT)
  const tail = bytesAt(file, file_size - tail_size, tail_size)
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || end + END_BYTES > tail.length) throw new ZipFault('damaged')
  const count = tail.readUInt16LE(end + 10)
  const list_size = tail.readUInt32LE(end + 12)
  const list_at = tail.readUInt32LE(end + 16)
  if (count === ELSEWHERE || list_at === 0xffff_ffff) throw new ZipFault('zip64')
  if (count > most) throw new ZipFault('too_many')
  if (list_size > file_size) throw new ZipFault('damaged')
  const list = bytesAt(file, list_at, list_size)
  for (let entry = 0, at = 0; entry < count; entry++) {
    if (at + CENTRAL_BYTES > list.length || list.readUInt32LE(at) !== CENTRAL) throw new ZipFault('damaged')
    const name_length = list.readUInt16LE(at + 28)
    const next = at + CENTRAL_BYTES + name_length + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
    const flags = list.readUInt16LE(at + 8)
    yield {
      name: nameOf(list.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + name_length), flags),
      flags,
      method: list.readUInt16LE(at + 10),
      crc: list.readUInt32LE(at + 16),
      packed: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      at: list.readUInt32LE(at + 42),
    }
    at = next
  }
}

/** The letters above 127 of the machines that the format comes from; Windows still writes names in them. */
const CP437 =
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
