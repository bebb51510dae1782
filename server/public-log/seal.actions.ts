import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Db } from '../database/db.ts'
import { entryOf, FORM, SALT_BYTES } from './entry.ts'
import { findDisagreement, findLogSize, findPublishedCheckpoint, insertEntries } from './log.queries.ts'
import { countSealed, listUnsealed, lockEntries, takeOffWaiting } from './seal.queries.ts'

/** a batch small enough that hashing it does not block the process */
export const ROWS_AT_ONCE = 1_000

/**
 * Seals the next committed rows, that is, gives each its number, a salt and an entry, in the transaction that has
 * locked the entries; returns how many waited. Seals nothing while the log is stopped or lacks published entries.
 */
export async function sealBatch(held: Db): Promise<number> {
  if (await findDisagreement(held)) return 0
  const size = await findLogSize(held)
  // a published number is never used again
  if (size < ((await findPublishedCheckpoint(held))?.size ?? 0)) return 0
  const waiting = await listUnsealed(held, ROWS_AT_ONCE)
  // a row that is sealed already can only be queued by tampering with the database
  const added = waiting
    .filter(({ isSealed }) => !isSealed)
    .map(({ audit_log_id, row }) => {
      const salt = randomBytes(SALT_BYTES)
      return { audit_log_id, form: FORM, salt, entry: entryOf(salt, row) }
    })
  const ids = added.map(({ audit_log_id }) => audit_log_id)
  if (added.length > 0) {
    await insertEntries(held, size, added)
    await countSealed(held, ids)
  }
  if (waiting.length > 0)
    await takeOffWaiting(
      held,
      waiting.map(({ audit_log_id }) => audit_log_id),
    )
  return waiting.length
}

/** Seals one batch in its own transaction; concurrent calls wait for each other. */
export const sealOnce = (db: Kysely<DB>): Promise<number> =>
  db.transaction().execute(async (held) => {
    await lockEntries(held)
    return sealBatch(held)
  })

/** Seals everything that is committed now. */
export async function sealWaiting(db: Kysely<DB>): Promise<void> {
  while ((await sealOnce(db)) === ROWS_AT_ONCE);
}
