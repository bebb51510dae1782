import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/db.ts'

/** One job per file, however often it is queued; a job that waits for a retry becomes due at once. */
const addJob = (file_id: RawBuilder<unknown>) => sql`graphile_worker.add_job(
  'scan_file', json_build_object('file_id', ${file_id}), job_key => 'scan_file ' || ${file_id}
)`

/** Queues the virus check of a file; it begins when the transaction commits. */
export async function queueScan(db: Db, file_id: number): Promise<void> {
  await sql`select ${addJob(sql`${file_id}::integer`)}`.execute(db)
}

/** Queues every file that has waited for its check since before this moment, whether its job is lost or delayed. */
export async function queueWaitingScans(db: Db, before: string): Promise<void> {
  await sql`select ${addJob(sql`files.id`)} from files
    where files.scan_status = 'checking' and files.created_at < ${before}`.execute(db)
}

/** Stores the result of a check; returns false when the file is not waiting for one any more. */
export async function endCheck(db: Db, id: number, scan_status: 'clean' | 'quarantined'): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ scan_status })
    .where('files.id', '=', id)
    .where('files.scan_status', '=', 'checking')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
