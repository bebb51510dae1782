import { publicPart } from '../audit/signing-key.ts'
import { withAdvisoryLock } from '../database/advisory-lock.ts'
import {
  type Agreement,
  entriesLeadTo,
  findAgreement,
  type LogMemory,
  type LogServices,
} from './agree.actions.ts'
import { DISAGREEMENTS } from './agreement.ts'
import { type Checkpoint, parseCheckpoint, signCheckpoint } from './checkpoint.ts'
import { growEdge, type Pace, rest } from './grow-tree.ts'
import { logKey, originOf } from './log-key.ts'
import {
  findDisagreement,
  findLogSize,
  findPublishedCheckpoint,
  replacePublished,
  withPublicLogLock,
} from './log.queries.ts'
import { ROWS_AT_ONCE, sealOnce } from './seal.actions.ts'
import { stopLog } from './log-status.actions.ts'
import { isSignedAsPublished, otherKeySentence } from './other-key.ts'
import { CHECKPOINT, isEdgeStored, putEdge, putTiles, storedCheckpoint } from './tile-store.ts'
import { emptyEdge, type LogFile, rootOf } from './tiles.ts'

export type PublishTurn = {
  size: number
  /** the checkpoint of this turn, if there was anything new */
  published: Checkpoint | null
  /** why nothing may be published, in one sentence, and whether this turn found it */
  stopped: { sentence: string; isNew: boolean } | null
  /** why this server leaves the log to others, in one sentence */
  otherKey?: string
}

/** rows sealed in one turn */
const MAX_SEALED = 10_000

/** Seals the waiting rows; a long backlog continues in the next turns. */
async function sealBatches(db: LogServices['db'], pace: Pace): Promise<void> {
  for (let rows = 0; rows < MAX_SEALED; rows += ROWS_AT_ONCE)
    if ((await rest(pace, () => sealOnce(db))) < ROWS_AT_ONCE) return
}

/** Publishes the entries up to the edge; returns null where another instance was faster. */
async function publish(
  services: LogServices,
  { published, origin, edge }: Exclude<Agreement, { sentence: string }>,
): Promise<Checkpoint | null> {
  const { config, db, files, now } = services
  const key = logKey(config)
  const checkpoint: Checkpoint = { origin: origin ?? originOf(config), size: edge.size, root: rootOf(edge) }
  const text = signCheckpoint(checkpoint, key)
  const isOurs = await replacePublished(db, published?.checkpoint ?? null, {
    size: edge.size,
    checkpoint: text,
    public_key: publicPart(key),
    published_at: now().toISOString(),
  })
  if (!isOurs) return null
  await files.named.put(CHECKPOINT, Buffer.from(text))
  return checkpoint
}

/**
 * Runs one turn: seals waiting rows and publishes a checkpoint if there are new entries. Stops the log first if the
 * database or the file store differs from what was published last. Returns null while another instance writes the log.
 */
export const advanceLog = (
  services: LogServices,
  memory: LogMemory,
  pace: Pace = {},
): Promise<PublishTurn | null> =>
  withPublicLogLock(services.db, async () => {
    const open = await findDisagreement(services.db)
    if (!open) return advanceLocked(services, memory, pace)
    memory.edge = null
    return { size: 0, published: null, stopped: { sentence: open.sentence, isNew: false } }
  })

/**
 * Returns why this server has to leave the log to others: database and file store agree on another key. A file store
 * whose checkpoint has our key shows that the one in the database was replaced.
 */
async function otherKeyOf(services: LogServices): Promise<string | null> {
  const published = await findPublishedCheckpoint(services.db)
  const sentence = otherKeySentence(services.config, published)
  if (!published || sentence === null) return null
  const stored = await storedCheckpoint(services)
  return stored === null || isSignedAsPublished(stored, published) ? sentence : null
}

async function advanceLocked(services: LogServices, memory: LogMemory, pace: Pace): Promise<PublishTurn> {
  const { db } = services
  // a server that has signed this log before knows that its own key is right
  const otherKey = memory.edge ? null : await otherKeyOf(services)
  if (otherKey !== null) return { size: await findLogSize(db), published: null, stopped: null, otherKey }
  await sealBatches(db, pace)
  const stop = async (sentence: string): Promise<PublishTurn> => {
    memory.edge = null
    const isNew = await stopLog(services, sentence)
    return { size: await findLogSize(db), published: null, stopped: { sentence, isNew } }
  }
  const first = await findAgreement(services, memory, pace)
  // a slow instance may have published during the comparison
  const agreement = 'sentence' in first ? await findAgreement(services, memory, pace) : first
  if ('sentence' in agreement) return stop(agreement.sentence)
  const { edge } = agreement
  // read after the last published checkpoint, which never covers more
  const size = await findLogSize(db)
  if (size < edge.size) return stop(DISAGREEMENTS.otherEntries(edge.size))
  const isNew = size > edge.size
  if (!(await growEdge(db, edge, size, pace, (full) => putTiles(services, full))))
    return stop(DISAGREEMENTS.otherEntries(size))
  if (isNew || !(await isEdgeStored(services, edge))) await putEdge(services, edge)
  const published = isNew ? await publish(services, agreement) : null
  memory.edge = isNew && !published ? null : edge
  return { size, published, stopped: null }
}

/**
 * Compares all entries of the database with the last published checkpoint, and stops the log if they differ. Rewrites
 * the tiles if the store lacks some. Returns false where a difference could not be confirmed because another instance
 * writes the log.
 */
export async function compareEntries(
  services: LogServices,
  memory: LogMemory,
  pace: Pace = {},
): Promise<PublishTurn['stopped'] | false> {
  const { db } = services
  const compare = async () => {
    const last = await findPublishedCheckpoint(db)
    const checkpoint = last && parseCheckpoint(last.checkpoint)
    if (!checkpoint || (await entriesLeadTo(db, [checkpoint], pace))) return { sentence: null }
    return { sentence: DISAGREEMENTS.otherEntries(checkpoint.size) }
  }
  const found = await withAdvisoryLock(db, 'log comparison', compare)
  // another instance is comparing
  if (found === null) return null
  if (found.sentence === null) {
    if (memory.lacksTiles) await writeTiles(services, pace)
    memory.lacksTiles = false
    return null
  }
  // an operator may have accepted another log during the comparison
  const again = await withPublicLogLock(db, compare)
  if (again === null) return false
  if (again.sentence === null) return null
  memory.edge = null
  return { sentence: again.sentence, isNew: await stopLog(services, again.sentence) }
}

/** Writes every full tile that the store lacks, from the entries of the database. */
export async function writeTiles(services: LogServices, pace: Pace = {}): Promise<void> {
  const { db, files } = services
  const edge = emptyEdge()
  const put = async (full: LogFile[]) => {
    for (const file of full)
      if (!(await files.named.get(file.name))?.equals(file.bytes)) await putTiles(services, [file])
  }
  await growEdge(db, edge, await findLogSize(db), pace, put)
}
