import { NativeSelect, Select, type SelectProps } from '@mantine/core'
import { searchForm } from '../../shared/lib/search-form.ts'
import { first, type Option } from './options.ts'
import type { Filter, TableState } from './useTableState.ts'

type FilterSelectProps = {
  state: TableState
  name: Filter
  label: string
  /** the choice that does not filter */
  all: string
  options: readonly Option[]
}

/** A filter with a few choices; an unknown value from the address is shown as it is, and the list reports it. */
export function FilterSelect({ state, name, label, all, options }: FilterSelectProps) {
  const value = state.filter(name)
  const odd =
    value === '' || options.some((option) => option.value === value) ? [] : [{ value, label: value }]
  return (
    <NativeSelect
      label={label}
      value={value}
      data={first(all, [...options, ...odd])}
      onChange={(event) => state.setFilter(name, event.currentTarget.value)}
    />
  )
}

type SearchedSelectProps = FilterSelectProps & {
  nothingFound: string
} & Pick<SelectProps, 'onSearchChange' | 'onDropdownOpen' | 'filter' | 'comboboxProps'>

/** A filter with many choices, which are searched without regard to accents; `filter` where the server searches them. */
export function SearchedSelect({
  state,
  name,
  label,
  all,
  options,
  nothingFound,
  ...search
}: SearchedSelectProps) {
  const value = state.filter(name)
  return (
    <Select
      label={label}
      placeholder={all}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': all }}
      nothingFoundMessage={nothingFound}
      value={options.some((option) => option.value === value) ? value : null}
      data={options}
      filter={({ options: offered, search: typed }) =>
        offered.filter((option) => 'label' in option && searchForm(option.label).includes(searchForm(typed)))
      }
      {...search}
      onChange={(chosen) => state.setFilter(name, chosen ?? '')}
    />
  )
}
