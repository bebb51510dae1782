import { closeSync, createWriteStream, openSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { WantedColumns } from '../../shared/imports/named-columns.ts'
import { damagedFile, displayName } from '../../shared/files/file-checks.ts'
import { serveJobs } from '../worker-processes/worker-process.ts'
import { isRefusal } from '../lib/errors.ts'
import { unzip, type ZipEntry } from '../lib/zip-reader.ts'
import { listArchive } from './archive-list.ts'
import { writeLines } from '../lib/json-lines.ts'
import type { ReadTable } from './tables/read-table.ts'

/** The job of this process: read a table or some of its columns, list an archive, or unpack one entry of it; the result is written to `to`. */
export type ImportJob = { from: string; to: string } & (
  | { read: 'table' }
  | { read: 'columns'; columns: WantedColumns }
  | { read: 'archive'; name: string; most: number }
  | { read: 'entry'; name: string; entry: ZipEntry; most_bytes: number }
)

export type TableFacts = Pick<ReadTable, 'columns' | 'ignored_columns'> & {
  headers: string[]
  rows_total: number
  notices: string[]
}

/** The answer, or why the file is no import, or the code of a system error such as ENOSPC. */
export type WorkerAnswer<Answer> = { answer: Answer } | { refused: string } | { failed: string }

async function work(job: ImportJob): Promise<unknown> {
  const file = openSync(job.from, 'r')
  try {
    if (job.read === 'table') {
      // loaded lazily: archive jobs do not need it
      const { readTable } = await import('./tables/read-table.ts')
      const { rows, headers, notices, ...facts } = await readTable(file)
      const rows_total = await writeLines(job.to, rows)
      return { ...facts, rows_total, headers: headers(), notices: notices() } satisfies TableFacts
    }
    if (job.read === 'columns') {
      const { readNamedColumns } = await import('./tables/named-columns.ts')
      return await writeLines(job.to, await readNamedColumns(file, job.columns))
    }
    if (job.read === 'archive') return await writeLines(job.to, listArchive(file, job.name, job.most))
    const pieces = Readable.from(unzip(file, job.entry, job.most_bytes), { objectMode: false })
    return await pipeline(pieces, createWriteStream(job.to, { flags: 'wx', mode: 0o600 }))
  } finally {
    closeSync(file)
  }
}

serveJobs(async (job: ImportJob): Promise<WorkerAnswer<unknown>> => {
  try {
    return { answer: await work(job) }
  } catch (error) {
    if (isRefusal(error, 'no_import')) return { refused: error.message }
    if (isRefusal(error, 'no_archive') && job.read === 'entry')
      return { refused: damagedFile(displayName(job.name)) }
    const { code } = error as NodeJS.ErrnoException
    if (code?.startsWith('E')) return { failed: code }
    throw error
  }
})
