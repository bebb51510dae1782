import { sql } from 'kysely'
import type { LoggedRow } from '../audit/logged-row.ts'
import { type JoinedRow, LOGGED_COLUMNS, rowOf } from '../audit/logged-rows.queries.ts'
import type { Db } from '../database/db.ts'

/** An entry with its row, its salt, and what was stored of the row when it was erased, where they exist. */
export type ExportedEntry = {
  log_index: number
  audit_log_id: number | null
  salt: Buffer | null
  entry: Buffer
  kept: unknown
  row: LoggedRow | null
}

/** Returns the entries from this number on with their rows, in order, all read at one moment. */
export async function listForExport(db: Db, from: number, limit: number): Promise<ExportedEntry[]> {
  const { rows } = await sql<JoinedRow & Omit<ExportedEntry, 'row'>>`
    select own.log_index, own.audit_log_id, own.salt, own.entry, erased.kept, ${LOGGED_COLUMNS}
    from (select * from log_entries where log_index >= ${from} order by log_index limit ${limit}) as own
    left join audit_logs as log on log.id = own.audit_log_id
    left join audit_erasures as erased on erased.audit_log_id = own.audit_log_id
    order by own.log_index`.execute(db)
  return rows.map(({ log_index, audit_log_id, salt, entry, kept, ...joined }) => ({
    log_index,
    audit_log_id,
    salt,
    entry,
    kept,
    row: rowOf(joined),
  }))
}
