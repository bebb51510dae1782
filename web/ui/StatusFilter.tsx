import { Button, Group, NativeSelect } from '@mantine/core'
import type { TableState } from './useTableState.ts'

/** Of lists that are narrowed by their status alone. */
export const BY_STATUS = ['status'] as const

/** Narrows a list to one status; the address keeps it. */
export function StatusFilter({ state, statuses }: { state: TableState; statuses: readonly string[] }) {
  const value = state.filter('status')
  // an address may say what the list does not know, and the list reports so
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
