import type { Bbox } from '../../shared/boundary/boundary.schema.ts'

/** the side of a cell, in degrees */
const CELL = 0.25
const CELLS_AROUND = 360 / CELL
const MAX_CELLS = 36

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.min(to - from + 1, MAX_CELLS + 1) }, (_, index) => from + index)

/** Returns the grid cells that a box touches, always in the same order; null if there are too many to lock each. */
export function cellsOf(box: Bbox): number[] | null {
  const [west, south, east, north] = box.map((degrees) => Math.floor(degrees / CELL)) as Bbox
  const [columns, rows] = [range(west, east), range(south, north)]
  if (columns.length * rows.length > MAX_CELLS) return null
  return rows.flatMap((row) => columns.map((column) => row * CELLS_AROUND + column))
}
