import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/** Returns since when the oldest row not covered by a checkpoint of this size waits; null where none waits. */
export async function findWaitingSince(db: Db, size: number): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select least(
      (select created_at from audit_unsealed join audit_logs on audit_logs.id = audit_log_id
        order by audit_log_id limit 1),
      (select created_at from log_entries join audit_logs on audit_logs.id = audit_log_id
        where log_index >= ${size} order by log_index limit 1)
    ) as since`.execute(db)
  return rows[0]?.since ?? null
}

/** Counts the records that do not match the log now. */
export async function countAltered(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct (kind, record)) as count from altered_records`.execute(db)
  return rows[0]?.count ?? 0
}
