import { closeSync, openSync, readSync } from 'node:fs'

/** The first bytes of a PMTiles file of version 3: all that the product reads of it itself (its specification, part 3). */

const HEADER_BYTES = 127
const MAGIC = 'PMTiles'
const VERSION = 3
const VECTOR = 1
/** what browsers unpack: nothing, or gzip */
const UNPACKED = [1, 2]

export type PmtilesHeader = {
  root: Section
  metadata: Section
  /** where the last part of the file ends; a shorter file was cut off */
  end: number
  max_zoom: number
  /** how directories and metadata are compressed: 1 not at all, 2 with gzip */
  compression: number
}
type Section = { offset: number; length: number }

/** What is wrong with a file, to follow "which": "which is no PMTiles file of version 3". */
export type PmtilesFault = { fault: string }

/** Reads the header of a PMTiles file from its first bytes; a fault if it is none, or has no vector tiles. */
export function readHeader(bytes: Buffer): PmtilesHeader | PmtilesFault {
  const isOne = bytes.length >= HEADER_BYTES && bytes.toString('latin1', 0, MAGIC.length) === MAGIC
  if (!isOne || bytes[MAGIC.length] !== VERSION) return { fault: 'is no PMTiles file of version 3' }
  if (bytes[99] !== VECTOR) return { fault: 'has pictures and not vector tiles' }
  const [compression, ofTiles] = [bytes[97] ?? 0, bytes[98] ?? 0]
  if (!UNPACKED.includes(compression) || !UNPACKED.includes(ofTiles))
    return { fault: 'is compressed otherwise than with gzip' }
  const number = (at: number) => Number(bytes.readBigUInt64LE(at))
  const section = (at: number): Section => ({ offset: number(at), length: number(at + 8) })
  const [root, metadata, leaves, tiles] = [section(8), section(24), section(40), section(56)]
  const end = Math.max(...[root, metadata, leaves, tiles].map(({ offset, length }) => offset + length))
  return { root, metadata, end, max_zoom: bytes[101] ?? 0, compression }
}

/** Returns why this file cannot be a base map, to follow "which"; null if its beginning is right. */
export function pmtilesFault(file: string): string | null {
  try {
    const opened = openSync(file, 'r')
    try {
      const bytes = Buffer.alloc(HEADER_BYTES)
      const read = readHeader(bytes.subarray(0, readSync(opened, bytes, 0, HEADER_BYTES, 0)))
      return 'fault' in read ? read.fault : null
    } finally {
      closeSync(opened)
    }
  } catch {
    return 'cannot be read'
  }
}
