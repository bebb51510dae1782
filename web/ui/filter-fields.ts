import { type ReactNode, useState } from 'react'
import type { Chosen, Filter, TableState } from './useTableState.ts'

/** A filter of a list. */
export type FilterField = {
  name: Filter
  /** behind "More filters" on a wide screen */
  rare?: boolean
  Field: (props: { state: TableState }) => ReactNode
}

/** "Filters (2)": a button with the number of these filters that are chosen. */
export function withActive(words: string, fields: readonly FilterField[], { chosen }: TableState): string {
  const active = fields.filter(({ name }) => chosen[name]).length
  return active === 0 ? words : `${words} (${active})`
}

/** The filters of a list while a person chooses them; `apply` narrows the list by all of them at once. */
export function useFilterDraft(state: TableState): TableState & { apply: () => void } {
  const [chosen, setFilters] = useState<Chosen>(state.chosen)
  const set = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')) as Chosen
  const { page, length, search, sort } = state
  return {
    ...state,
    chosen: set,
    query: { page, length, search, order: [sort], ...set },
    filter: (name) => set[name] ?? '',
    setFilter: (name, value) => setFilters({ ...set, [name]: value }),
    setFilters,
    isNarrowed: Object.keys(set).length > 0,
    clearFilters: () => setFilters({}),
    apply: () => state.setFilters(set),
  }
}
