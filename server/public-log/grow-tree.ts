import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../database/db.ts'
import { listEntryBytes } from './log.queries.ts'
import { append, type Edge, type LogFile } from './tiles.ts'

const ENTRIES_AT_ONCE = 2_000

/** How long work goes about it. */
export type Pace = {
  /** rests after each batch for as long as that took: it does not block others */
  gentle?: boolean
  signal?: AbortSignal | undefined
}

/** Waits as long as the work took where it is to be gentle. */
export async function rest<T>({ gentle = false, signal }: Pace, work: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted()
  const begun = performance.now()
  const result = await work()
  if (gentle) await sleep(performance.now() - begun, undefined, { ref: false })
  return result
}

/** Adds the entries of the database up to this size; false where they are not all there. */
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
  // what is added since the last turn waits for nothing
  const isMore = size - edge.size > ENTRIES_AT_ONCE
  while (edge.size < size) if (!(await (isMore ? rest(pace, add) : add()))) return false
  return true
}
