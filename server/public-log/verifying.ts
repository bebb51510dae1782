import { type CheckpointPlace, type Finding, finding } from '../../shared/audit/findings.ts'
import { rowHash } from '../audit/chain.ts'
import type { Entry } from '../audit/check.ts'
import type { Services } from '../lib/context.ts'
import type { FileStore } from '../lib/file-store.ts'
import { knownKeys, readSigned } from './agreement.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { entryOf } from './entry.ts'
import { CHECKPOINT, grow } from './follow.actions.ts'
import { listUnexplained } from './erase.queries.ts'
import { findLogKey } from './log-key.ts'
import { countEntries, findLogEnd, findPublished, listEntriesOf, listWithoutSeal } from './log.queries.ts'
import { isSignedBy, type NoteKey } from './note.ts'
import { emptyEdge, rootOf } from './tiles.ts'

type Report = (found: Finding) => void
type VerifyServices = Pick<Services, 'db' | 'config'> & { files?: FileStore }

/** Checkpoints that were kept where the product does not reach, and the key they were kept with; without one our own. */
export type Outside = { texts: readonly string[]; key: NoteKey | null }

type Held = { from: CheckpointPlace; checkpoint: Checkpoint }

/** Every checkpoint that the log can be held against; one that is not signed is reported and counts for nothing. */
async function findHeld(
  { db, config, files }: VerifyServices,
  outside: Outside | undefined,
  report: Report,
): Promise<{ held: Held[]; notes: string[] }> {
  const published = await findPublished(db)
  const keys = knownKeys(findLogKey(config), published, config.audit_former_keys)
  const held: Held[] = []
  const notes: string[] = []
  const add = (from: CheckpointPlace, checkpoint: Checkpoint | null) => {
    if (checkpoint) held.push({ from, checkpoint })
    else report(finding('checkpoint_unreliable', { from }))
  }
  if (published) add('the database', readSigned(published.checkpoint, keys))
  if (files)
    try {
      const stored = await files.named.get(CHECKPOINT)
      if (stored) add('the file store', readSigned(stored.toString(), keys))
    } catch {
      notes.push('The file store could not be asked for the checkpoint that it keeps.')
    }
  for (const text of outside?.texts ?? []) {
    const key = outside?.key ?? null
    const read = key ? parseCheckpoint(text) : null
    const isTheirs = read !== null && key !== null && key.name === read.origin && isSignedBy(read.note, key)
    add('outside', key ? (isTheirs ? read : null) : readSigned(text, keys))
  }
  return { held, notes }
}

/** Follows the public log beside the chain: the entry of each row, and the tree over all of them. */
export async function publicLogCheck(services: VerifyServices, outside: Outside | undefined, report: Report) {
  const { db } = services
  const { held, notes } = await findHeld(services, outside, report)
  const { position: last } = await findLogEnd(db)
  let erased = 0

  return {
    /** The next places of the chain, in order. */
    async entries(sealed: readonly Entry[]): Promise<void> {
      const kept = await listEntriesOf(db, sealed[0]?.seal.position ?? 0, sealed.at(-1)?.seal.position ?? 0)
      const byRow = new Map(kept.map((entry) => [entry.audit_log_id, entry]))
      for (const { seal, row, erased: isErased = false } of sealed) {
        const { day, position, audit_log_id } = seal
        const own = byRow.get(audit_log_id)
        if (!own) {
          if (position <= last) report(finding('log_entry_missing', { day, position, audit_log_id }))
          continue
        }
        if (isErased) erased += 1
        else if (own.salt === null) report(finding('log_entry_differs', { day, position, audit_log_id }))
        // what the chain says already is not said twice
        else if (row && rowHash(row).equals(seal.row_hash) && !entryOf(own.salt, row).equals(own.entry))
          report(finding('log_entry_differs', { day, position, audit_log_id }))
      }
    },

    /** After the last one: what the checkpoints say. */
    async end(limit: number): Promise<string[]> {
      for (const audit_log_id of await listWithoutSeal(db, limit))
        report(finding('log_entry_lost', { audit_log_id }))
      for (const audit_log_id of await listUnexplained(db, limit))
        report(finding('erasure_unexplained', { audit_log_id }))
      const edge = emptyEdge()
      for (const { from, checkpoint } of held.toSorted((a, b) => a.checkpoint.size - b.checkpoint.size)) {
        const { size, root } = checkpoint
        if (!(await grow(db, edge, size))) report(finding('checkpoint_newer', { position: size, from }))
        else if (!rootOf(edge).equals(root)) report(finding('checkpoint_differs', { position: size, from }))
      }
      const { lost } = await countEntries(db)
      return [
        ...notes,
        ...(lost > 0
          ? [
              `${lost} entries of the public log have lost their row with a restore that an operator accepted.`,
            ]
          : []),
        ...(erased > 0
          ? [`The content of ${erased} rows was erased by an operator; each reason stands in the log.`]
          : []),
      ]
    },
  }
}
