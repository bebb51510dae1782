import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bowTie,
  polygons,
  rectangle,
  star,
  zoneHectares,
} from '../../tests/support/records/boundary-fixtures.ts'
import type { BoundaryGeometry, Ring } from '../boundary/boundary.schema.ts'
import { comparerOf, type SharedLand, TOO_TANGLED } from './meet.ts'

/** The land of features in a boundary; fails the test if it is not known. */
function landIn(boundary: BoundaryGeometry, ...features: BoundaryGeometry[]): SharedLand[] {
  const compared = comparerOf(boundary)(features.map((geometry, id) => ({ id, geometry })))
  if (!compared.ok) throw new Error(compared.reason)
  return compared.shared
}

/** Expects hectares within 0.1 % of the closed formula for zones of the ellipsoid, and the share of the boundary. */
function expectLand(found: SharedLand | undefined, hectares: number, whole: number) {
  expect(found).toBeDefined()
  if (!found) return
  // beside the rounding to 0.01 ha
  expect(Math.abs(found.overlap_ha - hectares)).toBeLessThan(Math.max(0.001 * hectares, 0.005_01))
  expect(found.share).toBeCloseTo(hectares / whole, 3)
}

// near the equator, in Luzon, and in the far north; a hundred metres to half a degree
const PLACES = [
  { west: 119.4, south: 4.7, size: 0.001 },
  { west: 121.2, south: 14.1, size: 0.01 },
  { west: 125.5, south: 8.9, size: 0.1 },
  { west: 121.0, south: 17.0, size: 0.5 },
  { west: 121.8, south: 20.7, size: 0.02 },
]

test.each(PLACES)('squares at $south N of $size degrees', ({ west, south, size }) => {
  const half = size / 2
  const boundary = polygons([rectangle(west, south, west + size, south + size)])
  const whole = zoneHectares(west, south, west + size, south + size)
  const corner = polygons([rectangle(west + half, south + half, west + 2 * size, south + 2 * size)])
  expectLand(
    landIn(boundary, corner)[0],
    zoneHectares(west + half, south + half, west + size, south + size),
    whole,
  )
  const around = polygons([rectangle(west - size, south - size, west + 2 * size, south + 2 * size)])
  expectLand(landIn(boundary, around)[0], whole, whole)
  const inside = polygons([rectangle(west + half, south + half, west + half * 1.5, south + half * 1.5)])
  const part = zoneHectares(west + half, south + half, west + half * 1.5, south + half * 1.5)
  expectLand(landIn(boundary, inside)[0], part, whole)
})

test('rings with holes: land in a hole of either is not shared', () => {
  const boundary = polygons([
    rectangle(121.2, 14.1, 121.22, 14.12),
    rectangle(121.202, 14.102, 121.206, 14.106),
  ])
  const hole = zoneHectares(121.202, 14.102, 121.206, 14.106)
  const whole = zoneHectares(121.2, 14.1, 121.22, 14.12) - hole
  const feature = polygons([
    rectangle(121.19, 14.09, 121.21, 14.13),
    rectangle(121.207, 14.107, 121.209, 14.109),
  ])
  const shared =
    zoneHectares(121.2, 14.1, 121.21, 14.12) - hole - zoneHectares(121.207, 14.107, 121.209, 14.109)
  expectLand(landIn(boundary, feature)[0], shared, whole)
  // an enclave that the hole is cut for, as in a protected area round a town
  const enclave = polygons([rectangle(121.203, 14.103, 121.205, 14.105)])
  expect(landIn(boundary, enclave)).toEqual([])
  const ringRound = polygons([rectangle(121, 14, 121.5, 14.5), rectangle(121.1, 14.05, 121.3, 14.2)])
  expect(landIn(boundary, ringRound)).toEqual([])
})

test('many parts: of a boundary and of a feature, near and far, each counts once', () => {
  const row = (south: number, count: number): Ring[][] =>
    Array.from({ length: count }, (_, at) => [
      rectangle(121 + at * 0.01, south, 121 + at * 0.01 + 0.005, south + 0.005),
    ])
  const boundary = polygons(...row(14, 40))
  const whole = zoneHectares(121, 14, 121.005, 14.005) * 40
  // the northern half of the first twenty parts, and a hundred parts elsewhere
  const feature = polygons([rectangle(120.9, 14.0025, 121.1975, 14.02)], ...row(15, 100))
  expectLand(landIn(boundary, feature)[0], zoneHectares(121, 14.0025, 121.005, 14.005) * 20, whole)
  // two features that share land with each other are two findings, the largest first
  const [first, second] = landIn(boundary, polygons([rectangle(121, 14, 121.0025, 14.005)]), feature)
  expect([first?.id, second?.id]).toEqual([1, 0])
})

test('a shape that crosses itself is compared in its repaired form, both lobes of an 8', () => {
  const lobes = (zoneHectares(121.2, 14.1, 121.22, 14.12) / 2) * 1
  const eight = polygons([bowTie(121.2, 14.1, 121.22, 14.12)])
  const square = polygons([rectangle(121.1, 14, 121.3, 14.2)])
  expectLand(landIn(eight, square)[0], lobes, lobes)
  expectLand(landIn(square, eight)[0], lobes, zoneHectares(121.1, 14, 121.3, 14.2))
})

test('slivers are left out: both under 0.1 ha and under 0.1 % of the boundary', () => {
  const whole = zoneHectares(121, 14, 121.1, 14.1)
  const boundary = polygons([rectangle(121, 14, 121.1, 14.1)])
  const square = (hectares: number) => {
    const side = Math.sqrt(hectares / zoneHectares(121.05, 14.05, 121.051, 14.051)) * 0.001
    return polygons([rectangle(121.05, 14.05, 121.05 + side, 14.05 + side)])
  }
  expect(landIn(boundary, square(0.08))).toEqual([])
  expectLand(landIn(boundary, square(0.12))[0], 0.12, whole)
  // of a small boundary, 0.02 ha are more than 0.1 %
  const small = square(5)
  expect(landIn(small, square(0.02))).toMatchObject([{ overlap_ha: 0.02, share: 0.004 }])
  // along a common border nothing is shared, and 0.00 ha is no finding of however small a boundary
  expect(landIn(boundary, polygons([rectangle(121.1, 14, 121.2, 14.1)]))).toEqual([])
  expect(landIn(square(1), square(0.002))).toEqual([])
})

test('what lies beside, far away or nowhere is nothing found', () => {
  const boundary = polygons([star([121.2, 14.1], 0.01, 60)])
  const far = polygons([rectangle(125, 8, 126, 9)])
  expect(landIn(boundary)).toEqual([])
  expect(landIn(boundary, far, polygons())).toEqual([])
  // its box surrounds the boundary, its land does not
  const frame = polygons(
    [rectangle(121, 14, 121.4, 14.01)],
    [rectangle(121, 14.19, 121.4, 14.2)],
    [rectangle(121, 14, 121.01, 14.2)],
    [rectangle(121.39, 14, 121.4, 14.2)],
  )
  expect(landIn(boundary, frame)).toEqual([])
})

test('a tangled pair has a reason, and so has all of its layer: never "nothing"', () => {
  const scribble = (offset: number): Ring => {
    const ring = Array.from({ length: 3_000 }, (_, at): [number, number] => [
      121 + ((at * 7_919 + offset) % 1_000) / 10_000,
      14 + ((at * 104_729) % 997) / 10_000,
    ])
    return [...ring, ring[0] as [number, number]]
  }
  const square = polygons([rectangle(121, 14, 121.1, 14.1)])
  const tangled = { ok: false, reason: TOO_TANGLED }
  expect(comparerOf(polygons([scribble(0)]))([{ id: 1, geometry: square }])).toEqual(tangled)
  const features = [square, polygons([scribble(5)])].map((geometry, id) => ({ id, geometry }))
  expect(comparerOf(square)(features)).toEqual(tangled)
  // far away it costs nothing
  const far = polygons([rectangle(125, 8, 125.1, 8.1)])
  expect(comparerOf(far)(features)).toEqual({ ok: true, shared: [] })
})

test('a drawing has few corners, whatever the shapes', () => {
  const boundary = polygons([star([121.2, 14.1], 0.05, 5_000)])
  const [found] = landIn(boundary, polygons([rectangle(121.2, 14, 121.3, 14.2)]))
  const corners = found?.drawing.coordinates.flat().flat().length ?? 0
  expect(corners).toBeGreaterThan(50)
  expect(corners).toBeLessThanOrEqual(400)
})

test('a feature that is cut into pieces along its length has the same land in all', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 80 }),
      fc.double({ min: 0.002, max: 0.02, noNaN: true }),
      fc.double({ min: -0.015, max: 0.015, noNaN: true }),
      (corners, radius, offset) => {
        const boundary = polygons([rectangle(121.19, 14.09, 121.21, 14.11)])
        const whole = polygons([star([121.2 + offset, 14.1 - offset / 2], radius, corners)])
        const west = comparerOf(whole)([
          { id: 0, geometry: polygons([rectangle(121.19, 14.09, 121.2, 14.11)]) },
          { id: 1, geometry: polygons([rectangle(121.2, 14.09, 121.21, 14.11)]) },
        ])
        const sum = west.ok ? west.shared.reduce((all, one) => all + one.overlap_ha, 0) : Number.NaN
        const both = landIn(boundary, whole)[0]?.overlap_ha ?? 0
        // slivers of up to 0.1 ha are left out on either side
        expect(Math.abs(sum - both)).toBeLessThan(0.32)
      },
    ),
  )
})

test('land in several features counts once, where it is asked for', () => {
  const boundary = polygons([rectangle(121.2, 14.1, 121.22, 14.12)])
  const features = [
    polygons([rectangle(121.19, 14.09, 121.21, 14.13)]),
    polygons([rectangle(121.205, 14.09, 121.215, 14.13)]),
    // only beside the boundary
    polygons([rectangle(121.3, 14.1, 121.32, 14.12)]),
  ].map((geometry, id) => ({ id, geometry }))
  const together = comparerOf(boundary, { isTogether: true })(features)
  expect(together).toMatchObject({ ok: true, shared: [{ id: 0 }, { id: 1 }] })
  const hectares = zoneHectares(121.2, 14.1, 121.215, 14.12)
  expect(together.ok ? together.together_ha : null).toBeCloseTo(hectares, 1)
  expect(comparerOf(boundary)(features)).not.toHaveProperty('together_ha')
})
