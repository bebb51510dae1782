import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DEFAULT_ROWS, ROWS_PER_PAGE } from '../../shared/lib/paging.ts'
import { type Address, useAddressChange } from './useAddressChange.ts'

export type Sort = { column: string; dir: 'asc' | 'desc' }

/** Filters of lists, by their names in the calls and in the address. */
export type Filter =
  | 'reporting_year'
  | 'as_of'
  | 'approved_before'
  | 'region_id'
  | 'chosen_only'
  | 'record_status'
  | 'status'
  | 'office_id'
  | 'age'
  | 'round'
  | 'warnings'
  | 'shown'
  | 'in_region'
  | 'in_province'
  | 'graded'
  | 'graded_at'
  | 'figure'
  | 'record'
  | 'stage'
  | 'month'

export type TableState = {
  page: number
  length: number
  search: string
  sort: Sort
  query: { page: number; length: number; search: string; order: Sort[] } & Partial<Record<Filter, string>>
  setPage: (page: number) => void
  setLength: (length: number) => void
  /** a new search returns to page 1 */
  setSearch: (search: string) => void
  setSort: (sort: Sort) => void
  /** the chosen value, '' for all; a change returns to page 1 */
  filter: (name: Filter) => string
  setFilter: (name: Filter, value: string) => void
  /** whether any filter is set, apart from the search */
  isNarrowed: boolean
  clearFilters: () => void
}

const NO_FILTERS: readonly Filter[] = []

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : undefined

const wholePage = (value: unknown): number => Math.max(1, Math.trunc(Number(value)) || 1)

const rows = (value: unknown): number =>
  ROWS_PER_PAGE.find((count) => count === Number(value)) ?? DEFAULT_ROWS

/** Page, length, search and sort of a list, kept in the address for the back button and for shared links. */
export function useTableState({
  defaultSort,
  filters = NO_FILTERS,
}: {
  defaultSort: Sort
  filters?: readonly Filter[] | undefined
}): TableState {
  const address = useSearch({ strict: false }) as Address
  const change = useAddressChange()
  const page = wholePage(address.page)
  const length = rows(address.length)
  const search = asText(address.search) ?? ''
  const column = asText(address.sort) ?? defaultSort.column
  const wanted = address.dir ?? (address.sort === undefined ? defaultSort.dir : 'asc')
  const dir = wanted === 'desc' ? 'desc' : 'asc'
  // as text, so that an equal choice is the same state
  const narrowed = JSON.stringify(
    filters.flatMap((name) => (asText(address[name]) ? [[name, asText(address[name])]] : [])),
  )

  return useMemo(() => {
    const sort: Sort = { column, dir }
    const chosen = Object.fromEntries(JSON.parse(narrowed)) as Partial<Record<Filter, string>>
    return {
      page,
      length,
      search,
      sort,
      query: { page, length, search, order: [sort], ...chosen },
      setPage: (to) => change({ page: to === 1 ? undefined : to }),
      setLength: (to) => change({ length: to === DEFAULT_ROWS ? undefined : to, page: undefined }),
      setSearch: (to) => change({ search: to || undefined, page: undefined }),
      setSort: (to) => change({ sort: to.column, dir: to.dir, page: undefined }),
      filter: (name) => chosen[name] ?? '',
      // a number goes into the address as a number, without quotes
      setFilter: (name, value) =>
        change({ [name]: /^\d+$/.test(value) ? Number(value) : value || undefined, page: undefined }),
      isNarrowed: Object.keys(chosen).length > 0,
      clearFilters: () =>
        change({
          ...Object.fromEntries(Object.keys(chosen).map((name) => [name, undefined])),
          page: undefined,
        }),
    }
  }, [page, length, search, column, dir, narrowed, change])
}
