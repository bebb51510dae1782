import { expect, test } from 'vitest'
import { BoundaryReport, type Position } from './boundary.schema.ts'
import {
  type BoundaryCheckInput,
  checkBoundary,
  compareAreas,
  judgeBoundary,
  SHAPE_ONLY,
} from './boundary-checks.ts'
import { bowTie, polygons, rectangle, star } from '../../tests/support/records/boundary-fixtures.ts'
import { overlapOf } from './overlap.ts'
import { isTooComplex } from './complexity.ts'
import { full } from '../../tests/support/full.ts'

const alone = (geometry: BoundaryCheckInput['geometry']): BoundaryCheckInput => ({
  ...SHAPE_ONLY,
  geometry,
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
  const { overlaps, ...told } = report
  expect(overlaps).toEqual([])
  // the towns are added for the reader
  expect(BoundaryReport.parse({ ...report, towns: [] })).toEqual({ ...told, towns: [] })
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

const neighbour = (site_profile_id: number, geometry: typeof box) => ({ site_profile_id, geometry })

test('overlaps give the other site and the land, the largest first', () => {
  const beside = (id: number, west: number) =>
    neighbour(id, polygons([rectangle(west, 14.1, west + 0.02, 14.12)]))
  const [small, large, touching] = [beside(3, 121.215), beside(4, 121.205), beside(5, 121.22)]

  const { overlaps, warnings } = checkBoundary({ ...alone(box), neighbours: [small, touching, large] })
  expect(overlaps.map(({ site_profile_id }) => site_profile_id)).toEqual([4, 3])
  expect(overlaps[0]).toEqual({ site_profile_id: 4, shared: overlapOf(box, large.geometry) })
  expect(warnings, 'who is told what is decided elsewhere').toEqual([])
})

test('an overlap is told from a hundredth of a hectare on; what two surveys of one line differ by is none', () => {
  // an overlap this many degrees wide, along the eastern side of the box, which is 2.2 km long
  const overlapBy = (width: number) => {
    const neighbours = [neighbour(1, polygons([rectangle(121.22 - width, 14.1, 121.23, 14.12)]))]
    return checkBoundary({ ...alone(box), neighbours }).overlaps.map(({ shared }) => shared?.overlap_ha)
  }
  expect(overlapBy(0.000_000_1)).toEqual([])
  expect(overlapBy(0.000_000_5)).toEqual([0.01])
  expect(overlapBy(0.000_01)).toEqual([0.24])
})

test('the overlap with a neighbour that crosses itself counts both of its lobes', () => {
  const neighbours = [neighbour(1, polygons([bowTie(121.19, 14.09, 121.23, 14.13)]))]
  const { area_ha, overlaps } = checkBoundary({ ...alone(box), neighbours })
  expect(overlaps[0]?.shared?.overlap_ha).toBeCloseTo(area_ha / 2, 1)
})

/** A star polygon with an odd number of points, each joined to the one nearly opposite. */
function crossingStar(points: number): Position[] {
  const ring = Array.from({ length: points }, (_, at): Position => {
    const angle = (2 * Math.PI * at * ((points - 1) / 2)) / points
    return [121.21 + 0.02 * Math.cos(angle), 14.11 + 0.02 * Math.sin(angle)]
  })
  return [...ring, ring[0] as Position]
}

/** A comb with this many thin teeth, horizontal or vertical; it does not cross itself. */
function comb(teeth: number, isLying: boolean): Position[] {
  const pitch = 0.02 / (2 * teeth)
  const points: Position[] = [[0, -0.001]]
  for (let tooth = 0; tooth < teeth; tooth += 1) {
    const from = 2 * tooth * pitch
    points.push([from, 0.02], [from + pitch, 0.02], [from + pitch, 0], [from + 2 * pitch, 0])
  }
  points.push([0.02, -0.001], [0, -0.001])
  return points.map(([x, y]) => (isLying ? [121.2 + y, 14.1 + x] : [121.2 + x, 14.1 + y]))
}

test('a line that crosses itself a thousand times is no boundary, and is told so by count', () => {
  expect(judgeBoundary(alone(polygons([crossingStar(301)])))).toEqual({
    ok: false,
    reason:
      'The boundary crosses itself in more than 1,000 places; draw it again as one line around the site.',
  })
  expect(judgeBoundary(alone(polygons([crossingStar(21)])))).toMatchObject({
    ok: true,
    report: { valid: false },
  })
})

test('a neighbour too tangled to be compared costs nothing and is told as such, the others are compared', () => {
  const lying = polygons([comb(250, true)])
  const star = polygons([crossingStar(301)])
  const plain = polygons([rectangle(121.2, 14.1, 121.21, 14.11)])
  const neighbours = [neighbour(1, lying), neighbour(2, star), neighbour(3, plain)]
  const { overlaps } = checkBoundary({ ...alone(polygons([comb(250, false)])), neighbours })
  expect(overlaps.map(({ site_profile_id, shared }) => [site_profile_id, shared !== null])).toEqual([
    [3, true],
    [1, false],
    [2, false],
  ])
})

full.test('the overlaps of one boundary have a budget together, the same on every machine', () => {
  const lying = polygons([comb(16, true)])
  const standing = alone(polygons([comb(16, false)]))
  const many = Array.from({ length: 60 }, (_, at) => neighbour(at, lying))
  const compared = checkBoundary({ ...standing, neighbours: many }).overlaps.filter(({ shared }) => shared)
  expect(compared.length).toBeGreaterThan(0)
  expect(compared.length).toBeLessThan(many.length)
})

const laguna = {
  name: 'Laguna',
  outline: null,
  coarse: {
    name: 'Laguna',
    geometry: polygons([rectangle(121.1, 14, 121.5, 14.5)]),
    lies_in: null as string | null,
  },
}
const at = ([lon, lat]: Position, size = 0.01) => polygons([rectangle(lon, lat, lon + size, lat + size)])

test('[S-125] a site far away in another province, or of a square metre, is told', () => {
  const kinds = (geometry: typeof box, changes: Partial<BoundaryCheckInput>) =>
    checkBoundary({ ...alone(geometry), ...changes }).warnings.map(({ kind, message }) => [kind, message])

  const elsewhere = { ...laguna, coarse: { ...laguna.coarse, lies_in: 'Rizal' } }
  expect(kinds(at([121.25, 14.6]), { province: elsewhere })).toEqual([
    [
      'outside_province',
      'The whole boundary lies outside Laguna: 12 km from it, in Rizal, by a coarse outline (Natural Earth).',
    ],
  ])
  expect(kinds(at([121.45, 14.3]), { province: laguna })).toEqual([])
  expect(kinds(at([121.4, 14.1], 0.000_009), {})).toEqual([
    [
      'too_small',
      'The boundary encloses only 1 m², less than the 0.01 ha of the smallest site; please check the map.',
    ],
  ])
  expect(kinds(at([121.4, 14.1], 0.000_1), {})).toEqual([])
})

test('[S-125] what was checked is named, and what could not be', () => {
  const place = {
    region: { name: 'Region IV-A', outline: polygons([rectangle(120, 13, 123, 15)]) },
    province: laguna,
    municipality: { name: 'Luisiana', point: [121.51, 14.19] as Position, outline: null },
  }
  const { checked, not_checked } = checkBoundary({
    ...alone(at([121.4, 14.1])),
    ...place,
    declared_ha: 119.4,
  })
  expect(checked).toEqual([
    'Country: inside the Philippines',
    'Shape: does not cross itself',
    'Region: inside or near Region IV-A, by its coarse outline',
    'Province: inside Laguna, by a coarse outline (Natural Earth)',
    'Size: at least 0.01 ha',
    'Declared area: within 5 % of the mapped one',
  ])
  expect(not_checked).toEqual([
    'Municipality: There is no map of Luisiana here, so this was not checked. The boundary lies 15 km from the known point of Luisiana.',
  ])
  expect(checkBoundary(alone(box)).not_checked).toEqual([
    'Region: not chosen yet',
    'Province: not chosen yet',
    'Municipality: not chosen yet',
    'Declared area: not entered yet',
  ])
})

test('tangled shapes are told from surveyed ones', () => {
  const surveyed = Array.from({ length: 40 }, (_, i) => polygons([star([121 + i * 0.01, 14], 0.02, 100)]))
  const scribble = Array.from({ length: 200 }, (_, i): [number, number] => [
    121 + ((i * 61) % 97) / 970,
    14 + ((i * 37) % 89) / 890,
  ])

  expect(isTooComplex(surveyed)).toBe(false)
  expect(isTooComplex([polygons([[...scribble, scribble[0] as [number, number]]])])).toBe(true)
  expect(isTooComplex([])).toBe(false)
})

test('the list of overlaps against 10,000 sites equals the exact comparison with every one of them', () => {
  const sites = Array.from({ length: 10_000 }, (_, i) =>
    neighbour(i, polygons([star([120 + (i % 100) * 0.03, 10 + Math.floor(i / 100) * 0.03], 0.02, 69)])),
  )
  const mine = polygons([star([121.5, 11.5], 0.045, 200)])
  const { overlaps } = checkBoundary({ ...alone(mine), neighbours: sites })

  const exact = sites.filter(({ geometry }) => overlapOf(mine, geometry).overlap_ha >= 0.01)
  expect(exact.length).toBeGreaterThan(5)
  expect(new Set(overlaps.map(({ site_profile_id }) => site_profile_id))).toEqual(
    new Set(exact.map(({ site_profile_id }) => site_profile_id)),
  )
})

test('[S-138] a distance is never "no problem": without an outline a municipality is not checked, however far the boundary lies', () => {
  const baguio = { name: 'Baguio', point: [121.2, 14.5] as Position, outline: null }
  for (let step = 0; step < 60; step += 1) {
    const found = checkBoundary({ ...alone(at([121.414 + step * 0.012, 14.164])), municipality: baguio })
    expect(found.checked.filter((sentence) => /^Municipality|\bkm\b/.test(sentence))).toEqual([])
    expect(found.warnings).toEqual([])
    expect(found.not_checked).toContainEqual(
      expect.stringMatching(
        /^Municipality: There is no map of Baguio here, so this was not checked\. The boundary lies \d+ km from the known point of Baguio\.$/,
      ),
    )
  }
})

test('[S-138] with an outline a place is checked by it: inside is good, outside is a problem', () => {
  const outline = polygons([rectangle(121.3, 14.1, 121.5, 14.3)])
  const province = { ...laguna, outline }
  const municipality = { name: 'Cavinti', point: null, outline }
  const of = (geometry: typeof box) => checkBoundary({ ...alone(geometry), province, municipality })
  const inside = of(at([121.4, 14.2]))
  expect(inside.warnings).toEqual([])
  expect(inside.checked).toContain('Province: inside Laguna or at its border, by its map')
  expect(inside.checked).toContain('Municipality: inside Cavinti or at its border, by its map')
  // a kilometre over the border; and far away, near the known point of the province
  for (const [geometry, share] of [
    [at([121.49, 14.2], 0.02), 'About 50 % of the boundary'],
    [at([121.414, 14.8]), 'The whole boundary'],
  ] as const)
    expect(of(geometry).warnings.map(({ kind, message }) => [kind, message])).toEqual([
      ['outside_province', `${share} lies outside Laguna.`],
      ['outside_municipality', `${share} lies outside Cavinti.`],
    ])
})
