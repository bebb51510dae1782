import { Button, NativeSelect, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isNational, STATUSES } from '../../shared/access/levels.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { searchForm } from '../../shared/lib/search-form.ts'
import { AGES, type QueueChoices, ROUNDS, WARNING_CHOICES } from '../../shared/review/record-filters.ts'
import type { DisplayStatus } from '../../shared/review/review-chain.ts'
import { useActor } from '../lib/useActor.ts'
import { useOfficesWithin } from '../places/places.calls.ts'
import { first, named, type Option } from '../ui/options.ts'
import type { Filter, TableState } from '../ui/useTableState.ts'
import styles from './RecordFilters.module.css'
import { choicesQuery } from './review.calls.ts'

/** The filters of an approval list, and of an encoder's list, by their names in the address. */
export const QUEUE_FILTERS = ['record_status', 'office_id', 'age', 'round', 'warnings'] as const
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
      className={styles.office ?? ''}
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

const ClearFilters = ({ state }: { state: TableState }) =>
  state.isNarrowed ? (
    <Button variant="default" onClick={state.clearFilters}>
      Clear filters
    </Button>
  ) : null

/** Filters of an encoder's list; `children` are those of one kind of record. */
export function ListFilters({
  state,
  statuses,
  children,
}: {
  state: TableState
  statuses: readonly DisplayStatus[]
  children?: ReactNode
}) {
  const actor = useActor()
  const isOffice = actor.access_level === 'PENRO'
  const { data } = useOfficesWithin(isNational(actor.access_level) ? null : actor.region_id)
  const offices = named(data?.data)
  return (
    <div className={styles.filters}>
      <FilterSelect
        {...{ state, name: 'record_status', label: 'Record status', all: 'Any' }}
        options={plain(statuses)}
      />
      <FilterSelect {...{ state, name: 'status', label: 'Status', all: 'Any' }} options={plain(STATUSES)} />
      <FilterSelect {...{ state, name: 'age', label: 'Age', all: 'Any' }} options={AGE_OPTIONS} />
      <FilterSelect {...{ state, name: 'round', label: 'Round', all: 'Any' }} options={ROUND_OPTIONS} />
      <FilterSelect
        {...{ state, name: 'warnings', label: 'Warnings', all: 'Any' }}
        options={WARNING_OPTIONS}
      />
      {isOffice ? null : <OfficeSelect state={state} offices={offices} />}
      {children}
      <ClearFilters state={state} />
    </div>
  )
}

const sumOf = (counts: Counts | undefined) => counts?.reduce((sum, { count }) => sum + count, 0)

type QueueFiltersProps = { calls: Parameters<typeof choicesQuery>[0]; state: TableState }

/** Filters of an approval list; each choice shows how many records it would leave. */
export function QueueFilters({ calls, state }: QueueFiltersProps) {
  const actor = useActor()
  const { data } = useQuery({ ...choicesQuery(calls, state.query), placeholderData: keepPreviousData })
  const counts: Partial<QueueChoices> = data ?? {}
  const offices = (counts.office_id ?? []).map(({ value, name }) => ({ value, label: name }))
  return (
    <div className={styles.filters}>
      <FilterSelect
        {...{ state, name: 'record_status', label: 'Show', options: SHOWN_OPTIONS }}
        all={counted('All', sumOf(counts.record_status))}
        counts={counts.record_status}
      />
      <FilterSelect
        {...{ state, name: 'age', label: 'Age', all: 'Any', options: AGE_OPTIONS }}
        counts={counts.age}
      />
      <FilterSelect
        {...{ state, name: 'round', label: 'Round', all: 'Any', options: ROUND_OPTIONS }}
        counts={counts.round}
      />
      <FilterSelect
        {...{ state, name: 'warnings', label: 'Warnings', all: 'Any', options: WARNING_OPTIONS }}
        counts={counts.warnings}
      />
      {actor.access_level === 'PENRO' ? null : (
        <OfficeSelect state={state} offices={offices} counts={counts.office_id} />
      )}
      <ClearFilters state={state} />
    </div>
  )
}
