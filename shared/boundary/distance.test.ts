import { expect, test } from 'vitest'
import type { BoundaryGeometry, Position } from './boundary.schema.ts'
import { metresOutside, nearestPoint } from './distance.ts'

const ring = (west: number, south: number, size: number): Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
]
/** a square of a hundredth of a degree with a hole, and an island */
const SHAPE: BoundaryGeometry = {
  type: 'MultiPolygon',
  coordinates: [[ring(121.5, 14.2, 0.01), ring(121.503, 14.203, 0.004)], [ring(121.53, 14.2, 0.001)]],
}

test.each([
  ['inside', [121.501, 14.201], 0],
  ['on the island', [121.5305, 14.2005], 0],
  // a degree of latitude here is 110.64 km, one of longitude 107.93 km (WGS 84, series of the meridian and parallel)
  ['north of it', [121.505, 14.22], 0.01 * 110_640],
  ['west of it', [121.49, 14.205], 0.01 * 107_930],
  ['in the hole', [121.505, 14.2035], 0.0005 * 110_640],
  ['nearer to the island', [121.529, 14.2005], 0.001 * 107_930],
] as [string, Position, number][])('%s', (_name, point, metres) => {
  expect(Math.abs(metresOutside(point, SHAPE) - metres)).toBeLessThan(Math.max(0.5, metres * 0.001))
})

test('beyond a corner the corner is nearest', () => {
  expect(nearestPoint([121.48, 14.19], SHAPE)).toEqual([121.5, 14.2])
  expect(nearestPoint([0, 0], { type: 'MultiPolygon', coordinates: [] })).toBe(null)
})
