import { sql } from 'kysely'
import type { AuditModule } from '../../shared/audit/audit.schema.ts'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import type { Db } from '../database/db.ts'

export type ViewOfRecord = { user_id: number; module: AuditModule; id: number }

/** Serializes requests of the same person for the same record until the transaction ends. */
export const lockView = (db: Db, { user_id, module, id }: ViewOfRecord): Promise<void> =>
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
