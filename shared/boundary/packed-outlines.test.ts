import { expect, test } from 'vitest'
import type { BoundaryGeometry } from './boundary.schema.ts'
import { packOutline, unpackOutline } from './packed-outlines.ts'

const OUTLINE: BoundaryGeometry = {
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [121.154, 14.758],
        [121.116, 14.753],
        [121.058, 14.767],
        [121.154, 14.758],
      ],
    ],
    [
      [
        [-0.001, -14.5],
        [0, 0.002],
        [0.003, -0.3],
        [-0.001, -14.5],
      ],
    ],
  ],
}

test('a ring is packed as its first point and the way from each point to the next, in thousandths of a degree', () => {
  expect(packOutline(OUTLINE)[0]).toEqual([[121154, 14758, -38, -5, -58, 14, 96, -9]])
})

test('an outline is unpacked to the very numbers that were packed', () => {
  expect(unpackOutline(packOutline(OUTLINE))).toEqual(OUTLINE)
})
