import type { Services } from '../context/context.ts'
import { findFile } from '../store/files.queries.ts'
import { quarantine } from './quarantine.actions.ts'
import { endCheck, queueWaitingScans } from '../uploads/scan.queries.ts'
import { scanForViruses } from './virus-scan.ts'

/** a newer upload still has its own job, perhaps running */
const REQUEUE_AFTER_MS = 5 * 60_000

/**
 * Scans one file. Throws while there is no verdict; the file then stays in `checking` and the queue retries, each time
 * later. `signal` aborts the scan.
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

/** Runs every ten minutes, so that no scan is delayed for longer, even if a worker was killed. */
export const queueScans = (services: Services): Promise<void> =>
  queueWaitingScans(services.db, new Date(services.now().getTime() - REQUEUE_AFTER_MS).toISOString())
