import type { Db } from '../database/db.ts'

export type CompletedBackup = { name: string; bytes: number; rows: number; files: number; missing: number }

export async function recordBegun(db: Db, started_at: string): Promise<void> {
  await db.insertInto('backups').values({ started_at }).execute()
}

export async function recordCompleted(
  db: Db,
  started_at: string,
  made: CompletedBackup,
  now: string,
): Promise<void> {
  await db
    .updateTable('backups')
    .set({ ...made, finished_at: now })
    .where('started_at', '=', started_at)
    .execute()
}

export async function recordFailed(db: Db, started_at: string, failure: string, now: string): Promise<void> {
  await db
    .updateTable('backups')
    .set({ failure, finished_at: now })
    .where('started_at', '=', started_at)
    .execute()
}

/** Removes a run that was stopped in order: the next start begins it again. */
export async function forgetRun(db: Db, started_at: string): Promise<void> {
  await db.deleteFrom('backups').where('started_at', '=', started_at).execute()
}

/** Only for the holder of the lock: a run without an end was interrupted when its server was killed. */
export async function endInterrupted(db: Db, failure: string, now: string): Promise<void> {
  await db
    .updateTable('backups')
    .set({ failure, finished_at: now })
    .where('finished_at', 'is', null)
    .execute()
}

/** Returns the newest completed backup, and the newest failure after it. */
export async function findNewestRuns(db: Db) {
  const ended = db
    .selectFrom('backups')
    .select([
      'started_at',
      'finished_at',
      'failure',
      'name',
      'bytes',
      'rows',
      'files',
      'missing',
      'drilled_at',
    ])
    .where('finished_at', 'is not', null)
  const made = await ended
    .where('failure', 'is', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const failed = await ended
    .where('failure', 'is not', null)
    .$if(made !== undefined, (query) => query.where('started_at', '>', made?.started_at ?? ''))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { made: made ?? null, failed: failed ?? null }
}

/** Whether the administrators have been notified of a backup begun since this moment. */
export const isReported = async (db: Db, since: string): Promise<boolean> =>
  (await db
    .selectFrom('backups')
    .select('started_at')
    .where('told', '=', true)
    .where('started_at', '>=', since)
    .limit(1)
    .executeTakeFirst()) !== undefined

export async function recordReported(db: Db, started_at: string): Promise<void> {
  await db.updateTable('backups').set({ told: true }).where('started_at', '=', started_at).execute()
}

export async function recordChecked(db: Db, name: string, now: string): Promise<void> {
  await db.updateTable('backups').set({ drilled_at: now }).where('name', '=', name).execute()
}
