import { publicPart } from '../audit/signing-key.ts'
import type { Services } from '../context/context.ts'
import { DISAGREEMENTS, knownKeys, readSigned } from './agreement.ts'
import type { Checkpoint } from './checkpoint.ts'
import { growEdge, type Pace } from './grow-tree.ts'
import { logKey } from './log-key.ts'
import { findPublished, type Published, replacePublished } from './log.queries.ts'
import { CHECKPOINT, readTile, storedBeginning, storedCheckpoint } from './tile-store.ts'
import { copyOfEdge, type Edge, edgeFrom, emptyEdge, rootOf } from './tiles.ts'

export type LogServices = Pick<Services, 'config' | 'db' | 'files' | 'now'>

/** What an instance remembers of the log: its edge at the last checkpoint that it knows, and whether the store lacks tiles. */
export type LogMemory = { edge: Edge | null; lacksTiles?: boolean }

/** What was published last, with the edge there; or why the places do not agree. */
export type Agreement =
  | { published: Published | null; origin: string | null; edge: Edge }
  | { sentence: string }

/** Whether the entries of the database lead to these checkpoints, the smaller one first. */
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
 * The edge at a checkpoint that our key has signed: of what this instance remembers and the entries since, else from the
 * tiles in the store, which are believed only because they lead to its root, else from all entries. Null where those
 * of the database are not what was published.
 */
async function edgeAt(
  services: LogServices,
  memory: LogMemory,
  checkpoint: Checkpoint,
  pace: Pace,
): Promise<Edge | null> {
  const { size, root } = checkpoint
  if (memory.edge) {
    // where a running instance has seen more than was published, that was taken away: its root is another one
    const edge = copyOfEdge(memory.edge)
    return (await growEdge(services.db, edge, size, pace)) && rootOf(edge).equals(root) ? edge : null
  }
  const stored = await edgeFrom((kind, index) => readTile(services, kind, index), size)
  if (stored && rootOf(stored).equals(root)) return stored
  memory.lacksTiles = true
  return entriesLeadTo(services.db, [checkpoint], pace)
}

/** Whether the older checkpoint is a beginning of the newer one: by the tiles, else by the entries of the database. */
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
 * Compares the two places that say what was published last, and puts right what a kill or a slow instance has left
 * behind. Anyone who publishes puts full tiles in place, then the edge, then the checkpoint into the database, in the place
 * of the very one that it began with, then into the file store. So
 * - killed before the database: nothing was published; the tiles are the beginning of what the next one makes of the
 *   same entries, which never change;
 * - killed before the store, or a write to the store that comes late: the store holds an older checkpoint, or none; each
 *   that ever was in the database begins the next one, so the newest takes its place;
 * - a slow instance that has lost its lock: the database takes no checkpoint of it any more;
 * - a database that has lost its last moment and nothing but the checkpoint: the store's is taken over, if the entries
 *   lead to it.
 * Everything else is no one's accident.
 */
export async function findAgreement(
  services: LogServices,
  memory: LogMemory = { edge: null },
  pace: Pace = {},
): Promise<Agreement> {
  const { config, db, files, now } = services
  const key = logKey(config)
  const published = await findPublished(db)
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
    // the first one of all, and a kill before it was in the store; another store has no tiles of it
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
