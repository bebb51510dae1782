import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Backups } from '../../shared/audit/integrity.schema.ts'
import { plural } from '../../shared/lib/format.ts'
import { findSigningKey } from '../audit/signing-key.ts'
import { withAdvisoryLock } from '../database/advisory-lock.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { foreseen, isRefusal } from '../lib/errors.ts'
import { mailBackupFailed } from './backup.mails.ts'
import { makeBackup } from './backup.actions.ts'
import { encrypt } from './encryption.ts'
import { backupName, expiredBackups, isEncrypted, lastDueAt } from './retention.ts'
import {
  type CompletedBackup,
  endInterrupted,
  findNewestRuns,
  forgetRun,
  isReported,
  recordBegun,
  recordCompleted,
  recordFailed,
  recordReported,
} from './backup-runs.queries.ts'
import { type BackupDestination, backupDestination } from './destination.ts'

/** wait after a failure before the next attempt */
const RETRY_AFTER_MS = 3_600_000

const INTERRUPTED = 'The server was killed before the backup was finished.'
const FAULT = 'The backup could not be finished; the log of the server shows why.'

type ErrorLog = { error: (text: string, cause?: unknown) => void }
type Options = { signal?: AbortSignal | undefined; log: ErrorLog }

/**
 * Makes the backup of the day under BACKUP_URL when it is due and not made yet, however late, so that a server that was
 * down at the set time catches up. One instance works at a time; the others find the backup made. A failure is
 * recorded, logged and, once a day, mailed to the administrators; the next attempt follows an hour later.
 */
export async function backUpWhenDue(services: Services, options: Options): Promise<void> {
  const { config, db, now } = services
  const place = backupDestination(config)
  if (!place) return
  await withAdvisoryLock(db, 'backup', async () => {
    await endInterrupted(db, INTERRUPTED, now().toISOString())
    const since = lastDueAt(now(), config.backup_time).getTime()
    const { made, failed } = await findNewestRuns(db)
    if (made && new Date(made.started_at).getTime() >= since) return
    const tried = failed
      ? now().getTime() - new Date(failed.finished_at ?? failed.started_at).getTime()
      : null
    if (tried !== null && tried < RETRY_AFTER_MS) return
    await backUpNow(services, place, options)
  })
}

/**
 * Makes a backup under BACKUP_URL at once; throws a foreseen error with what failed. It counts as the backup of the day
 * when it is made after the set time.
 */
export async function backUpForOperator(services: Services, signal: AbortSignal): Promise<CompletedBackup> {
  const place = backupDestination(services.config)
  if (!place)
    throw foreseen(
      'BACKUP_URL is not set: set it as the product has it, or write one file with npm run backup -- FILE.',
    )
  let failure = FAULT
  const log = { error: (sentence: string) => void (failure = sentence) }
  const made = await withAdvisoryLock(services.db, 'backup', async () => {
    await endInterrupted(services.db, INTERRUPTED, services.now().toISOString())
    return { backup: await backUpNow(services, place, { signal, log }) }
  })
  signal.throwIfAborted()
  if (made === null) throw foreseen('A backup is being made at this moment: wait for its end.')
  if (!made.backup) throw foreseen(failure)
  return made.backup
}

/** a day, and the hours that a large backup or a retry after a small failure takes */
const OVERDUE_MS = 30 * 3_600_000

/** Returns the state of the automatic backups, or null without them. */
export async function findBackups({ config, now }: Services, db: Db): Promise<Backups | null> {
  const place = backupDestination(config)
  if (!place) return null
  const { made, failed } = await findNewestRuns(db)
  return {
    place: place.description,
    time: config.backup_time,
    encrypted: config.backup_recipients.length > 0,
    newest: made && {
      made_at: made.started_at,
      name: made.name ?? '',
      bytes: made.bytes ?? 0,
      rows: made.rows ?? 0,
      files: made.files ?? 0,
      missing: made.missing ?? 0,
      drilled_at: made.drilled_at,
    },
    failed: failed && { at: failed.started_at, failure: failed.failure ?? '' },
    late: made !== null && now().getTime() - new Date(made.started_at).getTime() > OVERDUE_MS,
  }
}

/** Makes one backup and records its beginning and its end; a failure is reported and not thrown, and returns null. */
async function backUpNow(
  services: Services,
  place: BackupDestination,
  options: Options,
): Promise<CompletedBackup | null> {
  const { db, now } = services
  const started = now()
  const started_at = started.toISOString()
  const report = (sentence: string, cause?: unknown) =>
    reportFailure(services, place, started, sentence, options.log, cause)
  await recordBegun(db, started_at)
  let made: CompletedBackup
  try {
    made = await storeBackup(services, place, started, options.signal)
    await recordCompleted(db, started_at, made, now().toISOString())
    if (made.missing > 0) await report(missingFilesText(made))
  } catch (error) {
    if (options.signal?.aborted) {
      await forgetRun(db, started_at)
      return null
    }
    const failure = failureText(error, place)
    await recordFailed(db, started_at, failure, now().toISOString())
    await report(failure, error)
    return null
  }
  await removeExpired(services, place).catch((error: unknown) =>
    report(`Old backups could not be removed from ${place.description}.`, error),
  )
  return made
}

const missingFilesText = ({ missing }: CompletedBackup) =>
  `The backup was made, but the file store has lost the bytes of ${plural(missing, 'file')}; npm run backup -- FILE names them.`

/** Makes and, where set, encrypts the backup in DATA_DIR first; only a finished file is sent to the destination. */
async function storeBackup(
  services: Services,
  place: BackupDestination,
  started: Date,
  signal: AbortSignal | undefined,
): Promise<CompletedBackup> {
  const { config } = services
  const key = findSigningKey(config)
  if (!key) throw new Error('There is no key to sign the backup with.')
  // an unreachable destination fails here, before the work
  await place.list()
  const folder = path.join(config.data_dir, 'backup')
  // only one process has the lock: any content was left by a killed server
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const plain = path.join(folder, 'backup.tar')
    const { tables, files, missing } = await makeBackup({ ...services, key }, plain, { signal })
    const name = backupName(started, config.backup_recipients.length > 0)
    const finished = isEncrypted(name) ? path.join(folder, 'backup.tar.age') : plain
    if (isEncrypted(name)) {
      await encrypt(config.backup_recipients, plain, finished, signal)
      await rm(plain)
    }
    await place.put(name, finished, signal)
    const rows = tables.reduce((total, table) => total + table.rows, 0)
    const { size: bytes } = await stat(finished)
    return { name, bytes, rows, files: files.count, missing: missing.length }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function removeExpired({ config, now }: Services, place: BackupDestination): Promise<void> {
  for (const name of expiredBackups(await place.list(), now(), config)) await place.remove(name)
}

const NO_FOLDER = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EIO', 'ESTALE']

/** Returns one sentence on what failed, for the person who can repair it. */
function failureText(error: unknown, { description }: BackupDestination): string {
  const { code = '', name = '', $metadata } = error as { code?: string; name?: string; $metadata?: object }
  if (code === 'ENOSPC')
    return `There is no room for the backup: make room in DATA_DIR, where it is made, and in ${description}.`
  if (NO_FOLDER.includes(code) && !description.startsWith('s3://'))
    return `The backup could not be written to ${description} (${code}): check that the folder exists, is mounted, and can be written by the account of the product.`
  if (
    $metadata ||
    ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET', 'TimeoutError'].includes(code || name)
  )
    return `The store of ${description} did not accept the backup (${code || name}): check that it is running and lets this account read, list, write and delete.`
  return isRefusal(error, 'foreseen') ? error.message : FAULT
}

/** Logs every failure; mails the administrators once for each due time. */
async function reportFailure(
  services: Services,
  place: BackupDestination,
  started: Date,
  sentence: string,
  log: ErrorLog,
  cause?: unknown,
): Promise<void> {
  log.error(sentence, cause)
  const since = lastDueAt(services.now(), services.config.backup_time).toISOString()
  await services.db.transaction().execute(async (open) => {
    if (await isReported(open, since)) return
    const { made } = await findNewestRuns(open)
    await recordReported(open, started.toISOString())
    await mailBackupFailed(services, open, { sentence, place: place.description, made })
  })
}
