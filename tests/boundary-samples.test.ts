import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readKml } from '../server/geodata/kml/read-kml.ts'
import type { KmlResult } from '../server/geodata/kml/kml-result.ts'
import { areaHectares, roundHectares } from '../shared/boundary/area.ts'
import { checkBoundary, SHAPE_ONLY } from '../shared/boundary/boundary-checks.ts'
import { zoneHectares } from './support/records/boundary-fixtures.ts'
import { overlapOf } from '../shared/boundary/overlap.ts'

/*
 * The expected results of a set of files: of our own files always, and of real ones from surveys and map programs where
 * a checkout has them beside it.
 */

type Accepted = {
  area_ha: number
  polygons: number
  holes: number
  vertices: number
  declared_ha?: number
  flagged?: boolean
}
type FileSet = {
  folder: URL
  accepted: Record<string, Accepted>
  overlap: { files: [string, string]; hectares: number }
  refused: Record<string, RegExp>
}

/** Areas checked against the closed formula for the authalic sphere, holes subtracted. */
const own: FileSet = {
  folder: new URL('./fixtures/kml/', import.meta.url),
  accepted: {
    'valid-laguna.kml': { area_ha: 213.02, polygons: 1, holes: 0, vertices: 9, declared_ha: 210 },
    'one-hole.kml': { area_ha: 202.27, polygons: 1, holes: 1, vertices: 14, declared_ha: 250, flagged: true },
    'two-parts.kml': { area_ha: 332.48, polygons: 2, holes: 0, vertices: 14 },
  },
  overlap: {
    files: ['overlap-a.kml', 'overlap-b.kml'],
    hectares: roundHectares(zoneHectares(121.31, 14.21, 121.32, 14.22)),
  },
  refused: {
    'swapped.kml': /swapped/,
    'utm-metres.kml': /metres/,
    'path-only.kml': /only a path/,
    'points-only.kml': /only points/,
    'network-link-only.kml': /only a network link/,
    'doctype.kml': /DOCTYPE/,
    'truncated.kml': /ends too early/,
    'outside-philippines.kml': /outside the Philippines/,
    'unclosed-ring.kml': /not closed/,
    'non-numeric.kml': /"north,14\.15"/,
    'one-number.kml': /"121\.20,"/,
    'two-corners.kml': /fewer than three corners/,
    'no-points.kml': /no points/,
    'old-schema.kml': /No polygon/,
    'ring-root.kml': /does not begin with a kml element/,
    'latin-1.kml': /UTF-8/,
  },
}

const real: FileSet = {
  folder: new URL('../../shared/samples/kml/', import.meta.url),
  accepted: {
    'ph-cbfma-single-ogr.kml': { area_ha: 816.67, polygons: 1, holes: 0, vertices: 63, declared_ha: 828.2 },
    'ph-cbfma-three-parts-ogr.kml': {
      area_ha: 270.7,
      polygons: 3,
      holes: 0,
      vertices: 95,
      declared_ha: 270.5,
    },
    'ph-ifma-two-holes-ogr.kml': {
      area_ha: 35_310.9,
      polygons: 1,
      holes: 2,
      vertices: 317,
      declared_ha: 34_870,
    },
    'ph-overlap-a-cbfma-050070-ogr.kml': {
      area_ha: 2_000.58,
      polygons: 1,
      holes: 0,
      vertices: 359,
      declared_ha: 1_999.06,
    },
    'ph-overlap-b-cbfma-050038-ogr.kml': {
      area_ha: 3_580,
      polygons: 1,
      holes: 0,
      vertices: 101,
      declared_ha: 3_577.26,
    },
    'ph-cadt-r11-mal-0609-119-ogr.kml': {
      area_ha: 42_435.68,
      polygons: 1,
      holes: 2,
      vertices: 428,
      declared_ha: 42_435.9049,
    },
    // a path that is closed, without a polygon
    'made-path-instead-of-polygon.kml': { area_ha: 102.06, polygons: 1, holes: 0, vertices: 6 },
    'ph-pa-mt-apo-ogr.kml': {
      area_ha: 37_066.92,
      polygons: 1,
      holes: 0,
      vertices: 177,
      declared_ha: 64_111.474,
      flagged: true,
    },
  },
  overlap: {
    files: ['ph-overlap-a-cbfma-050070-ogr.kml', 'ph-overlap-b-cbfma-050038-ogr.kml'],
    hectares: 242.74,
  },
  refused: {
    'google-earth-hand-drawn-aoi.kml': /outside the Philippines/,
    'arcgis-layer-to-kml-forest-zone.kml': /outside the Philippines/,
    'broken-non-numeric-coordinates.kml': /"no,30"/,
    'broken-ring-1d-tuple.kml': /does not begin with a kml element/,
    'broken-truncated.kml': /ends too early/,
    'odd-google-earth-pro-old-schema.kml': /No polygon/,
    'odd-network-link-only.kml': /only a network link/,
    'hostile-billion-laughs.kml': /DOCTYPE/,
    'made-utm51n-metres.kml': /metres/,
  },
}

/** valid but for one crossing, so in neither list */
const HAZARDS = 'ph-nasugbu-hazards-google-earth.kmz'

const sets = existsSync(real.folder) ? { own, real } : { own }

describe.each(Object.entries(sets))('%s files', (_, { folder, accepted, overlap, refused }) => {
  const read = (name: string): Promise<KmlResult> => readKml(fileURLToPath(new URL(name, folder)))
  const geometryOf = async (name: string) => {
    const result = await read(name)
    if (!result.ok) throw new Error(`${name}: ${result.reason}`)
    return result.geometry
  }

  test.each(Object.entries(accepted))('%s gives its area, counts and no fault', async (name, expected) => {
    const geometry = await geometryOf(name)
    const report = checkBoundary({ ...SHAPE_ONLY, geometry, declared_ha: expected.declared_ha ?? null })

    expect(report).toMatchObject({
      area_ha: expected.area_ha,
      polygon_count: expected.polygons,
      hole_count: expected.holes,
      vertex_count: expected.vertices,
      valid: true,
    })
    expect(report.warnings.map(({ kind }) => kind)).toEqual(expected.flagged ? ['area_differs'] : [])
  })

  test('the overlapping pair shares its hectares, whichever comes first', async () => {
    const [a, b] = [await geometryOf(overlap.files[0]), await geometryOf(overlap.files[1])]

    expect(overlapOf(a, b).overlap_ha).toBe(overlap.hectares)
    expect(overlapOf(b, a).overlap_ha).toBe(overlap.hectares)
  })

  test.each(Object.entries(refused))('%s is refused and the reason named', async (name, reason) => {
    const result = await read(name)

    expect(result.ok).toBe(false)
    expect(!result.ok && result.reason).toMatch(reason)
    expect(!result.ok && result.reason).toMatch(/^[A-Z][^\n]*\.$/)
  })
})

test('a neighbour that only touches does not overlap, and a boundary that crosses itself is accepted', async () => {
  const read = async (name: string) => {
    const result = await readKml(fileURLToPath(new URL(name, own.folder)))
    if (!result.ok) throw new Error(result.reason)
    return result.geometry
  }
  expect(overlapOf(await read('overlap-a.kml'), await read('touches-a.kml')).overlap_ha).toBe(0)

  const crossing = { ...SHAPE_ONLY, geometry: await read('self-crossing.kml') }
  expect(checkBoundary(crossing).warnings.map(({ message }) => message)).toEqual([
    'The boundary crosses itself near 121.21000, 14.14000.',
  ])
})

if (sets.real) {
  test('every file that the list of real files names is asked about', () => {
    const list = readFileSync(new URL('SOURCES.md', real.folder), 'utf8')
    const named = [...list.matchAll(/^\| (\S+\.km[lz]) \|/gm)].map(([, name]) => name)

    expect(new Set(named)).toEqual(
      new Set([...Object.keys(real.accepted), ...Object.keys(real.refused), HAZARDS]),
    )
  })

  test('[S-116] the hazard map, a KMZ: 60 polygons, and the crossing of "Flood 2" is found', async () => {
    const result = await readKml(fileURLToPath(new URL(HAZARDS, real.folder)))
    if (!result.ok) throw new Error(result.reason)
    const report = checkBoundary({ ...SHAPE_ONLY, geometry: result.geometry })

    expect(result).toMatchObject({ polygon_count: 60, vertex_count: 1_681 })
    expect(roundHectares(areaHectares(result.geometry))).toBe(12_081)
    // Overlapping zones count once in the report, so it is a little less than the sum.
    expect(report.area_ha).toBeGreaterThan(12_070)
    expect(report.area_ha).toBeLessThan(12_081)
    expect(report.warnings.map(({ message }) => message)).toEqual([
      'The boundary crosses itself near 120.68187, 14.07377.',
    ])
  })
}
