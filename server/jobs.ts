import { type Runner, run, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { DAY_MS } from '../shared/lib/durations.ts'
import { type Logger, workerLogger } from './lib/log.ts'
import { keepLocksFresh, type LockTimes } from './operate/job-locks.ts'
import { outliveOutages } from './operate/outlive-outages.ts'
import { createMailer, type Mail } from './mails/mail.ts'
import { createMailTask, removeOldMails } from './mails/mail-queue.ts'
import { removeOldCounts } from './http/shared-rate-limit.ts'
import type { Services } from './context/context.ts'
import { readTextsAnew } from './texts/running-texts.ts'
import { cleanUpSubmissions } from './context/form-submissions.ts'
import { cleanUpDrafts } from './drafts/drafts.jobs.ts'
import { makeDailyBackup, requireBackupSettings, warnOfUnreachableDestination } from './backup/backup.jobs.ts'
import { cleanUpFiles } from './uploads/files.jobs.ts'
import { readUnreadPhotos } from './photographs/facts.jobs.ts'
import { queueScans, scanFile } from './quarantine/scan.jobs.ts'
import { verifyAuditLog } from './integrity/integrity.jobs.ts'
import { mailAltered } from './claims/altered.actions.ts'
import { runWhileClockIsRight } from './audit/jobs-while-clock-is-right.ts'
import { cleanUpSessions, mailGuessedAccount, mailResetLink } from './auth/auth.jobs.ts'
import type { ResetMailRequest } from './auth/auth.queries.ts'
import { tellOfDemands } from './factors/demands.actions.ts'
import { cleanUpBulks, continueBulks, runBulk } from './pending/bulk.jobs.ts'
import { cleanUpResetCodes } from './factors/reset-codes.actions.ts'
import { mailResetCodes } from './factors/reset-codes.jobs.ts'
import { sendDailyMails } from './pending/daily-mails.jobs.ts'
import { beginDay, storeAllWarnings } from './pending/warnings.jobs.ts'
import { sendWeeklyMails } from './pending/weekly-mails.jobs.ts'
import { continueImports, runImport } from './imports/imports.jobs.ts'
import { continueLayers, layerTasks } from './land/layers.jobs.ts'
import { saveDayHead } from './public-log/days.actions.ts'
import { externalTasks } from './public-log/external.jobs.ts'
import { mailExpiries } from './land/instruments.jobs.ts'
import { retryScreening, screenForAWhile } from './land/screening.jobs.ts'
import { queueScreening } from './land/screening.queries.ts'
import { measurePhotos } from './land/photo-distances.jobs.ts'
import { measureWaiting } from './sites/boundaries.jobs.ts'

/**
 * Times are the server's, UTC: 16:01 is the first minute of the next day in Manila, 18:10 is 02:10 in Manila, 22:30 is 06:30 of the next day. A server that was down on
 * Monday morning sends the week's mails when it is back within a day.
 */
const CRONTAB = `
10 18 * * * clean_up_files ?jobKey=clean_up_files
*/15 * * * * clean_up_sessions ?jobKey=clean_up_sessions
*/5 * * * * measure_boundaries ?jobKey=measure_boundaries
*/5 * * * * retry_screening ?jobKey=retry_screening
50 18 * * * screen_land ?jobKey=screen_land&queue=screen_land
* * * * * every_minute ?jobKey=every_minute
30 22 * * * send_daily_mails ?jobKey=send_daily_mails
30 22 * * 0 send_weekly_mails ?jobKey=send_weekly_mails&fill=1d
35 22 * * * mail_expiries ?jobKey=mail_expiries&fill=1d
1 16 * * * begin_day ?jobKey=begin_day&fill=1d
40 22 * * * tell_of_demands ?jobKey=tell_of_demands&fill=1d
30 18 * * * verify_audit_log ?jobKey=verify_audit_log&max=1
20 18 * * * read_photo_facts ?jobKey=read_photo_facts&fill=1d
`
const SCAN_CRONTAB = `
*/10 * * * * queue_scans ?jobKey=queue_scans
`
/** often, so that a server which was down at the time of the backup makes it soon after */
const BACKUP_CRONTAB = `
*/5 * * * * make_daily_backup ?jobKey=make_daily_backup&max=1
`

/** one after the other, on whichever instance */
const OUTSIDE_CRONTAB = `
* * * * * ask_witnesses ?jobKey=ask_witnesses&queue=outside&max=1
*/5 * * * * stamp_log_day ?jobKey=stamp_log_day&queue=outside&max=1
`

/** Everything that runs by itself, in the form of crontab. */
export const CRONTABS = [CRONTAB, SCAN_CRONTAB, BACKUP_CRONTAB, OUTSIDE_CRONTAB]

/** How often a worker looks for jobs that became due; a job that is due when it is queued is announced. */
const POLL_MS = 10_000
/** the same for a worker of one kind of job, most of which are due at once */
const RARE_POLL_MS = 15_000

/** how long mails are stored that failed after seven days of attempts */
const FAILED_MAILS_DAYS = 30

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()

/** The tasks of the queue, run by the worker, and in tests one at a time. */
export function taskList(services: Services) {
  const mailer = createMailer(services.config)
  const send = createMailTask(services.db, mailer)
  return {
    tasks: {
      mail_reset_link: async (payload: unknown) => mailResetLink(services, payload as ResetMailRequest),
      mail_guessed_account: async (payload: unknown) =>
        mailGuessedAccount(services, (payload as { email: string }).email),
      send_mail: async (payload: unknown) => send(payload as Mail),
      // the queue retries those whose promise is rejected
      send_mails: async (payload: unknown) => (payload as Mail[]).map(send),
      clean_up_files: async () => {
        await cleanUpFiles(services)
        await cleanUpDrafts(services)
        await cleanUpSubmissions(services)
        await cleanUpBulks(services)
        await removeOldMails(services.db, daysBefore(services.now(), FAILED_MAILS_DAYS))
      },
      clean_up_sessions: async () => {
        await cleanUpSessions(services)
        await cleanUpResetCodes(services)
        await removeOldCounts(services.db)
      },
      measure_boundaries: async (_payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }) =>
        measureWaiting(services, abortSignal),
      screen_land: async (_payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }) =>
        screenForAWhile(services, abortSignal),
      retry_screening: async () => retryScreening(services),
      read_photo_facts: async (payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }) => {
        const { after = 0 } = payload as { after?: number }
        const isLast = await readUnreadPhotos(services, after, abortSignal)
        if (isLast) await measurePhotos(services, null, abortSignal)
      },
      measure_photos: async (payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }) =>
        measurePhotos(services, (payload as { site_profile_id: number }).site_profile_id, abortSignal),
      run_bulk: async (payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }) =>
        runBulk(services, (payload as { bulk_id: number }).bulk_id, abortSignal),
      send_daily_mails: () => sendDailyMails(services),
      send_weekly_mails: async () => {
        await mailResetCodes(services)
        await sendWeeklyMails(services)
      },
      mail_expiries: () => mailExpiries(services),
      store_warnings: async (_payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }) => {
        await storeAllWarnings(services, abortSignal)
      },
      begin_day: async (_payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }) => {
        await beginDay(services, abortSignal)
      },
      tell_of_demands: () => tellOfDemands(services),
      verify_audit_log: verifyAuditLog(services),
      every_minute: () => continueWork(services),
      tell_of_altered: mailAltered(services),
    },
    imports: importTasks(services),
    land: layerTasks(services),
    scans: services.config.clamav_url ? scanTasks(services, services.config.clamav_url) : null,
    backups: services.config.backup_url ? { make_daily_backup: makeDailyBackup(services) } : null,
    outside: externalTasks(services),
    close: () => mailer.close(),
  }
}

/**
 * What a killed server was doing waits no longer than until this runs, every minute and at each start. One after the
 * other, so that an idle product needs one job and one connection for all.
 */
async function continueWork(services: Services): Promise<void> {
  await continueBulks(services)
  await continueImports(services)
  await continueLayers(services)
  await saveDayHead(services)
}

/** Tasks of imports, each of which may take many minutes. */
const importTasks = (services: Services): TaskList => ({
  run_import: async (payload, { abortSignal }) =>
    runImport(services, (payload as { import_id: number }).import_id, abortSignal),
})

/** Tasks of a server with a virus scanner; without one, files that wait for a scan keep waiting. */
const scanTasks = (services: Services, clamav_url: string): TaskList => ({
  scan_file: async (payload, { abortSignal }) =>
    scanFile(services, clamav_url, (payload as { file_id: number }).file_id, abortSignal),
  queue_scans: async () => queueScans(services),
})

/**
 * Starts the worker in this process, for as long as its clock is right. Any number of instances share the queue; `stop`
 * lets running jobs end.
 */
export async function startJobs(
  services: Services,
  pool: pg.Pool,
  log: Logger,
  { lockTimes, clockEveryMs }: { lockTimes?: LockTimes | undefined; clockEveryMs?: number } = {},
): Promise<{ stop: () => Promise<void> }> {
  await requireBackupSettings(services.config)
  void warnOfUnreachableDestination(services.config, log)
  // the first job may write mails
  await readTextsAnew(services)
  return runWhileClockIsRight(services, log, () => startWorker(services, pool, log, lockTimes), clockEveryMs)
}

async function startWorker(
  services: Services,
  pool: pg.Pool,
  log: Logger,
  lockTimes: LockTimes | undefined,
): Promise<{ stop: () => Promise<void> }> {
  const { tasks, imports, land, scans, backups, outside, close } = taskList(services)
  const stopOutliving = outliveOutages(log)
  const common = { pgPool: pool, noHandleSignals: true, logger: workerLogger(log) }
  const usual = { ...common, pollInterval: POLL_MS, concurrency: 2 }
  const runners: Runner[] = [await run({ ...usual, taskList: tasks, crontab: CRONTAB })]
  const shared = { ...common, pollInterval: RARE_POLL_MS }
  // continues the work of killed servers
  await continueImports(services)
  await continueLayers(services)
  await continueBulks(services)
  // a restored database has no queue
  await queueScreening(services.db)
  // an uncommitted row is imported again, so a stop waits for the current row only
  const importing = { concurrency: 1, gracefulShutdownAbortTimeout: 1 }
  runners.push(await run({ ...shared, ...importing, taskList: imports }))
  // a separate worker, so that a large layer delays neither mails nor imports
  const reading = { concurrency: 1, gracefulShutdownAbortTimeout: 1 }
  runners.push(await run({ ...shared, ...reading, taskList: land }))
  // a separate worker, so that a slow scanner delays no mail
  if (scans) {
    // an interrupted scan starts again, so a stop does not wait for it
    const scanning = { concurrency: 1, gracefulShutdownAbortTimeout: 1 }
    runners.push(await run({ ...usual, ...scanning, taskList: scans, crontab: SCAN_CRONTAB }))
  }
  // likewise a backup, which may take an hour
  if (backups) {
    const backingUp = { concurrency: 1, gracefulShutdownAbortTimeout: 1 }
    runners.push(await run({ ...shared, ...backingUp, taskList: backups, crontab: BACKUP_CRONTAB }))
  }
  // and calls to other servers, which may be slow
  if (outside)
    runners.push(await run({ ...shared, concurrency: 1, taskList: outside, crontab: OUTSIDE_CRONTAB }))
  const locks = keepLocksFresh(services.db, runners, log, lockTimes)
  return {
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()))
      await locks.stop()
      stopOutliving()
      close()
    },
  }
}
