import { leafHash, type Nodes, rootOver } from './merkle.ts'

/** The tree as C2SP's tlog-tiles cuts it: 256 hashes to a tile, and each tile one hash of the level above. */
export const TILE_WIDTH = 256
const HASH_BYTES = 32
/** Entries are hashes, each behind its length in two bytes. */
const ENTRY_BYTES = HASH_BYTES + 2

const WIDTH_BYTES = { entries: ENTRY_BYTES, hashes: HASH_BYTES }
const bytesEach = (kind: TileKind): number => WIDTH_BYTES[kind === 'entries' ? 'entries' : 'hashes']

/** The entries themselves, or hashes of a level of the tree: 0 is that of the leaves. */
export type TileKind = 'entries' | number

/** A tile by its place; `width` only where it is not full. */
export type TileName = { kind: TileKind; index: number; width: number | null }

/** The number of a tile as a path of three digits each, so that no folder grows too large: x001/x234/067. */
export function tilePath(kind: TileKind, index: number): string {
  const groups: string[] = []
  for (let rest = index; rest > 0 || groups.length === 0; rest = Math.floor(rest / 1000))
    groups.unshift(String(rest % 1000).padStart(3, '0'))
  return `tile/${kind}/${groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')}`
}

const PATH = /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*)(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/** Which tile an address below `tile/` names; null for one that names none. */
export function tileNamed(path: string): TileName | null {
  const [, level, groups = '', last = '', partial] = PATH.exec(path) ?? []
  if (level === undefined) return null
  const kind: TileKind = level === 'entries' ? level : Number(level)
  const index = Number(groups.replaceAll(/[x/]/g, '') + last)
  const width = partial === undefined ? null : Number(partial)
  if (!Number.isSafeInteger(index) || (width !== null && width >= TILE_WIDTH)) return null
  if (typeof kind === 'number' && kind > 63) return null
  // one address for each: no group of noughts in front
  const name = tilePath(kind, index) + (width === null ? '' : `.p/${width}`)
  return name === `tile/${path}` ? { kind, index, width } : null
}

/** The first `width` of a tile's entries or hashes; null where it holds fewer. What is added to a tile changes none. */
export function tilePart(kind: TileKind, bytes: Buffer, width: number): Buffer | null {
  const wanted = width * bytesEach(kind)
  return bytes.length < wanted ? null : bytes.subarray(0, wanted)
}

/** The hashes of a tile. */
const hashesOf = (tile: Buffer): Buffer[] =>
  Array.from({ length: Math.floor(tile.length / HASH_BYTES) }, (_, at) =>
    tile.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  )

/** The entries of a bundle; throws where it is none of ours. */
export function entriesOf(bundle: Buffer): Buffer[] {
  const count = bundle.length / ENTRY_BYTES
  const entries = Array.from({ length: Math.floor(count) }, (_, at) =>
    bundle.subarray(at * ENTRY_BYTES, (at + 1) * ENTRY_BYTES),
  )
  if (!Number.isInteger(count) || entries.some((entry) => entry.readUInt16BE() !== HASH_BYTES))
    throw new Error('A bundle of the public log holds something else than entries.')
  return entries.map((entry) => entry.subarray(2))
}

const LENGTH = Buffer.from([0, HASH_BYTES])
const bundleOf = (entries: readonly Buffer[]): Buffer =>
  Buffer.concat(entries.flatMap((entry) => [LENGTH, entry]))

/** A file of the log under its fixed name. */
export type LogFile = { name: string; bytes: Buffer }

/** The right edge of a growing tree: whatever is not yet in a full tile, so a few kilobytes however long the log is. */
export type Edge = { size: number; entries: Buffer[]; levels: Buffer[][] }

export const emptyEdge = (): Edge => ({ size: 0, entries: [], levels: [] })

export const copyOfEdge = ({ size, entries, levels }: Edge): Edge => ({
  size,
  entries: [...entries],
  levels: levels.map((level) => [...level]),
})

/** The root of the tree whose edge this is. */
export function rootOf({ levels }: Edge): Buffer {
  let rest: Buffer[] = []
  for (const level of levels) {
    const hashes = [...level, ...rest]
    rest = hashes.length === 0 ? [] : [rootOver(hashes)]
  }
  return rootOver(rest)
}

/** Appends an entry; gives the files that have become full by it. */
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

/** The files that are not full at this size. */
export function openFiles({ size, entries, levels }: Edge): LogFile[] {
  const files: LogFile[] = []
  if (entries.length > 0)
    files.push({ name: tilePath('entries', Math.floor(size / TILE_WIDTH)), bytes: bundleOf(entries) })
  levels.forEach((hashes, level) => {
    if (hashes.length === 0) return
    const index = Math.floor(size / TILE_WIDTH ** (level + 1))
    files.push({ name: tilePath(level, index), bytes: Buffer.concat(hashes) })
  })
  return files
}

/** The nodes of a tree from its tiles, each of which is read once. */
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
