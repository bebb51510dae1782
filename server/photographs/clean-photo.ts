import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { isRefusal } from '../lib/errors.ts'
import type { Turn } from '../lib/fair-queue.ts'
import type { WorkerLimits } from '../worker-processes/process-pool.ts'
import { runInWorkerProcess } from '../worker-processes/run-in-worker-process.ts'
import { workerFile } from '../worker-processes/worker-file.ts'
import type { CopyOptions, PhotoJob, PhotoResult } from './photo-worker.ts'
import { THUMBNAIL_SIDE } from './picture-limits.ts'

/**
 * `exclusive`: the imaging library is native code, which may leak memory into the result of a broken picture, and that
 * memory must not contain an earlier picture.
 */
const LIMITS: WorkerLimits = { deadline_ms: 60_000, memory_mb: 128, exclusive: true }
/** A separate place in the queue, so that maps, which people wait for, are not delayed. */
const PHOTO_TURN: Turn = ['photographs']

let file: Promise<URL> | null = null
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs `use` with a copy of the picture at `path` that contains only its pixels; returns null when the picture cannot
 * be read. One picture at a time, each in its own process, because one can need hundreds of megabytes.
 */
export function withCleanPhoto<T>(path: string, use: (path: string) => Promise<T>): Promise<T | null> {
  const mine = last.then(() => clean(path, use, PHOTO_TURN).catch(unreadableWhenExceeded))
  last = mine.catch(() => undefined)
  return mine
}

/** The same with a copy as small as in a list of files, at the reader's turn: a list has many of them. */
export const withThumbnail = <T>(path: string, use: (path: string) => Promise<T>, turn: Turn) =>
  clean(path, use, turn, { side: THUMBNAIL_SIDE }).catch(unreadableWhenExceeded)

/**
 * Runs `use` with a copy of a picture being uploaded, at the uploader's turn; returns null when the picture is
 * incomplete. Throws `exhausted` where it exceeds the limits.
 */
export const withWholePhoto = <T>(path: string, use: (path: string) => Promise<T>, turn: Turn) =>
  clean(path, use, turn, { mustBeComplete: true })

async function clean<T>(
  from: string,
  use: (path: string) => Promise<T>,
  turn: Turn,
  how: CopyOptions = {},
): Promise<T | null> {
  const to = `${from}-${randomUUID()}`
  try {
    file ??= workerFile('photo-worker', 'photographs/photo-worker.ts')
    const job: PhotoJob = { from, to, ...how }
    const { ok } = await runInWorkerProcess<PhotoResult>(await file, job, LIMITS, turn)
    return ok ? await use(to) : null
  } finally {
    await rm(to, { force: true })
  }
}

/** A picture that exceeds the limits cannot be read; any other failure is a bug. */
function unreadableWhenExceeded(error: unknown): null {
  if (isRefusal(error, 'exhausted')) return null
  throw error
}
