import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaHectares } from './area.ts'
import type { BoundaryGeometry } from './boundary.schema.ts'
import { polygons, rectangle, star, zoneHectares } from '../../tests/support/records/boundary-fixtures.ts'
import { differenceOf, EMPTY, overlapOf, unionOf } from './overlap.ts'
import { bboxOf, boxesMeet } from './shape.ts'
import { validityOf } from './validity.ts'

const a = polygons([rectangle(121.3, 14.2, 121.32, 14.22)])
const b = polygons([rectangle(121.31, 14.21, 121.33, 14.23)])

test('the overlap is the land both shapes hold, with its shape', () => {
  const { overlap_ha, geometry } = overlapOf(a, b)

  expect(overlap_ha).toBeCloseTo(zoneHectares(121.31, 14.21, 121.32, 14.22), 1)
  expect(bboxOf(geometry)).toEqual([121.31, 14.21, 121.32, 14.22])
})

test.each([
  ['share a side', polygons([rectangle(121.32, 14.2, 121.34, 14.22)])],
  ['share a corner', polygons([rectangle(121.32, 14.22, 121.34, 14.24)])],
  ['lie apart', polygons([rectangle(122, 15, 122.1, 15.1)])],
])('neighbours that %s do not overlap', (_, neighbour) => {
  expect(overlapOf(a, neighbour)).toEqual({
    overlap_ha: 0,
    geometry: { type: 'MultiPolygon', coordinates: [] },
  })
})

test('land in a hole of the other site is no overlap', () => {
  const ring = polygons([rectangle(121.2, 14.1, 121.3, 14.2), rectangle(121.22, 14.12, 121.28, 14.18)])
  expect(overlapOf(ring, polygons([rectangle(121.23, 14.13, 121.27, 14.17)])).overlap_ha).toBe(0)
})

/**
 * Hectares between the straight edges of a shape and their geodesics. A cut follows the straight line between two
 * corners, an uncut edge the geodesic, and the area between grows with the cube of the edge.
 */
function bulgeHectares({ coordinates }: BoundaryGeometry): number {
  const EARTH_M = 6_371_000
  const METRES_PER_DEGREE = 111_320
  const edges = coordinates
    .flat()
    .flatMap((ring) => ring.slice(1).map((corner, i) => [ring[i], corner] as const))
  return edges.reduce((sum, [from, to]) => {
    if (!from) return sum
    const edge_m = METRES_PER_DEGREE * Math.hypot(to[0] - from[0], to[1] - from[1])
    return (
      sum + (edge_m ** 3 * Math.tan((Math.max(from[1], to[1]) * Math.PI) / 180)) / (12 * EARTH_M) / 10_000
    )
  }, 0)
}

test('the overlap of two shapes does not depend on their order, and is never larger than either', () => {
  const shape = fc
    .record({
      lon: fc.double({ min: 121, max: 121.05, noNaN: true }),
      lat: fc.double({ min: 14, max: 14.05, noNaN: true }),
      radius: fc.double({ min: 0.005, max: 0.04, noNaN: true }),
      corners: fc.integer({ min: 4, max: 40 }),
    })
    .map(({ lon, lat, radius, corners }) => polygons([star([lon, lat], radius, corners)]))

  fc.assert(
    fc.property(shape, shape, (one, other) => {
      const forward = overlapOf(one, other)
      const back = overlapOf(other, one)
      const rest = areaHectares(differenceOf(one, other))

      expect(Math.abs(forward.overlap_ha - back.overlap_ha)).toBeLessThan(0.011)
      const difference_ha = areaHectares(forward.geometry) + rest - areaHectares(one)
      expect(Math.abs(difference_ha)).toBeLessThan(0.01 + bulgeHectares(one) + bulgeHectares(other))
      expect(validityOf(forward.geometry).valid).toBe(true)
    }),
  )
})

test('candidates by box miss no overlap', () => {
  const shapes = Array.from({ length: 60 }, (_, i) => {
    const geometry = polygons([star([121 + (i % 10) * 0.03, 14 + Math.floor(i / 10) * 0.03], 0.02, 24)])
    return { id: i, geometry, bbox: bboxOf(geometry) }
  })

  for (const shape of shapes) {
    const overlapping = (list: typeof shapes) =>
      list.filter((other) => overlapOf(shape.geometry, other.geometry).overlap_ha > 0).map(({ id }) => id)
    const near = shapes.filter(({ bbox }) => boxesMeet(bbox, shape.bbox))
    expect(overlapping(near)).toEqual(overlapping(shapes))
  }
})

test('land in several shapes counts once in all of them together, as a grid of its corners says', () => {
  const [west, south, step] = [121.3, 14.2, 0.004]
  const cell = fc.integer({ min: 0, max: 5 })
  const box = fc.tuple(cell, cell, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
  fc.assert(
    fc.property(fc.array(box, { minLength: 1, maxLength: 6 }), (boxes) => {
      const all = boxes.reduce(
        (sum, [x, y, wide, high]) =>
          unionOf(
            sum,
            polygons([
              rectangle(
                west + x * step,
                south + y * step,
                west + (x + wide) * step,
                south + (y + high) * step,
              ),
            ]),
          ),
        EMPTY,
      )
      let hectares = 0
      for (let x = 0; x < 9; x += 1)
        for (let y = 0; y < 9; y += 1)
          if (boxes.some(([x0, y0, wide, high]) => x0 <= x && x < x0 + wide && y0 <= y && y < y0 + high))
            hectares += zoneHectares(
              west + x * step,
              south + y * step,
              west + (x + 1) * step,
              south + (y + 1) * step,
            )
      expect(Math.abs(areaHectares(all) - hectares)).toBeLessThan(0.0001 * hectares)
    }),
  )
})
