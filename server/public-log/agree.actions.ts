import { publicPart } from '../audit/signing-key.ts'
import type { Services } from '../context/context.ts'
import { DISAGREEMENTS, knownKeys, readSigned } from './agreement.ts'
import type { Checkpoint } from './checkpoint.ts'
import { growEdge, type Pace } from './grow-tree.ts'
import { logKey } from './log-key.ts'
import { findPublishedCheckpoint, type Published, replacePublished } from './log.queries.ts'
import { CHECKPOINT, readTile, storedBeginning, storedCheckpoint } from './tile-store.ts'
import { copyOfEdge, type Edge, edgeFrom, emptyEdge, rootOf } from './tiles.ts'

export type LogServices = Pick<Services, 'config' | 'db' | 'files' | 'now' | 'languages' | 'readDb'>

/** What an instance remembers of the log: its edge at the last known checkpoint, and whether the store lacks tiles. */
export type LogMemory = { edge: Edge | null; lacksTiles?: boolean }

/** The last published checkpoint with its edge, or why the database and the store disagree. */
export type Agreement =
  | { published: Published | null; origin: string | null; edge: Edge }
  | { sentence: string }

/** Returns the edge if the entries of the database lead to these checkpoints (the smaller first), else null. */
export async function entriesLeadTo(
  db: LogServices['db'],
  checkpoints: readonly Checkpoint[],
  pace: Pace = {},
): Promise<Edge | null> {
  const edge = emptyEdge()
  for (const { size, root } of checkpoints)
    if (!(await growEdge(db, edge, size, pace)) || !rootOf(edge).equals(root)) return null
  return edge
}

/**
 * Returns the edge at a checkpoint signed with our key: from this instance's memory and the entries since, else from
 * the tiles in the store, which are trusted only because they lead to its root, else from all entries. Null where the
 * entries of the database are not those published.
 */
async function edgeAt(
  services: LogServices,
  memory: LogMemory,
  checkpoint: Checkpoint,
  pace: Pace,
): Promise<Edge | null> {
  const { size, root } = checkpoint
  if (memory.edge) {
    // if the remembered edge is larger, published entries were removed since: its root differs
    const edge = copyOfEdge(memory.edge)
    return (await growEdge(services.db, edge, size, pace)) && rootOf(edge).equals(root) ? edge : null
  }
  const stored = await edgeFrom((kind, index) => readTile(services, kind, index), size)
  if (stored && rootOf(stored).equals(root)) return stored
  memory.lacksTiles = true
  return entriesLeadTo(services.db, [checkpoint], pace)
}

/** Whether the newer checkpoint extends the older one: by the tiles, else by the entries of the database. */
async function isBeginning(
  services: LogServices,
  memory: LogMemory,
  [older, newer]: [Checkpoint, Checkpoint],
  pace: Pace,
): Promise<boolean> {
  const found = await storedBeginning(services, older.size, newer)
  if (found) return found.root.equals(older.root)
  const edge = await entriesLeadTo(services.db, [older, newer], pace)
  if (edge) memory.lacksTiles = true
  return edge !== null
}

/**
 * Compares the last published checkpoint in the database with the one in the file store, and repairs what a kill or a
 * slow instance has left behind. A publisher writes the full tiles, then the edge, then the checkpoint: into the
 * database, only if the checkpoint that it began with is still there, then into the file store. So
 * - killed before the database: nothing was published, and the tiles are the beginning of what the next publisher makes
 *   of the same entries, which never change;
 * - killed before the store, or a late write to the store: the store has an older checkpoint or none. Each checkpoint
 *   in the database extends the one before, so the newest is written to the store;
 * - a slow instance that has lost its lock: the database rejects its checkpoint;
 * - a database that has lost its last moments, and only the checkpoint: the store's is adopted if the entries lead to
 *   it.
 * Anything else is no accident and is a disagreement.
 */
export async function findAgreement(
  services: LogServices,
  memory: LogMemory = { edge: null },
  pace: Pace = {},
): Promise<Agreement> {
  const { config, db, files, now } = services
  const key = logKey(config)
  const published = await findPublishedCheckpoint(db)
  const text = await storedCheckpoint(services)
  const keys = knownKeys(key, published, config.audit_former_keys)
  const own = published && readSigned(published.checkpoint, keys)
  const stored = text === null ? null : readSigned(text, keys)
  if (published && !own) return { sentence: DISAGREEMENTS.unsigned('the database') }
  if (text !== null && !stored) return { sentence: DISAGREEMENTS.unsigned('the file store') }

  const edge = own ? await edgeAt(services, memory, own, pace) : emptyEdge()
  if (!edge) return { sentence: DISAGREEMENTS.otherEntries(own?.size ?? 0) }
  const agreed = { published, origin: own?.origin ?? null, edge }
  const putRight = async (): Promise<Agreement> => {
    await files.named.put(CHECKPOINT, Buffer.from(published?.checkpoint ?? ''))
    return agreed
  }
  if (text === (published?.checkpoint ?? null)) return agreed
  if (own && !stored) {
    // killed before the first checkpoint was stored; a different store would lack the tiles
    const tiles = await edgeFrom((kind, index) => readTile(services, kind, index), own.size)
    return tiles && rootOf(tiles).equals(own.root)
      ? putRight()
      : { sentence: DISAGREEMENTS.unknownToStore(own.size) }
  }
  if (!stored || text === null) return agreed
  if (own && stored.size <= own.size) {
    const isSame = stored.size === own.size ? stored.root.equals(own.root) : null
    return (isSame ?? (await isBeginning(services, memory, [stored, own], pace)))
      ? putRight()
      : { sentence: DISAGREEMENTS.differing(stored.size, own.size) }
  }
  const { size, origin } = stored
  if ((await growEdge(db, edge, size, pace)) && rootOf(edge).equals(stored.root)) {
    const isByNewKey = readSigned(text, knownKeys(key, null, [])) !== null
    const public_key = (isByNewKey ? null : published?.public_key) ?? publicPart(key)
    const taken = { size, checkpoint: text, public_key, published_at: now().toISOString() }
    if (await replacePublished(db, published?.checkpoint ?? null, taken))
      return { published: taken, origin, edge }
  }
  return {
    sentence: own ? DISAGREEMENTS.differing(size, own.size) : DISAGREEMENTS.unknownToDatabase(size),
  }
}
