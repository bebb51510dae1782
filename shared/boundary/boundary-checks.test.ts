import { expect, test } from 'vitest'
import { BoundaryReport } from './boundary.schema.ts'
import { type BoundaryCheckInput, checkBoundary, compareAreas } from './boundary-checks.ts'
import { bowTie, polygons, rectangle, star } from './boundary-fixtures.ts'
import { overlapOf } from './overlap.ts'
import { isTangled } from './tangle.ts'

const alone = (geometry: BoundaryCheckInput['geometry']): BoundaryCheckInput => ({
  geometry,
  declared_ha: null,
  region: null,
  neighbours: [],
})
const box = polygons([rectangle(121.2, 14.1, 121.22, 14.12)])

test('a good boundary gives its numbers and no warning', () => {
  const hole = rectangle(121.205, 14.105, 121.21, 14.11)
  const report = checkBoundary(alone(polygons([rectangle(121.2, 14.1, 121.22, 14.12), hole])))

  expect(report).toMatchObject({
    vertex_count: 10,
    polygon_count: 1,
    hole_count: 1,
    bbox: [121.2, 14.1, 121.22, 14.12],
    valid: true,
    warnings: [],
  })
  expect(report).not.toHaveProperty('invalid_reason')
  expect(BoundaryReport.parse(report)).toEqual(report)
})

test('a boundary that crosses itself is shown where, and measured with both lobes', () => {
  const report = checkBoundary(alone(polygons([bowTie(121.2, 14.1, 121.22, 14.12)])))

  expect(report).toMatchObject({ valid: false, invalid_reason: 'The boundary crosses itself' })
  expect(report.area_ha).toBeCloseTo(checkBoundary(alone(box)).area_ha / 2, 1)
  expect(report.warnings).toEqual([
    {
      kind: 'self_crossing',
      message: 'The boundary crosses itself near 121.21000, 14.11000.',
      at: report.invalid_at,
    },
  ])
})

test('a boundary outside its region says how much of it', () => {
  const region = {
    name: 'Region IX (Zamboanga Peninsula)',
    outline: polygons([rectangle(121.1, 14, 121.18, 15)]),
  }
  const crossing = polygons([rectangle(121.08, 14.1, 121.28, 14.2)])
  const messages = (geometry: typeof box) =>
    checkBoundary({ ...alone(geometry), region }).warnings.map(({ message }) => message)

  expect(messages(crossing)).toEqual([
    'About 60 % of the boundary lies outside Region IX (Zamboanga Peninsula).',
  ])
  expect(messages(polygons([rectangle(121.3, 14.1, 121.4, 14.2)]))).toEqual([
    'The whole boundary lies outside Region IX (Zamboanga Peninsula).',
  ])
})

test('an area is flagged beyond five per cent of the declared one', () => {
  expect(compareAreas(816.67, 828.2)).toEqual({
    percent: -1.4,
    differs: false,
    message: 'The mapped area is 816.67 ha, 1.4 % less than the declared 828.20 ha.',
  })
  expect(compareAreas(105, 100)?.differs).toBe(false)
  expect(compareAreas(105.01, 100)?.differs).toBe(true)
  expect(compareAreas(94.99, 100)).toMatchObject({ percent: -5, differs: true })
  expect(compareAreas(100, 100)?.message).toBe(
    'The mapped area is 100.00 ha, the same as the declared 100.00 ha.',
  )
  expect(compareAreas(100, null)).toBeNull()

  const { area_ha, warnings } = checkBoundary({ ...alone(box), declared_ha: 100 })
  expect(warnings).toEqual([{ kind: 'area_differs', message: compareAreas(area_ha, 100)?.message }])
})

test('overlaps name the other site and its hectares, the largest first', () => {
  const neighbour = (site_profile_id: number, west: number) => ({
    site_profile_id,
    code: `SITES-R04-2025-000${site_profile_id}`,
    name_of_partner: `Partner ${site_profile_id}`,
    geometry: polygons([rectangle(west, 14.1, west + 0.02, 14.12)]),
  })
  const small = neighbour(3, 121.215)
  const large = neighbour(4, 121.205)
  const touching = neighbour(5, 121.22)

  const { warnings } = checkBoundary({ ...alone(box), neighbours: [small, touching, large] })
  const expected = overlapOf(box, large.geometry)
  expect(warnings.map(({ site_profile_id }) => site_profile_id)).toEqual([4, 3])
  expect(warnings[0]).toEqual({
    kind: 'overlap',
    message: `Overlaps SITES-R04-2025-0004 (Partner 4) by ${expected.overlap_ha.toFixed(2)} ha.`,
    site_profile_id: 4,
    code: 'SITES-R04-2025-0004',
    name_of_partner: 'Partner 4',
    overlap_ha: expected.overlap_ha,
    overlap: expected.geometry,
  })
})

test('an overlap is told from a hundredth of a hectare on; what two surveys of one line differ by is none', () => {
  // from the eastern side of the box, 2.2 km long, this many degrees in
  const overlapBy = (width: number) => {
    const neighbour = {
      ...{ site_profile_id: 1, code: 'SITES-R04-2025-0001', name_of_partner: 'Partner' },
      geometry: polygons([rectangle(121.22 - width, 14.1, 121.23, 14.12)]),
    }
    const { warnings } = checkBoundary({ ...alone(box), neighbours: [neighbour] })
    return warnings.map(({ overlap_ha }) => overlap_ha)
  }
  expect(overlapBy(0.000_000_1)).toEqual([])
  expect(overlapBy(0.000_000_5)).toEqual([0.01])
  expect(overlapBy(0.000_01)).toEqual([0.24])
})

test('the overlap with a neighbour that crosses itself counts both of its lobes', () => {
  const neighbour = {
    site_profile_id: 1,
    code: 'SITES-R04-2025-0001',
    name_of_partner: 'Partner',
    geometry: polygons([bowTie(121.19, 14.09, 121.23, 14.13)]),
  }
  const { area_ha, warnings } = checkBoundary({ ...alone(box), neighbours: [neighbour] })
  expect(warnings[0]?.overlap_ha).toBeCloseTo(area_ha / 2, 1)
})

test('tangled shapes are told from surveyed ones', () => {
  const surveyed = Array.from({ length: 40 }, (_, i) => polygons([star([121 + i * 0.01, 14], 0.02, 100)]))
  const scribble = Array.from({ length: 200 }, (_, i): [number, number] => [
    121 + ((i * 61) % 97) / 970,
    14 + ((i * 37) % 89) / 890,
  ])

  expect(isTangled(surveyed)).toBe(false)
  expect(isTangled([polygons([[...scribble, scribble[0] as [number, number]]])])).toBe(true)
  expect(isTangled([])).toBe(false)
})

test('the list of overlaps against 10,000 sites equals the exact comparison with every one of them', () => {
  const sites = Array.from({ length: 10_000 }, (_, i) => ({
    site_profile_id: i,
    code: `SITES-${i}`,
    name_of_partner: `Partner ${i}`,
    geometry: polygons([star([120 + (i % 100) * 0.03, 10 + Math.floor(i / 100) * 0.03], 0.02, 69)]),
  }))
  const mine = polygons([star([121.5, 11.5], 0.045, 200)])
  const report = checkBoundary({ ...alone(mine), neighbours: sites })

  const exact = sites.filter(({ geometry }) => overlapOf(mine, geometry).overlap_ha >= 0.01)
  expect(exact.length).toBeGreaterThan(5)
  expect(new Set(report.warnings.map(({ site_profile_id }) => site_profile_id))).toEqual(
    new Set(exact.map(({ site_profile_id }) => site_profile_id)),
  )
})
