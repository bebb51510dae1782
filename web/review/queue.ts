import type { TableState } from '../ui/useTableState.ts'

/** not a column: the server's own order, rows that wait for the viewer first (S-67) */
export const WAITING_FIRST = { column: 'waiting_since', dir: 'asc', words: 'Longest waiting first' } as const

/** In the address of a record that was opened from a decision on many. */
export const FROM_BULK = { from: 'bulk' } as const

/** Where to look for neighbours; `place` is the position of a record that was just decided on. */
export type QueuePosition = { id?: number; place?: number }

/**
 * The query for the neighbours in the queue: search, filters and order of the list, and the record. Pages and the
 * record status do not matter, since only pending records count.
 */
export const neighboursQuery = (
  { page: _page, length: _length, record_status: _waits, search, ...list }: Partial<TableState['query']>,
  at: QueuePosition,
) => ({
  ...list,
  ...(search ? { search } : {}),
  ...at,
})
