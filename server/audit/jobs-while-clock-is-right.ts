import { sql } from 'kysely'
import { writeAudit } from '../context/audit.ts'
import type { Origin, Services } from '../context/context.ts'
import { findTime } from '../database/database-time.ts'
import type { Db } from '../database/db.ts'
import type { Logger } from '../lib/log.ts'
import { clockDifferenceText, MAX_DIFFERENCE_MS } from './clock-difference.ts'

const ORIGIN: Origin = { request_id: 'start_jobs', network_address: 'server', user_agent: '' }

/** no job is due later than this: the longest wait for a retry is six hours, for mail */
const LONGEST_DELAY = '1 day'
const CLOCK_DIFFERS = `${MAX_DIFFERENCE_MS} milliseconds`

/**
 * Resets schedules, jobs and locks in the queue whose times are in the future because a clock was far ahead; otherwise
 * nothing of them would be due until then (S-153). One row of the log says how many.
 */
async function correctFutureTimes(db: Db): Promise<void> {
  const { rows } = await sql<{ schedules: number; jobs: number }>`
    with schedules as (
      update graphile_worker._private_known_crontabs
      set last_execution = least(last_execution, now()), known_since = least(known_since, now())
      where last_execution > now() + ${CLOCK_DIFFERS}::interval or known_since > now() + ${CLOCK_DIFFERS}::interval
      returning 1
    ), jobs as (
      update graphile_worker._private_jobs
      set run_at = least(run_at, now()),
        locked_at = case when locked_at > now() + ${CLOCK_DIFFERS}::interval then null else locked_at end,
        locked_by = case when locked_at > now() + ${CLOCK_DIFFERS}::interval then null else locked_by end
      where run_at > now() + ${LONGEST_DELAY}::interval or locked_at > now() + ${CLOCK_DIFFERS}::interval
      returning 1
    ), queues as (
      update graphile_worker._private_job_queues set locked_at = null, locked_by = null
      where locked_at > now() + ${CLOCK_DIFFERS}::interval
      returning 1
    )
    select (select count(*) from schedules) as schedules,
      (select count(*) from jobs) + (select count(*) from queues) as jobs`.execute(db)
  const { schedules = 0, jobs = 0 } = rows[0] ?? {}
  if (schedules + jobs === 0) return
  await writeAudit(db, null, ORIGIN, {
    module: 'System',
    event: 'Future Times Corrected',
    changes: [
      { field: 'schedules', old: null, new: String(schedules) },
      { field: 'jobs', old: null, new: String(jobs) },
    ],
  })
}

type Running = { stop: () => Promise<void> }
type ClockServices = Pick<Services, 'db' | 'now'>

/** How far this process's clock was moved since the process began, in milliseconds. */
const clockShiftMs = (): number => Date.now() - performance.timeOrigin - performance.now()

/**
 * Runs the jobs of this instance while its clock and the database's agree. If they differ by more than five minutes, it
 * schedules and runs nothing, and logs why (S-153). When the clock jumps the jobs are restarted, because their schedule
 * counts from the time before.
 */
export async function runWhileClockIsRight(
  { db, now }: ClockServices,
  log: Pick<Logger, 'error' | 'warn'>,
  begin: () => Promise<Running>,
  every_ms = 60_000,
): Promise<Running> {
  let running: Running | null = null
  let isTold = false
  let moved_before = clockShiftMs()

  const pause = async () => {
    const old = running
    running = null
    await old?.stop()
  }
  const check = async () => {
    const problem = clockDifferenceText({ now: now(), database: await findTime(db) })
    if (problem) {
      if (!isTold) log.error(problem)
      isTold = true
      return pause()
    }
    const hasJumped = Math.abs(clockShiftMs() - moved_before) > MAX_DIFFERENCE_MS
    moved_before = clockShiftMs()
    if (hasJumped) await pause()
    if (running) return
    await db.transaction().execute(correctFutureTimes)
    running = await begin()
    if (isTold || hasJumped) log.warn('The clock of this server is right again, and its jobs run.')
    isTold = false
  }

  await check()
  let checking: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    checking = checking
      .then(check)
      .catch((error: unknown) => log.warn({ err: error }, 'the clocks could not be compared'))
  }, every_ms)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await checking
      await pause()
    },
  }
}
