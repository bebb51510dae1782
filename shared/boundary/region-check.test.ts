import { expect, test } from 'vitest'
import { polygons, rectangle } from '../../tests/support/records/boundary-fixtures.ts'
import { areaHectares } from './area.ts'
import type { BoundaryGeometry } from './boundary.schema.ts'
import { differenceOf } from './overlap.ts'
import { checkRegion } from './region-check.ts'
import { outlineOf } from './region-outlines.ts'
import { bboxOf } from './shape.ts'
import { repairedIfFaulty } from './validity.ts'

const region = polygons([rectangle(121, 14, 122, 15)], [rectangle(123, 14, 123.2, 14.2)])

test('a boundary inside the outline, also on a second island, is inside', () => {
  for (const box of [rectangle(121.5, 14.5, 121.52, 14.52), rectangle(123.1, 14.1, 123.12, 14.12)]) {
    expect(checkRegion(polygons([box]), region)).toEqual({ outside_share: 0, reach_km: 0, outside: false })
  }
})

test('a quarter outside is not told, more is', () => {
  const reaching = (share: number) =>
    polygons([rectangle(122 - 0.1 * (1 - share), 14.5, 122 + 0.1 * share, 14.6)])

  expect(checkRegion(reaching(0.24), region)).toMatchObject({ outside: false })
  expect(checkRegion(reaching(0.26), region)).toMatchObject({ outside: true })
  const { outside_share, reach_km, outside } = checkRegion(reaching(0.82), region)
  expect(outside_share).toBeCloseTo(0.82, 3)
  expect(reach_km).toBeCloseTo(8.8, 1)
  expect(outside).toBe(true)
})

test('a strip of mangrove seaward of a coarse coast line is not called outside', () => {
  const strip = polygons([rectangle(122.001, 14.5, 122.015, 14.6)])
  const { outside_share, outside } = checkRegion(strip, region)

  expect(outside_share).toBe(1)
  expect(outside).toBe(false)
})

test('a boundary far from every part of the region is wholly outside', () => {
  expect(checkRegion(polygons([rectangle(118, 9, 118.1, 9.1)]), region)).toMatchObject({
    outside_share: 1,
    outside: true,
  })
})

test('a boundary that encloses nothing is outside of nothing', () => {
  expect(checkRegion(polygons(), region)).toEqual({ outside_share: 0, reach_km: 0, outside: false })
})

test('a boundary in a hole of the outline, or between its islands, is outside; the island in a hole is not', () => {
  const ring = polygons(
    [rectangle(121, 14, 122, 15), rectangle(121.3, 14.3, 121.7, 14.7)],
    [rectangle(121.45, 14.45, 121.55, 14.55)],
  )
  const shareAt = (lon: number, lat: number) =>
    checkRegion(polygons([rectangle(lon, lat, lon + 0.01, lat + 0.01)]), ring).outside_share
  expect(shareAt(121.1, 14.5)).toBe(0)
  expect(shareAt(121.35, 14.5)).toBe(1)
  expect(shareAt(121.5, 14.5)).toBe(0)
  expect(shareAt(121.8, 14.5)).toBe(0)
  expect(shareAt(122.5, 14.5)).toBe(1)
})

test('wherever a boundary lies about the real outlines, all of it is told as when it is laid over them', () => {
  const outline = outlineOf(6) as BoundaryGeometry
  const [west, south, east, north] = bboxOf(outline)
  const shares = new Set<number>()
  for (let column = 0; column < 8; column += 1)
    for (let row = 0; row < 8; row += 1) {
      const [lon, lat] = [west + ((east - west) * column) / 8, south + ((north - south) * row) / 8]
      const shape = polygons([rectangle(lon, lat, lon + 0.02, lat + 0.02)])
      const laidOver = areaHectares(differenceOf(shape, repairedIfFaulty(outline))) / areaHectares(shape)
      const { outside_share } = checkRegion(shape, outline)
      expect(outside_share, `${lon} ${lat}`).toBeCloseTo(Math.min(1, laidOver), 6)
      shares.add(Math.round(outside_share))
    }
  expect([...shares].toSorted()).toEqual([0, 1])
})
