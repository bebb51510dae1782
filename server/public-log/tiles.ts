import { leafHash, type Nodes, rootOver } from './merkle.ts'

/** The tree in C2SP's tlog-tiles: 256 hashes to a tile, and each tile one hash of the level above. */
export const TILE_WIDTH = 256
const HASH_BYTES = 32
/** Entries are hashes, each after its length in two bytes. */
const ENTRY_BYTES = HASH_BYTES + 2

const WIDTH_BYTES = { entries: ENTRY_BYTES, hashes: HASH_BYTES }
const bytesEach = (kind: TileKind): number => WIDTH_BYTES[kind === 'entries' ? 'entries' : 'hashes']

/** The entries, or the hashes of a level of the tree; level 0 has the leaves. */
export type TileKind = 'entries' | number

/** Which tile; `width` only of a partial one. */
export type TileName = { kind: TileKind; index: number; width: number | null }

/** The path of a tile: its number in groups of three digits, so that no folder grows too large (x001/x234/067). */
export function tilePath(kind: TileKind, index: number): string {
  const groups: string[] = []
  for (let rest = index; rest > 0 || groups.length === 0; rest = Math.floor(rest / 1000))
    groups.unshift(String(rest % 1000).padStart(3, '0'))
  return `tile/${kind}/${groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')}`
}

const PATH = /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*)(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/** Returns the tile that a path below `tile/` names; null where it names none. */
export function tileNamed(path: string): TileName | null {
  const [, level, groups = '', last = '', partial] = PATH.exec(path) ?? []
  if (level === undefined) return null
  const kind: TileKind = level === 'entries' ? level : Number(level)
  const index = Number(groups.replaceAll(/[x/]/g, '') + last)
  const width = partial === undefined ? null : Number(partial)
  if (!Number.isSafeInteger(index) || (width !== null && width >= TILE_WIDTH)) return null
  if (typeof kind === 'number' && kind > 63) return null
  // each tile has exactly one path: leading groups of zeros are rejected
  const name = tilePath(kind, index) + (width === null ? '' : `.p/${width}`)
  return name === `tile/${path}` ? { kind, index, width } : null
}

/** Returns the first `width` entries or hashes of a tile, which never change; null where it has fewer. */
export function tilePart(kind: TileKind, bytes: Buffer, width: number): Buffer | null {
  const wanted = width * bytesEach(kind)
  return bytes.length < wanted ? null : bytes.subarray(0, wanted)
}

const hashesOf = (tile: Buffer): Buffer[] =>
  Array.from({ length: Math.floor(tile.length / HASH_BYTES) }, (_, at) =>
    tile.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  )

/** Returns the entries of a bundle. Throws where it is not one of ours. */
export function entriesOf(bundle: Buffer): Buffer[] {
  const count = bundle.length / ENTRY_BYTES
  const entries = Array.from({ length: Math.floor(count) }, (_, at) =>
    bundle.subarray(at * ENTRY_BYTES, (at + 1) * ENTRY_BYTES),
  )
  if (!Number.isInteger(count) || entries.some((entry) => entry.readUInt16BE() !== HASH_BYTES))
    throw new Error('A bundle of the public log contains something other than entries.')
  return entries.map((entry) => entry.subarray(2))
}

const LENGTH = Buffer.from([0, HASH_BYTES])
const bundleOf = (entries: readonly Buffer[]): Buffer =>
  Buffer.concat(entries.flatMap((entry) => [LENGTH, entry]))

/** A file of the log and its name. */
export type LogFile = { name: string; bytes: Buffer }

/** The right edge of a growing tree: all that is not in a full tile yet, a few kilobytes however long the log is. */
export type Edge = { size: number; entries: Buffer[]; levels: Buffer[][] }

export const emptyEdge = (): Edge => ({ size: 0, entries: [], levels: [] })

export const copyOfEdge = ({ size, entries, levels }: Edge): Edge => ({
  size,
  entries: [...entries],
  levels: levels.map((level) => [...level]),
})

/** Returns the root of the tree with this edge. */
export function rootOf({ levels }: Edge): Buffer {
  let rest: Buffer[] = []
  for (const level of levels) {
    const hashes = [...level, ...rest]
    rest = hashes.length === 0 ? [] : [rootOver(hashes)]
  }
  return rootOver(rest)
}

/** Appends an entry; returns the tiles that are full now. */
export function append(edge: Edge, entry: Buffer): LogFile[] {
  const full: LogFile[] = []
  edge.size += 1
  edge.entries.push(entry)
  if (edge.entries.length === TILE_WIDTH) {
    full.push({ name: tilePath('entries', edge.size / TILE_WIDTH - 1), bytes: bundleOf(edge.entries) })
    edge.entries = []
  }
  let hash = leafHash(entry)
  for (let level = 0, span = TILE_WIDTH; ; level += 1, span *= TILE_WIDTH) {
    const hashes = edge.levels[level] ?? []
    edge.levels[level] = hashes
    hashes.push(hash)
    if (hashes.length < TILE_WIDTH) return full
    full.push({ name: tilePath(level, edge.size / span - 1), bytes: Buffer.concat(hashes) })
    hash = rootOver(hashes)
    edge.levels[level] = []
  }
}

/**
 * The edge as one file: its size in eight bytes, then each partial tile after its length in four, the entries first.
 */
export function edgeFile({ size, entries, levels }: Edge): Buffer {
  const parts = [bundleOf(entries), ...levels.map((hashes) => Buffer.concat(hashes))]
  const head = Buffer.alloc(8)
  head.writeBigUInt64BE(BigInt(size))
  const lengths = parts.map(({ length }) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(length)
    return bytes
  })
  return Buffer.concat([head, ...parts.flatMap((part, at) => [lengths[at] ?? head, part])])
}

/** Returns the partial tiles in such a file. */
export function openTiles(file: Buffer): LogFile[] {
  const tiles: LogFile[] = []
  if (file.length < 8) return tiles
  const size = Number(file.readBigUInt64BE())
  let kind: TileKind = 'entries'
  for (let at = 8; at + 4 <= file.length; ) {
    const end = at + 4 + file.readUInt32BE(at)
    const index = Math.floor(size / TILE_WIDTH ** (kind === 'entries' ? 1 : kind + 1))
    if (end > at + 4) tiles.push({ name: tilePath(kind, index), bytes: file.subarray(at + 4, end) })
    kind = kind === 'entries' ? 0 : kind + 1
    at = end
  }
  return tiles
}

/**
 * Builds the edge of the tree of this size from its last tiles; null where one is too short or its entries are not its
 * leaves.
 */
export async function edgeFrom(
  readTile: (kind: TileKind, index: number) => Promise<Buffer | null>,
  size: number,
): Promise<Edge | null> {
  const last = async (kind: TileKind, level: number): Promise<Buffer | null> => {
    const count = Math.floor(size / TILE_WIDTH ** level)
    const width = count % TILE_WIDTH
    if (width === 0) return Buffer.alloc(0)
    const bytes = await readTile(kind, Math.floor(count / TILE_WIDTH))
    return bytes && tilePart(kind, bytes, width)
  }
  const bundle = await last('entries', 0)
  if (!bundle) return null
  const levels: Buffer[][] = []
  for (let level = 0; size >= TILE_WIDTH ** level; level += 1) {
    const tile = await last(level, level)
    if (!tile) return null
    levels.push(hashesOf(tile))
  }
  const entries = entriesOf(bundle)
  const areLeaves = entries.every((entry, at) => levels[0]?.[at]?.equals(leafHash(entry)))
  return areLeaves ? { size, entries, levels } : null
}

/** The nodes of a tree from its tiles, reading each tile once. */
export function nodesIn(readTile: (level: number, index: number) => Promise<Buffer>): Nodes {
  const read = new Map<string, Promise<Buffer[]>>()
  const hashesIn = (level: number, index: number) => {
    const name = `${level}/${index}`
    const hashes = read.get(name) ?? readTile(level, index).then(hashesOf)
    read.set(name, hashes)
    return hashes
  }
  return async (height, index) => {
    const span = 2 ** (height % 8)
    const first = index * span
    const hashes = await hashesIn(Math.floor(height / 8), Math.floor(first / TILE_WIDTH))
    const at = first % TILE_WIDTH
    if (hashes.length < at + span) throw new Error('A tile of the public log is shorter than its tree.')
    return rootOver(hashes.slice(at, at + span))
  }
}
