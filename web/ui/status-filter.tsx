import { NativeSelect } from '@mantine/core'
import type { FilterField } from './filter-fields.ts'

/** The filters of a list that has only a status filter. */
export const BY_STATUS = ['status'] as const

/** Filters a list by status; the address keeps the choice. */
export const statusFilter = (statuses: readonly string[]): FilterField => ({
  name: 'status',
  Field: ({ state }) => {
    const value = state.filter('status')
    // an unknown value from the address is shown as it is, and the list reports it
    const odd = value === '' || statuses.includes(value) ? [] : [value]
    return (
      <NativeSelect
        label="Status"
        value={value}
        data={[{ value: '', label: 'Any' }, ...statuses, ...odd]}
        onChange={(event) => state.setFilter('status', event.currentTarget.value)}
      />
    )
  },
})
