import cluster from 'node:cluster'
import type { Actor } from '../../shared/access/actor.ts'
import { createFairQueue, type Turn } from '../lib/fair-queue.ts'
import { createProcessPool, type WorkerLimits } from './process-pool.ts'

/** Each process may hold hundreds of megabytes for a moment; the next waits its turn. Of several workers each has one. */
const MAX_CONCURRENT = cluster.isWorker ? 1 : 2

const queue = createFairQueue({
  at_once: MAX_CONCURRENT,
  at_once_each: 1,
  most_waiting: 100,
  most_waiting_each: 8,
  full: 'busy_with_files',
})

/**
 * Who uploads several maps does so within half a minute. One that waits holds about 50 MB, so later a start is the
 * smaller price. Three, because each row of an import asks for its files, and then to have both looked at.
 */
const processes = createProcessPool({ patience_ms: 30_000, most_waiting: 3 })

/** Whose turn a person's work takes. */
export const turnOfActor = ({ id, office_id, access_level }: Actor): Turn => [
  `office ${office_id ?? access_level}`,
  `person ${id}`,
]

/** Work that no one waits for at a screen. */
export const BACKGROUND: Turn = ['background', 'background']

/**
 * Runs a worker file (`worker-file.ts`) on one job in a process beside the server and resolves with its answer, as
 * `createProcessPool` says. A process, because V8 ends the whole server when a thread runs out of memory in one large allocation.
 * Refuses with `rate` when too much waits already.
 */
export const runInWorkerProcess = <T>(
  file: URL,
  job: unknown,
  limits: WorkerLimits,
  turn: Turn = BACKGROUND,
): Promise<T> => queue(turn, () => processes.ask(file, job, limits) as Promise<T>)

/** Ends the processes that wait for work; to be called when there will be none. */
export const endIdleProcesses = (): Promise<void> => processes.endWaiting()
