import { type CheckpointPlace, type Finding, finding } from '../../shared/audit/findings.ts'
import type { Services } from '../context/context.ts'
import type { FileStore } from '../store/file-store.ts'
import { knownKeys, readSigned } from './agreement.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { findLogKey } from './log-key.ts'
import { findPublishedCheckpoint, type Published } from './log.queries.ts'
import { isSignedBy, type NoteKey } from './note.ts'
import { type LogDay, listDays } from './external.queries.ts'
import { storedCheckpoint } from './tile-store.ts'
import { append, emptyEdge, rootOf } from './tiles.ts'

type Report = (found: Finding) => void
type VerifyServices = Pick<Services, 'db' | 'config'> & { files?: FileStore }

/** Checkpoints stored outside the product, and the key they were stored with; without one, our own. */
export type ExternalCheckpoints = { texts: readonly string[]; key: NoteKey | null }

/** A checkpoint to compare the log with; `day` where it is the head of a day. */
export type HeldCheckpoint = { from: CheckpointPlace; day: string | null; checkpoint: Checkpoint }

/** All evidence of earlier states: the checkpoints with a valid signature, and the days. */
export type CheckpointsOfLog = {
  held: HeldCheckpoint[]
  published: Published | null
  days: LogDay[]
  notes: string[]
}

/** Reports each kind of finding once per place: further checkpoints there would repeat it. */
function reportOncePerPlace(report: Report): Report {
  const reported = new Set<string>()
  return (found) => {
    const thing = `${found.kind} ${found.from}`
    if (!reported.has(thing)) report(found)
    reported.add(thing)
  }
}

/** Returns every checkpoint to compare the log with. One without a valid signature is reported and left out. */
export async function findCheckpoints(
  { db, config, files }: VerifyServices,
  outside: ExternalCheckpoints | undefined,
  report: Report,
): Promise<CheckpointsOfLog> {
  const published = await findPublishedCheckpoint(db)
  const days = await listDays(db)
  const key = findLogKey(config)
  const keysOf = (signed: { public_key: Buffer | null } | null) =>
    knownKeys(key, signed, config.audit_former_keys)
  const held: HeldCheckpoint[] = []
  const notes: string[] = []
  const reportOnce = reportOncePerPlace(report)
  const add = (from: CheckpointPlace, checkpoint: Checkpoint | null, day: string | null = null) => {
    if (checkpoint) held.push({ from, day, checkpoint })
    else reportOnce(finding('checkpoint_unreliable', { from, day }))
  }
  if (published) add('the database', readSigned(published.checkpoint, keysOf(published)))
  for (const one of days) add('the database', readSigned(one.checkpoint, keysOf(one)), one.day)
  if (files)
    try {
      const stored = await storedCheckpoint({ files })
      if (stored) add('the file store', readSigned(stored, keysOf(published)))
    } catch {
      notes.push('The checkpoint in the file store could not be read.')
    }
  for (const text of outside?.texts ?? []) {
    const theirs = outside?.key ?? null
    const read = theirs ? parseCheckpoint(text) : null
    const isTheirs =
      read !== null && theirs !== null && theirs.name === read.origin && isSignedBy(read.note, theirs)
    add('outside', theirs ? (isTheirs ? read : null) : readSigned(text, keysOf(published)))
  }
  return { held, published, days, notes }
}

/** Builds the tree from the entries in their order, and compares it with each checkpoint at its size. */
export function treeCheck(held: readonly HeldCheckpoint[], report: Report) {
  const left = held.toSorted((one, other) => one.checkpoint.size - other.checkpoint.size)
  const edge = emptyEdge()
  const reportOnce = reportOncePerPlace(report)
  let size = 0

  return {
    /** Adds the next existing entry. */
    entry({ log_index, entry }: { log_index: number; entry: Buffer }): void {
      if (log_index > size) report(finding('entries_missing', { position: size + 1, until: log_index }))
      const isWhole = edge.size === log_index
      size = log_index + 1
      if (!isWhole) return
      append(edge, entry)
      for (let first = left[0]; first && first.checkpoint.size <= size; first = left[0]) {
        left.shift()
        const { from, day, checkpoint } = first
        if (!rootOf(edge).equals(checkpoint.root))
          reportOnce(finding('checkpoint_differs', { from, day, position: checkpoint.size }))
      }
    },

    /** Ends the check after the last entry. */
    end(): void {
      for (const { from, day, checkpoint } of left.reverse())
        if (checkpoint.size > size)
          reportOnce(finding('checkpoint_newer', { from, day, position: checkpoint.size }))
    },
  }
}
