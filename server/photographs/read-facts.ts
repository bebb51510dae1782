import { isRefusal } from '../lib/errors.ts'
import type { Turn } from '../lib/fair-queue.ts'
import type { WorkerLimits } from '../worker-processes/process-pool.ts'
import { runInWorkerProcess } from '../worker-processes/run-in-worker-process.ts'
import { fileWorkerFile, FILE_WORKER_MB } from './open-check.ts'
import type { FileJob } from './file-worker.ts'
import { NO_FACTS, type ReadFacts } from './facts.ts'

/** a thousand times what the largest honest block needs; the memory is that of the process that opened the picture */
const LIMITS: WorkerLimits = { deadline_ms: 5_000, memory_mb: FILE_WORKER_MB }

/**
 * Reads the facts of the picture at this path in the process that has opened it. Hostile data ends that process and is a
 * fault of the facts, never of the upload. Null where too much is waiting: the facts are read later.
 */
export async function readPhotoFacts(path: string, turn: Turn): Promise<ReadFacts | null> {
  const job: FileJob = { kind: 'facts', path }
  try {
    return await runInWorkerProcess<ReadFacts>(await fileWorkerFile(), job, LIMITS, turn)
  } catch (error) {
    if (isRefusal(error, 'busy_with_files')) return null
    if (!isRefusal(error, 'exhausted')) throw error
    return { ...NO_FACTS, fault: 'Its Exif data takes too long to read.' }
  }
}
