import type { NamedRow, WantedColumns } from '../../shared/imports/named-columns.ts'
import { withTempFile } from '../store/temp-file.ts'
import { readLines } from '../lib/json-lines.ts'
import type { Services } from '../context/context.ts'
import type { WorkerLimits } from '../worker-processes/process-pool.ts'
import { withWorkerResult } from './import-in-worker.ts'

const LIMITS: WorkerLimits = { deadline_ms: 20_000, memory_mb: 256 }
const EXHAUSTED =
  'The table takes more time or memory to read than it may have. Please upload only the sheet that is needed.'

/**
 * Reads the rows of a small stored workbook in a worker process: the columns that are named, as far as it has them.
 * Throws `no_import` with one sentence for what is no such table.
 */
export async function listNamedRows(
  { config, files }: Services,
  storage_key: string,
  columns: WantedColumns,
): Promise<NamedRow[]> {
  const read = async (lines: string) => {
    const rows: NamedRow[] = []
    for await (const row of readLines<NamedRow>(lines)) rows.push(row)
    return rows
  }
  return withTempFile(config, await files.get(storage_key), (path) =>
    withWorkerResult(path, { read: 'columns', columns }, EXHAUSTED, read, LIMITS),
  )
}
