import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaHectares } from '../../../shared/boundary/area.ts'
import type { BoundaryAnswers } from '../../../shared/land/boundary-answers.ts'
import { hectaresBetween } from '../../../tests/support/oracles/philippine-grid.ts'
import {
  type Drawn,
  dbfOf,
  ESRI_PRJ,
  geojson,
  geopackage,
  gpx,
  kml,
  movedTo,
  rectangle,
  shapefile,
  shpOf,
  shxOf,
  type Xy,
} from '../../../tests/support/records/land-writers.ts'
import { isRefusal } from '../../lib/errors.ts'
import { readKmlFile } from '../kml/kml-file.ts'
import { boundaryOf } from './boundary-of.ts'
import { openDbf } from './dbf.ts'
import { BOUNDARY_LIMITS, type BoundaryReading } from './land-result.ts'
import { crsOfUrn, crsOfWkt } from './named-crs.ts'
import { readShapes } from './shp.ts'

/** Kinds of files that programs of surveyors and planners write, and the hostile neighbours of each. */

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'land kinds '))
})
afterAll(() => rm(folder, { recursive: true }))

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
const sentenceOf = async (bytes: Uint8Array | string, answers: BoundaryAnswers = {}) => {
  const result = await read(bytes, answers)
  return result.ok ? 'read' : 'reason' in result ? result.reason : result.question
}
const hectaresOf = (result: BoundaryReading) => {
  if (!result.ok) throw new Error(JSON.stringify(result))
  return areaHectares(result.geometry)
}
const refusalOf = (step: () => unknown): string => {
  try {
    step()
    return 'read'
  } catch (error) {
    if (isRefusal(error, 'no_map')) return error.params.reason
    throw error
  }
}

const BOX = [121.2, 14.1, 121.22, 14.12] as const
const RING = rectangle(...BOX)
const HECTARES = hectaresBetween(...BOX)
const SITE: Drawn = { polygons: [[RING]], properties: { NAME: 'Site' } }
const square = (at: number): Drawn => ({
  polygons: [[rectangle(121 + at / 50, 14, 121.01 + at / 50, 14.01)]],
  properties: { NAME: `Part ${at}` },
})

describe('the table of a shapefile', () => {
  /** the letters of Filipino and Spanish names in each code page, by its table in Unicode's own list */
  const PAGES = {
    437: {
      letters: 'éÉñÑáíóúüç',
      bytes: [0x82, 0x90, 0xa4, 0xa5, 0xa0, 0xa1, 0xa2, 0xa3, 0x81, 0x87],
      driver: 1,
    },
    850: {
      letters: 'éÉñÑáíóúüçÁÍÓÚãõ',
      bytes: [0x82, 0x90, 0xa4, 0xa5, 0xa0, 0xa1, 0xa2, 0xa3, 0x81, 0x87, 0xb5, 0xd6, 0xe0, 0xe9, 0xc6, 0xe4],
      driver: 2,
    },
  } as const
  const names = (dbf: Buffer, cpg: string | null) =>
    [...openDbf(dbf, cpg).rows()].map(({ values }) => values[0]?.[1])

  test.each([437, 850] as const)('in code page %i, by its language driver or its .cpg file', (page) => {
    const { letters, bytes, driver } = PAGES[page]
    const signs = [...'AbcPz '.split(''), ...letters]
    const byteOf = (sign: string) =>
      letters.includes(sign) ? bytes[letters.indexOf(sign)] : sign.charCodeAt(0)
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 40, size: 'max' }),
        (drawn) => {
          const name = drawn.join('').trim()
          const raw = Buffer.from([...name].map((sign) => byteOf(sign) ?? 0)).toString('latin1')
          const features = [{ ...SITE, properties: { NAME: raw } }]
          const expected = [name === '' ? null : name]
          expect(names(dbfOf(features, { encoding: 'latin1', driver }), null)).toEqual(expected)
          for (const cpg of [`CP${page}`, `OEM ${page}`, `IBM${page}`, `${page}`, `cp-${page}`])
            expect(names(dbfOf(features, { encoding: 'latin1' }), cpg)).toEqual(expected)
        },
      ),
    )
  })

  test('in other encodings by name, by bytes alone, and with the sign of the euro', () => {
    const features = [{ ...SITE, properties: { NAME: 'Peñafrancia' } }]
    const [utf8, latin] = [dbfOf(features), dbfOf(features, { encoding: 'latin1', driver: 0x57 })]
    for (const cpg of [null, 'UTF-8', 'utf8', '65001', '\ufeffUTF-8'.trim()])
      expect(names(utf8, cpg), `${cpg}`).toEqual(['Peñafrancia'])
    for (const cpg of [null, '88591', 'ISO 8859-1', 'ISO-8859-15', '8859_1', 'ANSI 1252', 'windows-1252'])
      expect(names(latin, cpg), `${cpg}`).toEqual(['Peñafrancia'])
    const euro = dbfOf([{ ...SITE, properties: { NAME: '\u00d5' } }], { encoding: 'latin1' })
    expect(names(euro, '858')).toEqual(['€'])
  })

  test('in an encoding that is not read is refused by its name, unless it does not matter', () => {
    const named = dbfOf([{ ...SITE, properties: { NAME: 'Peñafrancia' } }], {
      encoding: 'latin1',
      driver: 0x64,
    })
    expect(refusalOf(() => openDbf(named, null))).toMatch(/is in the encoding 852, which is not read/)
    expect(refusalOf(() => openDbf(named, 'EBCDIC-<b>'))).toMatch(/is in the encoding EBCDIC-<b>, which/)
    expect(names(dbfOf([SITE], { driver: 0x64 }), null)).toEqual(['Site'])
    expect(names(dbfOf([SITE]), 'nonsense')).toEqual(['Site'])
  })

  test('its file names ñ on the way through', async () => {
    const bytes = shapefile([{ ...SITE, properties: { NAME: 'Pe\u00a4afrancia' } }], {
      prj: ESRI_PRJ.wgs84,
      encoding: 'latin1',
      parts: { 'land.cpg': Buffer.from('CP850\r\n') },
    })
    expect(await read(bytes)).toMatchObject({ ok: true, names: ['Peñafrancia'] })
  })
})

describe('the index of a shapefile says where its shapes are', () => {
  /** The same shapes with bytes between them and in another order; some have no bytes. */
  function scattered(
    features: readonly Drawn[],
    gaps: readonly number[],
    order: readonly number[],
    none: readonly number[],
  ) {
    const shp = shpOf(features)
    const shx = shxOf(shp)
    const pieces: Uint8Array[] = [shp.subarray(0, 100)]
    let at = 100
    for (const number of order) {
      const gap = 2 * (gaps[number] ?? 0)
      const from = 2 * shx.readInt32BE(100 + 8 * number)
      const record = shp.subarray(from, from + 8 + 2 * shx.readInt32BE(104 + 8 * number))
      pieces.push(Buffer.alloc(gap, 0xee), record)
      shx.writeInt32BE((at + gap) / 2, 100 + 8 * number)
      at += gap + record.length
    }
    for (const number of none) shx.fill(0, 100 + 8 * number, 108 + 8 * number)
    return { shp: Buffer.concat(pieces), shx }
  }

  test('with gaps, in any order, and with shapes of no bytes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }).chain((count) => {
          const all = Array.from({ length: count }, (_, at) => at)
          return fc.tuple(
            fc.constant(all),
            fc.array(fc.nat(40), { minLength: count, maxLength: count }),
            fc.shuffledSubarray(all, { minLength: count }),
            fc.subarray(all),
          )
        }),
        ([all, gaps, order, none]) => {
          const features = all.map(square)
          const { shp, shx } = scattered(features, gaps, order, none)
          const shapes = [...readShapes(shp, shx, BOUNDARY_LIMITS)]
          expect(shapes).toHaveLength(all.length)
          for (const [at, { polygons, fault }] of shapes.entries()) {
            expect(fault).toBeNull()
            const west = Math.min(...(polygons.flat(2) as Xy[]).map(([x]) => x))
            if (none.includes(at)) expect(polygons).toEqual([])
            else expect(west).toBeCloseTo(121 + at / 50, 9)
          }
        },
      ),
    )
  })

  test.each<[string, (shx: Buffer) => Buffer, RegExp]>([
    ['cut', (shx) => shx.subarray(0, shx.length - 3), /its \.shx ends too early/],
    ['cut inside its header', (shx) => shx.subarray(0, 50), /is not the index of a shapefile/],
    ['another file', (shx) => Buffer.alloc(shx.length, 'x'), /is not the index of a shapefile/],
    [
      'of half a record',
      (shx) => (shx.writeInt32BE((shx.length - 4) / 2, 24), shx),
      /its \.shx ends too early/,
    ],
    ['of a negative length', (shx) => (shx.writeInt32BE(-100, 24), shx), /its \.shx ends too early/],
    [
      'that points beyond the end',
      (shx) => (shx.writeInt32BE(1_000_000, 100), shx),
      /points outside its \.shp/,
    ],
    [
      'that points 8 GB beyond the end',
      (shx) => (shx.writeUInt32BE(0xffff_ffff, 100), shx),
      /points outside its/,
    ],
    ['that points into the header', (shx) => (shx.writeInt32BE(10, 100), shx), /points outside its \.shp/],
    [
      'that points twice to one shape',
      (shx) => (shx.copy(shx, 108, 100, 108), shx),
      /points twice to the same bytes/,
    ],
    [
      'that points into the middle of a shape',
      (shx) => (shx.writeInt32BE(shx.readInt32BE(108) - 20, 108), shx),
      /points twice to the same bytes|ends too early/,
    ],
    [
      'of fewer shapes than rows',
      (shx) => (shx.writeInt32BE((shx.length - 8) / 2, 24), shx.subarray(0, shx.length - 8)),
      /different numbers of shapes \(\.shp\) and rows/,
    ],
  ])('an index %s is one sentence', async (_name, patch, sentence) => {
    const features = [square(1), square(2)]
    const parts = { 'land.shx': patch(shxOf(shpOf(features))) }
    expect(await sentenceOf(shapefile(features, { prj: ESRI_PRJ.wgs84, parts }))).toMatch(sentence)
  })

  test('a million pointers to one shape are refused at once', () => {
    const shp = shpOf([SITE])
    const one = shxOf(shp).subarray(100)
    const head = Buffer.from(shxOf(shp).subarray(0, 100))
    head.writeInt32BE((100 + 8 * 1_000_000) / 2, 24)
    const shx = Buffer.concat([head, Buffer.alloc(8 * 1_000_000, one)])
    const began = performance.now()
    expect(refusalOf(() => [...readShapes(shp, shx, BOUNDARY_LIMITS)])).toMatch(/points twice/)
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  test('a boundary of more features than the limit is refused', async () => {
    const features = Array.from({ length: 5_001 }, (): Drawn => ({ polygons: [] }))
    expect(await sentenceOf(shapefile(features, { prj: ESRI_PRJ.wgs84 }))).toMatch(/more than 5,000 features/)
  })
})

describe('a coordinate system with heights', () => {
  const VERTICAL = 'VERT_CS["EGM2008",VERT_DATUM["EGM2008",2005],UNIT["metre",1],AXIS["Up",UP]]'
  const ESRI =
    'VERTCS["EGM2008_Geoid",VDATUM["EGM2008_Geoid"],PARAMETER["Vertical_Shift",0.0],PARAMETER["Direction",1.0],UNIT["Meter",1.0]]'
  test.each([
    ['behind a comma, as ESRI writes it', `${ESRI_PRJ.wgs84},${ESRI}`, 'EPSG:4326'],
    ['behind a comma, in metres', `${ESRI_PRJ.ptm(3)},\n${ESRI}`, 'EPSG:3123'],
    [
      'in one with it',
      `COMPD_CS["both",${ESRI_PRJ.utm(51)},${VERTICAL},AUTHORITY["EPSG","9999"]]`,
      'EPSG:32651',
    ],
    [
      'in feet above the map in metres',
      `COMPD_CS["both",${ESRI_PRJ.ptm(1)},${VERTICAL.replace(',1]', ',0.3048]')}]`,
      'EPSG:3121',
    ],
    [
      'in the second edition of the text',
      `COMPOUNDCRS["both",${ESRI_PRJ.prs92.replace('GEOGCS', 'GEOGCRS')},VERTCRS["h",VDATUM["h"],CS[vertical,1],AXIS["h",up],LENGTHUNIT["metre",1]]]`,
      'EPSG:4683',
    ],
  ])('%s is that of the map', (_name, wkt, crs) => {
    expect(crsOfWkt(wkt)).toBe(crs)
    if (wkt.startsWith('COMP')) expect(crsOfWkt(wkt, 'EPSG:9518'), 'a code of both together').toBe(crs)
  })

  test('one of another map stays another, and other things behind it are not read', () => {
    expect(refusalOf(() => crsOfWkt(`COMPD_CS["x",${ESRI_PRJ.luzon1911},${VERTICAL}]`))).toMatch(
      /Luzon_1911.*not read/,
    )
    expect(refusalOf(() => crsOfWkt(`${ESRI_PRJ.wgs84},${ESRI_PRJ.prs92}`))).toMatch(/cannot be read/)
    expect(refusalOf(() => crsOfWkt(`${ESRI},${ESRI}`))).toMatch(/not read/)
  })

  test('a GeoJSON names one by an address', () => {
    for (const name of [
      'http://www.opengis.net/def/crs/EPSG/0/3123',
      'https://www.opengis.net/def/crs/EPSG/10.2/3123',
      'http://www.opengis.net/gml/srs/epsg.xml#3123',
    ])
      expect(crsOfUrn(name), name).toBe('EPSG:3123')
    expect(crsOfUrn('http://www.opengis.net/def/crs/OGC/1.3/CRS84')).toBe('EPSG:4326')
    expect(crsOfUrn('urn:ogc:def:crs:EPSG::4979')).toBe('EPSG:4326')
    expect(refusalOf(() => crsOfUrn(`http://${'x'.repeat(60)}/3123`))).toMatch(/…, which is not read/)
  })
})

describe('a closed line is the boundary where there is no polygon', () => {
  const line = (points: readonly Xy[], type = 'LineString') =>
    JSON.stringify({ type, coordinates: type === 'LineString' ? points : [points] })
  /** the polygons of a shapefile as lines: the same record with another code */
  const lines = (features: readonly Drawn[], dimensions: 'xy' | 'z' | 'm' = 'xy') => {
    const shp = shpOf(features, { dimensions })
    const shx = shxOf(shp)
    shp.writeInt32LE(shp.readInt32LE(32) - 2, 32)
    for (let at = 100; at < shx.length; at += 8) {
      const code = 2 * shx.readInt32BE(at) + 8
      shp.writeInt32LE(shp.readInt32LE(code) - 2, code)
    }
    return { 'land.shp': shp, 'land.shx': shx }
  }
  const path = (points: readonly Xy[], word = 'LineString') =>
    `<kml><Placemark><name>Way</name><${word}><coordinates>${points.map(([x, y]) => `${x},${y}`).join(' ')}</coordinates></${word}></Placemark></kml>`
  const track = (points: readonly Xy[]) =>
    `<kml><Placemark><gx:Track>${points.map(([x, y]) => `<when>2026</when><gx:coord>${x} ${y} 9</gx:coord>`).join('')}</gx:Track></Placemark></kml>`
  const open = RING.slice(0, -1)

  test.each<[string, (points: Xy[]) => Uint8Array | string | Promise<Uint8Array>]>([
    ['GeoJSON', (points) => line(points)],
    ['GeoJSON of several lines', (points) => line(points, 'MultiLineString')],
    [
      'Shapefile',
      (points) => shapefile([SITE], { prj: ESRI_PRJ.wgs84, parts: lines([{ polygons: [[points]] }]) }),
    ],
    [
      'Shapefile with heights',
      (points) => shapefile([SITE], { prj: ESRI_PRJ.wgs84, parts: lines([{ polygons: [[points]] }], 'z') }),
    ],
    ['KML, a path', (points) => path(points)],
    ['KML, a ring without polygon', (points) => path(points, 'LinearRing')],
    ['KML, a track', (points) => track(points)],
    [
      'GeoPackage',
      (points) =>
        geopackage([SITE], {
          sql: `update land set geom = x'${Buffer.concat([
            Buffer.from('4750000100000000', 'hex'),
            Buffer.from('0102000000', 'hex'),
            Buffer.from(Uint32Array.of(points.length).buffer),
            Buffer.from(Float64Array.from(points.flat()).buffer),
          ]).toString('hex')}'`,
        }),
    ],
  ])('%s', async (_name, bytes) => {
    expect(hectaresOf(await read(await bytes(RING))) / HECTARES).toBeCloseTo(1, 4)
    expect(await sentenceOf(await bytes(open))).toMatch(/it contains only a (?:path|GPS track)/)
  })

  test('in a system in metres', async () => {
    const points = rectangle(545_000, 1_565_000, 546_000, 1_566_000)
    const name = 'urn:ogc:def:crs:EPSG::3123'
    const text = `{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"${name}"}},"features":[{"type":"Feature","properties":{"name":"Way"},"geometry":${line(points)}}]}`
    const result = await read(text)
    expect(hectaresOf(result)).toBeCloseTo(100, 1)
    expect(result).toMatchObject({ names: ['Way'] })
  })

  test('beside a polygon it is a path', async () => {
    const other = movedTo([[RING]], ([x, y]) => [x + 0.1, y])[0] as Xy[][]
    const both = `{"type":"GeometryCollection","geometries":[${line(RING)},{"type":"Polygon","coordinates":${JSON.stringify(other)}}]}`
    expect(await read(both)).toMatchObject({ ok: true, polygon_count: 1 })
    const placemarks = kml([SITE]).replace('</Document>', `${path(RING).slice(5, -6)}</Document>`)
    expect(await read(placemarks)).toMatchObject({ ok: true, polygon_count: 1 })
  })

  test('a line that cannot be placed is one sentence, and a hostile one costs nothing', async () => {
    const north = movedTo([[RING]], ([x, y]) => [x, y + 30])[0]?.[0] as Xy[]
    expect(await sentenceOf(line([...north.slice(0, 1), ...RING, ...north.slice(0, 1)]))).toMatch(
      /only a path/,
    )
    expect(await sentenceOf(line([...RING.slice(0, 2), ...north.slice(1, 2), RING[0] as Xy]))).toMatch(
      /outside the Philippines/,
    )
    expect(await sentenceOf('{"type":"LineString","coordinates":[[121,14],null,[121,14]]}')).toMatch(
      /only a path/,
    )
    expect(await sentenceOf(path([RING[0], RING[0], RING[0], RING[0]] as Xy[]))).toMatch(/only a path/)
  })
})

describe('a GPX is asked track by track', () => {
  const ring = rectangle(121.3, 14.1, 121.32, 14.12)
  const walk: Xy[] = [
    [121.2, 14],
    [121.25, 14.05],
    [121.3, 14.1],
  ]
  const LAND = hectaresBetween(121.3, 14.1, 121.32, 14.12)

  test.each<[string, string]>([
    ['two tracks', gpx({ tracks: [[walk], [ring]] })],
    ['two segments of one track', gpx({ tracks: [[walk, ring]] })],
    ['a track and a route', gpx({ tracks: [[walk]], routes: [ring] })],
  ])('the walk to the site is left out: %s', async (_name, bytes) => {
    const asked = await read(bytes)
    if (asked.ok || !('question' in asked) || asked.question !== 'close')
      throw new Error(JSON.stringify(asked))
    expect(asked.tracks.map(({ is_closed, gap_m }) => [is_closed, gap_m > 0]).sort()).toEqual([
      [false, true],
      [true, false],
    ])
    const open = asked.tracks.find(({ is_closed }) => !is_closed)
    expect(open?.length_m).toBeGreaterThan(15_000)
    expect(open?.length_m).toBe(open?.gap_m)
    for (const close of [false, []]) expect(hectaresOf(await read(bytes, { close })) / LAND).toBeCloseTo(1, 4)
  })

  test('each open one can be closed by itself, and the drawing has few points', async () => {
    const round = (at: number): Xy[] =>
      Array.from({ length: 5_000 }, (_, step): Xy => {
        const angle = (step / 5_100) * 2 * Math.PI
        return [121 + at / 10 + Math.cos(angle) / 100, 14 + Math.sin(angle) / 100]
      })
    const bytes = gpx({ tracks: [[round(1)], [round(2)], [round(3)]] })
    const asked = await read(bytes)
    expect(asked).toMatchObject({ question: 'close', tracks: [{ number: 1 }, { number: 2 }, { number: 3 }] })
    expect(JSON.stringify(asked).length).toBeLessThan(20_000)
    expect(await read(bytes, { close: [1, 3] })).toMatchObject({
      ok: true,
      polygon_count: 2,
      names: ['Track 1', 'Track 3'],
    })
    expect(await read(bytes, { close: true })).toMatchObject({ ok: true, polygon_count: 3 })
    expect(await sentenceOf(bytes, { close: [] })).toMatch(/only a GPS track/)
  })

  test("the shape of a planner's route is between its points", async () => {
    const rpt = (points: readonly Xy[]) =>
      `<extensions><gpxx:RoutePointExtension><gpxx:Subclass>0</gpxx:Subclass>${points.map(([x, y]) => `<gpxx:rpt lat="${y}" lon="${x}"/>`).join('')}</gpxx:RoutePointExtension></extensions>`
    const [a, b, c, d] = ring as [Xy, Xy, Xy, Xy]
    const point = ([x, y]: Xy, more = '') => `<rtept lat="${y}" lon="${x}"><name>p</name>${more}</rtept>`
    const bytes = gpx({
      more: `<rte><name>Planned</name>${point(a, rpt([a, b]))}${point(c, rpt([c, d]))}${point(a)}</rte>`,
    })
    const result = await read(bytes)
    expect(hectaresOf(result) / LAND).toBeCloseTo(1, 4)
    expect(result).toMatchObject({ names: ['Planned'] })
  })

  test('a loss of signal of a few metres is no question; a missing side is one, with its metres', async () => {
    const [a, b, c, d] = ring as [Xy, Xy, Xy, Xy]
    const near: Xy = [b[0], b[1] + 0.0001]
    expect(
      await read(
        gpx({
          tracks: [
            [
              [a, b],
              [near, c, d, a],
            ],
          ],
        }),
      ),
    ).toMatchObject({ ok: true })
    const asked = await read(
      gpx({
        tracks: [
          [
            [a, b],
            [c, d, a],
          ],
        ],
      }),
    )
    expect(asked).toMatchObject({ question: 'close', tracks: [{ gap_m: 0, is_closed: false }] })
    if (!asked.ok && 'tracks' in asked) {
      expect(asked.tracks[0]?.lost_m).toBeGreaterThan(2_000)
      expect(asked.tracks[0]?.lines).toHaveLength(2)
    }
  })

  test('a receiver that stood still draws no land, and too many open tracks are not asked about', async () => {
    const still = Array.from({ length: 9 }, (): Xy => [121.3, 14.1])
    expect(await read(gpx({ tracks: [[still, ring]] }), { close: [] })).toMatchObject({
      ok: true,
      polygon_count: 1,
    })
    expect(await sentenceOf(gpx({ tracks: Array.from({ length: 21 }, () => [walk]) }))).toMatch(
      /more than 20 tracks, some of them open/,
    )
    expect(await sentenceOf(gpx({ tracks: [[walk.slice(0, 1)], [[]]] }), { close: true })).toMatch(
      /fewer than three/,
    )
  })
})

describe('the tables of a GeoPackage itself', () => {
  const remade = (table: string, columns: string) =>
    `alter table ${table} rename to stored; create table ${table} (${columns}); drop table stored`
  const BLOB = 'generated always as (zeroblob(300000000))'
  test.each<[string, string, RegExp]>([
    [
      'a computed name of 300 MB',
      `${remade('gpkg_contents', `x, table_name text ${BLOB}, data_type text default 'features'`)}; insert into gpkg_contents (x) values (1)`,
      /^The file is a database, but no GeoPackage/,
    ],
    [
      'a computed column of 300 MB',
      `${remade('gpkg_geometry_columns', `table_name text, column_name text ${BLOB} stored, srs_id integer`).replace(' stored,', ' virtual,')}; insert into gpkg_geometry_columns (table_name, srs_id) values ('land', 4326)`,
      /^The file is a database, but no GeoPackage/,
    ],
    [
      'a computed description',
      `${remade('gpkg_spatial_ref_sys', `srs_name text, srs_id integer, organization text, organization_coordsys_id integer, definition text ${BLOB}`)}; insert into gpkg_spatial_ref_sys (srs_id, organization, organization_coordsys_id) values (4326, 'EPSG', 4326)`,
      /^The file is a database, but no GeoPackage/,
    ],
    [
      'a column that is missing',
      'alter table gpkg_contents rename column data_type to kind',
      /no GeoPackage/,
    ],
    [
      'a name of a megabyte',
      "update gpkg_contents set table_name = printf('%.*c', 1000000, 'x')",
      /no table of features/,
    ],
    [
      'a list of tables without end',
      "insert into gpkg_geometry_columns with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000) select 'land', 'g' || i, 'G', 4326, 0, 0 from n",
      /more than 1,000 tables/,
    ],
    [
      'a trigger and an index that compute',
      'create index i on gpkg_contents (length(table_name)); create trigger t after update on gpkg_contents begin delete from land; end',
      /^read$/,
    ],
  ])('%s is one sentence, at once', async (_name, sql, sentence) => {
    const bytes = await geopackage([SITE], { sql })
    const began = performance.now()
    expect(await sentenceOf(bytes)).toMatch(sentence)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  test('one table with two geometry columns is refused with their names, or read by the registered one', async () => {
    const second = 'alter table land add column outline blob; update land set outline = geom'
    expect(await read(await geopackage([SITE], { sql: second }))).toMatchObject({
      ok: true,
      polygon_count: 1,
    })
    const registered = `${second}; insert into gpkg_geometry_columns values ('land', 'outline', 'GEOMETRY', 4326, 0, 0)`
    expect(await sentenceOf(await geopackage([SITE], { sql: registered }))).toBe(
      'The table land of the GeoPackage has 2 geometry columns (geom, outline); export it with only one.',
    )
    const missing = "insert into gpkg_geometry_columns values ('LAND', 'nowhere', 'GEOMETRY', 4326, 0, 0)"
    expect(await read(await geopackage([SITE], { sql: missing }))).toMatchObject({
      ok: true,
      polygon_count: 1,
    })
  })
})

describe('an archive', () => {
  const zip = (files: Record<string, string | Uint8Array>) =>
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [name, Buffer.from(content as Uint8Array)]),
      ),
    )
  const other: Drawn = {
    polygons: movedTo(SITE.polygons, ([x, y]) => [x + 0.1, y]),
    properties: { name: 'Other' },
  }
  const links = (...hrefs: string[]) =>
    `<kml><Document>${hrefs.map((href) => `<NetworkLink><name>l</name><Link><href>${href}</href></Link></NetworkLink>`).join('')}</Document></kml>`
  const site = kml([{ ...SITE, properties: { name: 'Site' } }])

  /** By the reader of KML and by that of all formats, which must agree. */
  async function both(bytes: Uint8Array) {
    const path = join(folder, 'both')
    await writeFile(path, bytes)
    const alone = await readKmlFile(path, BOUNDARY_LIMITS)
    expect(await read(bytes)).toEqual(alone)
    return alone
  }

  test.each<[string, Record<string, string>]>([
    ['in a folder', { 'doc.kml': links('layers/a.kml'), 'layers/a.kml': site }],
    [
      'by an address with blanks and a part of it',
      { 'doc.kml': links('./My%20Maps/a.kml#site'), 'My Maps/A.kml': site },
    ],
    ['with the strokes of Windows', { 'maps/doc.kml': links('layers\\a.kml'), 'maps/layers/a.kml': site }],
    ['over two links', { 'doc.kml': links('b/c.kml'), 'b/c.kml': links('../a.kml'), 'a.kml': site }],
    [
      'in the old spelling',
      { 'doc.kml': links('a.kml').replace('<Link>', '<Url>').replace('</Link>', '</Url>'), 'a.kml': site },
    ],
    [
      'beside a link to itself and one to the web',
      { 'doc.kml': links('doc.kml', 'http://127.0.0.1/x.kml', 'a.kml'), 'a.kml': site },
    ],
    [
      'in a ring of links',
      {
        'doc.kml': links('a.kml'),
        'a.kml': site.replace('</Document>', `${links('doc.kml', 'a.kml').slice(15, -17)}</Document>`),
      },
    ],
  ])('a link to a layer inside is followed: %s', async (_name, files) => {
    const result = await both(zip(files))
    expect(result).toMatchObject({ ok: true, polygon_count: 1, names: ['Site'] })
  })

  test('a document with land of its own and a link has both; one without link to it stays out', async () => {
    const own = kml([other]).replace('</Document>', `${links('a.kml').slice(15, -17)}</Document>`)
    expect(await both(zip({ 'doc.kml': own, 'a.kml': site, 'b.kml': site }))).toMatchObject({
      ok: true,
      polygon_count: 2,
      names: ['Other', 'Site'],
    })
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ['to the web', { 'doc.kml': links('http://127.0.0.1:1/a.kml'), 'a.kml': site }, /only a network link/],
    [
      'to a file of the computer',
      { 'doc.kml': links('file:///etc/passwd', '/etc/passwd', 'C:/a.kml'), 'a.kml': site },
      /only a network link/,
    ],
    ['out of the archive', { 'maps/doc.kml': links('../../a.kml'), 'a.kml': site }, /only a network link/],
    ['to nothing', { 'doc.kml': links('', '%', '%zz', 'nowhere.kml'), 'a.kml': site }, /only a network link/],
    ['to itself', { 'doc.kml': links('doc.kml'), 'a.kml': links('doc.kml') }, /only a network link/],
    [
      'to one with an entity',
      {
        'doc.kml': links('a.kml'),
        'a.kml': site.replace('<kml', '<!DOCTYPE k [<!ENTITY x SYSTEM "file:///etc/passwd">]><kml'),
      },
      /contains a DOCTYPE/,
    ],
    ['to one that is cut', { 'doc.kml': links('a.kml'), 'a.kml': site.slice(0, -30) }, /ends too early/],
  ])('a link %s is one sentence', async (_name, files, sentence) => {
    const result = await both(zip(files))
    expect(!result.ok && result.reason).toMatch(sentence)
  })

  test('a thousand links among a thousand documents are not followed without end', async () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `a${at}.kml`)
    const all = links(...names)
    const began = performance.now()
    await both(zip({ 'doc.kml': all, ...Object.fromEntries(names.map((name) => [name, all])) }))
    expect(performance.now() - began).toBeLessThan(20_000)
  }, 60_000)

  test('linked documents are together as large as one may be', async () => {
    const padded = `${site}${' '.repeat(700_000)}`
    const bytes = zip({ 'doc.kml': links('a.kml', 'b.kml'), 'a.kml': padded, 'b.kml': padded })
    const path = join(folder, 'both')
    await writeFile(path, bytes)
    const few = { ...BOUNDARY_LIMITS, bytes: 1_048_576 }
    expect(await readKmlFile(path, few)).toMatchObject({ reason: expect.stringMatching(/larger than 1 MB/) })
  })

  test('with several maps is refused with their names; the main map of a KMZ and copies of a Mac are none', async () => {
    const shape = Object.fromEntries(
      Object.entries({
        shp: shpOf([SITE]),
        shx: shxOf(shpOf([SITE])),
        dbf: dbfOf([SITE]),
        prj: Buffer.from(ESRI_PRJ.wgs84),
      }).map(([part, content]) => [`land.${part}`, content]),
    )
    const north = kml([other])
    const text = geojson([other])
    for (const [files, names] of [
      [{ ...shape, 'other.kml': north }, 'land.shp, other.kml'],
      [{ ...shape, 'other.KMZ': zip({ 'doc.kml': north }) }, 'land.shp, other.KMZ'],
      [{ ...shape, 'doc.kml': north }, 'land.shp, doc.kml'],
      [{ ...shape, 'sub/other.geojson': text }, 'land.shp, sub/other.geojson'],
      [{ 'north.kml': north, 'south.kml': site }, 'north.kml, south.kml'],
      [{ 'north.kml': north, 'x.geojson': text }, 'north.kml, x.geojson'],
    ] as const)
      expect(await sentenceOf(zip(files))).toBe(
        `The archive contains several maps (${names}); zip only one of them.`,
      )
    for (const files of [
      { ...shape, '__MACOSX/._other.kml': north, 'land.shp.xml': '<kml/>', 'readme.json': '{}' },
      { 'doc.kml': site, 'files/other.kml': north },
      { 'maps/only.kml': site },
    ])
      expect(hectaresOf(await read(zip(files))) / HECTARES).toBeCloseTo(1, 4)
  })
})

describe('GeoJSON in UTF-16', () => {
  const text = geojson([{ ...SITE, properties: { name: 'Peñafrancia' } }])
  const le = (letters: string) => Buffer.from(letters, 'utf16le')
  test.each<[string, Buffer]>([
    ['with a mark', le(`\ufeff${text}`)],
    ['without a mark', le(text)],
    ['the other way round', le(`\ufeff${text}`).swap16()],
    ['the other way round, without a mark', le(`\n${text}`).swap16()],
  ])('%s is read', async (_name, bytes) => {
    expect(await read(bytes)).toMatchObject({ ok: true, names: ['Peñafrancia'] })
  })
  test('that is none is one sentence', async () => {
    expect(await sentenceOf(le(`\ufeff${text}`).subarray(0, -1))).toMatch(/UTF-16|not complete/)
    expect(await sentenceOf(Buffer.concat([le('\ufeff{"a":"'), Buffer.from([0, 0xd8, 0x41, 0])]))).toMatch(
      /not encoded in UTF-8 or UTF-16/,
    )
    expect(await sentenceOf(le(`\ufeff${'['.repeat(100)}`.replace('[', '{"a":[')))).toMatch(/64 levels/)
  })
})
