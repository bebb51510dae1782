import type { Services } from '../context/context.ts'
import { BACKGROUND } from '../worker-processes/run-in-worker-process.ts'
import { withTempFile } from '../store/temp-file.ts'
import { listUnreadPhotos, queuePhotoFacts, savePhotoFacts } from './facts.queries.ts'
import { readPhotoFacts } from './read-facts.ts'

/** a few minutes of work, after which other jobs have their turn */
const AT_ONCE = 50

/**
 * Reads the facts of the next photographs that have none, and queues itself for those behind them; a job that was cut off
 * begins at the same place. One whose bytes are gone is passed over until the next day; if none can be read, the store is
 * away, and the queue tries again. Returns whether these were the last.
 */
export async function readUnreadPhotos(
  services: Services,
  after: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const photos = await listUnreadPhotos(services.db, after, AT_ONCE)
  const faults: unknown[] = []
  for (const { id, storage_key } of photos) {
    if (signal?.aborted) break
    try {
      const facts = await withTempFile(services.config, await services.files.get(storage_key), (path) =>
        readPhotoFacts(path, BACKGROUND),
      )
      if (facts) await savePhotoFacts(services.db, id, facts)
    } catch (error) {
      faults.push(error)
    }
  }
  if (photos.length > 0 && faults.length === photos.length) throw faults[0]
  if (photos.length < AT_ONCE && !signal?.aborted) return true
  await queuePhotoFacts(services.db, signal?.aborted ? after : (photos.at(-1)?.id ?? after))
  return false
}
