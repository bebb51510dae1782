import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../database/db.ts'
import { listEntryBytes } from './log.queries.ts'
import { append, type Edge, type LogFile } from './tiles.ts'

/** a few milliseconds of work, for which a person's call may have to wait */
const ENTRIES_AT_ONCE = 500

export type Pace = {
  /** after each batch the work rests so many times as long as the batch took; by default not at all */
  rests?: number
  signal?: AbortSignal | undefined
}

/** Does the work, and then rests as the pace says. */
export async function rest<T>({ rests = 0, signal }: Pace, work: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted()
  const begun = performance.now()
  const result = await work()
  if (rests > 0) await sleep((performance.now() - begun) * rests, undefined, { ref: false, signal })
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
