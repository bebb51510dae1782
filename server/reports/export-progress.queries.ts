import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { ExportProgress } from '../../shared/reports/reports.schema.ts'
import type { Db } from '../database/db.ts'

/** Stores that an export begins, and removes the rows of killed processes. */
export async function startProgress(db: Db, actor: Actor, key: string, rows_total: number): Promise<void> {
  await db
    .deleteFrom('report_exports')
    .where(sql<boolean>`report_exports.updated_at < now() - interval '1 hour'`)
    .execute()
  await db
    .insertInto('report_exports')
    .values({ key, user_id: actor.id, rows_total })
    // with a key that is already in use, the export runs without progress of its own
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Stores the number of rows written so far. */
export async function saveProgressOf(db: Db, actor: Actor, key: string, rows_done: number): Promise<void> {
  await db
    .updateTable('report_exports')
    .set({ rows_done, updated_at: sql`now()` })
    .where('report_exports.key', '=', key)
    .where('report_exports.user_id', '=', actor.id)
    .execute()
}

/** Removes the progress of an export that has finished or failed. */
export async function endProgress(db: Db, actor: Actor, key: string): Promise<void> {
  await db
    .deleteFrom('report_exports')
    .where('report_exports.key', '=', key)
    .where('report_exports.user_id', '=', actor.id)
    .execute()
}

/** Returns the progress of the caller's export, or null. */
export async function findProgress(db: Db, actor: Actor, key: string): Promise<ExportProgress | null> {
  const row = await db
    .selectFrom('report_exports')
    .select(['report_exports.rows_done', 'report_exports.rows_total'])
    .where('report_exports.key', '=', key)
    .where('report_exports.user_id', '=', actor.id)
    .executeTakeFirst()
  return row ?? null
}
