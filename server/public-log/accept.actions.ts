import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import { publicPart } from '../audit/signing-key.ts'
import { OPERATOR, OPERATOR_ORIGIN } from '../context/operator-identity.ts'
import { writeAudit } from '../context/audit.ts'
import type { Services } from '../context/context.ts'
import { foreseen } from '../lib/errors.ts'
import { knownKeys, readSigned } from './agreement.ts'
import type { Checkpoint } from './checkpoint.ts'
import { entriesLeadTo, findAgreement } from './agree.actions.ts'
import { growEdge } from './grow-tree.ts'
import { parseSavedCheckpoints } from './saved-checkpoints.ts'
import { findLogKey } from './log-key.ts'
import {
  countEntries,
  findDisagreement,
  findPublishedCheckpoint,
  recordDisagreement,
  replaceEntries,
  replacePublished,
  settleDisagreement,
  withPublicLogLock,
} from './log.queries.ts'
import { stopLog } from './log-status.actions.ts'
import { writeTiles } from './publish-checkpoint.actions.ts'
import { ROWS_AT_ONCE, sealBatch } from './seal.actions.ts'
import { lockEntries } from './seal.queries.ts'
import { CHECKPOINT, putEdge, readTile, storedCheckpoint } from './tile-store.ts'
import { append, type Edge, emptyEdge, entriesOf, rootOf, TILE_WIDTH } from './tiles.ts'
import { mailLogContinues } from './public-log.mails.ts'

type OperatorServices = Pick<Services, 'config' | 'db' | 'files' | 'now' | 'languages' | 'readDb'>

const BUSY = 'The running product is at work on the public log: try again in a minute.'
const NO_KEY =
  'There is no signing key in DATA_DIR: set DATA_DIR or AUDIT_SIGNING_KEY as the product has it, and try again.'
const NOTHING_USABLE =
  'Neither the database nor the file store has all of what was published last: restore one of the two from a newer backup, and try again.'

const NOTHING_TO_ACCEPT = 'The public log is not stopped: there is nothing to accept.'

/** Returns why the database and the file store disagree now; null where they agree. */
async function currentDisagreement(services: OperatorServices): Promise<string | null> {
  const agreement = await findAgreement(services)
  return 'sentence' in agreement ? agreement.sentence : null
}

/** Reads the entries in the store, a bundle at a time; ends early where a bundle is missing or too short. */
async function* storedEntries(services: OperatorServices, size: number): AsyncGenerator<Buffer[]> {
  for (let first = 0; first < size; first += TILE_WIDTH) {
    const bundle = await readTile(services, 'entries', first / TILE_WIDTH)
    const entries = bundle ? entriesOf(bundle).slice(0, size - first) : []
    yield entries
    if (entries.length < Math.min(TILE_WIDTH, size - first)) return
  }
}

/** Whether the entries in the store lead to the checkpoint. */
async function isWholeInStore(services: OperatorServices, { size, root }: Checkpoint): Promise<boolean> {
  const edge = emptyEdge()
  for await (const entries of storedEntries(services, size)) for (const entry of entries) append(edge, entry)
  return edge.size === size && rootOf(edge).equals(root)
}

/** Rewrites every file of the log from the entries of the database. */
async function writeStore(services: OperatorServices, edge: Edge, text: string): Promise<void> {
  await writeTiles(services)
  await putEdge(services, edge)
  await services.files.named.put(CHECKPOINT, Buffer.from(text))
}

/** How many entries the log has, and how many of them have lost their row. */
export type AcceptResult = { size: number; lost: number }

/**
 * Continues the log after an operator has restored the database or the file store from an older copy, and records the
 * reason in the audit log. The longer of the two counts, so that the log extends everything it has published: entries
 * that the database lost are copied from the file store, without their rows, and say so for ever.
 */
export async function acceptLog(services: OperatorServices, reason: string): Promise<AcceptResult> {
  const { config, db, now } = services
  const key = findLogKey(config)
  if (!key) throw foreseen(NO_KEY)
  const accepted = await withPublicLogLock(db, async () => {
    // right after a restore the disagreement may not have been recorded yet
    const sentence = (await findDisagreement(db))?.sentence ?? (await currentDisagreement(services))
    if (sentence === null) throw foreseen(NOTHING_TO_ACCEPT)
    const published = await findPublishedCheckpoint(db)
    const stored = await storedCheckpoint(services)
    const keys = knownKeys(key, published, config.audit_former_keys)
    const own = published && readSigned(published.checkpoint, keys)
    const theirs = stored === null ? null : readSigned(stored, keys)
    const isOwnLonger = own !== null && (theirs === null || own.size >= theirs.size)
    const fromDatabase = isOwnLonger ? await entriesLeadTo(db, [own]) : null
    if (!fromDatabase && !(theirs && (await isWholeInStore(services, theirs)))) throw foreseen(NOTHING_USABLE)
    const at = now().toISOString()
    // before the store agrees again, so that a command that ended in between can be run once more
    await recordDisagreement(db, { noticed_at: at, sentence })
    if (fromDatabase && published) await writeStore(services, fromDatabase, published.checkpoint)
    return db.transaction().execute(async (held) => {
      await lockEntries(held)
      if (!fromDatabase && theirs && stored !== null) {
        await replaceEntries(held, storedEntries(services, theirs.size))
        await replacePublished(held, published?.checkpoint ?? null, {
          size: theirs.size,
          checkpoint: stored,
          public_key: publicPart(key),
          published_at: now().toISOString(),
        })
      }
      await settleDisagreement(held, { settled_at: at, reason })
      while ((await sealBatch(held)) === ROWS_AT_ONCE);
      const done = await countEntries(held)
      await writeAudit(held, null, OPERATOR_ORIGIN, {
        module: 'System',
        event: 'Public Log Accepted',
        actor: OPERATOR,
        changes: [
          { field: 'reason', old: null, new: reason },
          { field: 'found', old: null, new: sentence },
          { field: 'entries_without_row', old: null, new: String(done.lost) },
        ],
      })
      await mailLogContinues(services, held, { at, sentence, reason })
      return done
    })
  })
  if (!accepted) throw foreseen(BUSY)
  return accepted
}

/** Returns how the log differs from an outside checkpoint; null where it extends it. Grows the edge to its size. */
async function findDivergence(
  db: Kysely<DB>,
  { size, root }: Checkpoint,
  edge: Edge,
): Promise<string | null> {
  if (!(await growEdge(db, edge, size)))
    return `The checkpoint from outside covers ${size} entries, and this log has ${edge.size}: an older copy was restored, or the end was cut off.`
  return rootOf(edge).equals(root)
    ? null
    : `The first ${size} entries of this log are not those of the checkpoint from outside: it was rewritten, or an older copy was restored and work continued.`
}

type SavedCheckpoint = { checkpoint: Checkpoint | null }
const bySize = (one: SavedCheckpoint, other: SavedCheckpoint): number =>
  (one.checkpoint?.size ?? 0) - (other.checkpoint?.size ?? 0)

/**
 * Compares the log with one or several checkpoints from outside. If the log does not extend one of them, it is stopped,
 * and the sentence that says why is returned; otherwise null.
 */
export async function compareLog(services: OperatorServices, text: string): Promise<string | null> {
  const { config, db } = services
  const key = findLogKey(config)
  if (!key) throw foreseen(NO_KEY)
  const published = await findPublishedCheckpoint(db)
  const keys = knownKeys(key, published, config.audit_former_keys)
  const stored = parseSavedCheckpoints(text).map((one) => ({ text: one, checkpoint: readSigned(one, keys) }))
  if (stored.length === 0 || stored.some(({ checkpoint }) => checkpoint === null))
    throw foreseen('This is not a checkpoint that is signed with the key of this installation.')
  const edge = emptyEdge()
  for (const { text: one, checkpoint } of stored.toSorted(bySize)) {
    const sentence = checkpoint && (await findDivergence(db, checkpoint, edge))
    if (sentence === null) continue
    await stopLog(services, sentence, one)
    return sentence
  }
  return null
}
