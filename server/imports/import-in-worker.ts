import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { isRefusal } from '../lib/errors.ts'
import type { WorkerLimits } from '../worker-processes/process-pool.ts'
import { runInWorkerProcess } from '../worker-processes/run-in-worker-process.ts'
import { workerFile } from '../worker-processes/worker-file.ts'
import type { ImportJob, WorkerAnswer } from './import-worker.ts'
import { refusedTable } from './tables/table.ts'

/** A table of twenty thousand long rows takes five seconds and two thirds of it. */
const LIMITS: WorkerLimits = { deadline_ms: 60_000, memory_mb: 384 }

let file: Promise<URL> | null = null

type WorkerJob<Job = ImportJob> = Job extends unknown ? Omit<Job, 'from' | 'to'> : never

/**
 * Does this with the file at `from` in a worker process, so that no table or archive, however hostile, holds up or ends the
 * server, and provides the file that it made while `use` runs. Throws `no_import` where the file is no import, with `exhausted`
 * where it took more than it is given.
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
    if ('failed' in reply) throw Object.assign(new Error('The process aside failed.'), { code: reply.failed })
    return await use(to, reply.answer)
  } finally {
    await rm(to, { force: true })
  }
}
