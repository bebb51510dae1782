import type { Runner } from 'graphile-worker'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Logger } from '../lib/log.ts'

/** How often a worker refreshes its locks, and after how long a silent one is dead. */
export type LockTimes = { every_ms: number; dead_ms: number }
const TIMES: LockTimes = { every_ms: 20_000, dead_ms: 90_000 }

/** Refreshes the locks of the jobs that these workers are running. */
async function refreshLocks(db: Db, workers: string[]): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set locked_at = now()
    where locked_by = any(${workers}) and locked_at is not null`.execute(db)
}

/** Returns the workers with running jobs whose locks are older than this. */
async function findDeadWorkers(db: Db, dead_ms: number): Promise<string[]> {
  const { rows } = await sql<{ worker: string }>`
    select distinct locked_by as worker from graphile_worker._private_jobs
    where locked_at < now() - make_interval(secs => ${dead_ms / 1000})`.execute(db)
  return rows.map(({ worker }) => worker)
}

/**
 * Refreshes the locks of our own jobs from now on, and releases those of killed workers, for which the queue itself
 * waits four hours. A worker is dead when silent at two checks in a row: after an outage of the database all are.
 */
export function keepLocksFresh(
  db: Db,
  runners: readonly Runner[],
  log: Logger,
  { every_ms, dead_ms }: LockTimes = TIMES,
): { stop: () => Promise<void> } {
  const own = new Set<string>()
  for (const { events } of runners)
    events.on('job:start', ({ job }) => {
      if (job.locked_by) own.add(job.locked_by)
    })
  let suspects: string[] = []
  let looking = Promise.resolve()

  const look = async () => {
    if (own.size > 0) await refreshLocks(db, [...own])
    const silent = (await findDeadWorkers(db, dead_ms)).filter((worker) => !own.has(worker))
    const dead = silent.filter((worker) => suspects.includes(worker))
    suspects = silent
    if (dead.length === 0) return
    await sql`select graphile_worker.force_unlock_workers(${dead})`.execute(db)
    log.warn({ workers: dead }, 'a server stopped in the middle of its jobs; they are started again')
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => {
      // without the database no worker can refresh its locks
      suspects = []
    })
  }, every_ms)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await looking
    },
  }
}
