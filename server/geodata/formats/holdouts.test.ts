import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { parseShp } from 'shpjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaHectares } from '../../../shared/boundary/area.ts'
import type { BoundaryAnswers } from '../../../shared/land/boundary-answers.ts'
import {
  hectaresBetween,
  metresBetween,
  toPrs92,
  toPtm,
  toUtm,
} from '../../../tests/support/oracles/philippine-grid.ts'
import {
  type Drawn,
  type DrawnPolygon,
  ESRI_PRJ,
  geojson,
  geopackage,
  gpx,
  kml,
  kmz,
  movedTo,
  rectangle,
  shapefile,
  shpOf,
  shxOf,
  type Xy,
} from '../../../tests/support/records/land-writers.ts'
import { BOUNDARY_LIMITS, type BoundaryReading } from './land-result.ts'
import { boundaryOf } from './boundary-of.ts'
import { isRefusal } from '../../lib/errors.ts'
import { readBoundary } from './read-boundary.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'land formats '))
})
afterAll(() => rm(folder, { recursive: true }))

/** Reads a file that was made here, in this process. */
async function read(bytes: Uint8Array | string, answers: BoundaryAnswers = {}): Promise<BoundaryReading> {
  const path = join(folder, 'map')
  await writeFile(path, bytes)
  try {
    return await boundaryOf(path, answers, BOUNDARY_LIMITS)
  } catch (error) {
    if (isRefusal(error, 'no_map')) return { ok: false, ...error.params }
    throw error
  }
}

const OUTER = [121.2, 14.1, 121.22, 14.12] as const
const HOLE = [121.205, 14.105, 121.21, 14.112] as const
const ISLAND = [121.3, 14.2, 121.31, 14.205] as const
/** two parts, one of them with a hole */
const LAND: DrawnPolygon[] = [[rectangle(...OUTER), rectangle(...HOLE).reverse()], [rectangle(...ISLAND)]]
const HECTARES = hectaresBetween(...OUTER) - hectaresBetween(...HOLE) + hectaresBetween(...ISLAND)
const features: Drawn[] = [{ polygons: LAND, properties: { name: 'Makiling', code: 'R04A-1' } }]
const moved = (move: (at: Xy) => Xy): Drawn[] => [
  { polygons: movedTo(LAND, move), properties: { name: 'Makiling' } },
]
const ptm3 = moved((at) => toPtm(at, 121))

/** Expects the land within a metre of each corner and a thousandth of the hectares. */
function expectLand(result: BoundaryReading) {
  if (!result.ok) throw new Error(JSON.stringify(result))
  const hectares = areaHectares(result.geometry)
  expect(Math.abs(hectares - HECTARES) / HECTARES).toBeLessThan(0.001)
  const corners = LAND.flat(2)
  for (const corner of result.geometry.coordinates.flat(2))
    expect(Math.min(...corners.map((other) => metresBetween(other, corner)))).toBeLessThan(1)
  expect(result.vertex_count).toBe(15)
  expect(result.polygon_count).toBe(2)
}

describe('the same land is read from every format', () => {
  test.each<[string, () => Uint8Array | string | Promise<Uint8Array>]>([
    ['KML', () => kml(features)],
    ['KMZ', () => kmz(features)],
    ['GeoJSON', () => geojson(features)],
    ['GeoJSON, one feature', () => JSON.stringify(JSON.parse(geojson(features)).features[0])],
    [
      'GeoJSON, a geometry by itself',
      () => JSON.stringify(JSON.parse(geojson(features)).features[0].geometry),
    ],
    ['GeoJSON with a byte order mark', () => `\ufeff${geojson(features)}`],
    [
      'GeoJSON, a collection of geometries with a point and a line among them',
      () =>
        JSON.stringify({
          type: 'Feature',
          properties: null,
          geometry: {
            type: 'GeometryCollection',
            geometries: [
              { type: 'Point', coordinates: [1, 2] },
              { type: 'LineString', coordinates: [] },
              {
                type: 'GeometryCollection',
                geometries: LAND.map((coordinates) => ({ type: 'Polygon', coordinates })),
              },
            ],
          },
        }),
    ],
    [
      'GeoJSON with heights, in PRS92 zone III by its crs member',
      () =>
        geojson([{ polygons: movedTo(LAND, (at) => [...toPtm(at, 121), 55] as never) }], {
          crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3123' } },
        }),
    ],
    [
      'GeoJSON in CRS84 by name',
      () =>
        geojson(features, { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } } }),
    ],
    ['Shapefile', () => shapefile(features, { prj: ESRI_PRJ.wgs84 })],
    ['Shapefile with Z', () => shapefile(features, { prj: ESRI_PRJ.wgs84, dimensions: 'z' })],
    ['Shapefile with M', () => shapefile(features, { prj: ESRI_PRJ.wgs84, dimensions: 'm' })],
    [
      'Shapefile with its rings the wrong way round',
      () => shapefile(features, { prj: ESRI_PRJ.wgs84, is_reversed: true }),
    ],
    [
      'Shapefile in PRS92',
      () =>
        shapefile(
          moved((at) => toPrs92(at)),
          { prj: ESRI_PRJ.prs92 },
        ),
    ],
    ['Shapefile in zone III', () => shapefile(ptm3, { prj: ESRI_PRJ.ptm(3) })],
    [
      'Shapefile in zone IV',
      () =>
        shapefile(
          moved((at) => toPtm(at, 123)),
          { prj: ESRI_PRJ.ptm(4) },
        ),
    ],
    [
      'Shapefile in UTM 51',
      () =>
        shapefile(
          moved((at) => toUtm(at, 123)),
          { prj: ESRI_PRJ.utm(51) },
        ),
    ],
    [
      'Shapefile in a folder with files of a Mac',
      () =>
        shapefile(features, {
          prj: ESRI_PRJ.wgs84,
          stem: 'Área 1/Land',
          parts: { '__MACOSX/Área 1/._Land.shp': new Uint8Array(9), 'Área 1/._Land.shp': new Uint8Array(9) },
        }),
    ],
    ['GeoPackage', () => geopackage(features)],
    ['GeoPackage, big-endian', () => geopackage(features, { is_big_endian: true })],
    ['GeoPackage with Z', () => geopackage(features, { z: true, box: 6 })],
    ['GeoPackage with M, without a box', () => geopackage(features, { m: true, box: 0 })],
    [
      'GeoPackage with Z and M, big-endian',
      () => geopackage(features, { z: true, m: true, box: 8, is_big_endian: true }),
    ],
    ['GeoPackage in zone III by code', () => geopackage(ptm3, { srs: { id: 3123 } })],
    [
      'GeoPackage in zone III by description',
      () =>
        geopackage(ptm3, {
          srs: { id: 100_000, organization: 'NONE', code: 1, definition: ESRI_PRJ.ptm(3) },
        }),
    ],
    ['GeoPackage, one feature per part', () => geopackage(LAND.map((polygon) => ({ polygons: [polygon] })))],
  ])('%s', async (_name, bytes) => {
    expectLand(await read(await bytes()))
  })

  test('GPX: closed tracks and routes', async () => {
    const [outer = [], hole = []] = LAND[0] as Xy[][]
    const tracks = [[outer], [rectangle(...ISLAND).slice(0, 3), rectangle(...ISLAND).slice(3)]]
    const bytes = gpx({ tracks, routes: [hole], more: '<wpt lat="1" lon="2"/>' })
    // a side of the second track was never walked
    expect(await read(bytes)).toMatchObject({ question: 'close' })
    expect(await read(bytes, { close: [2] })).toMatchObject({
      ok: true,
      polygon_count: 3,
      vertex_count: 15,
      names: ['Track 1', 'Track 2'],
    })
  })

  test('through the process of its own', async () => {
    const path = join(folder, 'site in zone III.zip')
    await writeFile(path, shapefile(ptm3, { prj: ESRI_PRJ.ptm(3) }))
    expectLand(await readBoundary(path, { answers: {} }))
    await writeFile(path, await geopackage(features))
    expectLand(await readBoundary(path, { answers: {} }))
    await expect(readBoundary(join(folder, 'nowhere'), { answers: {} })).rejects.toThrow(/ENOENT/)
  }, 60_000)

  test('the writer of shapefiles is believed by another reader', () => {
    const [shape] = parseShp(shpOf(features)) as { coordinates: unknown[][] }[]
    expect(shape?.coordinates.map((polygon) => polygon.length).sort()).toEqual([1, 2])
  })
})

describe('what a file leaves open is asked', () => {
  test('a shapefile without .prj: its coordinate system', async () => {
    const bytes = shapefile(ptm3)
    expect(await read(bytes)).toEqual({ ok: false, question: 'crs' })
    expectLand(await read(bytes, { crs: 'EPSG:3123' }))
    expect(await read(bytes, { crs: 'EPSG:4326' })).toMatchObject({
      reason: expect.stringMatching(/look like metres/),
    })
    // zone IV puts the land two degrees too far east, where it does not lie outside the country: the place check says so
    expect(await read(bytes, { crs: 'EPSG:3125' })).toMatchObject({ ok: true })
  })

  test('a GeoPackage of unknown reference, and a GeoJSON whose crs is null', async () => {
    for (const id of [-1, 0]) {
      const bytes = await geopackage(features, { srs: { id, organization: 'NONE' } })
      expect(await read(bytes)).toEqual({ ok: false, question: 'crs' })
      expectLand(await read(bytes, { crs: 'EPSG:4326' }))
    }
    expect(await read(geojson(features, { crs: null }))).toEqual({ ok: false, question: 'crs' })
  })

  test('an open track or route: whether it is closed', async () => {
    const open = rectangle(...OUTER).slice(0, -1)
    for (const bytes of [gpx({ tracks: [[open]] }), gpx({ routes: [open] })]) {
      expect(await read(bytes)).toMatchObject({ ok: false, question: 'close' })
      expect(await read(bytes, { close: true })).toMatchObject({ ok: true, vertex_count: 5 })
      expect(await read(bytes, { close: false })).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/^No polygon was found in the file: it contains only a GPS track/),
      })
    }
    const both = gpx({ tracks: [[open], [rectangle(...ISLAND)]] })
    expect(await read(both)).toMatchObject({ ok: false, question: 'close' })
    expect(await read(both, { close: false })).toMatchObject({ ok: true, polygon_count: 1 })
  })
})

const reasonOf = async (bytes: Uint8Array | string, answers: BoundaryAnswers = {}) => {
  const result = await read(bytes, answers)
  return 'reason' in result ? result.reason : JSON.stringify(result)
}

describe('a wrong coordinate system is one sentence with its likely cause', () => {
  test.each<[string, () => Uint8Array | string | Promise<Uint8Array>, RegExp]>([
    [
      'a code that the description denies',
      () => geopackage(ptm3, { srs: { id: 3123, definition: ESRI_PRJ.ptm(4) } }),
      /^The file says EPSG:3123 but describes PRS92, Philippine zone IV/,
    ],
    [
      'a .prj with the code of another zone',
      () => shapefile(ptm3, { prj: ESRI_PRJ.ptm(4).replace(/\]$/, ',AUTHORITY["EPSG","3123"]]') }),
      /^The file says EPSG:3123 but describes/,
    ],
    [
      'a system that is not read',
      () => shapefile(ptm3, { prj: ESRI_PRJ.luzon1911 }),
      /^The file is in the coordinate system Luzon_1911_Philippines_Zone_III, which is not read/,
    ],
    [
      'a code that is not read',
      () => geopackage(features, { srs: { id: 3857, name: 'WGS 84 / Pseudo-Mercator' } }),
      /^The file is in the coordinate system WGS 84 \/ Pseudo-Mercator \(EPSG:3857\), which is not read/,
    ],
    [
      'a crs member that is not read',
      () => geojson(features, { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } } }),
      /system EPSG:3857, which is not read/,
    ],
    [
      'a link in place of a name',
      () => geojson(features, { crs: { type: 'link', properties: { href: 'http://127.0.0.1/' } } }),
      /^The file is in an unnamed coordinate system/,
    ],
    [
      'a .prj that is none',
      () => shapefile(ptm3, { prj: 'PROJCS["' }),
      /^The coordinate system in the file cannot be read/,
    ],
    [
      'degrees called metres',
      () => shapefile(features, { prj: ESRI_PRJ.ptm(3) }),
      /are degrees, but PRS92, Philippine zone III/,
    ],
    ['metres called degrees', () => shapefile(ptm3, { prj: ESRI_PRJ.prs92 }), /look like metres/],
    [
      'axes swapped in degrees',
      () => geojson(moved(([x, y]) => [y, x])),
      /^Longitude and latitude are swapped/,
    ],
    [
      'axes swapped in metres',
      () =>
        shapefile(
          moved((at) => toPtm(at, 121).reverse() as never),
          { prj: ESRI_PRJ.ptm(3) },
        ),
      /^Easting and northing are swapped/,
    ],
    [
      'another country',
      () => geojson(moved(([x, y]) => [x - 20, y])),
      /^The boundary lies outside the Philippines/,
    ],
  ])('%s', async (_name, bytes, sentence) => {
    expect(await reasonOf(await bytes())).toMatch(sentence)
  })

  test('a person who chooses another system than the file names', async () => {
    const bytes = shapefile(ptm3, { prj: ESRI_PRJ.ptm(3) })
    expectLand(await read(bytes, { crs: 'EPSG:3123' }))
    expect(await reasonOf(bytes, { crs: 'EPSG:4326' })).toMatch(
      /^The file is in PRS92, Philippine zone III .* but WGS 84, degrees was chosen/,
    )
    expect(await reasonOf(kml(features), { crs: 'EPSG:4683' })).toMatch(/^The file is in WGS 84, degrees/)
  })
})

describe('no boundary', () => {
  test.each<[string, () => Uint8Array | string | Promise<Uint8Array>, RegExp]>([
    ['no features', () => geojson([]), /^No polygon was found in the file;/],
    ['no shapes', () => shapefile([], { prj: ESRI_PRJ.wgs84 }), /^No polygon was found in the file;/],
    ['no rows', () => geopackage([]), /^No polygon was found in the file;/],
    ['empty shapes', () => shapefile([{ polygons: [] }], { prj: ESRI_PRJ.wgs84 }), /^No polygon was found/],
    ['points alone', () => JSON.stringify({ type: 'MultiPoint', coordinates: [[121, 14]] }), /only points/],
    [
      'a line alone',
      () =>
        JSON.stringify({
          type: 'LineString',
          coordinates: [
            [121, 14],
            [122, 14],
          ],
        }),
      /only a path/,
    ],
    ['waypoints alone', () => gpx({ more: '<wpt lat="14" lon="121"/>' }), /only points/],
    [
      'a ring that is open',
      () => geojson([{ polygons: [[rectangle(...OUTER).slice(0, -1)]] }]),
      /^The boundary is not closed/,
    ],
    [
      'a ring of two corners',
      () =>
        geojson([
          {
            polygons: [
              [
                [
                  [121, 14],
                  [121.1, 14],
                  [121, 14],
                ],
              ],
            ],
          },
        ]),
      /fewer than three corners/,
    ],
    [
      'a point that is no number',
      () => geojson([{ polygons: [[[[121, 14], ['<b>x</b>', 14] as never, [121, 14]]]] }]),
      /^The point \(<b>x<\/b>, 14\) in the boundary is not two numbers/,
    ],
    [
      'an infinite number',
      () => geojson(features).replace('121.22', '1e999'),
      /^The point \(Infinity, 14\.1\)/,
    ],
    [
      'NaN in a shapefile',
      () =>
        shapefile(
          moved(([x]) => [x, Number.NaN]),
          { prj: ESRI_PRJ.wgs84 },
        ),
      /, NaN\) in the boundary is not two numbers/,
    ],
    [
      'infinity in a GeoPackage',
      () => geopackage(moved(([, y]) => [Number.POSITIVE_INFINITY, y])),
      /^The point \(Infinity/,
    ],
    [
      'a point of a track without a place',
      () => gpx({ more: '<trk><trkseg><trkpt/><trkpt lat="14" lon="121"/><trkpt/><trkpt/></trkseg></trk>' }),
      /is not two numbers/,
    ],
    ['other JSON', () => '{"a":1}', /^The file is JSON, but not GeoJSON/],
    ['TopoJSON', () => '{"type":"Topology","objects":{},"arcs":[]}', /^The file is JSON, but not GeoJSON/],
    ['half a GeoJSON', () => geojson(features).slice(0, -20), /^The file is not complete or not valid JSON/],
    ['text', () => 'hello', /^The file is not a map in KML/],
    ['nothing', () => '', /^The file is not a map/],
    [
      'an archive of something else',
      () => zipSync({ 'a.txt': new Uint8Array(1) }),
      /^The archive contains no shapefile/,
    ],
    [
      'two shapefiles',
      () => shapefile(features, { parts: { 'other.shp': shpOf(features) } }),
      /^The archive contains 2 shapefiles; zip the files of only one/,
    ],
    [
      'no .dbf',
      () => shapefile(features, { parts: { 'land.dbf': null } }),
      /^The archive has no \.dbf file beside land\.shp/,
    ],
    [
      'no .shx',
      () => shapefile(features, { parts: { 'land.shx': null } }),
      /^The archive has no \.shx file beside land\.shp/,
    ],
    [
      'another number of rows',
      () =>
        shapefile(features, {
          prj: ESRI_PRJ.wgs84,
          parts: {
            'land.shp': shpOf([...features, ...features]),
            'land.shx': shxOf(shpOf([...features, ...features])),
          },
        }),
      /different numbers of shapes \(\.shp\) and rows/,
    ],
    [
      'a database of something else',
      () => geopackage(features, { sql: 'drop table gpkg_contents' }),
      /^The file is a database, but no GeoPackage/,
    ],
    [
      'two tables of features',
      () =>
        geopackage(features, {
          sql: "create table other as select * from land; insert into gpkg_contents values ('other', 'features', 'other', 4326); insert into gpkg_geometry_columns values ('other', 'geom', 'GEOMETRY', 4326, 0, 0)",
        }),
      /^The GeoPackage has 2 tables of features \(land, other\); export only one/,
    ],
  ])('%s', async (_name, bytes, sentence) => {
    expect(await reasonOf(await bytes())).toMatch(sentence)
  })
})
