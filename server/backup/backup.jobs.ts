import type { Task } from 'graphile-worker'
import type { Config } from '../lib/config.ts'
import type { Services } from '../context/context.ts'
import { pathErrorReason } from '../lib/data-dir.ts'
import type { Logger } from '../lib/log.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import { backUpWhenDue } from './daily.actions.ts'
import { requireRecipients } from './encryption.ts'
import { backupDestination } from './destination.ts'

/** Throws a foreseen error when the settings can never make a backup. An unreachable destination is only reported. */
export async function requireBackupSettings(config: Config): Promise<void> {
  const place = backupDestination(config)
  if (place) await requireRecipients(config.backup_recipients)
}

/** longer than any reachable bucket takes */
const REACH_LIMIT_MS = 10_000

/**
 * Logs an error at the start when the destination cannot be reached. The server starts all the same: a bureau works on
 * while a disk for backups is mounted.
 */
export async function warnOfUnreachableDestination(
  config: Config,
  log: Pick<Logger, 'error'>,
): Promise<void> {
  const place = backupDestination(config)
  if (!place) return
  try {
    await withTimeout(REACH_LIMIT_MS, place.list(), () => new Error('it does not answer'))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const reason = isMissing
      ? 'it is not there'
      : (pathErrorReason(error)?.reason ?? (error as Error).message)
    log.error(
      `BACKUP_URL names ${place.description}, where no backup can be written (${reason}): until it can be, none is made.`,
    )
  }
}

/** Makes the backup of the day when it is due; a failure is an error in the log of the server. */
export const makeDailyBackup =
  (services: Services): Task =>
  async (_payload, { abortSignal, logger }) => {
    const error = (text: string, cause?: unknown) =>
      logger.error(cause instanceof Error ? `${text} ${cause.stack ?? cause.message}` : text)
    await backUpWhenDue(services, { signal: abortSignal, log: { error } })
  }
