import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { isRefusal } from '../lib/errors.ts'
import type { AsideLimits } from '../lib/kept-processes.ts'
import { runAside } from '../lib/run-aside.ts'
import { workerFile } from '../lib/worker-file.ts'
import type { ImportJob, Refusable } from './import-worker.ts'
import { refusedTable } from './tables/table.ts'

/** A table of twenty thousand long rows takes five seconds and two thirds of it. */
const LIMITS: AsideLimits = { deadline_ms: 60_000, memory_mb: 384 }

let file: Promise<URL> | null = null

type Asked<Job = ImportJob> = Job extends unknown ? Omit<Job, 'from' | 'to'> : never

/**
 * Does this with the file at `from` in a process aside, so that no table or archive, however hostile, holds up or ends the
 * server, and lends the file that it made while `use` runs. Throws `no_import` where the file is no import, with
 * `exhausted` where it took more than it is given.
 */
export async function withMadeAside<Answer, T>(
  from: string,
  asked: Asked,
  exhausted: string,
  use: (path: string, answer: Answer) => Promise<T>,
  limits: AsideLimits = LIMITS,
): Promise<T> {
  const to = `${from}-${randomUUID()}`
  try {
    file ??= workerFile('import-worker', 'imports/import-worker.ts')
    const job = { ...asked, from, to } as ImportJob
    const said = await runAside<Refusable<Answer>>(await file, job, limits).catch((error: unknown) => {
      throw isRefusal(error, 'exhausted') ? refusedTable(exhausted) : error
    })
    if ('refused' in said) throw refusedTable(said.refused)
    if ('failed' in said) throw Object.assign(new Error('The process aside failed.'), { code: said.failed })
    return await use(to, said.answer)
  } finally {
    await rm(to, { force: true })
  }
}
