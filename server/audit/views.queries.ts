import { sql } from 'kysely'
import type { AuditModule, FieldChange } from '../../shared/audit/audit.schema.ts'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import type { Db } from '../database/db.ts'

export type ViewOfRecord = { user_id: number; module: AuditModule; id: number }
type Seen = Omit<ViewOfRecord, 'id'> & { id: number | null }

/** Serializes requests of the same person for the same record until the transaction ends. */
export const lockView = (db: Db, { user_id, module, id }: Seen): Promise<void> =>
  lockUntilCommit(db, `view ${user_id} ${module} ${id}`)

/** Whether this person's last View of the record is less than a minute old (S-23). */
export async function hasRecentView(db: Db, { user_id, module, id }: ViewOfRecord): Promise<boolean> {
  const row = await db
    .selectFrom('audit_logs')
    .select('audit_logs.id')
    .where('audit_logs.user_id', '=', user_id)
    .where('audit_logs.auditable_type', '=', module)
    .where('audit_logs.auditable_id', '=', id)
    .where('audit_logs.event', '=', 'View')
    .where(sql<boolean>`audit_logs.created_at > clock_timestamp() - interval '1 minute'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether this auditor has seen the same, asked for in the same words, less than a minute ago. */
export async function hasSeenRecently(
  db: Db,
  { user_id, module, id, changes }: Seen & { changes: readonly FieldChange[] },
): Promise<boolean> {
  const row = await db
    .selectFrom('audit_logs')
    .select('audit_logs.id')
    .where('audit_logs.user_id', '=', user_id)
    .where('audit_logs.auditable_type', '=', module)
    .where('audit_logs.auditable_id', id === null ? 'is' : '=', id)
    .where('audit_logs.event', '=', 'Viewed')
    .where(sql<boolean>`audit_logs.created_at > clock_timestamp() - interval '1 minute'`)
    .where(sql<boolean>`audit_logs.field_change = ${JSON.stringify(changes)}::jsonb`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The tables that an id in an address is of, by how the address begins, and the column that names a row. */
const NAMED = [
  ['/sites/activities/:id', 'site_activities', 'site_profile_code'],
  ['/sites/principles/:id', 'site_principles', 'title'],
  ['/sites/:id', 'site_profiles', 'code'],
  ['/users/:id', 'users', 'email'],
  ['/roles/:id', 'roles', 'name'],
  ['/file/:id', 'files', 'name'],
  ['/summaries/:id', 'summaries', 'title'],
] as const

/** The code or name of the record that an address is about, as other rows of the log have it; null for others. */
export async function nameOfTarget(db: Db, path: string, id: number): Promise<string | null> {
  const named = NAMED.find(([start]) => path.startsWith(start))
  if (!named) return null
  const [, table, column] = named
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(column)} as name from ${sql.table(table)} where id = ${id}`.execute(db)
  return rows[0]?.name ?? null
}
