import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setInterval } from 'node:timers'
import { zipSync } from 'fflate'
import { expect, vi } from 'vitest'
import { full } from '../../../tests/support/full.ts'
import { childrenOf } from '../../../tests/support/product/child-processes.ts'
import { foldersFor } from '../../../tests/support/product/folders.ts'
import {
  geopackage,
  gpx,
  kml,
  rectangle,
  shapefile,
  type Xy,
} from '../../../tests/support/records/land-writers.ts'
import { readBoundary } from './read-boundary.ts'
import { readLayer } from './read-layer.ts'

/** The largest layers that are read, and files that are larger inside than outside, with what they cost. */

const { test } = full

vi.setConfig({ testTimeout: 400_000 })

const MEGABYTE = 1_048_576
/** of the process that reads, and of this one, which stands for the server */
const MOST_READER_MB = 1_200
const MOST_GROWTH_MB = 300

const freshFolder = foldersFor('land memory')

/** Runs a step and returns the most memory that this process and the reading one had meanwhile, and the seconds. */
async function watched<T>(step: () => Promise<T>) {
  const before = process.memoryUsage.rss()
  const most = { reader_mb: 0, growth_mb: 0 }
  const look = () => {
    most.growth_mb = Math.max(most.growth_mb, (process.memoryUsage.rss() - before) / MEGABYTE)
    for (const { pid, command } of childrenOf(process.pid)) {
      if (!command.includes('land-worker')) continue
      const status = statusOf(pid)
      most.reader_mb = Math.max(most.reader_mb, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024)
    }
  }
  const timer = setInterval(look, 20)
  const began = performance.now()
  try {
    return { result: await step(), seconds: (performance.now() - began) / 1000, ...most }
  } finally {
    clearInterval(timer)
  }
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

/** A wavy outline with this many corners around a place. */
const outline = ([x, y]: Xy, corners: number): Xy[] => {
  const ring = Array.from({ length: corners - 1 }, (_, at): Xy => {
    const angle = (2 * Math.PI * at) / (corners - 1)
    const r = 0.01 * (1 + 0.1 * Math.sin(40 * angle))
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)]
  })
  return [...ring, ring[0] as Xy]
}
const places = (count: number): Xy[] =>
  Array.from({ length: count }, (_, at) => [117 + (at % 250) * 0.03, 5 + Math.floor(at / 250) * 0.03])

/** 20,000 features of 100 corners. */
const MANY = () =>
  places(20_000).map((place, at) => ({ polygons: [[outline(place, 100)]], properties: { code: `C-${at}` } }))

function written(name: string, bytes: Uint8Array | string): string {
  const file = path.join(freshFolder(), name)
  writeFileSync(file, bytes)
  return file
}

test.each([
  ['KML', async () => kml(MANY())],
  ['GeoPackage', async () => geopackage(MANY())],
  ['Shapefile', async () => shapefile(MANY(), { prj: null })],
])('the largest layer, 20,000 features and 2,000,000 points, as %s', async (name, write) => {
  const file = written(`largest ${name}`, await write())
  const to = `${file}.lines`
  const { result, seconds, reader_mb, growth_mb } = await watched(() =>
    readLayer(file, to, name === 'Shapefile' ? { crs: 'EPSG:4326' } : {}),
  )
  console.info(
    `${name} of ${Math.round(statSync(file).size / MEGABYTE)} MB: ${seconds.toFixed(1)} s, ${Math.round(reader_mb)} MB`,
  )
  expect(result).toMatchObject({ ok: true, feature_count: 20_000, vertex_count: 2_000_000 })
  expect(reader_mb).toBeLessThan(MOST_READER_MB)
  expect(growth_mb).toBeLessThan(MOST_GROWTH_MB)
})

const square = [rectangle(121, 14, 121.1, 14.1)]
const hostile: [string, () => Promise<Uint8Array | string> | Uint8Array | string][] = [
  ['a hundred million empty lists', () => `{"type":"Polygon","coordinates":[${'[],'.repeat(30_000_000)}[]]}`],
  ['objects in objects', () => `{"type":"FeatureCollection","features":[${'{},'.repeat(33_000_000)}{}]}`],
  ['numbers in one list', () => `{"type":"Polygon","coordinates":[[[${'1,'.repeat(45_000_000)}1]]]}`],
  [
    'one text of 90 MB',
    () => `{"type":"Feature","properties":{"a":"${'x'.repeat(90_000_000)}"},"geometry":null}`,
  ],
  [
    'a million keys',
    () =>
      `{"type":"Feature","properties":{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":1`).join()}},"geometry":null}`,
  ],
  [
    'attributes without end',
    () => `<gpx ${Array.from({ length: 3_000_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`,
  ],
  [
    'a name of 90 MB in KML',
    () => `<kml><Placemark><name>${'x'.repeat(90_000_000)}</name></Placemark></kml>`,
  ],
  [
    'a hundred files of 100 MB',
    () =>
      zipSync(
        Object.fromEntries(
          Array.from({ length: 100 }, (_, at) => [
            `land.${at === 0 ? 'shp' : at === 1 ? 'dbf' : at === 2 ? 'shx' : at}`,
            new Uint8Array(at < 3 ? 100_000_000 : 1),
          ]),
        ),
        { level: 1 },
      ),
  ],
  [
    'a geometry of 60 MB',
    () =>
      geopackage([{ polygons: [square] }], {
        sql: 'update land set geom = (select geom || zeroblob(60000000) from land)',
      }),
  ],
  [
    'a track of a million points',
    () => gpx({ more: `<trk><trkseg>${'<trkpt lat="14" lon="121"/>'.repeat(1_000_000)}</trkseg></trk>` }),
  ],
]

test.each(hostile)('%s', async (name, bytes) => {
  const file = written('hostile', await bytes())
  const { result, seconds, reader_mb, growth_mb } = await watched(async () => [
    await readBoundary(file, { answers: {} }),
    await readLayer(file, `${file}.lines`, {}),
  ])
  console.info(
    `${name}: ${seconds.toFixed(1)} s, ${Math.round(reader_mb)} MB, ${JSON.stringify(result.map((one) => ('reason' in one ? one.reason : one.ok)))}`,
  )
  expect(reader_mb).toBeLessThan(MOST_READER_MB)
  expect(growth_mb).toBeLessThan(MOST_GROWTH_MB)
  expect(seconds).toBeLessThan(60)
})
