import { sql } from 'kysely'
import type { LoggedRow } from '../audit/logged-row.ts'
import { LOGGED_COLUMNS } from '../audit/logged-rows.queries.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { arrayOfIds } from '../database/known-plan.ts'
import { parseCheckpoint } from './checkpoint.ts'
import { entryOf, isEntryOfErased } from './entry.ts'
import { inclusionProof, leafHash, rootOfInclusion } from './merkle.ts'
import { servedCheckpoint } from './served-checkpoint.ts'
import { storedNodes } from './tile-store.ts'

type Provable = LoggedRow & {
  log_index: number | null
  salt: Buffer | null
  entry: Buffer
  /** the row is not sealed yet */
  waits: boolean
  erased: boolean
  /** what was stored of an erased row */
  kept: unknown
}

async function listProvable(db: Db, ids: readonly number[]): Promise<Provable[]> {
  const { rows } = await sql<Provable>`
    select ${LOGGED_COLUMNS}, entry.log_index, entry.salt, entry.entry,
      exists (select from audit_unsealed where audit_log_id = log.id) as waits,
      erasure.audit_log_id is not null as erased, erasure.kept
    from audit_logs as log
    left join log_entries as entry on entry.audit_log_id = log.id
    left join audit_erasures as erasure on erasure.audit_log_id = log.id
    where log.id = any(${arrayOfIds(ids, 'bigint')}) order by log.id`.execute(db)
  return rows
}

/** Whether a row matches its entry. A row committed a moment ago may not have one yet. */
function isItsEntry({ log_index, salt, entry, waits, erased, kept, ...row }: Provable): boolean {
  if (log_index === null) return waits
  if (erased) return isEntryOfErased(kept, row, entry)
  return salt !== null && entryOf(salt, row).equals(entry)
}

/**
 * Whether the entries are in the tree of the last checkpoint, as far as it reaches. An unreachable store proves
 * nothing.
 */
async function areInTree(files: Services['files'], rows: readonly Provable[]): Promise<boolean> {
  const text = await servedCheckpoint({ files }).catch(() => null)
  const checkpoint = text === null ? null : parseCheckpoint(text)
  if (!checkpoint) return true
  const { size, root } = checkpoint
  for (const { log_index, entry } of rows) {
    if (log_index === null || log_index >= size) continue
    const nodes = storedNodes({ files }, () => new Error('A tile is not there.'))
    const hashes = await inclusionProof(nodes, log_index, size).catch(() => null)
    if (hashes && !rootOfInclusion(leafHash(entry), log_index, size, hashes)?.equals(root)) return false
  }
  return true
}

/** Returns those of these rows that do not match their entries in the public log. */
export async function listUnproved(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = ids.length === 0 ? [] : await listProvable(db, ids)
  return new Set(rows.filter((row) => !isItsEntry(row)).map(({ id }) => id))
}

/**
 * Returns a sentence if one of these rows, which state facts of `name`, does not match its entry in the public log;
 * with `files` also if an entry is not in the signed tree there, which reads a few of them.
 */
export async function findUnproved(
  files: Services['files'] | null,
  db: Db,
  ids: readonly number[],
  name: string,
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await listProvable(db, ids)
  const wrong = rows.find((row) => !isItsEntry(row))
  if (wrong)
    return [
      `Row ${wrong.id} of the log, which states the public facts of ${name}, does not match its entry in the public log.`,
    ]
  if (files === null || (await areInTree(files, rows))) return []
  return [`The rows of the log that state the public facts of ${name} are not in the tree that was signed.`]
}
