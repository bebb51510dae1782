import { PROFILE_COLUMNS } from './bare-lists.ts'
import { type BenchPair, requireSameReply } from './beside.ts'
import { measure, type Figures, type Side } from './measure.ts'
import { idsAndCounts, type Operation } from './operations.ts'
import { headersOf } from './prepare.ts'
import { sendForJson } from './requests.ts'

const LENGTH = 10
/** per cell; on large, the bare server needs a quarter of a second for some of them */
const PLAN = { count: 12, atOnce: 1, budget: 600, turns: 3 }

/** in forty profiles, in one of twelve, and in most; two letters are too short for an index */
const SEARCHES = { 'rare words': 'Chapter 00042', 'a common word': 'Reforestation', 'two letters': 'ba' }
type Search = keyof typeof SEARCHES

type Order = { column: string | null; dir: 'asc' | 'desc'; search: Search | null }

/** A page of the list in one order, with one search or none. */
export type Cell = { name: string; search: Search | null; figures: Record<Side, Figures> }

const ORDERS: Order[] = [null, ...(Object.keys(SEARCHES) as Search[])].flatMap((search) => [
  { column: null, dir: 'desc', search },
  ...Object.keys(PROFILE_COLUMNS).flatMap((column): Order[] => [
    { column, dir: 'asc', search },
    { column, dir: 'desc', search },
  ]),
])

const nameOf = ({ column, dir, search }: Order) =>
  [column === null ? 'newest first' : `${column} ${dir}`, ...(search ? [search] : [])].join(', ')

/** A page of the list of profiles, as FMB requests it. */
function pageOf({ origins, prepared }: BenchPair, order: Order, page: number, name: string) {
  const { column, dir, search } = order
  const searched = search && { search: SEARCHES[search] }
  const both = { page: String(page), length: String(LENGTH), ...searched }
  const sorted = column && { 'order[0][column]': column, 'order[0][dir]': dir }
  const ours = new URLSearchParams({ ...both, ...sorted })
  const theirs = new URLSearchParams({ list: 'profiles', ...both, ...(column && { column, dir }) })
  const headers = headersOf(prepared.fmb.token)
  return {
    name: `list of profiles, ${nameOf(order)}, ${name} page`,
    product: () => sendForJson(origins.product, { path: `/api/sites/datatable?${ours}`, headers }),
    bare: () => sendForJson(origins.bare, { path: `/list?${theirs}` }),
    comparable: idsAndCounts,
  } satisfies Partial<Operation>
}

/** Compares and measures the list in every order, with and without a search, on its first, middle and last page. */
export async function measureLists(at: BenchPair): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const order of ORDERS) {
    const { filteredCount } = idsAndCounts(await pageOf(at, order, 1, 'first').product())
    const last = Math.max(1, Math.ceil(filteredCount / LENGTH))
    const pages = new Map([
      [1, 'first'],
      [Math.ceil(last / 2), 'middle'],
      [last, 'last'],
    ])
    for (const [page, name] of pages) {
      const operation = pageOf(at, order, page, name)
      await requireSameReply(operation)
      const figures = await measure(operation, PLAN)
      cells.push({ name: operation.name, search: order.search, figures })
    }
  }
  return cells
}
