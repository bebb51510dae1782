import type { Selectable } from 'kysely'
import type { AuditLogs } from '../../db/types.ts'

/** One row of the log with every field that was written, as the database holds it; times to the microsecond. */
export type LoggedRow = Omit<Selectable<AuditLogs>, 'search_text' | 'field_change'> & {
  field_change: unknown
}

/** Objects with their names in order, so that equal values always become equal texts. */
export const withSortedKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, item]) => [name, withSortedKeys(item)]))
}
