import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaHectares } from '../../../shared/boundary/area.ts'
import { validityOf } from '../../../shared/boundary/validity.ts'
import { hectaresBetween, toPtm } from '../../../tests/support/oracles/philippine-grid.ts'
import {
  type Drawn,
  ESRI_PRJ,
  geojson,
  geopackage,
  kml,
  kmz,
  movedTo,
  rectangle,
  shapefile,
} from '../../../tests/support/records/land-writers.ts'
import { isRefusal } from '../../lib/errors.ts'
import {
  type FaultLine,
  type FeatureLine,
  LAYER_LIMITS,
  type LayerAnswers,
  type LayerLine,
  type LayerReading,
} from './land-result.ts'
import { layerOf } from './layer-of.ts'
import { readLayer } from './read-layer.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'land layers '))
})
afterAll(() => rm(folder, { recursive: true }))

const linesOf = (to: string) =>
  readFileSync(to, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LayerLine)
const isFault = (line: LayerLine): line is FaultLine => 'reason' in line

/** Reads a layer in this process. */
async function read(
  bytes: Uint8Array | string,
  answers: LayerAnswers = {},
  limits = LAYER_LIMITS,
): Promise<{ result: LayerReading; features: FeatureLine[]; faults: FaultLine[] }> {
  const [path, to] = [join(folder, 'layer'), join(folder, 'lines')]
  await writeFile(path, bytes)
  try {
    const result = await layerOf(path, to, answers, limits)
    const lines = existsSync(to) ? linesOf(to) : []
    return {
      result,
      features: lines.filter((line): line is FeatureLine => !isFault(line)),
      faults: lines.filter(isFault),
    }
  } catch (error) {
    if (isRefusal(error, 'no_map'))
      return { result: { ok: false, reason: error.params.reason }, features: [], faults: [] }
    throw error
  } finally {
    await rm(to, { force: true })
  }
}

const reasonOf = async (bytes: Uint8Array | string, answers: LayerAnswers = {}, limits = LAYER_LIMITS) => {
  const { result } = await read(bytes, answers, limits)
  return 'reason' in result ? result.reason : JSON.stringify(result)
}

const box = (at: number) => [121 + at / 10, 14, 121.05 + at / 10, 14.02] as const
const domain = (at: number, properties: Drawn['properties'] = {}): Drawn => ({
  polygons: [[rectangle(...box(at))]],
  properties: { CADT_NO: `R04A-${at}`, NAME_EN: `Domain ${at}`, HECTARES: at, ...properties },
})
const DOMAINS = [domain(0), domain(1), domain(2)]

describe('features, codes and names are read from every format', () => {
  test.each<[string, () => Uint8Array | string | Promise<Uint8Array>]>([
    ['GeoJSON', () => geojson(DOMAINS)],
    ['Shapefile', () => shapefile(DOMAINS, { prj: ESRI_PRJ.wgs84 })],
    ['GeoPackage', () => geopackage(DOMAINS)],
    [
      'Shapefile in PRS92 zone III',
      () =>
        shapefile(
          DOMAINS.map((one) => ({ ...one, polygons: movedTo(one.polygons, (at) => toPtm(at, 121)) })),
          { prj: ESRI_PRJ.ptm(3) },
        ),
    ],
  ])('%s', async (_name, bytes) => {
    const { result, features, faults } = await read(await bytes())
    expect(result).toMatchObject({
      ok: true,
      code_column: 'CADT_NO',
      name_column: 'NAME_EN',
      feature_count: 3,
      fault_count: 0,
      vertex_count: 15,
      columns: expect.arrayContaining(['CADT_NO', 'NAME_EN', 'HECTARES']),
    })
    expect(faults).toEqual([])
    expect(features.map(({ number, code, name }) => [number, code, name])).toEqual([
      [1, 'R04A-0', 'Domain 0'],
      [2, 'R04A-1', 'Domain 1'],
      [3, 'R04A-2', 'Domain 2'],
    ])
    features.forEach(({ geometry, properties }, at) => {
      expect(areaHectares(geometry) / hectaresBetween(...box(at))).toBeCloseTo(1, 3)
      expect(properties.HECTARES).toBe(at)
    })
  })

  test.each([
    ['KML', kml],
    ['KMZ', kmz],
  ])('%s: each placemark is a feature', async (_name, write) => {
    const drawn = [domain(0, { name: 'Mount A' }), domain(1, { name: 'Mount B', LATE: 'only here' })]
    const { result, features } = await read(write(drawn))
    expect(result).toMatchObject({
      ok: true,
      crs: 'EPSG:4326',
      code_column: 'CADT_NO',
      name_column: 'name',
      columns: ['name', 'CADT_NO', 'NAME_EN', 'HECTARES', 'LATE'],
    })
    expect(features.map(({ code, name }) => [code, name])).toEqual([
      ['R04A-0', 'Mount A'],
      ['R04A-1', 'Mount B'],
    ])
    expect(features[1]?.properties).toMatchObject({ LATE: 'only here', HECTARES: '1' })
  })

  test('a KMZ of QGIS: a first file with links, and a file per layer', async () => {
    const link =
      '<kml><Document><NetworkLink><Link><href>layers/a.kml</href></Link></NetworkLink></Document></kml>'
    const files = { 'doc.kml': link, 'layers/a.kml': kml([domain(0)]), 'layers/b.kml': kml([domain(1)]) }
    const zip = zipSync(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
    )
    const { features } = await read(zip)
    expect(features.map(({ number, code }) => [number, code])).toEqual([
      [1, 'R04A-0'],
      [2, 'R04A-1'],
    ])
  })

  test('a person can name the columns; one that the file does not have is refused', async () => {
    const bytes = geojson(DOMAINS)
    const { features } = await read(bytes, { code_column: 'HECTARES', name_column: 'CADT_NO' })
    expect(features[2]).toMatchObject({ code: '2', name: 'R04A-2' })
    expect(await reasonOf(bytes, { code_column: '<b>no</b>' })).toBe('The file has no column "<b>no</b>".')
  })

  test('a shapefile without .prj asks, and says its columns', async () => {
    const bytes = shapefile(DOMAINS)
    expect((await read(bytes)).result).toEqual({
      ok: false,
      question: 'crs',
      columns: ['CADT_NO', 'NAME_EN', 'HECTARES'],
    })
    expect((await read(bytes, { crs: 'EPSG:4326' })).result).toMatchObject({ ok: true, crs: 'EPSG:4326' })
  })

  test('a table in Windows-1252 or UTF-8, and a row that was deleted', async () => {
    const names = [domain(0, { NAME_EN: 'Los Baños' }), domain(1), domain(2)]
    for (const encoding of ['utf8', 'latin1'] as const) {
      const { features } = await read(shapefile(names, { prj: ESRI_PRJ.wgs84, encoding, deleted: [2] }))
      expect(features.map(({ number, name }) => [number, name])).toEqual([
        [1, 'Los Baños'],
        [3, 'Domain 2'],
      ])
    }
    const declared = shapefile(names, {
      prj: ESRI_PRJ.wgs84,
      encoding: 'latin1',
      parts: { 'land.cpg': Buffer.from('ANSI 1252') },
    })
    expect((await read(declared)).features[0]?.name).toBe('Los Baños')
  })

  test('texts are plain lines of at most 200 characters, whatever they contain', async () => {
    const nasty = `\u202e<img src=x onerror=alert(1)>\u0007\n${'x'.repeat(5_000)}`
    for (const bytes of [
      geojson([domain(0, { NAME_EN: nasty, ['__proto__']: 'p', 'a\u0000b': 1 })]),
      await geopackage([domain(0, { NAME_EN: nasty })]),
    ]) {
      const { features } = await read(bytes)
      const name = features[0]?.name ?? ''
      expect(name).toMatch(/^<img src=x onerror=alert\(1\)> x+$/)
      expect(name).toHaveLength(200)
    }
    const { features } = await read(
      `{"type":"Feature","properties":{"__proto__":{"x":1},"list":[1],"name":"A"},"geometry":${JSON.stringify({ type: 'Polygon', coordinates: domain(0).polygons[0] })}}`,
    )
    expect(features[0]?.properties).toMatchObject({ list: null, name: 'A' })
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
})

const BOWTIE: Drawn = {
  polygons: [
    [
      [
        [121, 14],
        [121.1, 14.1],
        [121.1, 14],
        [121, 14.1],
        [121, 14],
      ],
    ],
  ],
  properties: { NAME_EN: 'Bow' },
}

describe('a feature that cannot be used is left out with a sentence', () => {
  test('the others are read', async () => {
    const scribble = Array.from(
      { length: 400 },
      (_, at) => [121 + ((at * 61) % 397) / 4000, 14 + ((at * 211) % 389) / 4000] as const,
    )
    const { result, features, faults } = await read(
      geojson([
        domain(0),
        { polygons: [[rectangle(...box(1)).slice(0, -1)]], properties: { NAME_EN: 'Open' } },
        { polygons: movedTo(domain(1).polygons, ([x, y]) => [x - 30, y]), properties: { NAME_EN: 'Abroad' } },
        { polygons: [], properties: { NAME_EN: 'Nothing' } },
        BOWTIE,
        {
          polygons: [
            [
              [
                [121, 14],
                [121.1, 14],
                [121.2, 14],
                [121, 14],
              ],
            ],
          ],
          properties: { NAME_EN: 'Flat' },
        },
        { polygons: [[[...scribble, scribble[0] as never]]], properties: { NAME_EN: 'Scribble' } },
        {
          polygons: [[[...Array(30)].map((_, at) => [121 + at / 1000, 14 + (at % 2) / 1000] as const)]],
          properties: { CADT_NO: 'long' },
        },
      ]),
      {},
      { ...LAYER_LIMITS, feature_vertices: 401 },
    )
    expect(result).toMatchObject({ ok: true, feature_count: 2, fault_count: 6 })
    expect(features.map(({ number }) => number)).toEqual([1, 5])
    expect(faults).toEqual([
      { number: 2, name: 'Open', reason: expect.stringMatching(/^The boundary is not closed/) },
      {
        number: 3,
        name: 'Abroad',
        reason: expect.stringMatching(/^The boundary lies outside the Philippines/),
      },
      { number: 4, name: 'Nothing', reason: 'The feature has no polygon.' },
      { number: 6, name: 'Flat', reason: 'The feature crosses itself and encloses no land.' },
      { number: 7, name: 'Scribble', reason: 'The feature crosses itself too often to be repaired.' },
      { number: 8, name: 'long', reason: expect.stringMatching(/^The boundary is not closed/) },
    ])
  })

  test('one that crosses itself is repaired: both lobes count, and the shape is valid', async () => {
    const { features } = await read(geojson([BOWTIE]))
    const [bow] = features
    if (!bow) throw new Error('It was left out.')
    expect(validityOf(bow.geometry)).toEqual({ valid: true })
    expect(areaHectares(bow.geometry) / (hectaresBetween(121, 14, 121.1, 14.1) / 2)).toBeCloseTo(1, 2)
  })

  test('points and lines', async () => {
    const geometry = (type: string, coordinates: unknown) => ({
      type: 'Feature',
      properties: {},
      geometry: { type, coordinates },
    })
    const { faults } = await read(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          ...JSON.parse(geojson([domain(0)])).features,
          geometry('Point', [121, 14]),
          geometry('MultiLineString', [
            [
              [121, 14],
              [122, 14],
            ],
          ]),
          geometry('Polygon', 'x'),
          geometry('Circle', []),
          7,
        ],
      }),
    )
    expect(faults.map(({ reason }) => reason)).toEqual([
      'The feature is a point, not a polygon.',
      'The feature is a line, not a polygon.',
      'The geometry of the feature is not valid GeoJSON.',
      'The geometry of the feature is not valid GeoJSON.',
      'The feature has no polygon.',
    ])
  })
})

describe('a whole layer is refused with one sentence', () => {
  test('without features, or without one that can be used', async () => {
    expect(await reasonOf(geojson([]))).toBe('The file has no features.')
    expect(await reasonOf(await geopackage([]))).toBe('The file has no features.')
    expect(await reasonOf(geojson([{ polygons: [] }]))).toBe('The feature has no polygon.')
    const swapped = DOMAINS.map((one) => ({ ...one, polygons: movedTo(one.polygons, ([x, y]) => [y, x]) }))
    expect(await reasonOf(geojson(swapped))).toMatch(
      /^None of the 3 features can be used: Longitude and latitude are swapped/,
    )
  })

  test('above its limits', async () => {
    const limits = { ...LAYER_LIMITS, features: 2, placemarks: 2 }
    const sentence = 'The layer has more than 2 features; divide it.'
    expect(await reasonOf(geojson(DOMAINS), {}, limits)).toBe(sentence)
    expect(await reasonOf(await geopackage(DOMAINS), {}, limits)).toBe(sentence)
    expect(await reasonOf(shapefile(DOMAINS, { prj: ESRI_PRJ.wgs84 }), {}, limits)).toBe(sentence)
    expect(await reasonOf(kml(DOMAINS), {}, limits)).toBe(
      'The file contains more than 2 placemarks; divide the layer.',
    )
    const points = { ...LAYER_LIMITS, vertices: 14 }
    for (const bytes of [await geopackage(DOMAINS), kml(DOMAINS)])
      expect(await reasonOf(bytes, {}, points)).toBe(
        'The layer has more than 14 points; simplify or divide it.',
      )
    expect(await reasonOf(geojson(DOMAINS), {}, points)).toMatch(/more than 14 points/)
    expect((await read(geojson(DOMAINS), {}, { ...LAYER_LIMITS, feature_vertices: 4 })).result).toMatchObject(
      {
        reason: expect.stringMatching(
          /^None of the 3 features can be used: The boundary has more than 4 points/,
        ),
      },
    )
  })

  test('and nothing is left behind', async () => {
    const [path, to] = [join(folder, 'refused.geojson'), join(folder, 'refused lines')]
    await writeFile(path, geojson([{ polygons: [] }]))
    expect(await readLayer(path, to, {})).toEqual({ ok: false, reason: 'The feature has no polygon.' })
    expect(existsSync(to)).toBe(false)
    await writeFile(path, geojson(DOMAINS))
    expect(await readLayer(path, to, { limits: { ...LAYER_LIMITS, deadline_ms: 1 } })).toEqual({
      ok: false,
      reason:
        'The file takes too long or too much memory to read; divide the layer, or simplify its outlines.',
    })
    expect(existsSync(to)).toBe(false)
    expect(await readLayer(path, to, {})).toMatchObject({ ok: true, feature_count: 3 })
    expect(linesOf(to)).toHaveLength(3)
  }, 60_000)
})
