import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../database/db.ts'
import { listEntryBytes } from './log.queries.ts'
import { append, type Edge, type LogFile } from './tiles.ts'

const ENTRIES_AT_ONCE = 2_000

export type Pace = {
  /** rests after each batch for as long as it took, so as not to block others */
  gentle?: boolean
  signal?: AbortSignal | undefined
}

/** Does the work; if gentle, then waits for as long as it took. */
export async function rest<T>({ gentle = false, signal }: Pace, work: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted()
  const begun = performance.now()
  const result = await work()
  if (gentle) await sleep(performance.now() - begun, undefined, { ref: false })
  return result
}

/** Appends the database's entries up to this size; returns false where some are missing. */
export async function growEdge(
  db: Db,
  edge: Edge,
  size: number,
  pace: Pace = {},
  onFull: (files: LogFile[]) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const add = async (): Promise<boolean> => {
    const from = edge.size
    const rows = await listEntryBytes(db, from, Math.min(ENTRIES_AT_ONCE, size - from))
    if (rows.length === 0 || rows.some(({ log_index }, at) => log_index !== from + at)) return false
    await onFull(rows.flatMap(({ entry }) => append(edge, entry)))
    return true
  }
  // a small batch, such as the rows of the last moment, does not wait
  const isMore = size - edge.size > ENTRIES_AT_ONCE
  while (edge.size < size) if (!(await (isMore ? rest(pace, add) : add()))) return false
  return true
}
