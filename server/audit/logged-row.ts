import type { Selectable } from 'kysely'
import type { AuditLogs } from '../../db/types.ts'

/** A row of the log with every stored field; times have microseconds. */
export type LoggedRow = Omit<Selectable<AuditLogs>, 'search_text' | 'field_change'> & {
  field_change: unknown
}

/** Sorts the keys of all objects, so that equal values give equal JSON. */
export const withSortedKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, item]) => [name, withSortedKeys(item)]))
}
