import { gzipSync } from 'node:zlib'

/**
 * Writes a PMTiles file of version 3 by its specification, byte by byte and without the product's reader or the engine's:
 * two vector tiles in the schema of Protomaps, of the world and of its north-eastern quarter, which has the Philippines.
 */

const varint = (value: number): number[] => {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return [...bytes, rest]
}
const field = (number: number, bytes: readonly number[]) => [
  ...varint(number * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
]
const whole = (number: number, value: number) => [...varint(number * 8), ...varint(value)]
const text = (number: number, words: string) => field(number, [...Buffer.from(words)])

const EXTENT = 4096
const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value)

/** Commands of a vector tile for a path through these points; a polygon is closed. */
function path(points: readonly (readonly [number, number])[], isClosed: boolean): number[] {
  let [x, y] = [0, 0]
  const steps = points.map(([to_x, to_y]) => {
    const step = [zigzag(to_x - x), zigzag(to_y - y)]
    ;[x, y] = [to_x, to_y]
    return step
  })
  const [first = [], ...rest] = steps
  const lines = rest.length > 0 ? [rest.length * 8 + 2, ...rest.flat()] : []
  return [9, ...first, ...lines, ...(isClosed ? [15] : [])].flatMap(varint)
}

type Shape = {
  type: 1 | 2 | 3
  points: readonly (readonly [number, number])[]
  facts: Record<string, string>
}

function layer(name: string, shapes: readonly Shape[]): number[] {
  const keys = [...new Set(shapes.flatMap(({ facts }) => Object.keys(facts)))]
  const values = [...new Set(shapes.flatMap(({ facts }) => Object.values(facts)))]
  const features = shapes.map(({ type, points, facts }) => {
    const tags = Object.entries(facts).flatMap(([key, value]) => [keys.indexOf(key), values.indexOf(value)])
    return field(2, [
      ...field(2, tags.flatMap(varint)),
      ...whole(3, type),
      ...field(4, path(points, type === 3)),
    ])
  })
  return field(3, [
    ...text(1, name),
    ...features.flat(),
    ...keys.flatMap((key) => text(3, key)),
    ...values.flatMap((value) => field(4, text(1, value))),
    ...whole(5, EXTENT),
    ...whole(15, 2),
  ])
}

const EVERYWHERE = [
  [0, 0],
  [EXTENT, 0],
  [EXTENT, EXTENT],
  [0, EXTENT],
] as const

/** A tile that is all forest, so that every pixel of it has one known colour. */
const tile = () => [
  ...layer('earth', [{ type: 3, points: EVERYWHERE, facts: { kind: 'earth' } }]),
  ...layer('landuse', [{ type: 3, points: EVERYWHERE, facts: { kind: 'forest' } }]),
  ...layer('places', [{ type: 1, points: [[2048, 2048]], facts: { kind: 'region', name: 'Somewhere' } }]),
]

type Wanted = {
  /** of the metadata, HTML as such files have it */
  attribution?: string
  /** 1 are vector tiles, 2 are PNG */
  tile_type?: number
  version?: number
  /** how everything is compressed: 1 not at all, 2 with gzip */
  compression?: 1 | 2
  /** bytes after the tiles, so that the file is as large as wanted */
  padding?: number
}

const HEADER_BYTES = 127

/** The bytes of the file. */
export function tinyPmtiles(wanted: Wanted = {}): Buffer {
  const { attribution = '', tile_type = 1, version = 3, compression = 2, padding = 0 } = wanted
  const packed = (bytes: Buffer) => (compression === 2 ? gzipSync(bytes) : bytes)
  const bytes = packed(Buffer.from(tile()))
  // two entries with one content: number of entries, steps of their ids, run lengths, lengths, offsets plus one
  const ids = [0, 4]
  const directory = packed(
    Buffer.from([2, ids[0] ?? 0, 4, 1, 1, ...varint(bytes.length), ...varint(bytes.length), 1, 1]),
  )
  const metadata = packed(Buffer.from(JSON.stringify({ name: 'Tiny', attribution })))
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 0, 'latin1')
  header[7] = version
  const tilesAt = HEADER_BYTES + directory.length + metadata.length
  const sections = [
    [8, HEADER_BYTES, directory.length],
    [24, HEADER_BYTES + directory.length, metadata.length],
    [40, tilesAt, 0],
    [56, tilesAt, bytes.length + padding],
  ] as const
  for (const [at, offset, length] of sections) {
    header.writeBigUInt64LE(BigInt(offset), at)
    header.writeBigUInt64LE(BigInt(length), at + 8)
  }
  for (const [at, count] of [
    [72, 2],
    [80, 2],
    [88, 1],
  ] as const)
    header.writeBigUInt64LE(BigInt(count), at)
  header[96] = 1
  header[97] = compression
  header[98] = compression
  header[99] = tile_type
  header[101] = 1
  for (const [at, degrees] of [
    [102, -180],
    [106, -85],
    [110, 180],
    [114, 85],
  ] as const)
    header.writeInt32LE(degrees * 10_000_000, at)
  return Buffer.concat([header, directory, metadata, bytes, Buffer.alloc(padding)])
}
