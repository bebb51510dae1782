import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bbox } from '../../shared/boundary/boundary.schema.ts'
import { cellsOf } from './boundary-cells.ts'

/** degrees in steps that often fall on the lines of the grid */
const span = (from: number, to: number) =>
  fc
    .tuple(fc.integer({ min: from * 8, max: to * 8 }), fc.integer({ min: 0, max: 10 }))
    .map(([start, length]) => [start / 8, (start + length) / 8] as const)
const box = fc
  .tuple(span(116, 119), span(-2, 2))
  .map(([[west, east], [south, north]]): Bbox => [west, south, east, north])

const meet = ([west, south, east, north]: Bbox, other: Bbox): boolean =>
  west <= other[2] && other[0] <= east && south <= other[3] && other[1] <= north

describe('the cells of a boundary', () => {
  test('two boxes that touch have one in common, or one of them holds everything', () => {
    fc.assert(
      fc.property(box, box, (one, other) => {
        const [mine, theirs] = [cellsOf(one), cellsOf(other)]
        if (!meet(one, other) || !mine || !theirs) return
        expect(mine.some((cell) => theirs.includes(cell))).toBe(true)
      }),
    )
  })

  test('come in one order for everybody, each once', () => {
    fc.assert(
      fc.property(box, (one) => {
        const cells = cellsOf(one) ?? []
        expect(cells).toEqual([...new Set(cells)].sort((a, b) => a - b))
      }),
    )
  })

  test('of a box over half the country are too many', () => {
    expect(cellsOf([118, 6, 124, 12])).toBeNull()
    expect(cellsOf([-180, -90, 180, 90])).toBeNull()
    expect(cellsOf([121.3, 14.1, 121.31, 14.12])).toHaveLength(1)
  })
})
