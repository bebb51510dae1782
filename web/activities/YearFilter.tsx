import { NativeSelect } from '@mantine/core'
import { manilaYear } from '../../shared/lib/dates.ts'
import { YEARS } from '../../shared/sites/sites.schema.ts'
import { useNow } from '../ui/useNow.ts'
import type { TableState } from '../ui/useTableState.ts'

/** Filters a list by reporting year. */
export function YearFilter({ state }: { state: TableState }) {
  const current = manilaYear(useNow())
  const years = Array.from({ length: current - YEARS.start_from + 1 }, (_, index) => String(current - index))
  return (
    <NativeSelect
      label="Reporting year"
      maw={240}
      value={state.filter('reporting_year')}
      data={[{ value: '', label: 'All years' }, ...years]}
      onChange={(event) => state.setFilter('reporting_year', event.currentTarget.value)}
    />
  )
}
