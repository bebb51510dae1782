import type { TableState } from '../ui/useTableState.ts'

/** no column: the server's own order, rows that wait for the viewer first (S-67) */
export const WAITING_FIRST = { column: 'waiting_since', dir: 'asc' } as const

/** Where to look around from; `place` is where a record was that has been decided. */
export type QueuePosition = { id?: number; place?: number }

/** What a call for the neighbours in the queue takes: the list without its pages, of which all that waits counts, and the record. */
export const neighboursQuery = (
  { page: _page, length: _length, record_status: _waits, search, ...list }: Partial<TableState['query']>,
  at: QueuePosition,
) => ({
  ...list,
  ...(search ? { search } : {}),
  ...at,
})
