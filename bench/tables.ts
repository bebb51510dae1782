import type { Cell } from './lists.ts'
import type { Figures, Side } from './measure.ts'

/** One operation: both sides one at a time and, unless it takes long, sixteen at a time. */
export type Row = {
  name: string
  goal: number
  single: Record<Side, Figures>
  at16: Record<Side, Figures> | null
}

export type Result = {
  about: string
  rows: Row[]
  cells: Cell[]
  /** megabytes of product and database together */
  memory: { afterStart: number; afterLoad: number }
}

/** The longest allowed time of a call, as a multiple of its time on small. */
const GROWTH = 1.5
/** The longest allowed time of a list page, as a multiple of the bare server's. */
const LIST_GOAL = 0.35
const MEMORY_GOALS = { afterStart: 150, afterLoad: 350 }

export const ms = (value: number) => value.toFixed(value < 10 ? 2 : value < 1000 ? 1 : 0)
const perSecond = (value: number) => value.toFixed(value < 10 ? 1 : 0)
export const times = (value: number) => `${value.toFixed(value < 0.1 ? 3 : value < 100 ? 2 : 0)} ×`

/** Formats a figure, in bold if it misses its goal. */
export const judged = (value: number, goal: number, say: (value: number) => string = times): string =>
  value <= goal ? say(value) : `**${say(value)}**`

const line = (cells: string[]) => `| ${cells.join(' | ')} |`
export const table = (header: string[], rows: string[][]) =>
  [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line)].join('\n')

const OPERATION = 'Operation|product ms|p95|bare ms|product ÷ bare|goal|16: product a second|16: bare'.split(
  '|',
)

const operationTable = (rows: Row[], small: Row[] | null): string =>
  table(
    [...OPERATION, ...(small ? ['to itself on small'] : [])],
    rows.map(({ name, goal, single: { product, bare }, at16 }) => {
      const before = small?.find((row) => row.name === name)?.single.product.median
      return [
        name,
        ms(product.median),
        ms(product.p95),
        ms(bare.median),
        judged(product.median / bare.median, goal),
        times(goal),
        ...(at16 ? [perSecond(at16.product.perSecond), perSecond(at16.bare.perSecond)] : ['', '']),
        ...(before ? [judged(product.median / before, GROWTH)] : []),
      ]
    }),
  )

const ratioOf = ({ figures: { product, bare } }: Cell) => product.median / bare.median

/** The list pages by search, each with the page that compares worst to the bare server. */
const listTable = (cells: Cell[]): string =>
  table(
    ['Searched for', 'pages', `over ${times(LIST_GOAL)}`, 'worst product ÷ bare'],
    [...new Set(cells.map(({ search }) => search))].map((search) => {
      const own = cells.filter((cell) => cell.search === search).toSorted((a, b) => ratioOf(b) - ratioOf(a))
      const [worst] = own
      return [
        search ?? 'nothing',
        String(own.length),
        String(own.filter((cell) => ratioOf(cell) > LIST_GOAL).length),
        worst ? `${judged(ratioOf(worst), LIST_GOAL)} ${worst.name}` : '',
      ]
    }),
  )

export const megabytes = (value: number) => `${value.toFixed(0)} MB`

const memoryText = ({ memory: { afterStart, afterLoad } }: Result): string =>
  `Memory of product and database: ${judged(afterStart, MEMORY_GOALS.afterStart, megabytes)} after the start, ` +
  `${judged(afterLoad, MEMORY_GOALS.afterLoad, megabytes)} after all this.`

/** The results of a run as in docs/performance.md; with growth if there are results on small. */
export const tablesOf = (result: Result, small: Result | null): string =>
  [
    result.about,
    ...(result.rows.length > 0 ? [operationTable(result.rows, small && small.rows)] : []),
    ...(result.cells.length > 0 ? [listTable(result.cells)] : []),
    memoryText(result),
  ].join('\n\n')
