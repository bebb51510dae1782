import type { AtWork } from './at-work.ts'
import { LISTS } from './bare-lists.ts'
import { type Cell, FIRST, operationOf, ordersOf, pagesOf, rowsIn } from './cells.ts'
import { median, quantile } from './measure.ts'
import type { Operation } from './operations.ts'
import { mustSend } from './requests.ts'
import { insistOnSameReply } from './same-reply.ts'

/** One cell with what was measured, in milliseconds. */
export type CellFigures = Cell & {
  median: number
  /** of the same calls, 95 of 100 to the median */
  spread: number
  bare: number
}

/** calls of the product, unless the time is up before; so many at least */
const CALLS = { most: 40, least: 8, ms: 400 }
/** the bare server is asked again only where that is quick */
const BARE_CALLS = { most: 5, least: 0, ms: 60 }
/** where one call of it takes longer, it is asked once for a search in an order, whichever way and on whichever page */
const SLOW_MS = 250
/** a cell whose times lie further apart is measured again, and its calmest attempt counts: what lies in it comes again */
const CALM = 4
const ATTEMPTS = 3

async function timesOf(call: () => Promise<unknown>, { most, least, ms }: typeof CALLS): Promise<number[]> {
  const times: number[] = []
  const started = performance.now()
  while (times.length < least || (times.length < most && performance.now() - started < ms)) {
    const begun = performance.now()
    await call()
    times.push(performance.now() - begun)
  }
  return times
}

const spreadOf = (times: number[]) => quantile(times, 0.95) / median(times)

/** Compares both sides, then measures the cell; not compared where the bare server's time is known by now. */
async function measureCell(at: AtWork, operation: Operation, known: number | undefined) {
  const bare = known ?? (await timeBare(at, operation))
  const ours = () => mustSend(at.product.origin, operation.product())
  await ours()
  let times = await timesOf(ours, CALLS)
  for (let attempt = 1; attempt < ATTEMPTS && spreadOf(times) > CALM; attempt += 1) {
    const again = await timesOf(ours, CALLS)
    if (spreadOf(again) < spreadOf(times)) times = again
  }
  return { median: median(times), spread: spreadOf(times), bare }
}

async function timeBare({ product, bare }: AtWork, operation: Operation): Promise<number> {
  const first = await insistOnSameReply(operation, product.origin, bare.origin)
  const more = await timesOf(() => mustSend(bare.origin, operation.bare()), {
    ...BARE_CALLS,
    ms: BARE_CALLS.ms - first,
  })
  return median(more.length > 0 ? more : [first])
}

/** Does something with every order, search and page of the lists with this in their name, one after the other. */
async function withCells(
  at: AtWork,
  only: string,
  say: (words: string) => void,
  work: (cell: Cell, operation: Operation) => Promise<unknown>,
): Promise<void> {
  for (const list of LISTS.filter(({ name }) => name.includes(only))) {
    const started = performance.now()
    let cells = 0
    for (const order of ordersOf(list)) {
      const rows = await rowsIn(at.product.origin, operationOf(at.bench, list, order, FIRST))
      for (const page of pagesOf(rows)) {
        await work({ ...order, page: page.page }, operationOf(at.bench, list, order, page))
        cells += 1
      }
    }
    say(`  ${list.name}: ${cells} cells, ${((performance.now() - started) / 1000).toFixed(0)} s`)
  }
}

/** Measures them. */
export async function measureLists(
  at: AtWork,
  only: string,
  say: (words: string) => void,
): Promise<CellFigures[]> {
  const cells: CellFigures[] = []
  const slow = new Map<string, number>()
  await withCells(at, only, say, async (cell, operation) => {
    const alike = JSON.stringify([cell.list, cell.column, cell.search, cell.filter])
    const figures = await measureCell(at, operation, slow.get(alike))
    if ((cell.search !== null || cell.filter) && figures.bare > SLOW_MS) slow.set(alike, figures.bare)
    cells.push({ ...cell, ...figures })
  })
  return cells
}

/** Compares them and says which differ; how many do. */
export async function compareLists(at: AtWork, only: string, say: (words: string) => void): Promise<number> {
  let differing = 0
  await withCells(at, only, say, async (_cell, operation) => {
    try {
      await insistOnSameReply(operation, at.product.origin, at.bare.origin)
    } catch (error) {
      say(String(error))
      differing += 1
    }
  })
  return differing
}
