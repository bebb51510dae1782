import { readSync } from 'node:fs'
import { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { KmlRefused } from './kml-refused.ts'

/** A KMZ is a ZIP archive with a KML file in it. Nothing else of it is unpacked, and no archive inside it is opened. */
const KMZ_LIMITS = {
  /** files in the archive */
  entries: 10_000,
  /** folders around the KML file */
  depth: 8,
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
/** the comment that may follow the end of the list */
const LONGEST_COMMENT = 0xffff
const ENCRYPTED = 0x1
const STORED = 0
const DEFLATED = 8

type Entry = {
  name: string
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  at: number
}

const damaged = () => new KmlRefused('damaged', 'The KMZ file is damaged; export the boundary again.')

/** Whether a file begins like a ZIP archive. */
export const isZip = (head: Uint8Array): boolean =>
  head.length >= 4 && Buffer.from(head.buffer, head.byteOffset, 4).readUInt32LE(0) === LOCAL

/** These bytes of the file, or a refusal where it ends before. */
function bytesAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  if (at < 0 || readSync(file, bytes, 0, length, at) !== length) throw damaged()
  return bytes
}

/** The list of what is in the archive, which stands at its end. */
function* entriesOf(file: number, file_size: number): Generator<Entry> {
  const tail_size = Math.min(file_size, END_BYTES + LONGEST_COMMENT)
  const tail = bytesAt(file, file_size - tail_size, tail_size)
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || end + END_BYTES > tail.length || tail.readUInt32LE(end) !== END) throw damaged()
  const count = tail.readUInt16LE(end + 10)
  if (count > KMZ_LIMITS.entries) {
    throw new KmlRefused(
      'too_much',
      `The KMZ file holds more than ${KMZ_LIMITS.entries.toLocaleString('en-US')} files; export only the boundary of this site.`,
    )
  }
  const list_size = tail.readUInt32LE(end + 12)
  if (list_size > file_size) throw damaged()
  const list = bytesAt(file, tail.readUInt32LE(end + 16), list_size)
  for (let entry = 0, at = 0; entry < count; entry++) {
    if (at + CENTRAL_BYTES > list.length || list.readUInt32LE(at) !== CENTRAL) throw damaged()
    const name_length = list.readUInt16LE(at + 28)
    const next = at + CENTRAL_BYTES + name_length + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
    yield {
      name: list.toString('latin1', at + CENTRAL_BYTES, at + CENTRAL_BYTES + name_length),
      flags: list.readUInt16LE(at + 8),
      method: list.readUInt16LE(at + 10),
      crc: list.readUInt32LE(at + 16),
      packed: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      at: list.readUInt32LE(at + 42),
    }
    at = next
  }
}

/** Macs write a shadow of every file under its name. */
const isShadow = (name: string) => name.startsWith('__MACOSX/')

const isKml = ({ name }: Entry): boolean => {
  const parts = name.split(/[/\\]/)
  return /\.kml$/i.test(name) && !isShadow(name) && parts.length <= KMZ_LIMITS.depth + 1
}

function firstKml(file: number, file_size: number, most_bytes: number): Entry {
  for (const entry of entriesOf(file, file_size)) {
    if (!isKml(entry)) continue
    if (entry.flags & ENCRYPTED)
      throw new KmlRefused('not_kml', 'The KMZ file is locked with a password; save it without one.')
    if (entry.method !== STORED && entry.method !== DEFLATED) throw damaged()
    if (entry.size > most_bytes) throw tooLarge(most_bytes)
    return entry
  }
  throw new KmlRefused('no_boundary', 'The KMZ file holds no .kml file; export the boundary again as KML.')
}

const tooLarge = (most_bytes: number) =>
  new KmlRefused(
    'too_much',
    `The map inside the KMZ file is larger than ${most_bytes / 1_048_576} MB; simplify the boundary and export it again.`,
  )

const CHUNK = 64 * 1024

/**
 * The first KML file of the archive, piece by piece: never more than `most_bytes` of it, whatever the archive claims,
 * and refused where its bytes are not those that were packed.
 */
export async function* kmlOfKmz(file: number, file_size: number, most_bytes: number): AsyncGenerator<Buffer> {
  const entry = firstKml(file, file_size, most_bytes)
  const head = bytesAt(file, entry.at, LOCAL_BYTES)
  if (head.readUInt32LE(0) !== LOCAL) throw damaged()
  const start = entry.at + LOCAL_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28)

  let size = 0
  let crc = 0
  for await (const piece of unpacked(packedPieces(file, start, entry.packed), entry.method)) {
    size += piece.length
    if (size > most_bytes) throw tooLarge(most_bytes)
    crc = crc32(piece, crc)
    yield piece
  }
  if (size !== entry.size || crc !== entry.crc) throw damaged()
}

function* packedPieces(file: number, start: number, length: number): Generator<Buffer> {
  for (let done = 0; done < length; done += CHUNK)
    yield bytesAt(file, start + done, Math.min(CHUNK, length - done))
}

async function* unpacked(packed: Iterable<Buffer>, method: number): AsyncGenerator<Buffer> {
  if (method === STORED) {
    yield* packed
    return
  }
  const inflate = createInflateRaw()
  const feeding = Readable.from(packed, { objectMode: false })
  feeding.on('error', (error) => inflate.destroy(error))
  try {
    yield* feeding.pipe(inflate) as AsyncIterable<Buffer>
  } catch (error) {
    throw error instanceof KmlRefused ? error : damaged()
  } finally {
    feeding.destroy()
    inflate.destroy()
  }
}
