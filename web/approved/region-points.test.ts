import { expect, test } from 'vitest'
import { project } from './region-outlines.ts'
import {
  LARGEST_RADIUS,
  MAP_HEIGHT,
  MAP_WIDTH,
  markerOf,
  radiusOf,
  SMALLEST_RADIUS,
} from './region-points.ts'

const REGION_IDS = Array.from({ length: 18 }, (_, index) => index + 1)

test('each of the 18 regions has one marker inside the drawing [PUBLIC-02]', () => {
  for (const id of REGION_IDS) {
    const { x, y } = markerOf(id)?.at ?? { x: -1, y: -1 }
    expect(x - LARGEST_RADIUS, `region ${id}`).toBeGreaterThan(0)
    expect(x + LARGEST_RADIUS, `region ${id}`).toBeLessThan(MAP_WIDTH)
    expect(y - LARGEST_RADIUS, `region ${id}`).toBeGreaterThan(0)
    expect(y + LARGEST_RADIUS, `region ${id}`).toBeLessThan(MAP_HEIGHT)
  }
  expect(markerOf(19)).toBeNull()
})

test('no two markers touch, not even at their largest', () => {
  for (const one of REGION_IDS) {
    for (const other of REGION_IDS.filter((id) => id > one)) {
      const [a, b] = [markerOf(one)?.at, markerOf(other)?.at]
      const apart = Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0))
      expect(apart, `${one} and ${other}`).toBeGreaterThan(2 * LARGEST_RADIUS)
    }
  }
})

test('a marker grows with its count and stays within its bounds', () => {
  expect(radiusOf(0, 10)).toBe(SMALLEST_RADIUS)
  expect(radiusOf(10, 10)).toBe(LARGEST_RADIUS)
  expect(radiusOf(3, 10)).toBeGreaterThan(radiusOf(1, 10))
  expect(radiusOf(0, 0)).toBe(SMALLEST_RADIUS)
})

/** Where the markers are on the ground, by region id, and the capital itself. */
const ON_THE_GROUND: readonly (readonly [lat: number, lon: number])[] = [
  ...([
    [14.35, 119.25],
    [17.35, 121.03],
    [16.6, 120.48],
    [17.0, 121.9],
    [15.4, 120.9],
  ] as const),
  ...([
    [14.06, 121.21],
    [12.9, 121.1],
    [13.25, 123.53],
    [11.16, 122.44],
    [9.9, 123.05],
  ] as const),
  ...([
    [10.3, 123.9],
    [11.35, 124.97],
    [8.03, 123.1],
    [8.19, 124.96],
    [7.45, 125.75],
  ] as const),
  ...([
    [6.5, 124.85],
    [8.9, 125.8],
    [7.73, 124.25],
  ] as const),
]

test('the markers are where the drawing of the outlines has their places', () => {
  expect(project(4.3, 127.1)).toEqual({ x: expect.closeTo(MAP_WIDTH, 0), y: MAP_HEIGHT })
  expect(ON_THE_GROUND).toHaveLength(REGION_IDS.length)
  for (const [index, [lat, lon]] of ON_THE_GROUND.entries())
    expect(markerOf(index + 1)?.at, `region ${index + 1}`).toEqual(project(lat, lon))
  expect(markerOf(1)?.anchor).toEqual(project(14.6, 121.03))
  expect(markerOf(2)?.anchor).toBeNull()
  expect(markerOf(0)).toBeNull()
})
