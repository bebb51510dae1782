import type { AuditModule, FieldChange } from '../../shared/audit/audit.schema.ts'
import type { Db } from '../lib/db.ts'

/** What the newest change of a record changed, as the log says it. */
export async function findLastChanges(db: Db, module: AuditModule, id: number): Promise<FieldChange[]> {
  const row = await db
    .selectFrom('audit_logs')
    .select('field_change')
    .where('auditable_type', '=', module)
    .where('auditable_id', '=', id)
    .where('event', '<>', 'View')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row?.field_change ?? []) as FieldChange[]
}
