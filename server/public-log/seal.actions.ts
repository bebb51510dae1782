import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Db } from '../database/db.ts'
import { entryOf, FORM, SALT_BYTES } from './entry.ts'
import { findDisagreement, findLogSize, findPublished, insertEntries } from './log.queries.ts'
import { countSealed, listUnsealed, lockEntries, takeOffWaiting } from './seal.queries.ts'

/** few enough that hashing them does not keep others waiting */
export const ROWS_AT_ONCE = 1_000

/**
 * Gives the next committed rows their place in the log, a salt and their entry, in the transaction that holds the entries; says
 * how many waited. While the log is stopped, or lacks entries that were published, nothing is sealed.
 */
export async function sealBatch(held: Db): Promise<number> {
  if (await findDisagreement(held)) return 0
  const size = await findLogSize(held)
  // a place that was published is never given again
  if (size < ((await findPublished(held))?.size ?? 0)) return 0
  const waiting = await listUnsealed(held, ROWS_AT_ONCE)
  // someone with the database may have had a row wait that has its entry already
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

/** One batch in a transaction of its own; two at once come one after the other. */
export const sealOnce = (db: Kysely<DB>): Promise<number> =>
  db.transaction().execute(async (held) => {
    await lockEntries(held)
    return sealBatch(held)
  })

/** Seals everything that is committed now. */
export async function sealWaiting(db: Kysely<DB>): Promise<void> {
  while ((await sealOnce(db)) === ROWS_AT_ONCE);
}
