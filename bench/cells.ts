import { LISTS } from './bare-lists.ts'
import { type List, NAMES_OF_SEARCHES, SEARCHES, type SearchKind, type Words } from './list.ts'
import { type Bench, type Operation, visitorAddress } from './operations.ts'
import { mustSend } from './requests.ts'

const PAGES = ['first', 'middle', 'last'] as const
type PageOfList = (typeof PAGES)[number]

/** One cell: a list in one order, with one search or none, at one page. */
export type Cell = {
  list: string
  column: string | null
  dir: 'asc' | 'desc'
  search: SearchKind | null
  page: PageOfList
}

/** The same in words; no two cells have the same. */
export function nameOf({ column, dir, search, page }: Cell): string {
  const order = column === null ? 'unsorted' : `${column} ${dir}`
  return [order, ...(search === null ? [] : [NAMES_OF_SEARCHES[search]]), `${page} page`].join(', ')
}

/** Every order of a list with every search; without a column the order is the list's own. */
export function ordersOf({ name, sort }: List): Omit<Cell, 'page'>[] {
  const orders = [
    { column: null, dir: 'asc' as const },
    ...Object.keys(sort).flatMap((column) => [
      { column, dir: 'asc' as const },
      { column, dir: 'desc' as const },
    ]),
  ]
  return orders.flatMap((order) => [null, ...SEARCHES].map((search) => ({ list: name, ...order, search })))
}

/** How many cells there are at most: where all rows fit on a page or two, pages fall together. */
export const CELLS = LISTS.reduce((sum, list) => sum + ordersOf(list).length * PAGES.length, 0)

const LENGTH = 10

/** The pages that are measured of so many rows. */
export function pagesOf(rows: number): { page: PageOfList; number: number }[] {
  const last = Math.max(1, Math.ceil(rows / LENGTH))
  const numbers: Record<PageOfList, number> = { first: 1, middle: Math.ceil(last / 2), last }
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
export function operationOf(
  { apiKey, tokens, words }: Pick<Bench, 'apiKey' | 'tokens' | 'words'>,
  list: List,
  cell: Omit<Cell, 'page'>,
  number: number,
): Operation {
  const text = textOf(list.words ?? words, cell)
  const page = { page: String(number), length: String(LENGTH) }
  const search = text === null ? {} : { search: text }
  const { column, dir } = cell
  const order: Record<string, string> =
    column === null ? {} : { 'order[0][column]': column, 'order[0][dir]': dir }
  const asked = new URLSearchParams({ ...page, ...search, ...order }).toString()
  const bare = new URLSearchParams({
    list: list.name,
    ...page,
    ...search,
    ...(column === null ? {} : { column, dir }),
  }).toString()
  return {
    name: `${list.name}: ${nameOf({ ...cell, page: 'first' })}`,
    product: () => ({
      path: `${list.path}${list.path.includes('?') ? '&' : '?'}${asked}`,
      headers: { 'x-api-key': apiKey, authorization: `Bearer ${tokens.fmb}`, ...visitorAddress() },
    }),
    bare: () => ({ path: `/rows?${bare}` }),
    count: 0,
    comparable: idsAndCounts(list.key),
  }
}

/** Which rows the product shows. */
export async function idsOf(origin: string, operation: Operation, { key }: List): Promise<unknown[]> {
  const reply = JSON.parse((await mustSend(origin, operation.product())).toString()) as Page
  return reply.data.map((row) => row[key])
}

/** How many rows a list has with one search, as the product counts them. */
export async function rowsIn(origin: string, operation: Operation): Promise<number> {
  const reply = JSON.parse((await mustSend(origin, operation.product())).toString()) as Page
  return reply.filteredCount
}
