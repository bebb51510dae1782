import { expect, test } from 'vitest'
import { polygons, rectangle } from '../../tests/support/boundary-fixtures.ts'
import { checkRegion } from './region-check.ts'

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
