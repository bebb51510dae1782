import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { type JoinedRow, LOGGED_COLUMNS, rowOf } from '../audit/logged-rows.queries.ts'
import type { LoggedRow } from '../audit/logged-row.ts'

/** An entry of the log with its row, where it has one, and what was stored of it when an operator erased it. */
export type SealedRow = {
  log_index: number
  audit_log_id: number | null
  salt: Buffer | null
  entry: Buffer
  row: LoggedRow | null
  isErased: boolean
  kept: unknown
}

/** Returns the entries from this one on with their rows, in order. */
export async function listSealed(db: Db, from: number, limit: number): Promise<SealedRow[]> {
  const { rows } = await sql<JoinedRow & Omit<SealedRow, 'row'>>`
    select sealed.log_index, sealed.audit_log_id, sealed.salt, sealed.entry, ${LOGGED_COLUMNS},
      erased.audit_log_id is not null as "isErased", erased.kept
    from (select * from log_entries where log_index >= ${from} order by log_index limit ${limit}) as sealed
    left join audit_logs as log on log.id = sealed.audit_log_id
    left join audit_erasures as erased on erased.audit_log_id = sealed.audit_log_id
    order by sealed.log_index`.execute(db)
  return rows.map(({ log_index, audit_log_id, salt, entry, isErased, kept, ...joined }) => ({
    log_index,
    audit_log_id,
    salt,
    entry,
    isErased,
    kept,
    row: rowOf(joined),
  }))
}
