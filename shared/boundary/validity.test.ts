import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaHectares } from './area.ts'
import type { Position } from './boundary.schema.ts'
import { bowTie, polygons, rectangle, star } from '../../tests/support/records/boundary-fixtures.ts'
import { repaired, repairedIfFaulty, validityOf } from './validity.ts'
import { FULL } from '../../tests/support/full.ts'

const box = rectangle(121.2, 14.1, 121.22, 14.12)

test('an ordinary boundary is valid, with a hole, in parts, and with parts that meet in a point', () => {
  expect(validityOf(polygons([box]))).toEqual({ valid: true })
  expect(validityOf(polygons([box, rectangle(121.205, 14.105, 121.21, 14.11)]))).toEqual({ valid: true })
  expect(validityOf(polygons([box], [rectangle(121.22, 14.12, 121.23, 14.13)]))).toEqual({ valid: true })
})

test.each([
  [
    'a line that crosses itself',
    polygons([bowTie(121.2, 14.1, 121.22, 14.12)]),
    'The boundary crosses itself',
  ],
  [
    'a hole outside',
    polygons([box, rectangle(121.3, 14.1, 121.31, 14.11)]),
    'A hole lies outside the boundary',
  ],
  [
    'a hole in a hole',
    polygons([box, rectangle(121.202, 14.102, 121.21, 14.11), rectangle(121.204, 14.104, 121.206, 14.106)]),
    'A hole lies inside another hole',
  ],
  [
    'overlapping parts',
    polygons([box], [rectangle(121.21, 14.11, 121.23, 14.13)]),
    'Parts of the boundary overlap each other',
  ],
  [
    'a part inside a part',
    polygons([box], [rectangle(121.205, 14.105, 121.21, 14.11)]),
    'A part of the boundary lies inside another part',
  ],
])('%s is named in plain words, with a place', (_, geometry, reason) => {
  const validity = validityOf(geometry)

  expect(validity).toMatchObject({ valid: false, reason })
  expect(validity).toHaveProperty('at', [expect.any(Number), expect.any(Number)])
})

test('the place of a crossing is where the lines cross', () => {
  const validity = validityOf(polygons([bowTie(121.2, 14.1, 121.22, 14.12)]))

  const [lon, lat] = (validity as { at: Position }).at
  expect(lon).toBeCloseTo(121.21, 9)
  expect(lat).toBeCloseTo(14.11, 9)
})

test('a fault inside one part is reported before parts that overlap', () => {
  const geometry = polygons([box], [bowTie(121.21, 14.11, 121.23, 14.13)])
  expect(validityOf(geometry)).toMatchObject({ reason: 'The boundary crosses itself' })
})

test('repair keeps both lobes of a bow tie: half of its box', () => {
  const shape = repaired(polygons([bowTie(121.2, 14.1, 121.22, 14.12)]))

  expect(validityOf(shape)).toEqual({ valid: true })
  expect(shape.coordinates).toHaveLength(2)
  expect(areaHectares(shape)).toBeCloseTo(areaHectares(polygons([box])) / 2, 1)
})

test('repair counts land inside two parts once and takes holes out', () => {
  const right = rectangle(121.21, 14.1, 121.23, 14.12)
  const hole = rectangle(121.202, 14.102, 121.206, 14.106)
  const shape = repaired(polygons([box, hole], [right]))

  const whole = areaHectares(polygons([rectangle(121.2, 14.1, 121.23, 14.12), hole]))
  expect(validityOf(shape)).toEqual({ valid: true })
  expect(areaHectares(shape)).toBeCloseTo(whole, 2)
})

test('a line drawn there and back encloses nothing', () => {
  const spike = polygons([
    [
      [121.2, 14.1],
      [121.22, 14.1],
      [121.21, 14.1],
      [121.2, 14.1],
    ],
  ])

  expect(validityOf(spike).valid).toBe(false)
  expect(areaHectares(repaired(spike))).toBe(0)
})

test('a valid shape is left exactly as it is', () => {
  const shape = polygons([star([121.2, 14.1], 0.02, 50)])
  expect(repairedIfFaulty(shape)).toBe(shape)
})

test('any ring, however tangled, is repaired into a valid shape inside its box', () => {
  const corner = fc.tuple(
    fc.double({ min: 121, max: 121.1, noNaN: true }),
    fc.double({ min: 14, max: 14.1, noNaN: true }),
  )
  fc.assert(
    fc.property(fc.array(corner, { minLength: 3, maxLength: 12 }), (corners) => {
      const shape = repaired(polygons([[...corners, corners[0] as Position] as Position[]]))

      expect(validityOf(shape)).toEqual({ valid: true })
      expect(areaHectares(shape)).toBeLessThanOrEqual(
        areaHectares(polygons([rectangle(121, 14, 121.1, 14.1)])) + 0.01,
      )
    }),
    { numRuns: FULL ? 1_500 : 40 },
  )
})
