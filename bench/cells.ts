import { type List, NAMES_OF_SEARCHES, SEARCHES, type SearchKind, type Words } from './list.ts'
import { requestsOf, ROWS_OF_A_PAGE } from './list-requests.ts'
import type { Bench, Operation } from './operations.ts'
import { mustSend } from './requests.ts'

const PAGES = ['first', 'middle', 'last'] as const

/** Which page of a list, and its number. */
type PageOfList = { page: (typeof PAGES)[number]; number: number }

export const FIRST: PageOfList = { page: 'first', number: 1 }

/** One cell: a list in one order, with one search or none, at one page. */
export type Cell = {
  list: string
  column: string | null
  dir: 'asc' | 'desc'
  search: SearchKind | null
  /** what narrows it besides; with a search only the common word */
  filter?: string | null
  page: PageOfList['page']
}

/** The same in words; no two cells have the same. */
export function nameOf({ column, dir, search, filter = null, page }: Cell): string {
  const order = column === null ? 'unsorted' : `${column} ${dir}`
  const narrowed = [
    ...(search === null ? [] : [NAMES_OF_SEARCHES[search]]),
    ...(filter === null ? [] : [`one ${filter}`]),
  ]
  return [order, ...narrowed, `${page} page`].join(', ')
}

/** Every filter of a list, in its own order, in another one and beside a search: what is kept of each costs the same. */
const filtersOf = ({ name, sort, filters = {} }: List): Omit<Cell, 'page'>[] =>
  Object.keys(filters).flatMap((filter) => [
    { list: name, column: null, dir: 'asc' as const, search: null, filter },
    { list: name, column: Object.keys(sort)[1] ?? null, dir: 'asc' as const, search: null, filter },
    { list: name, column: null, dir: 'asc' as const, search: 'common' as const, filter },
  ])

/** Every order of a list with every search; without a column the order is the list's own. And its filters. */
export function ordersOf(list: List): Omit<Cell, 'page'>[] {
  const { name, sort } = list
  const orders = [
    { column: null, dir: 'asc' as const },
    ...Object.keys(sort).flatMap((column) => [
      { column, dir: 'asc' as const },
      { column, dir: 'desc' as const },
    ]),
  ]
  return [
    ...orders.flatMap((order) => [null, ...SEARCHES].map((search) => ({ list: name, ...order, search }))),
    ...filtersOf(list),
  ]
}

/** The pages that are measured of so many rows. */
export function pagesOf(rows: number): PageOfList[] {
  const last = Math.max(1, Math.ceil(rows / ROWS_OF_A_PAGE))
  const numbers: Record<PageOfList['page'], number> = { first: 1, middle: Math.ceil(last / 2), last }
  return PAGES.map((page) => ({ page, number: numbers[page] })).filter(
    ({ number }, at, all) => all.findIndex((one) => one.number === number) === at,
  )
}

const textOf = (words: Words, { search }: Pick<Cell, 'search'>) => (search === null ? null : words[search])

type Page = { data: Record<string, unknown>[]; totalCount: number; filteredCount: number }

/** What both sides say: which rows, in which order, and how many. */
const idsAndCounts = (key: string) => (reply: unknown) => {
  const { data, totalCount, filteredCount } = reply as Page
  return { ids: data.map((row) => row[key]), totalCount, filteredCount }
}

/** A page of a list as a call that is measured. */
export const operationOf = (
  bench: Pick<Bench, 'apiKey' | 'tokens' | 'words'>,
  list: List,
  order: Omit<Cell, 'page'>,
  { page, number }: PageOfList,
): Operation => ({
  name: `${list.name}: ${nameOf({ ...order, page })}`,
  ...requestsOf(bench, list, { ...order, search: textOf(list.words ?? bench.words, order) }, number),
  count: 0,
  comparable: idsAndCounts(list.key),
})

/** How many rows a list has with one search, as the product counts them. */
export async function rowsIn(origin: string, operation: Operation): Promise<number> {
  const reply = JSON.parse((await mustSend(origin, operation.product())).toString()) as Page
  return reply.filteredCount
}
