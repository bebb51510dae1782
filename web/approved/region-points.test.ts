import { expect, test } from 'vitest'
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
