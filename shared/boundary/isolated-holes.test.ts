import fc from 'fast-check'
import MonotoneChainEdge from 'jsts/org/locationtech/jts/geomgraph/index/MonotoneChainEdge.js'
import OverlayOp from 'jsts/org/locationtech/jts/operation/overlay/OverlayOp.js'
import SnapIfNeededOverlayOp from 'jsts/org/locationtech/jts/operation/overlay/snap/SnapIfNeededOverlayOp.js'
import IsValidOp from 'jsts/org/locationtech/jts/operation/valid/IsValidOp.js'
import { afterEach, expect, test, vi } from 'vitest'
import { polygons, rectangle } from '../../tests/support/records/boundary-fixtures.ts'
import { areaHectares } from './area.ts'
import type { BoundaryGeometry, Ring } from './boundary.schema.ts'
import { covers, facesWhere } from './faces.ts'
import { holesApart, withHoles } from './isolated-holes.ts'
import { fromJsts, toJsts } from './jsts-geometry.ts'
import { differenceOf, intersectionOf, unionOf } from './overlap.ts'
import { repaired, validityOf } from './validity.ts'

afterEach(() => vi.restoreAllMocks())

const SHELL = rectangle(121.3, 14.1, 121.5, 14.3)

/** A square with this many square holes in rows. */
function sieve(count: number): BoundaryGeometry {
  const side = Math.ceil(Math.sqrt(count))
  const step = 0.2 / side
  const holes = Array.from({ length: count }, (_, at) => {
    const [west, south] = [121.3 + step * ((at % side) + 0.25), 14.1 + step * (Math.floor(at / side) + 0.25)]
    return rectangle(west, south, west + step / 2, south + step / 2)
  })
  return polygons([SHELL, ...holes])
}

test('the comparisons for a boundary with 40,000 holes are at most ten times those for one with 4,000', () => {
  const compared = vi.spyOn(MonotoneChainEdge.prototype, 'computeIntersectsForChain')
  const neighbour = polygons([rectangle(121.35, 14.15, 121.6, 14.4)])
  const comparisons = (count: number) => {
    compared.mockClear()
    const shape = sieve(count)
    expect(validityOf(shape)).toEqual({ valid: true })
    expect(intersectionOf(shape, neighbour).coordinates[0]?.length).toBeGreaterThan(count / 2)
    return compared.mock.calls.length
  }

  const few = comparisons(4_000)
  expect(few).toBeGreaterThan(0)
  expect(comparisons(40_000)).toBeLessThanOrEqual(10 * few)
})

test.each([
  ['lies outside', [SHELL, rectangle(121.6, 14.1, 121.61, 14.11)]],
  ['touches the line around it', [SHELL, rectangle(121.3, 14.2, 121.31, 14.21)]],
  [
    'lies in another hole',
    [SHELL, rectangle(121.35, 14.15, 121.45, 14.25), rectangle(121.4, 14.2, 121.41, 14.21)],
  ],
  [
    'crosses itself',
    [
      SHELL,
      [
        [121.4, 14.2],
        [121.41, 14.21],
        [121.41, 14.2],
        [121.4, 14.21],
        [121.4, 14.2],
      ] as Ring,
    ],
  ],
  [
    'goes back over its own line',
    [
      SHELL,
      [
        [121.4, 14.2],
        [121.42, 14.2],
        [121.41, 14.2],
        [121.4, 14.21],
        [121.4, 14.2],
      ] as Ring,
    ],
  ],
])('a hole that %s is left for the full check', (_, rings) => {
  expect(holesApart(polygons(rings)).holes).toEqual([])
})

test('a hole on the land of two parts is left for the full check', () => {
  const hole = rectangle(121.4, 14.2, 121.41, 14.21)
  expect(holesApart(polygons([SHELL, hole])).holes).toEqual([hole])
  expect(holesApart(polygons([SHELL, hole], [rectangle(121.25, 14.05, 121.55, 14.35)])).holes).toEqual([])
})

/** Corners on a grid of a hundred metres, so that lines touch and cover each other often. */
const at = (cells: number, origin: number) => origin + cells / 1_000
const anyRing = ({ most, sides: [min, max] }: { most: number; sides: [min: number, max: number] }) =>
  fc
    .tuple(fc.nat(most), fc.nat(most), fc.integer({ min, max }), fc.integer({ min, max }), fc.nat(3))
    .map(([x, y, width, height, cut]): Ring => {
      const [west, south, east, north] = [
        at(x, 121.3),
        at(y, 14.1),
        at(x + width, 121.3),
        at(y + height, 14.1),
      ]
      const corners = rectangle(west, south, east, north).slice(0, 4)
      if (cut === 1) corners.splice(2, 1)
      if (cut === 2) corners.reverse()
      if (cut === 3) [corners[1], corners[2]] = [corners[2] ?? [east, north], corners[1] ?? [east, south]]
      return [...corners, corners[0] ?? [west, south]]
    })
const SHELLS = { most: 10, sides: [15, 40] } satisfies Parameters<typeof anyRing>[0]
const HOLES = { most: 40, sides: [1, 4] } satisfies Parameters<typeof anyRing>[0]
const anyShape = fc
  .array(fc.tuple(anyRing(SHELLS), fc.array(anyRing(HOLES), { maxLength: 6 })), {
    minLength: 1,
    maxLength: 2,
  })
  .map((parts) => polygons(...parts.map(([shell, holes]) => [shell, ...holes])))

const faultByJts = (shape: BoundaryGeometry) =>
  new IsValidOp(toJsts(shape)).getValidationError()?.getMessage() ?? null
const faultApart = (shape: BoundaryGeometry) => faultByJts(holesApart(shape).shape)

test('without its isolated holes a shape has the fault that it has with them', () => {
  let apart = 0
  fc.assert(
    fc.property(anyShape, (shape) => {
      apart += holesApart(shape).holes.length
      expect(faultApart(shape)).toBe(faultByJts(shape))
    }),
    { numRuns: 600 },
  )
  expect(apart).toBeGreaterThan(100)
})

test('a faulty shape has the same land repaired with its isolated holes apart as all at once', () => {
  fc.assert(
    fc.property(anyShape, (shape) => {
      const atOnce = facesWhere(shape.coordinates.flat(), (point) => covers(shape, point))
      expect(areaHectares(repaired(shape))).toBeCloseTo(areaHectares(atOnce), 4)
    }),
    { numRuns: 150 },
  )
})

test('two shapes have the same common, remaining and joined land as JTS finds with all holes', () => {
  const byJts = (a: BoundaryGeometry, b: BoundaryGeometry, operation: number) =>
    areaHectares(fromJsts(SnapIfNeededOverlayOp.overlayOp(toJsts(a), toJsts(b), operation)))
  fc.assert(
    fc.property(anyShape, anyShape, (one, other) => {
      const [a, b] = [repaired(one), repaired(other)]
      fc.pre(a.coordinates.length > 0 && b.coordinates.length > 0)
      expect(areaHectares(intersectionOf(a, b))).toBeCloseTo(byJts(a, b, OverlayOp.INTERSECTION), 4)
      expect(areaHectares(differenceOf(a, b))).toBeCloseTo(byJts(a, b, OverlayOp.DIFFERENCE), 4)
      expect(areaHectares(unionOf(a, b))).toBeCloseTo(byJts(a, b, OverlayOp.UNION), 4)
    }),
    { numRuns: 150 },
  )
})

test('holes are put back into the polygon around them, and one on no land is dropped', () => {
  const [west, east] = [rectangle(121.1, 14.1, 121.2, 14.2), rectangle(121.3, 14.1, 121.4, 14.2)]
  const hole = rectangle(121.35, 14.15, 121.36, 14.16)
  const elsewhere = rectangle(121.25, 14.15, 121.26, 14.16)
  expect(withHoles(polygons([west], [east]), [hole, elsewhere])).toEqual(polygons([west], [east, hole]))
})
