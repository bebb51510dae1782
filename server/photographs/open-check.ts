import { cannotBeOpened, damagedFile } from '../../shared/files/file-checks.ts'
import { type FileKind, isMap } from '../../shared/files/files.schema.ts'
import type { Services } from '../context/context.ts'
import { invalid, isRefusal } from '../lib/errors.ts'
import type { Turn } from '../lib/fair-queue.ts'
import type { WorkerLimits } from '../worker-processes/process-pool.ts'
import { runInWorkerProcess } from '../worker-processes/run-in-worker-process.ts'
import { workerFile } from '../worker-processes/worker-file.ts'
import type { FileJob } from './file-worker.ts'
import type { PdfFault } from '../documents/pdf-check.ts'
import type { PictureFault } from './picture-fault.ts'
import { storeWholeCopy } from './renditions.actions.ts'
import type { Bytes } from '../store/renditions.queries.ts'

export const FILE_WORKER_MB = 384
/** twenty times what the slowest picture of 100 megapixels needs */
const LIMITS: WorkerLimits = { deadline_ms: 60_000, memory_mb: FILE_WORKER_MB }

/** Whether files of this kind are opened in a worker process, for which they need a temporary file on disk. */
export const needsOpenCheck = (kind: FileKind): boolean => kind === 'pdf' || kind === 'image' || isMap(kind)

type Fault = PdfFault | PictureFault

let file: Promise<URL> | null = null
/** The file of the process that opens documents and pictures. */
export const fileWorkerFile = (): Promise<URL> =>
  (file ??= workerFile('file-worker', 'photographs/file-worker.ts'))

/** A file that exceeds the limits of time or memory cannot be opened; any other failure is a bug. */
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
 * Opens a PDF or a picture in a worker process, and rejects one that its reviewer could not see (S-136). Returns
 * whether it is a picture so large that it needs a copy.
 */
export async function requireOpenable(
  kind: FileKind,
  name: string,
  path: string,
  turn: Turn,
): Promise<{ is_large: boolean }> {
  if (kind !== 'pdf' && kind !== 'image') return { is_large: false }
  const job: FileJob = { kind, path }
  const fault = await unlessLimitExceeded(
    runInWorkerProcess<Fault>(await fileWorkerFile(), job, LIMITS, turn),
  )
  if (fault === null || fault === 'large') return { is_large: fault === 'large' }
  throw refusal(name, kind, fault)
}

/** Stores the smaller copy of a large picture that is shown outside its office. Rejects an incomplete picture. */
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
