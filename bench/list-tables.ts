import { type Cell, nameOf } from './cells.ts'
import { ms, table, times } from './figures.ts'
import type { CellFigures } from './measure-lists.ts'

/** what a cell may take of the bare server's time */
export const TO_BARE = 0.5

/** A cell with the figure for which it is named. */
export type WorstCell = { cell: CellFigures; value: number }

/** The cell of which this is most; null where it can be said of none. */
function worstBy(
  cells: readonly CellFigures[],
  valueOf: (cell: CellFigures) => number | null,
): WorstCell | null {
  const known = cells.flatMap((cell) => {
    const value = valueOf(cell)
    return value === null ? [] : [{ cell, value }]
  })
  return known.toSorted((a, b) => b.value - a.value)[0] ?? null
}

const keyOf = (cell: Cell) => `${cell.list}: ${nameOf(cell)}`

/** What the lists of a run came to at worst; growth is of what was not searched, beside a run on the small bureau. */
export function worstOf(cells: readonly CellFigures[], small: readonly CellFigures[] | null) {
  const before = new Map(small?.map((cell) => [keyOf(cell), cell.median]))
  return {
    ratio: worstBy(cells, (cell) => cell.median / cell.bare),
    growth: worstBy(cells, (cell) => {
      const was = cell.search === null ? before.get(keyOf(cell)) : undefined
      return was === undefined ? null : cell.median / was
    }),
    spread: worstBy(cells, (cell) => cell.spread),
  }
}

const figure = (found: WorstCell | null, names: (cell: CellFigures) => string) =>
  found ? `${times(found.value)} ${names(found.cell)}` : ''

/** Per list the worst ratio to the bare server, the worst growth and the widest spread, each with its cell. */
export function listTable(cells: readonly CellFigures[], small: readonly CellFigures[] | null): string {
  const names = [...new Set(cells.map(({ list }) => list))]
  const rows = names.map((name) => {
    const own = cells.filter(({ list }) => list === name)
    const worst = worstOf(own, small)
    return [
      name,
      String(own.length),
      String(own.filter((cell) => cell.median > TO_BARE * cell.bare).length),
      ...[worst.ratio, worst.growth, worst.spread].map((found) => figure(found, nameOf)),
    ]
  })
  return table(
    ['List', 'cells', `over ${times(TO_BARE)}`, 'product ÷ bare', 'growth, not searched', 'p95 ÷ p50'],
    rows,
  )
}

/** The cells that stand worst beside the bare server. */
export function worstCells(cells: readonly CellFigures[], count: number): string {
  const rows = cells
    .toSorted((a, b) => b.median / b.bare - a.median / a.bare)
    .slice(0, count)
    .map((cell) => [keyOf(cell), ms(cell.median), ms(cell.bare), times(cell.median / cell.bare)])
  return table(['Worst cells', 'product ms', 'bare ms', 'product ÷ bare'], rows)
}
