import { describe, expect, test } from 'vitest'
import { ESRI_PRJ } from '../../../tests/support/records/land-writers.ts'
import { crsOfUrn, crsOfWkt } from './named-crs.ts'
import { readWkt } from './wkt.ts'

/** As GDAL writes them, with the shift that we do not take from a file, because its signs differ between programs. */
const OGC_PRS92 =
  'GEOGCS["PRS92",DATUM["Philippine_Reference_System_1992",SPHEROID["Clarke 1866",6378206.4,294.978698213898,AUTHORITY["EPSG","7008"]],TOWGS84[-127.62,-67.24,-47.04,3.068,-4.903,-1.578,-1.06],AUTHORITY["EPSG","6683"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4683"]]'
const OGC_ZONE = `PROJCS["PRS92 / Philippines zone 5",${OGC_PRS92},PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",125],PARAMETER["scale_factor",0.99995],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH],AUTHORITY["EPSG","3125"]]`
const WKT2_ZONE =
  'PROJCRS["PRS92 / Philippines zone 2",BASEGEOGCRS["PRS92",DATUM["Philippine Reference System 1992",ELLIPSOID["Clarke 1866",6378206.4,294.978698213898,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]],ID["EPSG",4683]],CONVERSION["Philippines zone II",METHOD["Transverse Mercator",ID["EPSG",9807]],PARAMETER["Latitude of natural origin",0,ANGLEUNIT["degree",0.0174532925199433],ID["EPSG",8801]],PARAMETER["Longitude of natural origin",119,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Scale factor at natural origin",0.99995,SCALEUNIT["unity",1]],PARAMETER["False easting",500000,LENGTHUNIT["metre",1]],PARAMETER["False northing",0,LENGTHUNIT["metre",1]]],CS[Cartesian,2],AXIS["easting (X)",east,ORDER[1],LENGTHUNIT["metre",1]],AXIS["northing (Y)",north,ORDER[2],LENGTHUNIT["metre",1]],ID["EPSG",3122]]'
const WKT2_WGS84 =
  'GEOGCRS["WGS 84",ENSEMBLE["World Geodetic System 1984 ensemble",MEMBER["World Geodetic System 1984 (Transit)"],ELLIPSOID["WGS 84",6378137,298.257223563,LENGTHUNIT["metre",1]],ENSEMBLEACCURACY[2.0]],PRIMEM["Greenwich",0],CS[ellipsoidal,2],AXIS["geodetic latitude (Lat)",north,ORDER[1],ANGLEUNIT["degree",0.0174532925199433]],ID["EPSG",4326]]'

describe('a description is recognised by its datum and parameters', () => {
  test.each<[string, string, string]>([
    ['WGS 84 of ESRI', ESRI_PRJ.wgs84, 'EPSG:4326'],
    ['PRS92 of ESRI', ESRI_PRJ.prs92, 'EPSG:4683'],
    ...([1, 2, 3, 4, 5] as const).map((one): [string, string, string] => [
      `zone ${one}`,
      ESRI_PRJ.ptm(one),
      `EPSG:${3120 + one}`,
    ]),
    ...([50, 51, 52] as const).map((one): [string, string, string] => [
      `UTM ${one}`,
      ESRI_PRJ.utm(one),
      `EPSG:${32600 + one}`,
    ]),
    ['PRS92 of OGC', OGC_PRS92, 'EPSG:4683'],
    ['zone 5 of OGC', OGC_ZONE, 'EPSG:3125'],
    ['zone 2 in version 2', WKT2_ZONE, 'EPSG:3122'],
    ['WGS 84 in version 2', WKT2_WGS84, 'EPSG:4326'],
    [
      'with a height system',
      `COMPD_CS["both",${OGC_ZONE},VERT_CS["mean sea level",VERT_DATUM["x",2005],UNIT["metre",1]]]`,
      'EPSG:3125',
    ],
    [
      'in brackets of the other kind, with blanks',
      ESRI_PRJ.ptm(3).replaceAll('[', ' ( ').replaceAll(']', '\n)'),
      'EPSG:3123',
    ],
  ])('%s', (_name, wkt, crs) => {
    expect(crsOfWkt(wkt)).toBe(crs)
  })
})

const sentenceOf = (wkt: string, code: string | null = null): string => {
  try {
    return crsOfWkt(wkt, code)
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['another datum', ESRI_PRJ.luzon1911, /Luzon_1911_Philippines_Zone_III, which is not read/],
  [
    'another ellipsoid under the same name',
    ESRI_PRJ.prs92.replace('6378206.4', '6378137'),
    /GCS_PRS_1992, which is not read/,
  ],
  ['another scale', ESRI_PRJ.ptm(3).replace('0.99995', '0.9996'), /which is not read/],
  ['feet', ESRI_PRJ.ptm(3).replace('UNIT["Meter",1.0]', 'UNIT["Foot",0.3048]'), /which is not read/],
  ['gradians', ESRI_PRJ.prs92.replace('0.0174532925199433', '0.015707963267949'), /which is not read/],
  [
    'another meridian of zero',
    ESRI_PRJ.prs92.replace('["Greenwich",0.0]', '["Paris",2.33722917]'),
    /which is not read/,
  ],
  ['another projection', ESRI_PRJ.utm(51).replace('Transverse_Mercator', 'Mercator'), /which is not read/],
  ['another false easting', ESRI_PRJ.utm(51).replace('500000.0', '0.0'), /which is not read/],
  [
    'its code, when the system is unknown',
    ESRI_PRJ.luzon1911.replace(/\]$/, ',AUTHORITY["EPSG","25393"]]'),
    /Zone_III \(EPSG:25393\), which is not read/,
  ],
  [
    'a contradiction',
    OGC_ZONE.replace('"3125"', '"3124"'),
    /says EPSG:3124 but describes PRS92, Philippine zone V/,
  ],
  [
    'markup in a name',
    ESRI_PRJ.luzon1911.replace('Luzon_1911_P', '<b>\u202e'),
    /^The file is in the coordinate system <b>/,
  ],
  ['nothing', '', /cannot be read/],
  ['a word', 'PROJCS', /^The file is in an unnamed coordinate system/],
  ['an open bracket', 'PROJCS["x"', /cannot be read/],
  ['a bracket too many', 'PROJCS["x"]]', /cannot be read/],
  ['many brackets', 'A['.repeat(20_000), /cannot be read/],
  ['a megabyte', `PROJCS["${'x'.repeat(1_000_000)}"]`, /cannot be read/],
])('%s is one sentence', (_name, wkt, sentence) => {
  expect(sentenceOf(wkt)).toMatch(sentence)
})

test('the code that stands beside a description must be that of the description', () => {
  expect(sentenceOf(ESRI_PRJ.ptm(3), 'EPSG:3123')).toBe('EPSG:3123')
  expect(sentenceOf(ESRI_PRJ.ptm(3), 'EPSG:4326')).toMatch(/says EPSG:4326/)
})

test('names in GeoJSON', () => {
  for (const name of ['urn:ogc:def:crs:EPSG::3123', 'EPSG:3123', 'urn:ogc:def:crs:EPSG:9.9.1:3123'])
    expect(crsOfUrn(name)).toBe('EPSG:3123')
  expect(crsOfUrn('urn:ogc:def:crs:OGC:1.3:CRS84')).toBe('EPSG:4326')
  for (const name of ['', 'EPSG:99999', 'constructor', 'urn:ogc:def:crs:EPSG::3123x'])
    expect(() => crsOfUrn(name)).toThrow(/which is not read/)
})

test('a description is read as a tree', () => {
  expect(readWkt('A["b",-1.5e2,C[D]]')).toEqual({
    word: 'A',
    values: [' b', -150, { word: 'C', values: [{ word: 'D', values: [] }] }],
  })
})
