import type { Level } from '../../shared/access/levels.ts'
import type { QueueType } from '../../shared/sites/sites.schema.ts'

/** Which approval list a level asks for: datatable/{type}/{status} (001 §4). */
export const QUEUE_OF: Record<Level, { type: QueueType; status: string }> = {
  PENRO: { type: 'site', status: 'Submitted' },
  Region: { type: 'penro', status: 'Approved' },
  FMB: { type: 'region', status: 'Approved' },
}

/** no column: the server's own order, rows that wait for the viewer first (S-67) */
export const WAITING_FIRST = { column: 'waiting_since', dir: 'asc' } as const

/** A row of an approval list as its neighbours need it. */
export type QueuedRecord = { id: number; code: string; name: string; waiting_since: string | null }

/**
 * The records that wait for the viewer around one of them, which may have been decided meanwhile: `place` is where it
 * last stood among them, so that the next one is what has moved up into its place.
 */
export function waitingAround(rows: readonly QueuedRecord[], id: number, place: number) {
  const waiting = rows.filter((row) => row.waiting_since !== null)
  const found = waiting.findIndex((row) => row.id === id)
  const at = found === -1 ? place : found
  const others = waiting.filter((row) => row.id !== id)
  return { place: at, previous: others[at - 1] ?? null, next: others[at] ?? null, first: others[0] ?? null }
}
