import type { FilterField } from './filter-fields.ts'
import { FilterSelect } from './FilterSelect.tsx'
import { plain } from './options.ts'

/** The filters of a list that has only a status filter. */
export const BY_STATUS = ['status'] as const

/** Filters a list by status; the address keeps the choice. */
export const statusFilter = (statuses: readonly string[]): FilterField => ({
  name: 'status',
  Field: ({ state }) => (
    <FilterSelect state={state} name="status" label="Status" all="Any" options={plain(statuses)} />
  ),
})
