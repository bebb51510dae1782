import type { Task } from 'graphile-worker'
import type { Config } from '../lib/config.ts'
import type { Services } from '../lib/context.ts'
import { backUpWhenDue } from './daily.actions.ts'
import { insistRecipients } from './encryption.ts'
import { backupPlace } from './place.ts'

/**
 * Throws with a sentence where no backup could ever be made as it is set. A place that cannot be reached now is none:
 * the first backup is due at once and tells it.
 */
export async function insistBackups(config: Config): Promise<void> {
  const place = backupPlace(config)
  if (place) await insistRecipients(config.backup_recipients)
}

/** Makes the backup of the day when it is due; what goes wrong is an error in the log of the server. */
export const makeDailyBackup =
  (services: Services): Task =>
  async (_payload, { abortSignal, logger }) => {
    const error = (text: string, cause?: unknown) =>
      logger.error(cause instanceof Error ? `${text} ${cause.stack ?? cause.message}` : text)
    await backUpWhenDue(services, { signal: abortSignal, told: { error } })
  }
