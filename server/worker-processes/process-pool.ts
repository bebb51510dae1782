import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { no } from '../../shared/lib/verdict.ts'
import type { WorkerReply } from './worker-process.ts'
import { AppError } from '../lib/errors.ts'

export type WorkerLimits = {
  /** milliseconds, counted from the start of the job */
  deadline_ms: number
  memory_mb: number
  /** a process for this job only: the next finds nothing of it, not even in memory that was given back */
  exclusive?: boolean
}

export type PoolLimits = {
  /** milliseconds that a process waits for its next job */
  patience_ms: number
  /** how many may wait; beyond that the one that waits longest ends */
  most_waiting: number
}

/** What leaks a little with each job goes with the process. */
const MAX_JOBS = 500
/** What a large job took is given back by ending; small ones stay far below. */
const MAX_RESIDENT_MB = 128

type PendingJob = { resolve: (value: unknown) => void; reject: (error: Error) => void; exclusive: boolean }

type Worker = {
  child: ChildProcess
  /** what a job must have in common with the process */
  kind: string
  jobs: number
  /** anyone who waits for its answer; null while the process waits for a job */
  asker: PendingJob | null
  /** its deadline, or the end of its patience */
  timer: NodeJS.Timeout | undefined
}

/**
 * Runs worker files (`answer-in a worker process.ts`) in processes of their own, one job at a time in each. After its answer a
 * process waits for the next job of the same file under the same memory limit; only one that answered in order does. One that
 * waits does not keep the server from ending, and ends with its parent, however that ends.
 */
export function createProcessPool({ patience_ms, most_waiting }: PoolLimits) {
  /** longest first */
  const waiting = new Set<Worker>()

  function begin(file: URL, memory_mb: number): Worker {
    const child = fork(fileURLToPath(file), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memory_mb}`],
      env: { SystemRoot: process.env.SystemRoot },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // people who wait for a page go first
    if (child.pid !== undefined)
      os.setPriority(child.pid, Math.max(os.getPriority(), os.constants.priority.PRIORITY_BELOW_NORMAL))
    const worker: Worker = { child, kind: kindOf(file, memory_mb), jobs: 0, asker: null, timer: undefined }
    child.on('message', (reply: WorkerReply) => hear(worker, reply))
    child.on('error', (error) => end(worker, error))
    // not at its exit: the answer may still be on its way then
    child.on('close', (code, signal) => end(worker, closeReason(code, signal)))
    return worker
  }

  function takeWaiting(kind: string): Worker | undefined {
    const worker = [...waiting].findLast((one) => one.kind === kind && one.child.connected)
    if (!worker) return undefined
    waiting.delete(worker)
    clearTimeout(worker.timer)
    worker.child.ref()
    worker.child.channel?.ref()
    return worker
  }

  function keep(worker: Worker): void {
    waiting.add(worker)
    worker.timer = setTimeout(() => end(worker), patience_ms).unref()
    worker.child.unref()
    worker.child.channel?.unref()
    const [longest] = waiting
    if (longest && waiting.size > most_waiting) end(longest)
  }

  /** The process is not used again; anyone who waits for its answer learns why. It has nothing to finish. */
  function end(worker: Worker, why: Error = new Error('The process was ended')): void {
    waiting.delete(worker)
    clearTimeout(worker.timer)
    worker.asker?.reject(why)
    worker.asker = null
    worker.child.kill('SIGKILL')
  }

  function hear(worker: Worker, reply: WorkerReply): void {
    const { asker } = worker
    worker.asker = null
    clearTimeout(worker.timer)
    // an answer that no one waits for ends it too
    const isInOrder = asker !== null && reply.resident_mb <= MAX_RESIDENT_MB
    if (isInOrder && !asker.exclusive && worker.jobs < MAX_JOBS) keep(worker)
    else end(worker)
    if ('value' in reply) asker?.resolve(reply.value)
    else asker?.reject(new Error(reply.error))
  }

  return {
    /**
     * Resolves with the answer to the job. Rejects with `exhausted` at the deadline or when the process runs out of
     * memory, and with the job's own error if it throws. The process inherits no settings and no secrets.
     */
    ask: (file: URL, job: unknown, { deadline_ms, memory_mb, exclusive = false }: WorkerLimits) =>
      new Promise<unknown>((resolve, reject) => {
        const waited = exclusive ? undefined : takeWaiting(kindOf(file, memory_mb))
        const worker = waited ?? begin(file, memory_mb)
        worker.jobs += 1
        worker.asker = { resolve, reject, exclusive }
        worker.timer = setTimeout(
          () => end(worker, exhausted(`Stopped after ${deadline_ms} ms`)),
          deadline_ms,
        )
        worker.child.send(job as object, (error) => error && end(worker, error))
      }),

    /** Ends every process that waits; resolves when they are gone. */
    async endWaiting(): Promise<void> {
      const ends = [...waiting].map((worker) => {
        worker.child.ref()
        worker.child.channel?.ref()
        const closed = once(worker.child, 'close')
        end(worker)
        return closed
      })
      await Promise.all(ends)
    },
  }
}

/** The process was stopped because it took more time or memory than it was given. */
const exhausted = (sentence: string) => new AppError(no('exhausted', { sentence }))

const kindOf = (file: URL, memory_mb: number) => `${file.href} ${memory_mb}`

/** V8 out of memory ends with SIGABRT, where there are signals, else with code 134. */
const closeReason = (code: number | null, signal: string | null): Error =>
  signal || code === 134
    ? exhausted(`Ended by ${signal ?? code}`)
    : new Error(`The process ended with code ${code} and no answer`)
