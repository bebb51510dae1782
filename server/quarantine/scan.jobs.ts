import type { Services } from '../context/context.ts'
import { findFile } from '../files/files.queries.ts'
import { quarantine } from './quarantine.actions.ts'
import { endCheck, queueWaitingScans } from '../files/scan.queries.ts'
import { scanForViruses } from './virus-scan.ts'

/** an upload of the last minutes has a job of its own, perhaps at work */
const REQUEUE_AFTER_MS = 5 * 60_000

/**
 * Has one waiting file checked. Rejects while there is no verdict; the file then stays as it is and the queue tries
 * again, later each time. `signal` ends a check that has not ended.
 */
export async function scanFile(
  services: Services,
  clamav_url: string,
  file_id: number,
  signal?: AbortSignal,
): Promise<void> {
  const file = await findFile(services.db, file_id)
  if (file?.scan_status !== 'checking') return
  const stream = await services.files.get(file.storage_key)
  const scan = { clamav_url, stream, size: file.size, ...(signal ? { signal } : {}) }
  const virus = await scanForViruses(scan)
  if (virus === null) await endCheck(services.db, file_id, 'clean')
  else await quarantine(services, file_id, virus)
}

/** Every ten minutes: no check is put off for longer, and none is forgotten with a killed worker. */
export const queueScans = (services: Services): Promise<void> =>
  queueWaitingScans(services.db, new Date(services.now().getTime() - REQUEUE_AFTER_MS).toISOString())
