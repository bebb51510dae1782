import { describe, expect, test } from 'vitest'
import type { Crs } from '../../../shared/land/boundary-answers.ts'
import {
  type Degrees,
  fromPrs92,
  metresBetween,
  PRS92_TO_WGS84,
  toPrs92,
  toPtm,
  toUtm,
  WGS84_TO_PRS92,
} from '../../../tests/support/oracles/philippine-grid.ts'
import { placesFrom } from './projection.ts'

/** Places in all parts of the country: the origin of the Luzon datum, and one per zone. */
const PLACES: [name: string, place: Degrees][] = [
  ['Balanacan, Marinduque', [121.8687, 13.5613]],
  ['Puerto Princesa', [118.75, 9.83]],
  ['Tawi-Tawi', [119.8, 5.1]],
  ['Makiling, Laguna', [121.2, 14.14]],
  ['Basco, Batanes', [121.97, 20.45]],
  ['Zamboanga', [122.08, 6.92]],
  ['Tacloban', [125.0, 11.24]],
  ['Mati, Davao Oriental', [126.2, 6.95]],
]

const placed = (crs: Crs, [x, y]: readonly [number, number]): Degrees => {
  const place = placesFrom(crs)(x, y)
  if (typeof place === 'string') throw new Error(place)
  return place
}

describe('a place is found within a metre of what the published parameters say', () => {
  test.each(PLACES)('%s', (_name, place) => {
    const [lon] = place
    expect(placed('EPSG:4326', place)).toEqual(place)
    expect(metresBetween(place, placed('EPSG:4683', toPrs92(place)))).toBeLessThan(0.1)
    for (const [crs, meridian] of [
      ['EPSG:3121', 117],
      ['EPSG:3122', 119],
      ['EPSG:3123', 121],
      ['EPSG:3124', 123],
      ['EPSG:3125', 125],
    ] as const) {
      if (Math.abs(lon - meridian) <= 3)
        expect(metresBetween(place, placed(crs, toPtm(place, meridian))), crs).toBeLessThan(0.1)
    }
    for (const [crs, meridian] of [
      ['EPSG:32650', 117],
      ['EPSG:32651', 123],
      ['EPSG:32652', 129],
    ] as const) {
      if (Math.abs(lon - meridian) <= 3)
        expect(metresBetween(place, placed(crs, toUtm(place, meridian))), crs).toBeLessThan(0.1)
    }
  })

  test('NAMRIA publishes both directions, and they are each other within a centimetre', () => {
    for (const [, place] of PLACES) expect(metresBetween(place, fromPrs92(toPrs92(place)))).toBeLessThan(0.01)
  })

  test('rotations with the opposite sign, as some pages print them, would be 5 to 100 m off', () => {
    const wrong = { ...PRS92_TO_WGS84, rotation: PRS92_TO_WGS84.rotation.map((one) => -one) as never }
    for (const [, place] of PLACES) {
      const off = metresBetween(placed('EPSG:4683', place), fromPrs92(place, wrong))
      expect(off).toBeGreaterThan(5)
      expect(off).toBeLessThan(100)
    }
  })

  test('without the shift a place is some 200 m off, as geography.md measured', () => {
    for (const [, place] of PLACES) {
      const off = metresBetween(place, toPrs92(place, WGS84_TO_PRS92))
      expect(off).toBeGreaterThan(150)
      expect(off).toBeLessThan(250)
    }
  })
})

describe('coordinates that do not fit are refused with their likely cause', () => {
  test.each<[string, Crs, [number, number], RegExp]>([
    [
      'metres in degrees',
      'EPSG:4326',
      [304_700.2, 1_563_901.4],
      /^The coordinates \(304700\.2, 1563901\.4\) look like metres/,
    ],
    ['metres in PRS92 degrees', 'EPSG:4683', [304_700.2, 1_563_901.4], /look like metres/],
    [
      'degrees in metres',
      'EPSG:3123',
      [121.2, 14.1],
      /^The coordinates \(121\.2, 14\.1\) are degrees, but PRS92, Philippine zone III .* is in metres/,
    ],
    ['latitude first', 'EPSG:4683', [14.1, 121.2], /^Longitude and latitude are swapped/],
    [
      'northing first',
      'EPSG:3123',
      [1_563_901, 520_000],
      /^Easting and northing are swapped \(1563901, 520000\)/,
    ],
    ['northing first in UTM', 'EPSG:32651', [1_563_901, 304_700], /^Easting and northing are swapped/],
    ['another country in degrees', 'EPSG:4326', [103.2, 18.1], /^The boundary lies outside the Philippines/],
    [
      'another country in metres',
      'EPSG:32651',
      [500_000, 4_000_000],
      /lie outside the Philippines in WGS 84, UTM zone 51 N/,
    ],
    ['the southern hemisphere', 'EPSG:32651', [500_000, -1_500_000], /lie outside the Philippines/],
  ])('%s', (_name, crs, [x, y], sentence) => {
    expect(placesFrom(crs)(x, y)).toMatch(sentence)
  })
})
