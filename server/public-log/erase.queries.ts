import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'

type Erasable = { event: string; is_erased: boolean; is_in_log: boolean }

/** The row, for whoever erases it: two at once come one after the other. */
export async function lockErasable(db: Db, id: number): Promise<Erasable | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit erasure', 0))`.execute(db)
  const { rows } = await sql<Erasable>`
    select event, exists (select from audit_erasures where audit_log_id = audit_logs.id) as is_erased,
      exists (select from log_entries where audit_log_id = audit_logs.id) as is_in_log
    from audit_logs where id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function noteErased(
  db: Db,
  noted: { audit_log_id: number; erased_at: string; reason: string },
): Promise<void> {
  await db.insertInto('audit_erasures').values(noted).execute()
}

/** What the row says in place of its content, wherever the log is read; the database takes no other word for it. */
const ERASED = JSON.stringify([{ field: 'content_erased', old: null, new: null }])

/** Empties the row, but for the number of a record that is nobody's, and destroys its salt. */
export async function eraseContent(db: Db, id: number): Promise<void> {
  await sql`
    update audit_logs set user_id = null, user_name = null, user_email = null, role_name = null,
      auditable_id = case when auditable_type in ('Profiling of SITES', 'SITES Activities') then auditable_id end,
      auditable_code = null, field_change = ${ERASED}::jsonb, network_address = null, request_id = null
    where id = ${id}`.execute(db)
  await sql`update log_entries set salt = null where audit_log_id = ${id}`.execute(db)
}

/** Rows that were erased though nothing in the log says so. */
export async function listUnexplained(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ audit_log_id: number }>`
    select audit_log_id from audit_erasures
    where not exists (
      select from audit_logs
      where auditable_type = 'System' and event = 'Content Erased' and auditable_id is null
        and field_change @> jsonb_build_array(jsonb_build_object('field', 'row', 'new', audit_log_id::text))
    )
    order by audit_log_id limit ${limit}`.execute(db)
  return rows.map(({ audit_log_id }) => audit_log_id)
}
