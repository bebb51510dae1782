import cluster from 'node:cluster'
import type { Actor } from '../../shared/access/actor.ts'
import { createFairQueue, type Turn } from '../lib/fair-queue.ts'
import { createProcessPool, type WorkerLimits } from './process-pool.ts'

/** Each process may need hundreds of megabytes, so few run at a time: one in each of several server workers. */
const MAX_CONCURRENT = cluster.isWorker ? 1 : 2

const queue = createFairQueue({
  at_once: MAX_CONCURRENT,
  at_once_each: 1,
  most_waiting: 100,
  most_waiting_each: 8,
  full: 'busy_with_files',
})

/**
 * A person who uploads several maps does so within half a minute. An idle process takes about 50 MB, so after that a
 * new start is cheaper. Three, because each row of an import first reads its files and then has both checked.
 */
const processes = createProcessPool({ patience_ms: 30_000, most_waiting: 3 })

/** The groups of a person's work in the queue. */
export const turnOfActor = ({ id, office_id, access_level }: Actor): Turn => [
  `office ${office_id ?? access_level}`,
  `person ${id}`,
]

/** Work without a person waiting at a screen. */
export const BACKGROUND: Turn = ['background', 'background']

/**
 * Runs one job in a worker file (`worker-file.ts`) in a process beside the server and resolves with its answer, as
 * `createProcessPool` says. Not in a thread, because V8 ends the whole server when a thread runs out of memory in one
 * large allocation. Rejects with `busy_with_files` when too much work is waiting.
 */
export const runInWorkerProcess = <T>(
  file: URL,
  job: unknown,
  limits: WorkerLimits,
  turn: Turn = BACKGROUND,
): Promise<T> => queue(turn, () => processes.ask(file, job, limits) as Promise<T>)

/** Ends the idle processes, when no more work will come. */
export const endIdleProcesses = (): Promise<void> => processes.endWaiting()
