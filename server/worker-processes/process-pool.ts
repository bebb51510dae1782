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
  /** runs this job in a process of its own, so that the next job finds nothing of it, not even in freed memory */
  exclusive?: boolean
}

export type PoolLimits = {
  /** milliseconds that an idle process waits for its next job */
  patience_ms: number
  /** how many may be idle; beyond that the one idle longest ends */
  most_waiting: number
}

/** Ends a process after this many jobs, against small leaks. */
const MAX_JOBS = 500
/** A process larger than this after a job ends to free its memory; small jobs stay far below. */
const MAX_RESIDENT_MB = 128

type PendingJob = { resolve: (value: unknown) => void; reject: (error: Error) => void; exclusive: boolean }

type Worker = {
  child: ChildProcess
  /** a job can use the process only with the same kind */
  kind: string
  jobs: number
  /** the job being run; null while the process is idle */
  asker: PendingJob | null
  /** the job's deadline, or the end of the idle time */
  timer: NodeJS.Timeout | undefined
}

/**
 * Runs worker files (`worker-process.ts`) in separate processes, one job at a time in each. After an orderly answer a
 * process waits for the next job of the same file under the same memory limit. An idle process does not keep the server
 * from ending, and ends with its parent, however that ends.
 */
export function createProcessPool({ patience_ms, most_waiting }: PoolLimits) {
  /** longest idle first */
  const waiting = new Set<Worker>()

  function begin(file: URL, memory_mb: number): Worker {
    const child = fork(fileURLToPath(file), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memory_mb}`],
      env: { SystemRoot: process.env.SystemRoot },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // the server, which answers people, has priority
    if (child.pid !== undefined)
      os.setPriority(child.pid, Math.max(os.getPriority(), os.constants.priority.PRIORITY_BELOW_NORMAL))
    const worker: Worker = { child, kind: kindOf(file, memory_mb), jobs: 0, asker: null, timer: undefined }
    child.on('message', (reply: WorkerReply) => hear(worker, reply))
    child.on('error', (error) => end(worker, error))
    // not on exit: the answer may still arrive after it
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

  /** Ends a process, and rejects its job with the reason. The process has nothing to clean up. */
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
    // an answer after the deadline also ends the process
    const isInOrder = asker !== null && reply.resident_mb <= MAX_RESIDENT_MB
    if (isInOrder && !asker.exclusive && worker.jobs < MAX_JOBS) keep(worker)
    else end(worker)
    if ('value' in reply) asker?.resolve(reply.value)
    else asker?.reject(new Error(reply.error))
  }

  return {
    /**
     * Resolves with the answer to the job. Rejects with `exhausted` at the deadline or when the process runs out of
     * memory, with `process_killed` when the system ends it, and with the job's own error if it throws. The process inherits no settings and no secrets.
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

    /** Ends every idle process; resolves when they have ended. */
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

/** The refusal for a process that was stopped at its limit of time or memory. */
const exhausted = (sentence: string) => new AppError(no('exhausted', { sentence }))

const kindOf = (file: URL, memory_mb: number) => `${file.href} ${memory_mb}`

/** Nothing of ours ends a process with a job by SIGKILL: the system does, when its memory runs out. */
const killed = () =>
  new AppError('process_killed', {
    cause: new Error(
      'A process beside the server was ended with SIGKILL, as Linux does when memory runs out.',
    ),
  })

/** V8 out of memory ends with SIGABRT, where there are signals, else with code 134. */
const closeReason = (code: number | null, signal: string | null): Error =>
  signal === 'SIGKILL'
    ? killed()
    : signal || code === 134
      ? exhausted(`Ended by ${signal ?? code}`)
      : new Error(`The process ended with code ${code} and no answer`)
