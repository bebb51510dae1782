import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaHectares, roundHectares } from './area.ts'
import type { Position, Ring } from './boundary.schema.ts'
import { polygons, rectangle, star, zoneHectares } from '../../tests/support/records/boundary-fixtures.ts'

test('a small box has the area of its zone of the ellipsoid', () => {
  for (const [west, south] of [
    [121.2, 14.1],
    [118.5, 5.2],
    [121.9, 20.7],
  ] as Position[]) {
    const area = areaHectares(polygons([rectangle(west, south, west + 0.01, south + 0.01)]))
    expect(area).toBeCloseTo(zoneHectares(west, south, west + 0.01, south + 0.01), 2)
  }
})

test('holes are taken out and parts are added', () => {
  const outer = rectangle(121.2, 14.1, 121.22, 14.12)
  const hole = rectangle(121.205, 14.105, 121.21, 14.11)
  const other = rectangle(121.3, 14.1, 121.31, 14.11)
  const sum = (ring: Ring) => areaHectares(polygons([ring]))

  expect(areaHectares(polygons([outer, hole]))).toBeCloseTo(sum(outer) - sum(hole), 9)
  expect(areaHectares(polygons([outer, hole], [other]))).toBeCloseTo(sum(outer) - sum(hole) + sum(other), 9)
})

test('the area does not depend on where a ring starts or which way it runs', () => {
  const corners = fc.integer({ min: 3, max: 60 })
  fc.assert(
    fc.property(
      corners,
      fc.nat(),
      fc.boolean(),
      fc.double({ min: 5, max: 20, noNaN: true }),
      (n, turn, back, lat) => {
        const ring = star([121, lat], 0.03, n)
        const open = ring.slice(0, -1)
        const start = turn % open.length
        const turned = [...open.slice(start), ...open.slice(0, start)]
        if (back) turned.reverse()
        const again = [...turned, turned[0] as Position]

        expect(areaHectares(polygons([again]))).toBeCloseTo(areaHectares(polygons([ring])), 6)
      },
    ),
  )
})

test('hectares are rounded to the hundredth', () => {
  expect(roundHectares(816.6749)).toBe(816.67)
  expect(roundHectares(0.005)).toBe(0.01)
})
