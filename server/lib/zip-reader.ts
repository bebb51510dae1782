import { isUtf8 } from 'node:buffer'
import { fstatSync, readSync } from 'node:fs'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { no } from '../../shared/lib/verdict.ts'
import { AppError, isRefusal } from './errors.ts'

/** The error for an archive that is not read; the caller puts the fault into words for its kind of file. */
export const notRead = (fault: 'damaged' | 'too_many' | 'too_large' | 'locked') =>
  new AppError(no('no_archive', { fault }))

/** A file of an archive, as the central directory lists it. */
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
  head.length >= 4 && Buffer.from(head.buffer, head.byteOffset, 4).readUInt32LE(0) === 0x04034b50

const PIECE = 64 * 1024

/** Lets yauzl read an open file without closing it. Handles reads beyond its end, which a forged archive can cause. */
class OpenFile extends yauzl.RandomAccessReader {
  readonly #file: number
  readonly size: number

  constructor(file: number) {
    super()
    this.#file = file
    this.size = endOf(file, fstatSync(file).size)
  }

  override read(
    bytes: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    const isInside = position >= 0 && position + length <= this.size
    if (isInside) readSync(this.#file, bytes, offset, length, position)
    done(isInside ? null : notRead('damaged'))
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false })
  }

  *#pieces(start: number, end: number): Generator<Buffer> {
    for (let at = start; at < end; at += PIECE) {
      const bytes = Buffer.alloc(Math.min(PIECE, end - at))
      readSync(this.#file, bytes, 0, bytes.length, at)
      yield bytes
    }
  }
}

const END = 'PK\u0005\u0006'
const END_BYTES = 22
const LONGEST_COMMENT = 0xffff

/** Returns where the archive ends: some programs append a line break or zeros, which yauzl rejects as damage. */
function endOf(file: number, size: number): number {
  const tail = Buffer.alloc(Math.min(size, END_BYTES + LONGEST_COMMENT))
  const start = size - tail.length
  readSync(file, tail, 0, tail.length, start)
  const end = tail.lastIndexOf(END)
  if (end === -1 || end + END_BYTES > tail.length) return size
  return Math.min(size, start + end + END_BYTES + tail.readUInt16LE(end + END_BYTES - 2))
}

function openArchive(file: number): Promise<yauzl.ZipFile> {
  const reader = new OpenFile(file)
  // sizes and names are checked here, so that one odd file does not make the whole archive unreadable
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false }
  return yauzl.fromRandomAccessReaderPromise(reader, reader.size, options)
}

/** Turns an error of yauzl into a fault; a system error, such as a full disk, stays as it is. */
const toZipError = (error: unknown): unknown =>
  isRefusal(error, 'no_archive') || (error as NodeJS.ErrnoException).syscall ? error : notRead('damaged')

const ENCRYPTED = 0x1
const UTF8 = 0x800

/** Decodes a name as UTF-8 where it is valid, because Macs write it without the flag; else as code page 437. */
const nameOf = ({ fileNameRaw, generalPurposeBitFlag, extraFields }: yauzl.Entry): string =>
  yauzl.getFileNameLowLevel(
    isUtf8(fileNameRaw) ? UTF8 : generalPurposeBitFlag,
    fileNameRaw,
    extraFields,
    true,
  )

/** Yields the files of an open archive in the order of its directory. Throws where there are more than `most`. */
export async function* zipEntries(file: number, most: number): AsyncGenerator<ZipEntry> {
  try {
    const archive = await openArchive(file)
    if (!Number.isSafeInteger(archive.entryCount)) throw notRead('damaged')
    if (archive.entryCount > most) throw notRead('too_many')
    for await (const entry of archive.eachEntry())
      yield {
        name: nameOf(entry),
        flags: entry.generalPurposeBitFlag,
        method: entry.compressionMethod,
        crc: entry.crc32,
        packed: entry.compressedSize,
        size: entry.uncompressedSize,
        at: entry.relativeOffsetOfLocalHeader,
      }
  } catch (error) {
    throw toZipError(error)
  }
}

/**
 * Unpacks an entry piece by piece, never more than `most_bytes`, whatever the archive claims. Throws where size or CRC
 * are wrong, which yauzl does not check.
 */
export async function* unzip(file: number, entry: ZipEntry, most_bytes: number): AsyncGenerator<Buffer> {
  if (entry.flags & ENCRYPTED) throw notRead('locked')
  if (entry.size > most_bytes) throw notRead('too_large')
  let size = 0
  let crc = 0
  try {
    const archive = await openArchive(file)
    const listed = Object.assign(new yauzl.Entry(), {
      generalPurposeBitFlag: entry.flags,
      compressionMethod: entry.method,
      compressedSize: entry.packed,
      uncompressedSize: entry.size,
      relativeOffsetOfLocalHeader: entry.at,
    })
    for await (const piece of (await archive.openReadStreamPromise(listed)) as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > most_bytes) throw notRead('too_large')
      crc = crc32(piece, crc)
      yield piece
    }
  } catch (error) {
    throw toZipError(error)
  }
  if (size !== entry.size || crc !== entry.crc) throw notRead('damaged')
}
