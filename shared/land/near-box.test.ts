import fc from 'fast-check'
import { expect, test } from 'vitest'
import { polygons, rectangle, star } from '../../tests/support/records/boundary-fixtures.ts'
import { areaHectares } from '../boundary/area.ts'
import type { Bbox, Position, Ring } from '../boundary/boundary.schema.ts'
import { intersectionOf } from '../boundary/overlap.ts'
import { countsOf, surrounds } from '../boundary/shape.ts'
import { repairedIfFaulty } from '../boundary/validity.ts'
import { nearBox } from './near-box.ts'

const BOX: Bbox = [121.19, 14.09, 121.21, 14.11]
const SITE = polygons([rectangle(...BOX)])

test('a long outline has the same land in the box with few corners', () => {
  const province = polygons([star([121.5, 14.4], 0.4, 50_000), star([121.5, 14.4], 0.1, 20_000)])
  const near = nearBox(province, BOX)
  expect(countsOf(near).vertex_count).toBeLessThan(3_000)
  const exact = areaHectares(intersectionOf(SITE, province))
  expect(areaHectares(intersectionOf(SITE, repairedIfFaulty(near)))).toBeCloseTo(exact, 1)
})

test('what does not reach the box is left out; what surrounds it remains', () => {
  expect(nearBox(polygons([rectangle(122, 15, 123, 16)]), BOX).coordinates).toEqual([])
  // a bay whose box meets the other one
  const horseshoe: Ring = [
    [121, 14],
    [121.4, 14],
    [121.4, 14.05],
    [121.05, 14.05],
    [121.05, 14.15],
    [121.4, 14.15],
    [121.4, 14.2],
    [121, 14.2],
    [121, 14],
  ]
  expect(areaHectares(intersectionOf(SITE, repairedIfFaulty(nearBox(polygons([horseshoe]), BOX))))).toBe(0)
  const around = nearBox(polygons([rectangle(120, 13, 123, 16)]), BOX)
  expect(areaHectares(intersectionOf(SITE, around))).toBeCloseTo(areaHectares(SITE), 6)
})

test('a point of the box is inside afterwards if it was before, whatever the ring draws', () => {
  const position = fc.tuple(
    fc.double({ min: 121.1, max: 121.3, noNaN: true }),
    fc.double({ min: 14, max: 14.2, noNaN: true }),
  )
  const inBox = fc.tuple(
    fc.double({ min: BOX[0], max: BOX[2], noNaN: true }),
    fc.double({ min: BOX[1], max: BOX[3], noNaN: true }),
  )
  fc.assert(
    fc.property(fc.array(position, { minLength: 3, maxLength: 40, size: 'max' }), inBox, (corners, point) => {
      const ring = [...corners, corners[0] as Position]
      expect(surrounds(nearBox(polygons([ring]), BOX), point)).toBe(surrounds(polygons([ring]), point))
    }),
    { numRuns: 2_000 },
  )
})
