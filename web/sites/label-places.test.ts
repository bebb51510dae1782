import { expect, test } from 'vitest'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { surrounds } from '../../shared/boundary/shape.ts'
import { polygons, rectangle } from '../../tests/support/records/boundary-fixtures.ts'
import { labelPlaces } from './label-places.ts'

test('the name of land is written where the view has some of it, as near the middle as it can be', () => {
  const land = polygons([rectangle(120, 10, 124, 14)])
  expect(labelPlaces(land, [121, 11, 122, 12])[0]).toEqual([121.5, 11.5])
  expect(labelPlaces(land, [123, 13, 129, 19])[0]).toEqual([123.5, 13.5])
  expect(labelPlaces(land, [124.5, 13, 129, 19])).toEqual([])
})

test('never in a hole or beside a bent shape', () => {
  const ring = polygons([rectangle(120, 10, 124, 14), rectangle(121, 11, 123, 13)])
  const bent: BoundaryGeometry = {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [120, 10],
          [124, 10],
          [124, 11],
          [121, 11],
          [121, 14],
          [120, 14],
          [120, 10],
        ],
      ],
    ],
  }
  for (const shape of [ring, bent]) {
    const places = labelPlaces(shape, [119, 9, 125, 15])
    expect(places.length).toBeGreaterThan(5)
    expect(places.every((place) => surrounds(shape, place))).toBe(true)
  }
  expect(labelPlaces(ring, [121.5, 11.5, 122.5, 12.5])).toEqual([])
})
