import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { BOUNDARY_LIMITS, type LandJob } from '../../server/geodata/formats/land-result.ts'
import { createProcessPool } from '../../server/worker-processes/process-pool.ts'
import { foldersFor } from '../support/product/folders.ts'
import {
  type Drawn,
  ESRI_PRJ,
  geojson,
  geopackage,
  gpx,
  kmz,
  movedTo,
  rectangle,
  shapefile,
} from '../support/records/land-writers.ts'
import { toPtm } from '../support/oracles/philippine-grid.ts'

/** The reader of the built product by itself: what it needs for each format is in its bundle, and loaded when needed. */

const freshFolder = foldersFor('land worker')
const pool = createProcessPool({ patience_ms: 30_000, most_waiting: 1 })
afterAll(() => pool.endWaiting())

const BUILT = path.resolve('dist/server')
const ring = rectangle(121.2, 14.1, 121.22, 14.12)
const SITE: Drawn[] = [{ polygons: [[ring]], properties: { name: 'Site' } }]

test.each<[string, () => Uint8Array | string | Promise<Uint8Array>]>([
  ['GeoJSON', () => geojson(SITE)],
  ['GPX', () => gpx({ tracks: [[ring]] })],
  ['KMZ', () => kmz(SITE)],
  [
    'a shapefile in PRS92',
    () => shapefile([{ polygons: movedTo([[ring]], (at) => toPtm(at, 121)) }], { prj: ESRI_PRJ.ptm(3) }),
  ],
  ['a GeoPackage', () => geopackage(SITE)],
])('%s is read', async (_name, bytes) => {
  const file = path.join(freshFolder(), 'map')
  writeFileSync(file, await bytes())
  const job: LandJob = { boundary: { path: file, answers: {}, limits: BOUNDARY_LIMITS } }
  const limits = { deadline_ms: 30_000, memory_mb: 256 }
  const worker = pathToFileURL(path.join(BUILT, 'land-worker.mjs'))
  expect(await pool.ask(worker, job, limits)).toMatchObject({ ok: true, polygon_count: 1, vertex_count: 5 })
})

test('the database of GeoPackages is a file of its own, which only a GeoPackage loads', () => {
  for (const entry of ['main', 'land-worker', 'kml-worker'])
    expect(readFileSync(path.join(BUILT, `${entry}.mjs`), 'utf8')).not.toMatch(/from\s*["']\.\/sql-wasm/)
})
