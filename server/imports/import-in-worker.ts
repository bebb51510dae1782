import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { isRefusal } from '../lib/errors.ts'
import type { WorkerLimits } from '../worker-processes/process-pool.ts'
import { runInWorkerProcess } from '../worker-processes/run-in-worker-process.ts'
import { workerFile } from '../worker-processes/worker-file.ts'
import type { ImportJob, WorkerAnswer } from './import-worker.ts'
import { refusedTable } from './tables/table.ts'

/** a table of twenty thousand long rows needs five seconds and two thirds of the memory */
const LIMITS: WorkerLimits = { deadline_ms: 60_000, memory_mb: 384 }

let file: Promise<URL> | null = null

type WorkerJob<Job = ImportJob> = Job extends unknown ? Omit<Job, 'from' | 'to'> : never

/**
 * Runs a job on the file `from` in a worker process, so that no hostile table or archive can block or crash the server,
 * and calls `use` with the file the job has written. Throws `no_import` when the file is no import; with the sentence
 * `exhausted` when the job exceeds the limits.
 */
export async function withWorkerResult<Answer, T>(
  from: string,
  request: WorkerJob,
  exhausted: string,
  use: (path: string, answer: Answer) => Promise<T>,
  limits: WorkerLimits = LIMITS,
): Promise<T> {
  const to = `${from}-${randomUUID()}`
  try {
    file ??= workerFile('import-worker', 'imports/import-worker.ts')
    const job = { ...request, from, to } as ImportJob
    const reply = await runInWorkerProcess<WorkerAnswer<Answer>>(await file, job, limits).catch(
      (error: unknown) => {
        throw isRefusal(error, 'exhausted') ? refusedTable(exhausted) : error
      },
    )
    if ('refused' in reply) throw refusedTable(reply.refused)
    if ('failed' in reply)
      throw Object.assign(new Error('The worker process failed.'), { code: reply.failed })
    return await use(to, reply.answer)
  } finally {
    await rm(to, { force: true })
  }
}
