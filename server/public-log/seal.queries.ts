import { sql } from 'kysely'
import { type JoinedRow, LOGGED_COLUMNS, rowOf } from '../audit/logged-rows.queries.ts'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import type { Db } from '../database/db.ts'

/** Waits until no other transaction adds entries, and locks them until this transaction ends. */
export const lockEntries = (db: Db): Promise<void> => lockUntilCommit(db, 'log entries')

/** Returns the next committed rows to seal, lowest id first; `row` is null where it was deleted. */
export async function listUnsealed(db: Db, limit: number) {
  const { rows } = await sql<JoinedRow & { audit_log_id: number; isSealed: boolean }>`
    select waiting.audit_log_id, ${LOGGED_COLUMNS},
      exists (select from log_entries where log_entries.audit_log_id = waiting.audit_log_id) as "isSealed"
    from (select audit_log_id from audit_unsealed order by audit_log_id limit ${limit}) as waiting
    left join audit_logs as log on log.id = waiting.audit_log_id
    order by waiting.audit_log_id`.execute(db)
  return rows.map(({ audit_log_id, isSealed, ...joined }) => ({ audit_log_id, isSealed, row: rowOf(joined) }))
}

/** Adds these rows to the counts by day that the list of the log uses, or subtracts them. */
export async function countSealed(db: Db, ids: readonly number[], each: 1 | -1 = 1): Promise<void> {
  await sql`
    insert into audit_day_counts as kept (day, region_id, office_id, rows)
    select (created_at at time zone 'Asia/Manila')::date, coalesce(region_id, 0), coalesce(office_id, 0),
      count(*) * ${sql.lit(each)}
    from audit_logs where id = any (${ids}::bigint[])
    group by 1, 2, 3
    on conflict on constraint audit_day_counts_pkey do update set rows = kept.rows + excluded.rows`.execute(
    db,
  )
}

export async function takeOffWaiting(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from audit_unsealed where audit_log_id = any (${ids}::bigint[])`.execute(db)
}
