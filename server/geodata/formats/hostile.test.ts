import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FULL, SEED } from '../../../tests/support/full.ts'
import {
  dbfOf,
  type Drawn,
  ESRI_PRJ,
  geojson,
  geopackage,
  gpkgBlob,
  gpx,
  kml,
  rectangle,
  shapefile,
  shpOf,
  shxOf,
  wkbOf,
} from '../../../tests/support/records/land-writers.ts'
import { malformedZip } from '../../../tests/support/records/malformed-zip.ts'
import { isRefusal } from '../../lib/errors.ts'
import { boundaryOf } from './boundary-of.ts'
import { BOUNDARY_LIMITS, LAYER_LIMITS } from './land-result.ts'
import { layerOf } from './layer-of.ts'
import { readWkb } from './wkb.ts'

let root = ''
let folder = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'land hostile '))
  folder = join(root, 'a', 'b')
  await mkdir(folder, { recursive: true })
})
afterAll(() => rm(root, { recursive: true }))

/** The sentence for these bytes as a boundary; "read" where there is a boundary. */
async function sentenceOf(bytes: Uint8Array | string, limits = BOUNDARY_LIMITS): Promise<string> {
  const path = join(folder, 'map')
  await writeFile(path, bytes)
  try {
    const result = await boundaryOf(path, { crs: undefined }, limits)
    return result.ok ? 'read' : 'reason' in result ? result.reason : result.question
  } catch (error) {
    if (isRefusal(error, 'no_map')) return error.params.reason
    throw error
  }
}

/** The same as a layer. */
async function layerSentenceOf(bytes: Uint8Array | string): Promise<string> {
  const [path, to] = [join(folder, 'map'), join(folder, 'lines')]
  await writeFile(path, bytes)
  try {
    const result = await layerOf(path, to, {}, LAYER_LIMITS)
    return result.ok ? 'read' : 'reason' in result ? result.reason : result.question
  } catch (error) {
    if (isRefusal(error, 'no_map')) return error.params.reason
    throw error
  } finally {
    await rm(to, { force: true })
  }
}

/** the real limits are met in the full run */
const FEW = { ...BOUNDARY_LIMITS, vertices: 1_000, feature_vertices: 1_000, parts: 100 }

const SITE: Drawn = { polygons: [[rectangle(121.2, 14.1, 121.22, 14.12)]], properties: { name: 'Site' } }
const LAND = [SITE]
const parts = () => ({
  'land.shp': shpOf(LAND),
  'land.shx': shxOf(shpOf(LAND)),
  'land.dbf': dbfOf(LAND),
  'land.prj': Buffer.from(ESRI_PRJ.wgs84),
})
const entries = (changed: Parameters<typeof malformedZip>[0][number] | null = null) => [
  ...Object.entries(parts())
    .filter(([name]) => name !== changed?.name)
    .map(([name, bytes]) => ({ name, bytes })),
  ...(changed ? [changed] : []),
]

describe('archives', () => {
  test('the writer of malformed archives is sound', async () => {
    expect(await sentenceOf(malformedZip(entries()))).toBe('read')
  })

  test.each<[string, () => Uint8Array, RegExp]>([
    [
      'a .dbf of 4 GB by its own word',
      () => malformedZip(entries({ name: 'land.dbf', bytes: 'x', declared: { size: 2n ** 32n - 2n } })),
      /^A file in the archive is too large/,
    ],
    [
      'a .dbf of 8 EB in ZIP64',
      () =>
        malformedZip(entries({ name: 'land.dbf', bytes: 'x', declared: { size: 2n ** 63n } }), {
          zip64: true,
        }),
      /^(?:A file in the archive is too large|The archive is damaged)/,
    ],
    [
      'a .shp that says 100 bytes and unpacks to 200 MB',
      () =>
        malformedZip(
          entries({
            name: 'land.shp',
            bytes: Buffer.alloc(FULL ? 200_000_000 : 2_000_000),
            declared: { size: 100n },
          }),
        ),
      /^The archive is damaged|too large/,
    ],
    [
      'a .shp of 135 MB of zeros',
      () => malformedZip(entries({ name: 'land.shp', bytes: Buffer.alloc(135_000_000) })),
      /too large/,
    ],
    [
      'a .prj of a megabyte',
      () => zipSync({ ...parts(), 'land.prj': new Uint8Array(1_000_000) }),
      /too large/,
    ],
    [
      'a wrong sum',
      () => malformedZip(entries({ name: 'land.dbf', bytes: dbfOf(LAND), declared: { crc: 7 } })),
      /^The archive is damaged/,
    ],
    [
      'a file that lies elsewhere',
      () => malformedZip(entries({ name: 'land.dbf', bytes: dbfOf(LAND), declared: { at: 4_000_000_000n } })),
      /^The archive is damaged/,
    ],
    [
      'a password',
      () => malformedZip(entries({ name: 'land.shp', bytes: shpOf(LAND), declared: { flags: 0x801 } })),
      /locked with a password/,
    ],
    [
      'an archive in an archive',
      () => zipSync({ 'inner.zip': shapefile(LAND) }),
      /^The archive contains no shapefile/,
    ],
    [
      '10,001 files',
      () =>
        malformedZip([
          ...entries(),
          ...Array.from({ length: 10_001 }, (_, at) => ({ name: `${at}`, bytes: '' })),
        ]),
      /^The archive contains too many files/,
    ],
    [
      'a count of 60,000 that is a lie',
      () => malformedZip(entries(), { end: { count: 60_000n } }),
      /too many files/,
    ],
    ['a half', () => shapefile(LAND).subarray(0, 300), /^The archive is damaged/],
  ])('%s', async (_name, bytes, sentence) => {
    expect(await sentenceOf(bytes())).toMatch(sentence)
  })

  test('path names lead nowhere: nothing is unpacked under a name', async () => {
    for (const stem of ['../../evil', '/tmp/evil', 'C:\\evil', '..\\..\\evil', 'a/../../../../evil']) {
      expect(await sentenceOf(shapefile(LAND, { stem, prj: ESRI_PRJ.wgs84 })), stem).toBe('read')
    }
    expect(readdirSync(root)).toEqual(['a'])
    expect(readdirSync(join(root, 'a'))).toEqual(['b'])
    expect(readdirSync(folder)).toEqual(['map'])
  })
})

describe('shapefiles', () => {
  const patched = (patch: (shp: Buffer) => void) => {
    const shp = shpOf(LAND)
    patch(shp)
    return zipSync({ ...parts(), 'land.shp': shp })
  }
  test.each<[string, (shp: Buffer) => void, RegExp]>([
    ['a record longer than the file', (shp) => shp.writeInt32BE(1_000_000, 104), /ends too early/],
    ['a record of a negative length', (shp) => shp.writeInt32BE(-5, 104), /ends too early/],
    [
      'two billion points',
      (shp) => shp.writeInt32LE(2_000_000_000, 108 + 40),
      /^The geometry of the feature is damaged/,
    ],
    [
      'two billion parts',
      (shp) => shp.writeInt32LE(2_000_000_000, 108 + 36),
      /^The geometry of the feature is damaged/,
    ],
    ['negative points', (shp) => shp.writeInt32LE(-2, 108 + 40), /^The geometry of the feature is damaged/],
    [
      'a part that begins outside',
      (shp) => shp.writeInt32LE(77, 108 + 44),
      /^The geometry of the feature is damaged/,
    ],
    ['an unknown kind', (shp) => shp.writeInt32LE(99, 108), /an unknown shape type/],
    ['a body of surfaces', (shp) => shp.writeInt32LE(31, 108), /multipatch/],
    ['another code', (shp) => shp.writeInt32BE(1, 0), /is not a shapefile/],
  ])('%s', async (_name, patch, sentence) => {
    expect(await sentenceOf(patched(patch))).toMatch(sentence)
  })

  test.each<[string, (dbf: Buffer) => void]>([
    ['four billion rows', (dbf) => dbf.writeUInt32LE(0xffff_ffff, 4)],
    ['rows without length', (dbf) => dbf.writeUInt16LE(0, 10)],
    ['a header behind the end', (dbf) => dbf.writeUInt16LE(60_000, 8)],
    ['a column longer than its row', (dbf) => dbf.writeUInt8(255, 32 + 16)],
  ])('a table of %s', async (_name, patch) => {
    const dbf = dbfOf(LAND)
    patch(dbf)
    expect(await sentenceOf(zipSync({ ...parts(), 'land.dbf': dbf }))).toMatch(
      /^The \.dbf file of the shapefile is damaged/,
    )
  })
})

describe('GeoPackages', () => {
  const forever = 'with recursive n(i) as (select 1 union all select i + 1 from n) select'
  test.each<[string, string, RegExp]>([
    [
      'a trigger on every table',
      'create trigger t after insert on land begin insert into land select * from land; end; create trigger u after update on gpkg_contents begin delete from land; end',
      /^read$/,
    ],
    [
      'a view in place of its table',
      `drop table land; create view land as ${forever} i as fid, x'00' as geom from n`,
      /^The GeoPackage has no table of features/,
    ],
    [
      'a view in place of its contents',
      `create view other as ${forever} 'land' as table_name, 'features' as data_type from n; drop table gpkg_contents; create view gpkg_contents as select * from other`,
      /^The file is a database, but no GeoPackage/,
    ],
    [
      'a view in place of its systems',
      `drop table gpkg_spatial_ref_sys; create view gpkg_spatial_ref_sys as ${forever} i as srs_id from n`,
      /^The file is a database, but no GeoPackage/,
    ],
    ['another view beside its table', `create view "LAND2" as ${forever} i from n`, /^read$/],
    [
      'a computed column',
      "alter table land add column more text as (printf('%.*c', 900000000, 'x'))",
      /^read$/,
    ],
    [
      'a computed geometry',
      'alter table land rename column geom to old; alter table land add column geom as (zeroblob(900000000))',
      /^The GeoPackage has no geometry/,
    ],
    [
      'a name with quotes',
      `alter table land rename to "la""nd; drop table x"; update gpkg_contents set table_name = 'la"nd; drop table x'; update gpkg_geometry_columns set table_name = 'la"nd; drop table x'`,
      /^read$/,
    ],
    [
      'a table called like a system table',
      "update gpkg_contents set table_name = 'sqlite_master'; update gpkg_geometry_columns set table_name = 'sqlite_master', column_name = 'sql'",
      /^The GeoPackage has no table of features/,
    ],
    [
      'a geometry of text',
      "update land set geom = 'POLYGON((0 0))'",
      /^The geometry of the feature is damaged/,
    ],
    [
      'a geometry of zeros',
      'update land set geom = zeroblob(30000000)',
      /^The geometry of the feature is not that of a GeoPackage/,
    ],
    [
      'a geometry that is too short',
      "update land set geom = x'47500003'",
      /^The geometry of the feature is damaged/,
    ],
    [
      'a name of many megabytes',
      "alter table land add column long text; update land set long = printf('%.*c', 9000000, 'x')",
      /^read$/,
    ],
    ['a number that is none', 'update gpkg_geometry_columns set srs_id = 9e999', /./],
    [
      'a system without a row',
      'delete from gpkg_spatial_ref_sys',
      /^The GeoPackage does not describe its coordinate system 4326/,
    ],
  ])('%s', async (_name, sql, sentence) => {
    expect(await sentenceOf(await geopackage(LAND, { sql }))).toMatch(sentence)
  })

  test('a geometry above the limit is never taken out of the database', async () => {
    const bytes = await geopackage(LAND, { sql: 'update land set geom = zeroblob(68000000)' })
    expect(await layerSentenceOf(bytes)).toBe('The geometry of the feature is too large.')
  })

  test('a cut file, and one of a program that had it open', async () => {
    const bytes = Buffer.from(await geopackage(LAND))
    expect(await sentenceOf(bytes.subarray(0, 5_000))).toMatch(
      /^The (?:GeoPackage is damaged|file is a database)/,
    )
    bytes[18] = bytes[19] = 2
    expect(await sentenceOf(bytes)).toBe('read')
  })
})

describe('geometries in binary form', () => {
  const BOX = wkbOf(SITE.polygons)
  const collection = (inner: Buffer, count = 1) => {
    const head = Buffer.alloc(9)
    head.writeUInt8(1, 0)
    head.writeUInt32LE(7, 1)
    head.writeUInt32LE(count, 5)
    return Buffer.concat([head, inner])
  }
  const nested = (depth: number) =>
    Array.from({ length: depth }).reduce<Buffer>((inner) => collection(inner), BOX)
  test.each<[string, () => Buffer, RegExp]>([
    ['nothing', () => Buffer.alloc(0), /damaged/],
    ['a byte order that is none', () => Buffer.from([7, 0, 0, 0, 0]), /damaged/],
    ['four billion rings', () => Buffer.from('0103000000ffffffff', 'hex'), /damaged/],
    ['four billion points', () => Buffer.from('010300000001000000ffffffff', 'hex'), /damaged/],
    ['four billion geometries', () => collection(Buffer.alloc(0), 0xffff_ffff), /damaged/],
    [
      'a million empty rings',
      () => Buffer.concat([Buffer.from('010300000040420f00', 'hex'), Buffer.alloc(4_000_000)]),
      /too many parts/,
    ],
    ['a nest of collections', () => nested(20), /nested too deep/],
    ['arcs', () => Buffer.from('010a00000000000000', 'hex'), /has curves/],
    ['the flags of PostGIS', () => Buffer.from('0103000020e610000000000000', 'hex'), /damaged|not read/],
    [
      'too many points',
      () => wkbOf([[Array.from({ length: 1_001 }, (_, at) => [121 + at / 1e7, 14] as const)]]),
      /more than 1,000 points/,
    ],
  ])('%s', (_name, bytes, sentence) => {
    expect(readWkb(bytes(), FEW).fault).toMatch(sentence)
  })

  test('a shallow nest is read', () => {
    expect(readWkb(nested(16), BOUNDARY_LIMITS)).toMatchObject({ fault: null, found: { Polygon: 1 } })
  })
})

const LAUGHS = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`

describe('texts', () => {
  const positions = (count: number) => `[${Array.from({ length: count }).fill('[121,14]').join(',')}]`
  test.each<[string, () => string, RegExp]>([
    [
      'entities in GPX',
      () => gpx({}).replace('<gpx', `${LAUGHS}<gpx`),
      /^The file contains a DOCTYPE, which GPX does not use/,
    ],
    [
      'entities in KML',
      () => kml(LAND).replace('<kml', `${LAUGHS}<kml`),
      /^The file contains a DOCTYPE, which KML does not use/,
    ],
    [
      'an entity that is not declared',
      () => gpx({ more: '<wpt lat="1" lon="2"><name>&x;</name></wpt>' }),
      /^Line 1 of the map has an "&"/,
    ],
    [
      'GPX with attributes without end',
      () => `<gpx ${Array.from({ length: 201 }, (_, at) => `a${at}="1"`).join(' ')}/>`,
      /more than 200 attributes/,
    ],
    ['GPX that goes deep', () => `<gpx>${'<x>'.repeat(10_000)}`, /more than 64 levels/],
    [
      'half a GPX',
      () => gpx({ tracks: [[[...rectangle(121, 14, 121.1, 14.1)]]] }).slice(0, -30),
      /ends too early/,
    ],
    [
      'GPX in another encoding than it says',
      () => Buffer.from('<gpx><metadata>\xff</metadata></gpx>', 'latin1').toString('latin1'),
      /./,
    ],
    [
      'too many tracks',
      () => gpx({ more: '<wpt lat="1" lon="2"/>'.repeat(5_001) }),
      /more than 5,000 tracks and points/,
    ],
    [
      'too many points of a track',
      () => gpx({ more: `<trk><trkseg>${'<trkpt lat="14" lon="121"/>'.repeat(1_001)}</trkseg></trk>` }),
      /more than 1,000 points/,
    ],
    [
      'lists that go deep',
      () => `{"type":"Polygon","coordinates":${'['.repeat(3_000_000)}`,
      /more than 64 levels deep/,
    ],
    ['objects that go deep', () => '{"a":'.repeat(1_000_000), /more than 64 levels deep/],
    [
      'too many points',
      () => `{"type":"Polygon","coordinates":[${positions(1_001)}]}`,
      /more than 1,000 points/,
    ],
    [
      'too many lists',
      () => `{"type":"Polygon","coordinates":[${'[],'.repeat(1_000_001)}[]]}`,
      /more than 1,000,000 lists and objects/,
    ],
    [
      'too many values',
      () => `{"type":"Polygon","coordinates":[[[1${',1'.repeat(4_010_000)}]]]}`,
      /more than 4,004,000 values/,
    ],
    [
      'too many properties',
      () =>
        `{"type":"Feature","properties":{${Array.from({ length: 550_001 }, (_, at) => `"${at}":1`).join()}}}`,
      /more than 550,000 properties/,
    ],
    ['too many parts', () => geojson(Array.from({ length: 101 }, () => SITE)), /more than 100 parts/],
    [
      'brackets inside a text',
      () => geojson([{ ...SITE, properties: { name: `${'['.repeat(100)}\\"${'{'.repeat(100)}` } }]),
      /^read$/,
    ],
    [
      'a number of a million digits',
      () => geojson(LAND).replace('121.22', `121.${'2'.repeat(1_000_000)}`),
      /^(?:read|The boundary is not closed)/,
    ],
    [
      'coordinates that are objects',
      () => '{"type":"Polygon","coordinates":[[{"0":121,"1":14,"length":2}]]}',
      /^The geometry of the feature is not valid GeoJSON/,
    ],
    [
      'a geometry in itself',
      () => '{"type":"Feature","geometry":{"type":"Feature","geometry":null}}',
      /^The geometry of the feature is not valid GeoJSON/,
    ],
    [
      'features that are no list',
      () => '{"type":"FeatureCollection","features":{"length":9}}',
      /is JSON, but not GeoJSON/,
    ],
  ])('%s', async (_name, text, sentence) => {
    expect(await sentenceOf(text(), FEW)).toMatch(sentence)
  })

  test('10 million points of a layer are counted, not parsed', async () => {
    const began = performance.now()
    const count = FULL ? 10_000_000 : 2_100_000
    const text = `{"type":"Polygon","coordinates":[[${'[1,1],'.repeat(count)}[1,1]]]}`
    expect(await layerSentenceOf(text)).toMatch(/more than 2,000,000 points/)
    expect(performance.now() - began).toBeLessThan(15_000)
  }, 60_000)
})

test('bytes changed at random are read or refused with a sentence, and nothing else happens', async () => {
  let state = SEED
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
  const many = [SITE, { ...SITE, polygons: [...SITE.polygons, [rectangle(121.3, 14.1, 121.32, 14.12)]] }]
  const whole = [
    async (change: (bytes: Buffer) => Buffer) =>
      zipSync(
        {
          ...parts(),
          'land.shp': change(shpOf(many)),
          'land.shx': shxOf(shpOf(many)),
          'land.dbf': dbfOf(many),
        },
        { level: 0 },
      ),
    async (change: (bytes: Buffer) => Buffer) =>
      zipSync(
        {
          ...parts(),
          'land.shp': shpOf(many),
          'land.shx': shxOf(shpOf(many)),
          'land.dbf': change(dbfOf(many)),
        },
        { level: 0 },
      ),
    async (change: (bytes: Buffer) => Buffer) =>
      zipSync(
        {
          ...parts(),
          'land.shp': shpOf(many),
          'land.shx': change(shxOf(shpOf(many))),
          'land.dbf': dbfOf(many),
        },
        { level: 0 },
      ),
    async (change: (bytes: Buffer) => Buffer) =>
      change(Buffer.from(shapefile(many, { prj: ESRI_PRJ.wgs84 }))),
    async (change: (bytes: Buffer) => Buffer) => change(Buffer.from(await geopackage(many))),
    async (change: (bytes: Buffer) => Buffer) => change(Buffer.from(geojson(many))),
    async (change: (bytes: Buffer) => Buffer) =>
      change(Buffer.from(gpx({ tracks: [many[0]?.polygons[0] as never] }))),
  ]
  const change = (bytes: Buffer) => {
    const changed = Buffer.from(bytes)
    for (let times = 1 + random(4); times > 0; times--) changed[random(changed.length)] = random(256)
    return random(5) === 0 ? changed.subarray(0, random(changed.length)) : changed
  }
  for (let round = 0; round < (FULL ? 150 : 15); round++)
    for (const write of whole) {
      const bytes = await write(change)
      for (const sentence of [await sentenceOf(bytes), await layerSentenceOf(bytes)])
        expect(sentence).toMatch(/^(?:read|crs|close|[A-Z].*\.)$/s)
    }
}, 300_000)

test('bytes changed at random in a geometry', () => {
  const wkb = wkbOf(SITE.polygons)
  for (let at = 0; at < wkb.length; at++)
    for (const value of [0, 1, 7, 255]) {
      const changed = Buffer.from(wkb)
      changed[at] = value
      expect(() => readWkb(changed, BOUNDARY_LIMITS)).not.toThrow()
    }
  expect(gpkgBlob(wkb).length).toBe(8 + 32 + wkb.length)
})
