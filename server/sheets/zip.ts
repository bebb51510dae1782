import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

export type ZipEntry = { name: string; text: AsyncIterable<string> | Iterable<string> }

/** sizes and checksum follow the data; names are UTF-8 */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1980-01-01: a fixed day, so that the same rows make the same file */
const DAY = 0x0021

type Facts = { name: Buffer; crc: number; packed: number; size: number; offset: number }

function numbers(...pairs: readonly (readonly [2 | 4, number])[]): Buffer {
  const bytes = Buffer.allocUnsafe(pairs.reduce((sum, [length]) => sum + length, 0))
  let at = 0
  for (const [length, value] of pairs) at = bytes.writeUIntLE(value, at, length)
  return bytes
}

const common = ({ crc, packed, size, name }: Facts) =>
  [
    ...([
      [2, 20],
      [2, FLAGS],
      [2, DEFLATED],
      [2, 0],
      [2, DAY],
    ] as const),
    ...([
      [4, crc],
      [4, packed],
      [4, size],
      [2, name.length],
      [2, 0],
    ] as const),
  ] as const

/** Yields a zip archive, compressed while the entries are read, on another thread. */
export async function* zipped(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const all: Facts[] = []
  let offset = 0
  for await (const { name, text } of entries) {
    const facts: Facts = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset }
    const head = Buffer.concat([numbers([4, 0x04034b50], ...common(facts)), facts.name])
    yield head
    for await (const piece of packed(text, facts)) yield piece
    const tail = numbers([4, 0x08074b50], [4, facts.crc], [4, facts.packed], [4, facts.size])
    yield tail
    offset += head.length + facts.packed + tail.length
    all.push(facts)
  }
  const directory = Buffer.concat(all.flatMap(inDirectory))
  yield directory
  const counts = [
    [2, 0],
    [2, 0],
    [2, all.length],
    [2, all.length],
  ] as const
  yield numbers([4, 0x06054b50], ...counts, [4, directory.length], [4, offset], [2, 0])
}

const inDirectory = (facts: Facts): Buffer[] => [
  numbers([4, 0x02014b50], [2, 20], ...common(facts), [2, 0], [2, 0], [2, 0], [4, 0], [4, facts.offset]),
  facts.name,
]

/** large enough that passing a piece to the compressor costs little */
const PIECE = 65_536

async function* inPieces(text: ZipEntry['text']): AsyncGenerator<string> {
  let held: string[] = []
  let length = 0
  for await (const piece of text) {
    held.push(piece)
    length += piece.length
    if (length < PIECE) continue
    yield held.join('')
    held = []
    length = 0
  }
  yield held.join('')
}

async function* packed(text: ZipEntry['text'], facts: Facts): AsyncGenerator<Buffer> {
  const counted = async function* () {
    for await (const piece of inPieces(text)) {
      const bytes = Buffer.from(piece)
      facts.crc = crc32(bytes, facts.crc)
      facts.size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: 4 })
  const done = pipeline(Readable.from(counted(), { objectMode: false }), deflate)
  // an error of the rows reaches the reader of `deflate`
  done.catch(() => undefined)
  for await (const piece of deflate as AsyncIterable<Buffer>) {
    facts.packed += piece.length
    yield piece
  }
  await done
}
