import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Address, addressText } from '../../shared/lib/addresses.ts'
import { DEFAULT_ROWS, ROWS_PER_PAGE } from '../../shared/lib/paging.ts'
import { useAddressChange } from './useAddressChange.ts'

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
  | 'points'
  | 'returned'
  | 'shown'
  | 'in_region'
  | 'in_province'
  | 'graded'
  | 'graded_at'
  | 'figure'
  | 'record'
  | 'stage'
  | 'about'
  | 'month'
  | 'task'
  | 'part'
  | 'module'
  | 'event'
  | 'user_id'

/** The chosen filters of a list; one that is not chosen is missing or ''. */
export type Chosen = Partial<Record<Filter, string>>

/** The order in which a list is opened; `words` name it where it is not the order of a column. */
export type DefaultSort = Sort & { words?: string }

export type TableState = {
  page: number
  length: number
  search: string
  sort: Sort
  defaultSort: DefaultSort
  chosen: Chosen
  query: { page: number; length: number; search: string; order: Sort[] } & Chosen
  setPage: (page: number) => void
  setLength: (length: number) => void
  /** a new search returns to page 1 */
  setSearch: (search: string) => void
  setSort: (sort: Sort) => void
  /** the chosen value, '' for all; a change returns to page 1 */
  filter: (name: Filter) => string
  setFilter: (name: Filter, value: string) => void
  /** replaces all filters at once */
  setFilters: (chosen: Chosen) => void
  /** whether any filter is set, apart from the search */
  isNarrowed: boolean
  clearFilters: () => void
}

const NO_FILTERS: readonly Filter[] = []

/** A number goes into the address as a number, without quotes. */
const inAddress = (value: string) => (/^\d+$/.test(value) ? Number(value) : value || undefined)

const wholePage = (value: unknown): number => Math.max(1, Math.trunc(Number(value)) || 1)

const rows = (value: unknown): number =>
  ROWS_PER_PAGE.find((count) => count === Number(value)) ?? DEFAULT_ROWS

/** Page, length, search and sort of a list, kept in the address for the back button and for shared links. */
export function useTableState({
  defaultSort,
  filters = NO_FILTERS,
}: {
  defaultSort: DefaultSort
  filters?: readonly Filter[] | undefined
}): TableState {
  const address = useSearch({ strict: false }) as Address
  const change = useAddressChange()
  const page = wholePage(address.page)
  const length = rows(address.length)
  const search = addressText(address.search)
  const column = addressText(address.sort) || defaultSort.column
  const wanted = address.dir ?? (address.sort === undefined ? defaultSort.dir : 'asc')
  const dir = wanted === 'desc' ? 'desc' : 'asc'
  // as text, so that an equal choice is the same state
  const narrowed = JSON.stringify(
    filters.flatMap((name) => (addressText(address[name]) ? [[name, addressText(address[name])]] : [])),
  )

  return useMemo(() => {
    const sort: Sort = { column, dir }
    const chosen = Object.fromEntries(JSON.parse(narrowed)) as Chosen
    const setFilters = (values: Chosen) =>
      change({
        ...Object.fromEntries(Object.keys(chosen).map((name) => [name, undefined])),
        ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inAddress(value)])),
        page: undefined,
      })
    return {
      page,
      length,
      search,
      sort,
      defaultSort,
      chosen,
      query: { page, length, search, order: [sort], ...chosen },
      setPage: (to) => change({ page: to === 1 ? undefined : to }),
      setLength: (to) => change({ length: to === DEFAULT_ROWS ? undefined : to, page: undefined }),
      setSearch: (to) => change({ search: to || undefined, page: undefined }),
      setSort: (to) => change({ sort: to.column, dir: to.dir, page: undefined }),
      filter: (name) => chosen[name] ?? '',
      setFilter: (name, value) => setFilters({ ...chosen, [name]: value }),
      setFilters,
      isNarrowed: Object.keys(chosen).length > 0,
      clearFilters: () => setFilters({}),
    }
  }, [page, length, search, column, dir, defaultSort, narrowed, change])
}
