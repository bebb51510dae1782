import type { FileStore } from '../store/file-store.ts'
import { consistencyProof, type Head, isConsistent, type Nodes, rootAt } from './merkle.ts'
import { type Edge, edgeFile, type LogFile, nodesIn, openTiles, type TileKind, tilePath } from './tiles.ts'

type Store = { files: Pick<FileStore, 'named'> }

/** the last checkpoint, as the public reads it */
export const CHECKPOINT = 'checkpoint'
/** all partial tiles in one file; a tile has its own file once it is full and never changes again */
const EDGE = 'edge'
const FILES_AT_ONCE = 8

/**
 * Returns a tile, full or partial; null where there is none. A publisher writes full tiles before the edge, so a tile
 * found in neither has become full in between.
 */
export async function readTile({ files }: Store, kind: TileKind, index: number): Promise<Buffer | null> {
  const name = tilePath(kind, index)
  const full = await files.named.get(name)
  if (full) return full
  const edge = await files.named.get(EDGE)
  const open = edge && openTiles(edge).find((tile) => tile.name === name)
  return open ? open.bytes : files.named.get(name)
}

/** The nodes of the tree in the store. Throws `missing` where a tile is not there. */
export const storedNodes = (store: Store, missing: () => Error): Nodes =>
  nodesIn(async (level, index) => {
    const tile = await readTile(store, level, index)
    if (!tile) throw missing()
    return tile
  })

/**
 * Returns the root of the first `size` entries according to the tiles, and the proof that the checkpoint extends them;
 * null where the tiles do not lead to the checkpoint.
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

/** Stores full tiles, a few at a time. */
export async function putTiles({ files }: Store, wanted: readonly LogFile[]): Promise<void> {
  for (let at = 0; at < wanted.length; at += FILES_AT_ONCE)
    await Promise.all(
      wanted.slice(at, at + FILES_AT_ONCE).map(({ name, bytes }) => files.named.put(name, bytes)),
    )
}

/** Stores the partial tiles as one file. */
export const putEdge = ({ files }: Store, edge: Edge): Promise<void> => files.named.put(EDGE, edgeFile(edge))

/** Returns the stored checkpoint without co-signatures; null before the first. */
export async function storedCheckpoint({ files }: Store): Promise<string | null> {
  return (await files.named.get(CHECKPOINT))?.toString() ?? null
}

/** Whether the store holds this edge; a late write of a slow instance may have replaced it. */
export async function isEdgeStored({ files }: Store, edge: Edge): Promise<boolean> {
  return (await files.named.get(EDGE))?.equals(edgeFile(edge)) ?? edge.size === 0
}
