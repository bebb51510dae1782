import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { ExportProgress } from '../../shared/reports/reports.schema.ts'
import type { Db } from '../database/db.ts'

/** Notes that an export begins, and forgets those that a killed process left behind. */
export async function startProgress(db: Db, actor: Actor, key: string, rows_total: number): Promise<void> {
  await db
    .deleteFrom('report_exports')
    .where(sql<boolean>`report_exports.updated_at < now() - interval '1 hour'`)
    .execute()
  await db
    .insertInto('report_exports')
    .values({ key, user_id: actor.id, rows_total })
    // a key in use stays what it was: the export runs, only its progress is not told
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** So many rows are written. */
export async function saveProgressOf(db: Db, actor: Actor, key: string, rows_done: number): Promise<void> {
  await db
    .updateTable('report_exports')
    .set({ rows_done, updated_at: sql`now()` })
    .where('report_exports.key', '=', key)
    .where('report_exports.user_id', '=', actor.id)
    .execute()
}

/** The export has ended, one way or the other. */
export async function endProgress(db: Db, actor: Actor, key: string): Promise<void> {
  await db
    .deleteFrom('report_exports')
    .where('report_exports.key', '=', key)
    .where('report_exports.user_id', '=', actor.id)
    .execute()
}

/** How far an export of this person is, or null. */
export async function findProgress(db: Db, actor: Actor, key: string): Promise<ExportProgress | null> {
  const row = await db
    .selectFrom('report_exports')
    .select(['report_exports.rows_done', 'report_exports.rows_total'])
    .where('report_exports.key', '=', key)
    .where('report_exports.user_id', '=', actor.id)
    .executeTakeFirst()
  return row ?? null
}
