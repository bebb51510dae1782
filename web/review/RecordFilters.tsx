import { useMemo } from 'react'
import { isAuditor } from '../../shared/access/actor.ts'
import { isNational, STATUSES } from '../../shared/access/levels.ts'
import { formatCount } from '../../shared/lib/format.ts'
import {
  AGES,
  POINT_CHOICES,
  type QueueChoices,
  RETURNED_CHOICES,
  ROUNDS,
  WARNING_CHOICES,
} from '../../shared/review/record-filters.ts'
import type { DisplayStatus } from '../../shared/review/review-chain.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { useOffices } from '../places/places.calls.ts'
import type { FilterField } from '../ui/filter-fields.ts'
import { FilterSelect, SearchedSelect } from '../ui/FilterSelect.tsx'
import { named, type Option, plain } from '../ui/options.ts'
import type { Filter, TableState } from '../ui/useTableState.ts'
import type { ReviewCalls } from './reviewed-screens.ts'

/** The filters of an approval list, and of an encoder's list, by their names in the address. */
const RECORD_FILTERS = ['record_status', 'office_id', 'age', 'round', 'warnings', 'points'] as const
export const QUEUE_FILTERS = [...RECORD_FILTERS, 'returned'] as const
export const LIST_FILTERS = [...RECORD_FILTERS, 'status'] as const

type Counts = readonly { value: string; count: number }[]

/** The choices of a filter, each with its words. */
const optionsOf = <Value extends string>(values: readonly Value[], words: Record<Value, string>): Option[] =>
  values.map((value) => ({ value, label: words[value] }))

const AGE_OPTIONS: Option[] = AGES.map((value) => ({ value, label: `${value}+ days` }))
const ROUND_OPTIONS = optionsOf(ROUNDS, { '1': 'First', '2': 'Second', '3': 'Third or later' })
const WARNING_OPTIONS = optionsOf(WARNING_CHOICES, { with: 'With warnings', without: 'Without warnings' })
const POINT_OPTIONS = optionsOf(POINT_CHOICES, { open: 'With open points', answered: 'All answered' })
const SHOWN_OPTIONS = optionsOf(['Submitted', 'Approved'], {
  Submitted: 'Waiting only',
  Approved: 'Passed on',
})
const RETURNED_OPTIONS = optionsOf(RETURNED_CHOICES, { away: 'Still with the office', back: 'Came back' })

const counted = (label: string, count: number | undefined) =>
  count === undefined ? label : `${label} (${formatCount(count)})`

/** The choices with the number of records that each would leave, where known. */
const withCounts = (options: readonly Option[], counts: Counts | undefined): Option[] =>
  options.map(({ value, label }) => ({
    value,
    label: counted(label, counts?.find((one) => one.value === value)?.count),
  }))

const OfficeSelect = ({ state, offices }: { state: TableState; offices: readonly Option[] }) => (
  <SearchedSelect
    state={state}
    name="office_id"
    label="Office"
    all="All offices"
    options={offices}
    nothingFound="No office is called so."
  />
)

const selectOf = (name: Filter, label: string, all: string, options: readonly Option[]): FilterField => ({
  name,
  Field: ({ state }) => <FilterSelect state={state} name={name} label={label} all={all} options={options} />,
})

const OfficeField: FilterField['Field'] = ({ state }) => {
  const actor = useActor()
  const { data } = useOffices(isNational(actor.access_level) ? 'country' : actor.region_id)
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

type Calls = Pick<ReviewCalls<never, never>, 'choices'>

/** How many records of an approval list each choice would leave; independent of page and order. */
export function useChoices(
  calls: Calls,
  { page: _page, length: _length, order: _order, ...query }: TableState['query'],
): Partial<QueueChoices> {
  return useRead(calls.choices, { query, keep: true }).data ?? {}
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
    // its choices are all of the approval list, and not of what was returned
    const isSum = name === 'record_status' && state.filter('returned') === ''
    const known = isSum ? counted(all, sumOf(counts)) : all
    return (
      <FilterSelect
        state={state}
        name={name}
        label={label}
        options={withCounts(options, counts)}
        all={known}
      />
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
        offices={withCounts(
          counts.map(({ value, name }) => ({ value, label: name })),
          counts,
        )}
      />
    )
  },
})

/** Filters of an approval list; each choice shows how many records it would leave. */
export function useQueueFilters(calls: Calls): FilterField[] {
  const actor = useActor()
  const isOffice = actor.access_level === 'PENRO'
  const returns = !isAuditor(actor)
  return useMemo(
    () => [
      countedField(calls, 'record_status', 'Show', 'All', SHOWN_OPTIONS),
      ...(returns ? [selectOf('returned', 'Returned by you', 'Any', RETURNED_OPTIONS)] : []),
      countedField(calls, 'age', 'Age', 'Any', AGE_OPTIONS),
      countedField(calls, 'warnings', 'Warnings', 'Any', WARNING_OPTIONS),
      ...(isOffice ? [] : [officeField(calls)]),
      { ...countedField(calls, 'points', 'Points', 'Any', POINT_OPTIONS), ...(isOffice ? {} : RARE) },
      { ...countedField(calls, 'round', 'Round', 'Any', ROUND_OPTIONS), ...RARE },
    ],
    [calls, isOffice, returns],
  )
}
