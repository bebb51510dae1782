import type { FileStore } from '../store/file-store.ts'
import { consistencyProof, type Head, isConsistent, type Nodes, rootAt } from './merkle.ts'
import { type Edge, edgeFile, type LogFile, nodesIn, openTiles, type TileKind, tilePath } from './tiles.ts'

type Store = { files: Pick<FileStore, 'named'> }

/** the last checkpoint, as the world reads it */
export const CHECKPOINT = 'checkpoint'
/** the tiles that are not full, in one file: a tile has a file of its own once nothing of it can change any more */
const EDGE = 'edge'
const FILES_AT_ONCE = 8

/**
 * A tile, or what there is of it; null where there is none. Anyone who publishes puts full tiles in place before the edge goes
 * on, so one that is in neither has become full in between.
 */
export async function readTile({ files }: Store, kind: TileKind, index: number): Promise<Buffer | null> {
  const name = tilePath(kind, index)
  const full = await files.named.get(name)
  if (full) return full
  const edge = await files.named.get(EDGE)
  const open = edge && openTiles(edge).find((tile) => tile.name === name)
  return open ? open.bytes : files.named.get(name)
}

/** The nodes of the tree that the store holds; `missing` is thrown where a tile is not there. */
export const storedNodes = (store: Store, missing: () => Error): Nodes =>
  nodesIn(async (level, index) => {
    const tile = await readTile(store, level, index)
    if (!tile) throw missing()
    return tile
  })

/**
 * The root of the first entries of this checkpoint as the tiles say it, with the proof; null where they do not lead to the
 * checkpoint.
 */
export async function storedBeginning(
  store: Store,
  size: number,
  checkpoint: Head,
): Promise<{ root: Buffer; proof: Buffer[] } | null> {
  const nodes = storedNodes(store, () => new Error('A tile of the public log is missing.'))
  const prove = async () => {
    const proof = await consistencyProof(nodes, size, checkpoint.size)
    const root = size === checkpoint.size ? checkpoint.root : await rootAt(nodes, size)
    return isConsistent({ size, root }, checkpoint, proof) ? { root, proof } : null
  }
  return prove().catch(() => null)
}

/** Puts full tiles into the store, a few at a time. */
export async function putTiles({ files }: Store, wanted: readonly LogFile[]): Promise<void> {
  for (let at = 0; at < wanted.length; at += FILES_AT_ONCE)
    await Promise.all(
      wanted.slice(at, at + FILES_AT_ONCE).map(({ name, bytes }) => files.named.put(name, bytes)),
    )
}

/** Puts the tiles that are not full, all at once. */
export const putEdge = ({ files }: Store, edge: Edge): Promise<void> => files.named.put(EDGE, edgeFile(edge))

/** The checkpoint that the store holds. */
export async function storedCheckpoint({ files }: Store): Promise<string | null> {
  return (await files.named.get(CHECKPOINT))?.toString() ?? null
}

/** Whether the store holds this edge: a write of a slow instance may have come over it. */
export async function isEdgeStored({ files }: Store, edge: Edge): Promise<boolean> {
  return (await files.named.get(EDGE))?.equals(edgeFile(edge)) ?? edge.size === 0
}
