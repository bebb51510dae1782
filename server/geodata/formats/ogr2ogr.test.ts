import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { zipSync } from 'fflate'
import { beforeAll, expect, vi } from 'vitest'
import { areaHectares } from '../../../shared/boundary/area.ts'
import { hectaresBetween, metresBetween } from '../../../tests/support/oracles/philippine-grid.ts'
import { requireProgram } from '../../../tests/support/product/debian-program.ts'
import { foldersFor } from '../../../tests/support/product/folders.ts'
import { type Drawn, geojson, rectangle } from '../../../tests/support/records/land-writers.ts'
import { full } from '../../../tests/support/full.ts'
import { readBoundary } from './read-boundary.ts'
import { readLayer } from './read-layer.ts'

/**
 * Files that Debian's GDAL writes, converted by its own PROJ: the formats and the coordinate systems as people's
 * programs have them. Only in `npm run test:full`, because it needs the Debian package.
 */

const { test } = full

vi.setConfig({ testTimeout: 120_000 })

const freshFolder = foldersFor('gdal')
let folder = ''
beforeAll(() => {
  requireProgram('ogr2ogr')
  folder = freshFolder()
})

const OUTER = [121.2, 14.1, 121.22, 14.12] as const
const HOLE = [121.205, 14.105, 121.21, 14.112] as const
const ISLAND = [121.3, 14.2, 121.31, 14.205] as const
const FEATURES: Drawn[] = [
  {
    polygons: [[rectangle(...OUTER), rectangle(...HOLE).reverse()]],
    properties: { CODE: 'A-1', NAME: 'Los Baños' },
  },
  {
    polygons: [[rectangle(...ISLAND)], [rectangle(121.4, 14.2, 121.41, 14.205)]],
    properties: { CODE: 'A-2', NAME: 'Islands' },
  },
]
const HECTARES =
  hectaresBetween(...OUTER) -
  hectaresBetween(...HOLE) +
  hectaresBetween(...ISLAND) +
  hectaresBetween(121.4, 14.2, 121.41, 14.205)

/** Converts the features and returns the path of the file; a shapefile is zipped. */
function converted(format: string, name: string, args: string[]): string {
  const source = path.join(folder, 'source.geojson')
  writeFileSync(source, geojson(FEATURES))
  const place = path.join(freshFolder(), name)
  execFileSync('ogr2ogr', ['-f', format, place, source, '-nln', 'land', ...args], { stdio: 'pipe' })
  if (format !== 'ESRI Shapefile') return place
  const stored = path.dirname(place)
  const files = readdirSync(stored).map((file) => [file, readFileSync(path.join(stored, file))] as const)
  writeFileSync(`${place}.zip`, zipSync(Object.fromEntries(files)))
  return `${place}.zip`
}

const SYSTEMS = ['EPSG:4326', 'EPSG:4683', 'EPSG:3122', 'EPSG:3123', 'EPSG:3124', 'EPSG:32651']
const CASES: [string, string, string[]][] = [
  ...SYSTEMS.flatMap((crs): [string, string, string[]][] => [
    ['ESRI Shapefile', 'land.shp', ['-t_srs', crs]],
    ['GPKG', 'land.gpkg', ['-t_srs', crs]],
    ['GeoJSON', 'land.geojson', ['-t_srs', crs, '-lco', 'RFC7946=NO', '-lco', 'COORDINATE_PRECISION=9']],
  ]),
  ['ESRI Shapefile', 'land.shp', ['-dim', 'XYZ']],
  ['ESRI Shapefile', 'land.shp', ['-dim', 'XYM']],
  ['ESRI Shapefile', 'land.shp', ['-dim', 'XYZM', '-lco', 'ENCODING=CP1252']],
  ['GPKG', 'land.gpkg', ['-dim', 'XYZ', '-nlt', 'PROMOTE_TO_MULTI']],
  ['GPKG', 'land.gpkg', ['-dim', 'XYM']],
  ['GPKG', 'land.gpkg', ['-dim', 'XYZM', '-lco', 'SPATIAL_INDEX=NO']],
  ['GeoJSON', 'land.geojson', ['-lco', 'RFC7946=YES']],
  ['KML', 'land.kml', []],
]

test.each(CASES)('%s, %s %j', async (format, name, args) => {
  const file = converted(format, name, args)
  const result = await readBoundary(file, { answers: {} })
  if (!result.ok) throw new Error(JSON.stringify(result))
  expect(Math.abs(areaHectares(result.geometry) / HECTARES - 1)).toBeLessThan(0.001)
  const corners = FEATURES.flatMap(({ polygons }) => polygons.flat(2))
  for (const corner of result.geometry.coordinates.flat(2))
    expect(Math.min(...corners.map((other) => metresBetween(other, corner)))).toBeLessThan(1)

  const to = `${file}.lines`
  expect(await readLayer(file, to, {})).toMatchObject({ ok: true, feature_count: 2, fault_count: 0 })
  const lines = readFileSync(to, 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { code: 'A-1', name: 'Los Baños' },
    { code: 'A-2', name: 'Islands' },
  ])
})

test('KMZ, whose first file only has a link to the layer', async () => {
  const file = converted('LIBKML', 'land.kmz', [])
  expect(await readLayer(file, `${file}.lines`, {})).toMatchObject({
    ok: true,
    feature_count: 2,
    fault_count: 0,
  })
})

test('GPX: the outer rings as closed tracks', async () => {
  const lines = FEATURES.flatMap(({ polygons }) =>
    polygons.map(([shell]) => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates: shell },
    })),
  )
  const source = path.join(folder, 'lines.geojson')
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: lines }))
  for (const track of ['YES', 'NO']) {
    const place = path.join(freshFolder(), 'land.gpx')
    execFileSync('ogr2ogr', ['-f', 'GPX', place, source, '-lco', `FORCE_GPX_TRACK=${track}`], {
      stdio: 'pipe',
    })
    expect(await readBoundary(place, { answers: {} })).toMatchObject({
      ok: true,
      polygon_count: 3,
      vertex_count: 15,
    })
  }
})

test('a system that is not read is named as GDAL names it', async () => {
  for (const [format, name] of [
    ['ESRI Shapefile', 'land.shp'],
    ['GPKG', 'land.gpkg'],
    ['GeoJSON', 'land.geojson'],
  ] as const)
    for (const crs of ['EPSG:25393', 'EPSG:3857', 'EPSG:32654']) {
      const args = ['-t_srs', crs, ...(format === 'GeoJSON' ? ['-lco', 'RFC7946=NO'] : [])]
      expect(await readBoundary(converted(format, name, args), { answers: {} })).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/^The file is in the coordinate system .+, which is not read/),
      })
    }
})
