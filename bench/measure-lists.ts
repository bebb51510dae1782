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
/** the bare server is asked once more only where that is quick */
const BARE_CALLS = { most: 5, least: 1, ms: 60 }
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

/** Compares both sides, then measures the cell. */
async function measureCell({ product, bare }: AtWork, operation: Operation) {
  await insistOnSameReply(operation, product.origin, bare.origin)
  const ours = () => mustSend(product.origin, operation.product())
  await ours()
  const theirs = await timesOf(() => mustSend(bare.origin, operation.bare()), BARE_CALLS)
  let times = await timesOf(ours, CALLS)
  for (let attempt = 1; attempt < ATTEMPTS && spreadOf(times) > CALM; attempt += 1) {
    const again = await timesOf(ours, CALLS)
    if (spreadOf(again) < spreadOf(times)) times = again
  }
  return { median: median(times), spread: spreadOf(times), bare: median(theirs) }
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
  await withCells(at, only, say, async (cell, operation) => {
    cells.push({ ...cell, ...(await measureCell(at, operation)) })
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
