import type { FileStore } from './file-store.ts'
import type { Logger } from '../lib/log.ts'
import { withTimeout } from '../lib/with-timeout.ts'

/** readiness probes wait three seconds for the answer */
const PROBE_LIMIT_MS = 2_000

/** Returns a check whether files can be stored and opened now. Each change is logged once. */
export function createStoreProbe(files: FileStore, log: Logger): () => Promise<boolean> {
  let known = true
  let asking: Promise<boolean> | null = null

  const ask = async (): Promise<boolean> => {
    try {
      await withTimeout(PROBE_LIMIT_MS, files.isReady(), () => new Error('The file store does not answer.'))
      if (!known) log.info('the file store can be reached again')
      known = true
    } catch (error) {
      if (known)
        log.warn({ err: error }, 'the file store cannot be reached; everything without files continues')
      known = false
    }
    return known
  }

  return () => {
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }
}
