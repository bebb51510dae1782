import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type pg from 'pg'
import { clockDifferenceText } from '../audit/clock-difference.ts'
import { findTime } from '../database/database-time.ts'
import { BUILD } from '../lib/build.ts'
import type { Services } from '../context/context.ts'
import { graceTimeOfInstallation } from '../operate/first-day-grace.ts'
import { countCachedAnswers } from '../database/cached-answers.ts'
import { countFaults, findExternalStatus } from '../public-log/external-status.actions.ts'
import { type Figures, type FileTotals, readFigures, readFileTotals } from './watching.queries.ts'

/** collectors wait ten seconds for the answer */
const READ_LIMIT_MS = 3_000
/** files are counted again after so many times as long as counting them took: at most a thousandth of a core */
const COUNTING_PAUSE = 1_000
/** and at most once a minute: who asks for the metrics every second waits for no count */
const COUNTING_RESTS_MS = 60_000

type ProductFigures = Figures & FileTotals & { clock_fault: number; outside_faults: number }

/** The names and help texts of the figures. */
const FIGURES: Record<keyof ProductFigures, { name: string; help: string }> = {
  jobs_waiting: { name: 'jobs_waiting', help: 'Jobs that were not tried yet' },
  jobs_running: { name: 'jobs_running', help: 'Jobs that a server is running' },
  jobs_retrying: { name: 'jobs_retrying', help: 'Jobs that failed and are tried again' },
  jobs_failed: { name: 'jobs_failed', help: 'Jobs that failed for good, mails among them' },
  job_due_seconds: { name: 'jobs_oldest_due_seconds', help: 'How long a job has been due and not started' },
  mails_waiting: { name: 'mails_waiting', help: 'Mails that have not left' },
  mails_failed: { name: 'mails_failed', help: 'Mails that were given up after seven days' },
  mail_waiting_seconds: { name: 'mails_oldest_waiting_seconds', help: 'Age of the oldest waiting mail' },
  files: { name: 'files_stored', help: 'Files in the store' },
  files_bytes: { name: 'files_stored_bytes', help: 'Bytes of all files in the store' },
  uploads: { name: 'uploads_under_way', help: 'Uploads that are not complete yet' },
  audit_waiting: {
    name: 'audit_rows_waiting',
    help: 'Rows of the audit log that are waiting for their seal',
  },
  audit_waiting_seconds: {
    name: 'audit_oldest_waiting_seconds',
    help: 'Age of the oldest row that is waiting for its seal',
  },
  audit_findings: { name: 'audit_findings', help: 'What the last verification of the audit log found' },
  audit_verified_at: {
    name: 'audit_last_verification_timestamp_seconds',
    help: 'When the audit log was last verified to its end; before the first, the installation for its first 26 hours, then 0',
  },
  log_waiting: {
    name: 'public_log_rows_waiting',
    help: 'Rows of the audit log that no checkpoint of the public log includes yet',
  },
  log_stopped: {
    name: 'public_log_stopped',
    help: 'Whether the public log has found that it is not what was published, so that nothing is sealed: 1, or 0',
  },
  records_altered: {
    name: 'public_records_altered',
    help: 'Differences between public records and the audit log',
  },
  outside_faults: {
    name: 'public_log_outside_faults',
    help: 'Witnesses and time stamp authorities that are set and failed when they were last asked',
  },
  clock_fault: {
    name: 'audit_clock_fault',
    help: "Whether this server's clock is so far from the database's that it runs no jobs: 1, or 0",
  },
}

type State = { figures: ProductFigures | null; disk: { size: number; free: number } | null }

/** Returns null for a read that fails or takes too long, so that the other metrics are still reported. */
const orNull = <T>(reading: Promise<T>): Promise<T | null> =>
  Promise.race([reading.catch(() => null), sleep(READ_LIMIT_MS, null, { ref: false })])

/** Counts the files; returns the last totals while counting rests. */
function fileTotalsOf(services: Services): () => Promise<FileTotals> {
  let totals: Promise<FileTotals> | null = null
  let restsUntil = 0
  const count = async () => {
    const begun = performance.now()
    const counted = await readFileTotals(services.db)
    const now = performance.now()
    restsUntil = now + Math.max(COUNTING_RESTS_MS, (now - begun) * COUNTING_PAUSE)
    return counted
  }
  return () => {
    if (totals && performance.now() < restsUntil) return totals
    restsUntil = Number.POSITIVE_INFINITY
    totals = count()
    totals.catch(() => {
      restsUntil = 0
    })
    return totals
  }
}

async function readFiguresAndClock(
  services: Services,
  readTotals: () => Promise<FileTotals>,
): Promise<ProductFigures> {
  const [figures, totals] = await Promise.all([readFigures(services.db), readTotals()])
  const fault = clockDifferenceText({ now: services.now(), database: await findTime(services.db) })
  const outside_faults = countFaults(await findExternalStatus(services.config, services.db))
  const verified_at = figures.audit_verified_at || (await graceTimeOfInstallation(services))
  return {
    ...figures,
    ...totals,
    audit_verified_at: verified_at,
    clock_fault: fault === null ? 0 : 1,
    outside_faults,
  }
}

async function readDisk(folder: string): Promise<State['disk']> {
  const { blocks, bavail, bsize } = await statfs(folder)
  return { size: blocks * bsize, free: bavail * bsize }
}

/** Reads everything once for all gauges that are collected together. */
function stateOf(services: Services): () => Promise<State> {
  let reading: Promise<State> | null = null
  const readTotals = fileTotalsOf(services)
  const read = async (): Promise<State> => {
    const [figures, disk] = await Promise.all([
      orNull(readFiguresAndClock(services, readTotals)),
      orNull(readDisk(services.config.data_dir)),
    ])
    return { figures, disk }
  }
  return () => {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }
}

/** Metrics of the whole product. A value that cannot be read now is absent, never an older one. */
export function productMetrics(registry: Registry, services: Services): void {
  const registers = [registry]
  const state = stateOf(services)
  const gauge = (name: string, help: string, read: (now: State) => number | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = read(await state())
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  for (const figure of Object.keys(FIGURES) as (keyof ProductFigures)[])
    gauge(FIGURES[figure].name, FIGURES[figure].help, ({ figures: told }) => told?.[figure])
  gauge('disk_size_bytes', 'Size of the disk that DATA_DIR is on', ({ disk }) => disk?.size)
  gauge('disk_free_bytes', 'Free bytes of the disk that DATA_DIR is on', ({ disk }) => disk?.free)
  const count = () =>
    [...new Set([services.db, services.readDb])].reduce((sum, db) => sum + countCachedAnswers(db), 0)
  gauge('kept_answers', 'Stored answers for the next readers', count)
  const labelNames = ['version', 'commit'] as const
  new Gauge({ name: 'product_info', help: 'What runs', labelNames, registers }).set(BUILD, 1)
}

/** Metrics of this instance's connections to the database, and of the calls that wait for one. */
export const poolMetrics =
  (pool: pg.Pool) =>
  (registry: Registry): void => {
    const registers = [registry]
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    gauge('database_connections', 'Connections to the database', () => pool.totalCount)
    gauge('database_connections_idle', 'Idle connections', () => pool.idleCount)
    gauge('database_connections_max', 'Connections there may be', () => pool.options.max)
    gauge('database_calls_waiting', 'Calls that wait for a connection', () => pool.waitingCount)
  }
