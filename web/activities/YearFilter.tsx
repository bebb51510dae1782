import { NativeSelect } from '@mantine/core'
import { manilaYear } from '../../shared/lib/dates.ts'
import { YEARS } from '../../shared/sites/sites.schema.ts'
import type { FilterField } from '../ui/filter-fields.ts'
import { useNow } from '../ui/useNow.ts'

const YearFilter: FilterField['Field'] = ({ state }) => {
  const current = manilaYear(useNow())
  const years = Array.from({ length: current - YEARS.start_from + 1 }, (_, index) => String(current - index))
  return (
    <NativeSelect
      label="Reporting year"
      value={state.filter('reporting_year')}
      data={[{ value: '', label: 'All years' }, ...years]}
      onChange={(event) => state.setFilter('reporting_year', event.currentTarget.value)}
    />
  )
}

/** Filters a list by reporting year. */
export const YEAR_FILTER: FilterField = { name: 'reporting_year', Field: YearFilter }
