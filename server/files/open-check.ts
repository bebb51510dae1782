import { cannotBeOpened, damagedFile } from '../../shared/files/file-checks.ts'
import type { FileKind } from '../../shared/files/files.schema.ts'
import type { Services } from '../context/context.ts'
import { invalid, isRefusal } from '../lib/errors.ts'
import type { Turn } from '../lib/fair-queue.ts'
import type { WorkerLimits } from '../worker-processes/process-pool.ts'
import { runInWorkerProcess } from '../worker-processes/run-in-worker-process.ts'
import { workerFile } from '../worker-processes/worker-file.ts'
import type { FileJob } from './file-worker.ts'
import type { PdfFault } from './pdf/pdf-check.ts'
import type { PictureFault } from './photos/picture-fault.ts'
import { storeWholeCopy } from './photos/renditions.actions.ts'
import type { Bytes } from './photos/renditions.queries.ts'

/** What the slowest picture of 100 megapixels takes twenty times over. */
const LIMITS: WorkerLimits = { deadline_ms: 60_000, memory_mb: 384 }

/** What is opened in a worker process before it is taken: it has to lie on the disk of the data folder for that. */
export const needsOpenCheck = (kind: FileKind): boolean =>
  kind === 'pdf' || kind === 'image' || kind === 'kml'

type Fault = PdfFault | PictureFault

let file: Promise<URL> | null = null

/** What has used up its time or its memory cannot be opened; any other failure is a bug. */
async function unlessLimitExceeded<T>(work: Promise<T>): Promise<T | 'too_much'> {
  try {
    return await work
  } catch (error) {
    if (isRefusal(error, 'exhausted')) return 'too_much'
    throw error
  }
}

const refusal = (name: string, kind: 'pdf' | 'image', fault: NonNullable<Exclude<Fault, 'large'>>) =>
  invalid({
    file: [
      fault === 'cut_off' || fault === 'unreadable' ? damagedFile(name) : cannotBeOpened(name, kind, fault),
    ],
  })

/**
 * Opens a PDF or a picture as its reviewer would, in a process beside the server, and refuses what they could not see (S-136).
 * Says whether it is a picture so large that a copy has to be made.
 */
export async function requireOpenable(
  kind: FileKind,
  name: string,
  path: string,
  turn: Turn,
): Promise<{ is_large: boolean }> {
  if (kind !== 'pdf' && kind !== 'image') return { is_large: false }
  file ??= workerFile('file-worker', 'files/file-worker.ts')
  const job: FileJob = { kind, path }
  const fault = await unlessLimitExceeded(runInWorkerProcess<Fault>(await file, job, LIMITS, turn))
  if (fault === null || fault === 'large') return { is_large: fault === 'large' }
  throw refusal(name, kind, fault)
}

/** Stores the copy that everyone outside the office is shown of a large picture; refuses one that is not whole. */
export async function storeLargeCopy(
  services: Services,
  name: string,
  path: string,
  turn: Turn,
): Promise<Bytes> {
  const copy = await unlessLimitExceeded(storeWholeCopy(services, path, turn))
  if (copy === null) throw refusal(name, 'image', 'unreadable')
  if (copy === 'too_much') throw refusal(name, 'image', copy)
  return copy
}
