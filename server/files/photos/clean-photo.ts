import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { isRefusal } from '../../lib/errors.ts'
import type { Turn } from '../../lib/fair-queue.ts'
import type { WorkerLimits } from '../../worker-processes/process-pool.ts'
import { runInWorkerProcess } from '../../worker-processes/run-in-worker-process.ts'
import { workerFile } from '../../worker-processes/worker-file.ts'
import type { PhotoJob, PhotoResult } from './photo-worker.ts'

/**
 * Each picture alone: the library that draws it is machine code, which may show what lies in memory where a broken picture
 * ends, and that must not be the picture before.
 */
const LIMITS: WorkerLimits = { deadline_ms: 60_000, memory_mb: 128, exclusive: true }
/** Their own place beside the maps that people wait for. */
const PHOTO_TURN: Turn = ['photographs']

let file: Promise<URL> | null = null
let last: Promise<unknown> = Promise.resolve()

/**
 * Provides the picture at `path` as a copy that holds its pixels and nothing else while `use` runs; null when it cannot be read.
 * One at a time, each in a process of its own, because a picture can need hundreds of megabytes.
 */
export function withCleanPhoto<T>(path: string, use: (path: string) => Promise<T>): Promise<T | null> {
  const mine = last.then(() => clean(path, use, PHOTO_TURN).catch(unreadableWhenExceeded))
  last = mine.catch(() => undefined)
  return mine
}

/**
 * The same for a picture that is just being uploaded, when it is its uploader's turn: null when not all of it is there.
 * Throws `exhausted` where it takes too much.
 */
export const withWholePhoto = <T>(path: string, use: (path: string) => Promise<T>, turn: Turn) =>
  clean(path, use, turn, true)

async function clean<T>(
  from: string,
  use: (path: string) => Promise<T>,
  turn: Turn,
  mustBeComplete = false,
): Promise<T | null> {
  const to = `${from}-${randomUUID()}`
  try {
    file ??= workerFile('photo-worker', 'files/photos/photo-worker.ts')
    const job: PhotoJob = { from, to, mustBeComplete }
    const { ok } = await runInWorkerProcess<PhotoResult>(await file, job, LIMITS, turn)
    return ok ? await use(to) : null
  } finally {
    await rm(to, { force: true })
  }
}

/** A picture that takes more than it is given cannot be read; any other failure is a bug. */
function unreadableWhenExceeded(error: unknown): null {
  if (isRefusal(error, 'exhausted')) return null
  throw error
}
