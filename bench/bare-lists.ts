import type { List } from './list.ts'
import { OTHER_LISTS } from './other-lists.ts'
import { RECORD_LISTS } from './record-lists.ts'

/** Every list of the contract that can be sorted. */
export const LISTS: readonly List[] = [...RECORD_LISTS, ...OTHER_LISTS]

export function listNamed(name: string): List {
  const list = LISTS.find((one) => one.name === name)
  if (!list) throw new Error(`There is no list "${name}".`)
  return list
}

/** Which rows of a list are asked for. */
export type Wanted = {
  /** wire column; the order without one where it is null */
  column: string | null
  dir: 'asc' | 'desc'
  search: string | null
  /** one of the list's filters */
  filter?: string | null
}

/** The statements of one call: a page by its length and offset, all rows, and those that the search leaves. */
export type ListStatements = { page: string; total: string; filtered: string | null }

function orderOf({ sort, defaultSort, first, id }: List, { column, dir }: Wanted): string {
  const sorted = column === null ? defaultSort : `${sort[column]} ${dir}`
  const before = first ? [column === null ? first.unsorted : first.sorted] : []
  return [...before, sorted, id].join(', ')
}

/** The ids of the page are found first, and only its rows are read whole. */
export function statementsOf(list: List, wanted: Wanted): ListStatements {
  const { from, wide, id, row, searched } = list
  const order = orderOf(list, wanted)
  const widely = `${from} ${wide?.join ?? ''}`
  const tables = wide && order.includes(`${wide.alias}.`) ? widely : from
  const matches = (pattern: string) =>
    `(${searched.map((column) => `${column} ilike ${pattern}`).join(' or ')})`
  const where = (...also: string[]) => {
    const conditions = [...(list.where ? [list.where] : []), ...also]
    return conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  }
  const isSearched = wanted.search !== null
  const filter = wanted.filter ? list.filters?.[wanted.filter] : undefined
  const chosen = filter ? [filter.where] : []
  return {
    page: `select ${row} from ${widely}
      where ${id} in (
        select ${id} from ${tables} ${where(...chosen, ...(isSearched ? [matches('$3')] : []))}
        order by ${order} limit $1 offset $2
      )
      order by ${order}`,
    total: `select count(*) from ${from} ${where()}`,
    filtered:
      isSearched || filter
        ? `select count(*) from ${from} ${where(...chosen, ...(isSearched ? [matches('$1')] : []))}`
        : null,
  }
}
