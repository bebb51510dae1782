import { Button, Group, NativeSelect } from '@mantine/core'
import type { TableState } from './useTableState.ts'

/** The filters of a list that has only a status filter. */
export const BY_STATUS = ['status'] as const

/** Filters a list by status; the address keeps the choice. */
export function StatusFilter({ state, statuses }: { state: TableState; statuses: readonly string[] }) {
  const value = state.filter('status')
  // an unknown value from the address is shown as it is, and the list reports it
  const odd = value === '' || statuses.includes(value) ? [] : [value]
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        label="Status"
        value={value}
        data={[{ value: '', label: 'Any' }, ...statuses, ...odd]}
        onChange={(event) => state.setFilter('status', event.currentTarget.value)}
      />
      {state.isNarrowed ? (
        <Button variant="default" onClick={state.clearFilters}>
          Clear filters
        </Button>
      ) : null}
    </Group>
  )
}
