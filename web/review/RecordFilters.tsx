import { NativeSelect, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isNational, STATUSES } from '../../shared/access/levels.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { searchForm } from '../../shared/lib/search-form.ts'
import {
  AGES,
  POINT_CHOICES,
  type QueueChoices,
  ROUNDS,
  WARNING_CHOICES,
} from '../../shared/review/record-filters.ts'
import type { DisplayStatus } from '../../shared/review/review-chain.ts'
import { useActor } from '../lib/useActor.ts'
import { useOfficesWithin } from '../places/places.calls.ts'
import type { FilterField } from '../ui/filter-fields.ts'
import { first, named, type Option } from '../ui/options.ts'
import type { Filter, TableState } from '../ui/useTableState.ts'
import { choicesQuery } from './review.calls.ts'

/** The filters of an approval list, and of an encoder's list, by their names in the address. */
export const QUEUE_FILTERS = ['record_status', 'office_id', 'age', 'round', 'warnings', 'points'] as const
export const LIST_FILTERS = [...QUEUE_FILTERS, 'status'] as const

type Counts = readonly { value: string; count: number }[]

const AGE_OPTIONS: Option[] = AGES.map((value) => ({ value, label: `${value}+ days` }))
const ROUND_WORDS: Record<(typeof ROUNDS)[number], string> = {
  '1': 'First',
  '2': 'Second',
  '3': 'Third or later',
}
const ROUND_OPTIONS: Option[] = ROUNDS.map((value) => ({ value, label: ROUND_WORDS[value] }))
const WARNING_OPTIONS: Option[] = WARNING_CHOICES.map((value) => ({
  value,
  label: value === 'with' ? 'With warnings' : 'Without warnings',
}))
const POINT_OPTIONS: Option[] = POINT_CHOICES.map((value) => ({
  value,
  label: value === 'open' ? 'With open points' : 'All answered',
}))
const SHOWN_OPTIONS: Option[] = [
  { value: 'Submitted', label: 'Waiting only' },
  { value: 'Approved', label: 'Passed on' },
]

const plain = (words: readonly string[]): Option[] => words.map((value) => ({ value, label: value }))
const counted = (label: string, count: number | undefined) =>
  count === undefined ? label : `${label} (${formatCount(count)})`

type FilterSelectProps = {
  state: TableState
  name: Filter
  label: string
  all: string
  options: readonly Option[]
  /** how many records each choice would leave, where known */
  counts?: Counts | undefined
}

function FilterSelect({ state, name, label, all, options, counts }: FilterSelectProps) {
  const value = state.filter(name)
  const known = options.map((option) => ({
    value: option.value,
    label: counted(option.label, counts?.find((one) => one.value === option.value)?.count),
  }))
  // an unknown value from the address is shown as it is, and the list reports it
  const odd = value === '' || options.some((option) => option.value === value) ? [] : plain([value])
  return (
    <NativeSelect
      label={label}
      value={value}
      data={first(all, [...known, ...odd])}
      onChange={(event) => state.setFilter(name, event.currentTarget.value)}
    />
  )
}

type OfficeSelectProps = { state: TableState; offices: readonly Option[]; counts?: Counts | undefined }

/** Select of an office; the search ignores accents. */
function OfficeSelect({ state, offices, counts }: OfficeSelectProps) {
  const value = state.filter('office_id')
  return (
    <Select
      label="Office"
      placeholder="All offices"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All offices' }}
      nothingFoundMessage="No office is called so."
      value={offices.some((office) => office.value === value) ? value : null}
      data={offices.map((office) => ({
        value: office.value,
        label: counted(office.label, counts?.find((one) => one.value === office.value)?.count),
      }))}
      filter={({ options, search }) =>
        options.filter((option) => 'label' in option && searchForm(option.label).includes(searchForm(search)))
      }
      onChange={(chosen) => state.setFilter('office_id', chosen ?? '')}
    />
  )
}

const selectOf = (name: Filter, label: string, all: string, options: readonly Option[]): FilterField => ({
  name,
  Field: ({ state }) => <FilterSelect state={state} name={name} label={label} all={all} options={options} />,
})

const OfficeField: FilterField['Field'] = ({ state }) => {
  const actor = useActor()
  const { data } = useOfficesWithin(isNational(actor.access_level) ? null : actor.region_id)
  return <OfficeSelect state={state} offices={named(data?.data)} />
}

const NO_MORE: readonly FilterField[] = []
const RARE = { rare: true } as const

/** Filters of an encoder's list; `more` are those of one kind of record. */
export function useListFilters(statuses: readonly DisplayStatus[], more = NO_MORE): FilterField[] {
  const isOffice = useActor().access_level === 'PENRO'
  return useMemo(
    () => [
      selectOf('record_status', 'Record status', 'Any', plain(statuses)),
      ...more,
      selectOf('age', 'Age', 'Any', AGE_OPTIONS),
      ...(isOffice ? [] : [{ name: 'office_id' as const, Field: OfficeField }]),
      { ...selectOf('points', 'Points', 'Any', POINT_OPTIONS), ...(isOffice ? {} : RARE) },
      { ...selectOf('status', 'Status', 'Any', plain(STATUSES)), ...RARE },
      { ...selectOf('round', 'Round', 'Any', ROUND_OPTIONS), ...RARE },
      { ...selectOf('warnings', 'Warnings', 'Any', WARNING_OPTIONS), ...RARE },
    ],
    [statuses, more, isOffice],
  )
}

const sumOf = (counts: Counts | undefined) => counts?.reduce((sum, { count }) => sum + count, 0)

type Calls = Parameters<typeof choicesQuery>[0]

/** How many records of an approval list each choice would leave. */
export function useChoices(calls: Calls, query: TableState['query']): Partial<QueueChoices> {
  const { data } = useQuery({ ...choicesQuery(calls, query), placeholderData: keepPreviousData })
  return data ?? {}
}

type Counted = 'record_status' | 'age' | 'round' | 'warnings' | 'points'

/** A select of an approval list; each choice shows how many records it would leave. */
const countedField = (
  calls: Calls,
  name: Counted,
  label: string,
  all: string,
  options: readonly Option[],
): FilterField => ({
  name,
  Field: ({ state }) => {
    const counts = useChoices(calls, state.query)[name]
    const known = name === 'record_status' ? counted(all, sumOf(counts)) : all
    return (
      <FilterSelect state={state} name={name} label={label} options={options} counts={counts} all={known} />
    )
  },
})

const officeField = (calls: Calls): FilterField => ({
  name: 'office_id',
  Field: ({ state }) => {
    const { office_id: counts = [] } = useChoices(calls, state.query)
    return (
      <OfficeSelect
        state={state}
        offices={counts.map(({ value, name }) => ({ value, label: name }))}
        counts={counts}
      />
    )
  },
})

/** Filters of an approval list; each choice shows how many records it would leave. */
export function useQueueFilters(calls: Calls): FilterField[] {
  const isOffice = useActor().access_level === 'PENRO'
  return useMemo(
    () => [
      countedField(calls, 'record_status', 'Show', 'All', SHOWN_OPTIONS),
      countedField(calls, 'age', 'Age', 'Any', AGE_OPTIONS),
      countedField(calls, 'warnings', 'Warnings', 'Any', WARNING_OPTIONS),
      ...(isOffice ? [] : [officeField(calls)]),
      { ...countedField(calls, 'points', 'Points', 'Any', POINT_OPTIONS), ...(isOffice ? {} : RARE) },
      { ...countedField(calls, 'round', 'Round', 'Any', ROUND_OPTIONS), ...RARE },
    ],
    [calls, isOffice],
  )
}
