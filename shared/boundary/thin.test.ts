import fc from 'fast-check'
import { expect, test } from 'vitest'
import { polygons, rectangle, star } from '../../tests/support/records/boundary-fixtures.ts'
import type { BoundaryGeometry, Position } from './boundary.schema.ts'
import { bboxOf, countsOf } from './shape.ts'
import { thinned } from './thin.ts'

const METRE = 0.000_01
const FEW = { grid: METRE, most: 120 }
const size = (shape: BoundaryGeometry) => countsOf(shape).vertex_count
const expectSameBox = (shape: BoundaryGeometry, thin: BoundaryGeometry, within: number) =>
  bboxOf(thin).forEach((edge, index) =>
    expect(Math.abs(edge - (bboxOf(shape)[index] ?? 0))).toBeLessThan(within),
  )

test('a simple boundary keeps its corners, to the metre', () => {
  const box = polygons([rectangle(121.2, 14.1, 121.21, 14.11), rectangle(121.203, 14.103, 121.206, 14.106)])
  expect(thinned(box, FEW)).toEqual(box)
  const rough = polygons([rectangle(121.2000012, 14.1, 121.21, 14.1099999)])
  expect(thinned(rough, FEW)).toEqual(polygons([rectangle(121.2, 14.1, 121.21, 14.11)]))
})

test('a detailed one keeps its outline, whatever it draws', () => {
  const detailed = polygons([star([121.4, 14.2], 0.01, 100_000)])
  const thin = thinned(detailed, FEW)
  expect(size(thin)).toBeLessThanOrEqual(120)
  expect(size(thin)).toBeGreaterThan(50)
  expectSameBox(detailed, thin, 0.0005)
})

test('a part, or a hundred thousand, smaller than the grid is one cell of it', () => {
  const tiny = (lon: number) => [rectangle(lon, 14.2, lon + METRE / 10, 14.2 + METRE / 10)]
  const two = thinned(polygons(tiny(121.4), tiny(122)), { grid: 0.01, most: 120 })
  expect(two).toEqual(
    polygons([rectangle(121.4, 14.2, 121.41, 14.21)], [rectangle(122, 14.2, 122.01, 14.21)]),
  )
  const many = polygons(...Array.from({ length: 100_000 }, (_, at) => tiny(121 + at * 0.000_01)))
  const thin = thinned(many, FEW)
  expect(size(thin)).toBeLessThanOrEqual(120)
  expectSameBox(many, thin, 0.2)
})

test('there are never more corners than asked for; every ring is closed', () => {
  const corner = fc.tuple(
    fc.double({ min: 120, max: 122, noNaN: true }),
    fc.double({ min: 13, max: 15, noNaN: true }),
  )
  const ring = fc
    .array(corner, { minLength: 3, maxLength: 60 })
    .map((corners) => [...corners, corners[0]] as Position[])
  fc.assert(
    fc.property(
      fc.array(fc.array(ring, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      (parts) => {
        const thin = thinned(polygons(...parts), { grid: METRE, most: 40 })
        expect(size(thin)).toBeLessThanOrEqual(40)
        expect(thin.coordinates.length).toBeGreaterThan(0)
        for (const [first, ...rest] of thin.coordinates.flat()) expect(rest.at(-1)).toEqual(first)
      },
    ),
  )
})
