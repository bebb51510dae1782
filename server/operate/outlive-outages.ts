import { isOutage, markBrokenConnection } from '../database/database-faults.ts'
import type { Logger } from '../lib/log.ts'

/**
 * Keeps the process when a job ends while the database goes away: the queue leaves that error unhandled, and repeats the
 * job. Every other unhandled error ends the process as without this. Returns how to stop listening.
 */
export function outliveOutages(log: Logger): () => void {
  const outlive = (error: unknown) => {
    markBrokenConnection(error)
    if (!isOutage(error)) throw error
    log.warn({ err: error }, 'the database was lost while a job ended; the job is repeated')
  }
  process.on('unhandledRejection', outlive)
  return () => process.off('unhandledRejection', outlive)
}
