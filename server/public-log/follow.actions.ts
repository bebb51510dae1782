import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { publicPart } from '../audit/chain.ts'
import { listEntries, listOutsideLog } from '../audit/chain.queries.ts'
import type { Entry } from '../audit/check.ts'
import type { Services } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { withSmallHeap } from '../lib/small-heap.ts'
import { type Agreement, agreementOf, knownKeys, otherEntries } from './agreement.ts'
import { type Checkpoint, signCheckpoint } from './checkpoint.ts'
import { entryOf, SALT_BYTES } from './entry.ts'
import { logKey, originOf } from './log-key.ts'
import {
  alone,
  findBacklog,
  findDisagreement,
  findLogEnd,
  findPublished,
  insertEntries,
  listEntryBytes,
  savePublished,
} from './log.queries.ts'
import { stopLog } from './standing.actions.ts'
import { append, copyOfEdge, type Edge, emptyEdge, type LogFile, openFiles, rootOf } from './tiles.ts'

/** few enough that hashing them keeps nobody waiting */
const ROWS_AT_ONCE = 500
const ENTRIES_AT_ONCE = 2_000
const FILES_AT_ONCE = 8
/** what a busy minute leaves is less; a log that is built, or looked through after a start, is more */
const MANY = 10_000

export const CHECKPOINT = 'checkpoint'

type LogServices = Pick<Services, 'config' | 'db' | 'files' | 'now'>

/** What an instance keeps of the log: its edge at the last checkpoint that it has found to be right, from all entries. */
export type Follower = { edge: Edge | null }

/** How a turn goes about its work. */
export type Pace = {
  /** rests after each batch for as long as that took: a log that is built from a million rows holds nobody up */
  gentle?: boolean
  signal?: AbortSignal | undefined
}

/** What a turn came to; null while another instance is at it. */
export type Turn = {
  /** the entries that were added, and how many there are */
  added: number
  size: number
  /** the checkpoint that was made, if one was */
  published: Checkpoint | null
  /** why nothing may be published, in one sentence, and whether it was found out just now */
  stopped: { sentence: string; isNew: boolean } | null
}

/** Waits as long as the work took where it is to be gentle. */
async function paced<T>({ gentle = false, signal }: Pace, work: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted()
  const begun = performance.now()
  const result = await work()
  if (gentle) await sleep(performance.now() - begun, undefined, { ref: false })
  return result
}

/** The entries of sealed rows, each with a salt of its own. */
const entriesOfRows = (sealed: readonly Entry[]) =>
  sealed.map(({ seal: { position, audit_log_id }, row }) => {
    const salt = randomBytes(SALT_BYTES)
    return { position, audit_log_id, salt, entry: entryOf(salt, row) }
  })

/** Appends an entry for every sealed row that has none, in the order of the seals; gives how many there are then. */
async function followChain(db: LogServices['db'], pace: Pace): Promise<{ added: number; size: number }> {
  let { size, position } = await findLogEnd(db)
  const before = size
  for (;;) {
    const rows = await paced(pace, async () => {
      const kept = entriesOfRows(await listEntries(db, position, ROWS_AT_ONCE))
      if (kept.length > 0) await insertEntries(db, size, kept)
      return kept
    })
    size += rows.length
    position = rows.at(-1)?.position ?? position
    if (rows.length < ROWS_AT_ONCE) return { added: size - before, size }
  }
}

/** The same, wherever the rows stand that have none: after entries have lost their place. */
export async function followAnew(db: Db): Promise<void> {
  for (;;) {
    const kept = entriesOfRows(await listOutsideLog(db, ROWS_AT_ONCE))
    if (kept.length === 0) return
    await insertEntries(db, (await findLogEnd(db)).size, kept)
  }
}

/** Adds the entries of the database up to this size; false where they are not all there. */
export async function grow(
  db: Db,
  edge: Edge,
  size: number,
  pace: Pace = {},
  onFull: (files: LogFile[]) => Promise<void> = async () => undefined,
): Promise<boolean> {
  while (edge.size < size) {
    const isWhole = await paced(pace, async () => {
      const from = edge.size
      const rows = await listEntryBytes(db, from, Math.min(ENTRIES_AT_ONCE, size - from))
      if (rows.length === 0 || rows.some(({ log_index }, at) => log_index !== from + at)) return false
      await onFull(rows.flatMap(({ entry }) => append(edge, entry)))
      return true
    })
    if (!isWhole) return false
  }
  return true
}

/** Puts files into the store, a few at a time. */
export async function putFiles(
  { files }: Pick<Services, 'files'>,
  wanted: readonly LogFile[],
): Promise<void> {
  for (let at = 0; at < wanted.length; at += FILES_AT_ONCE)
    await Promise.all(
      wanted.slice(at, at + FILES_AT_ONCE).map(({ name, bytes }) => files.named.put(name, bytes)),
    )
}

/**
 * The edge at the checkpoint, made from the entries themselves: those that this instance has not seen yet, after its
 * start all of them. Null where they are not what was published.
 */
async function edgeAt(
  db: Db,
  follower: Follower,
  { size, root }: Checkpoint,
  pace: Pace,
): Promise<Edge | null> {
  // where a running instance has seen more than was published, that was taken away: its root is another one
  const known = follower.edge
  const edge = known ? copyOfEdge(known) : emptyEdge()
  const isRight = (await grow(db, edge, size, pace)) && rootOf(edge).equals(root)
  return isRight ? edge : null
}

/** What both places say of the last checkpoint now. */
export async function findAgreement(
  services: Pick<LogServices, 'config' | 'db' | 'files'>,
): Promise<Agreement> {
  const { config, db, files } = services
  const published = await findPublished(db)
  const stored = await files.named.get(CHECKPOINT)
  const keys = knownKeys(logKey(config), published, config.audit_former_keys)
  return agreementOf(published, stored?.toString() ?? null, keys)
}

/** Publishes all entries up to this size; the edge grows with them. */
async function publish(
  services: LogServices,
  edge: Edge,
  origin: string,
  size: number,
  pace: Pace,
): Promise<Checkpoint | null> {
  const { config, db, files, now } = services
  const isWhole = await grow(db, edge, size, pace, (full) => putFiles(services, full))
  if (!isWhole) return null
  await putFiles(services, openFiles(edge))
  const key = logKey(config)
  const checkpoint: Checkpoint = { origin, size, root: rootOf(edge) }
  const text = signCheckpoint(checkpoint, key)
  // what it is made of is in its place before anybody reads it, and the database knows of it before the world does
  await savePublished(db, {
    size,
    checkpoint: text,
    public_key: publicPart(key),
    published_at: now().toISOString(),
  })
  await files.named.put(CHECKPOINT, Buffer.from(text))
  return checkpoint
}

/** Whether a turn goes through more than what was written since the last one. */
async function isLong(db: Db, { edge }: Follower): Promise<boolean> {
  const { size } = await findLogEnd(db)
  return (await findBacklog(db)) + size - (edge?.size ?? 0) > MANY
}

/**
 * One turn: every sealed row gets its entry, and where there are new ones a checkpoint is published. Before that, what
 * was published last must be what the database, the file store and the entries say; otherwise the log stands still from
 * now on, and the sealer with it. A long one takes little memory.
 */
export const advanceLog = (
  services: LogServices,
  follower: Follower,
  pace: Pace = {},
): Promise<Turn | null> =>
  alone(services.db, async () => {
    const open = await findDisagreement(services.db)
    if (open) {
      follower.edge = null
      return { added: 0, size: 0, published: null, stopped: { sentence: open.sentence, isNew: false } }
    }
    const advance = () => advanceAlone(services, follower, pace)
    return (await isLong(services.db, follower)) ? withSmallHeap(advance) : advance()
  })

async function advanceAlone(services: LogServices, follower: Follower, pace: Pace): Promise<Turn> {
  const { db } = services
  const { added, size } = await followChain(db, pace)
  const stop = async (sentence: string): Promise<Turn> => {
    follower.edge = null
    const isNew = await stopLog(services, sentence)
    return { added, size, published: null, stopped: { sentence, isNew } }
  }
  const agreement = await findAgreement(services)
  if ('sentence' in agreement) return stop(agreement.sentence)
  const { checkpoint, inStore } = agreement
  const edge = checkpoint ? await edgeAt(db, follower, checkpoint, pace) : emptyEdge()
  if (!edge) return stop(otherEntries(checkpoint?.size ?? 0))
  if (!inStore) {
    const { checkpoint: text = '' } = (await findPublished(db)) ?? {}
    await services.files.named.put(CHECKPOINT, Buffer.from(text))
  }
  if (size === edge.size) {
    follower.edge = edge
    return { added, size, published: null, stopped: null }
  }
  const origin = checkpoint?.origin ?? originOf(services.config)
  const published = await publish(services, edge, origin, size, pace)
  if (!published) return stop(otherEntries(size))
  follower.edge = edge
  return { added, size, published, stopped: null }
}
