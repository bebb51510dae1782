import { expect, test } from 'vitest'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { polygons, rectangle } from '../../tests/support/records/boundary-fixtures.ts'
import { coverageReader } from './coverage.queries.ts'

const LAGUNA = 19
const BY_FEATURES = { covers_regions: [], covers_provinces: [], covers_touched: true }
const COUNTRY = { covers_regions: null, covers_provinces: null, covers_touched: false }
const ALL_OF_CALABARZON = { covers_regions: [6], covers_provinces: [], covers_touched: false }
const ONLY_LAGUNA = { covers_regions: [], covers_provinces: [LAGUNA], covers_touched: false }

const square = (lon: number, lat: number) => polygons([rectangle(lon, lat, lon + 0.01, lat + 0.01)])
const IN_LAGUNA = square(121.4, 14.2)
const IN_PALAWAN = square(118.9, 10.2)
const IN_MANILA = square(121.05, 14.6)
const AT_SEA = square(119.4, 14.2)

const factsOf = (coverage: Parameters<typeof coverageReader>[0], ...features: BoundaryGeometry[]) => {
  const reader = coverageReader(coverage)
  for (const feature of features) reader.add(feature)
  return reader.facts()
}

test('[S-162] a version covers the provinces that its features touch, and the region that has none', () => {
  const { covers_regions, covers_provinces, far_count } = factsOf(BY_FEATURES, IN_LAGUNA, IN_MANILA)
  expect(covers_provinces).toEqual([LAGUNA])
  expect(covers_regions).toEqual([1])
  expect(far_count).toBe(0)
  expect(factsOf(BY_FEATURES, AT_SEA)).toMatchObject({ covers_regions: [], covers_provinces: [] })
})

test('[S-162] a version covers a province that a feature crosses or surrounds without a corner in it', () => {
  const strip = polygons([rectangle(120, 14.2, 123, 14.21)])
  const around = polygons([rectangle(120, 13.5, 123, 15)])
  const beside = polygons([rectangle(120, 13.5, 123, 15), rectangle(120.5, 13.6, 122.5, 14.9)])
  expect(factsOf(BY_FEATURES, strip).covers_provinces).toContain(LAGUNA)
  expect(factsOf(BY_FEATURES, around).covers_provinces).toContain(LAGUNA)
  expect(factsOf(BY_FEATURES, beside).covers_provinces).not.toContain(LAGUNA)
  expect(factsOf(ONLY_LAGUNA, around).far_count).toBe(0)
})

test('[S-164] features far from what a version covers are counted, with the kilometres', () => {
  const near = { far_count: 0, far_km: 0 }
  for (const coverage of [COUNTRY, ALL_OF_CALABARZON, ONLY_LAGUNA])
    expect(factsOf(coverage, IN_LAGUNA)).toEqual(near)
  expect(factsOf(COUNTRY, IN_PALAWAN)).toEqual(near)
  // two degrees of longitude, as another zone of the grid reads it
  const wrong = factsOf(ONLY_LAGUNA, AT_SEA, IN_LAGUNA)
  expect(wrong.far_count).toBe(1)
  expect(wrong.far_km).toBeGreaterThan(150)
  expect(wrong.far_km).toBeLessThan(215)
  expect(factsOf(COUNTRY, AT_SEA).far_count).toBe(1)
  expect(factsOf(ALL_OF_CALABARZON, IN_PALAWAN).far_km).toBeGreaterThan(300)
})
