import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { zipped } from '../../server/sheets/zip.ts'
import type { Import } from '../../shared/imports/imports.schema.ts'
import { multipart } from '../support/product/app.ts'
import { kmlText, pdfBytes } from '../support/records/factories.ts'
import { aRow, csvOf, tableOf } from '../support/records/imports.ts'
import { type Product, startProduct } from '../support/product/product.ts'
import { ask, sessionOf } from '../support/product/session.ts'
import { seeded } from '../support/product/tus.ts'
import { FULL, full, SEED } from '../support/full.ts'

/** A large import on the built product, killed at random moments: it continues, with nothing twice or half done. */

// all of them start processes
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

// all are in one municipality, so comparing them grows with the square; 10,000 are tried by hand
const ROWS = Number(process.env.ROWS ?? (FULL ? 3_000 : 100))
const KILLS = FULL ? 5 : 1
const MB = 1_048_576
const MAX_GROWTH_MB = 100

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'safeguards-import-'))
let product: Product
let token = ''

/** Limits of the heap, which otherwise grows before it is cleared; an import that keeps its rows ends at the second. */
const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=8 --max-old-space-size=128`

async function start() {
  product = await startProduct({ dataDir, env: { NODE_OPTIONS } })
  token = await sessionOf(product, 'fmb.admin')
}
beforeAll(start)
afterAll(async () => {
  await product?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const headers = () => ({ 'x-api-key': 'demo-key', authorization: `Bearer ${token}` })

async function call<T>(method: string, url: string, body?: object): Promise<T> {
  const reply = await fetch(`${product.url}/api${url}`, {
    method,
    headers: { ...headers(), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${text}`)
  return JSON.parse(text) as T
}

async function send(kind: string, name: string, bytes: Buffer): Promise<number> {
  const form = multipart(name, bytes)
  const reply = await fetch(`${product.url}/api/file/${kind}`, {
    method: 'POST',
    headers: { ...headers(), ...form.headers },
    body: new Uint8Array(form.payload),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${name}: ${reply.status} ${text}`)
  return (JSON.parse(text) as { data: { id: number } }).data.id
}

const rows = Array.from({ length: ROWS }, () => aRow())

/** A separate square for each row, in rows across Luzon. */
const squareOf = (index: number) => ({
  lon: 120.3 + (index % 150) * 0.0095,
  lat: 14.1 + Math.floor(index / 150) * 0.0095,
  size: 0.009_17,
})

async function archive(): Promise<Buffer> {
  const pieces: Buffer[] = []
  const entries = rows.flatMap((row, index) => [
    { name: String(row['Agreement file']), text: [pdfBytes(`agreement ${index}`).toString()] },
    { name: String(row['Boundary file']), text: [kmlText(squareOf(index))] },
  ])
  for await (const piece of zipped(entries)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function begin(table: Buffer, name: string, zip: Buffer): Promise<number> {
  const table_id = await send('table', name, table)
  const archive_ids = [await send('archive', 'files.zip', zip)]
  const { import: made } = await call<{ import: Import }>('POST', '/imports', { table_id, archive_ids })
  return made.id
}

const show = async (id: number) => (await call<{ import: Import }>('GET', `/imports/${id}`)).import

let base = 0
let most = 0

async function residentMb(): Promise<number> {
  const metrics = await (await fetch(`${product.url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / MB
}

/** Polls until the import is that far, and records the memory. */
async function until(id: number, isThere: (now: Import) => boolean): Promise<Import> {
  for (;;) {
    const now = await show(id)
    most = Math.max(most, (await residentMb()) - base)
    if (now.trouble) throw new Error(now.trouble)
    if (isThere(now)) return now
    await sleep(ROWS > 1000 ? 200 : 20)
  }
}

const dealtWith = ({ rows: counts, rows_total }: Import) => (rows_total ?? 0) - counts.Read - counts.Good

/** Kills the product once so many rows are done, and starts it again. */
async function killAt(id: number, done: (now: Import) => number, count: number): Promise<void> {
  await until(id, (now) => done(now) >= count)
  const gone = new Promise<void>((resolve) => product.child.once('exit', () => resolve()))
  product.child.kill('SIGKILL')
  await gone
  await start()
  base = Math.max(base, 0)
}

const filesUnder = (folder: string): number => {
  const whole = path.join(dataDir, folder)
  if (!existsSync(whole)) return 0
  return readdirSync(whole, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
}

/** Files that a killed process was writing, which are removed an hour later. */
const halfWritten = () => filesUnder('files/parts')
/** without the files of the public log */
const storedFiles = () => filesUnder('files') - halfWritten() - filesUnder('files/log')

full.test(
  `${ROWS} rows are imported once each in ${KILLS} kills, seed ${SEED}`,
  {
    timeout: FULL ? 3_600_000 : 120_000,
    // the rows stand already after a first try
    retry: 0,
  },
  async () => {
    const random = seeded(SEED)
    const [count] = await ask<{ sites: number; files: number; bytes: number }>(
      product,
      'select (select count(*)::int from site_profiles) as sites, (select count(*)::int from files) as files, 0 as bytes',
    )
    const before = { sites: count?.sites ?? 0, stored: storedFiles() }
    const zip = await archive()

    // the check is killed too, at a random row; the other kills are for the import itself
    const inCheck = Math.floor(KILLS / 2)
    await call('GET', '/imports')
    base = await residentMb()
    const started = performance.now()
    const id = await begin(tableOf(rows), 'profiles.xlsx', zip)
    for (let kill = 0; kill < inCheck; kill += 1)
      await killAt(id, dealtWithInCheck, Math.floor((ROWS * (kill + random())) / inCheck))
    const checked = await until(id, ({ state }) => state !== 'Uploaded')
    const checkedAfter = performance.now() - started
    expect(checked).toMatchObject({ state: 'Checked', rows: { Good: ROWS, Wrong: 0 }, refusal: null })
    const [untouched] = await ask<{ sites: number }>(
      product,
      'select count(*)::int as sites from site_profiles',
    )
    expect(untouched?.sites).toBe(before.sites)

    const importing = performance.now()
    await call('POST', `/imports/${id}/start`, { rows: ROWS })
    for (let kill = inCheck; kill < KILLS; kill += 1) {
      const part = (kill - inCheck + random()) / (KILLS - inCheck)
      await killAt(id, dealtWith, Math.floor(ROWS * part))
    }
    const finished = await until(id, ({ state }) => state !== 'Importing')
    const importedAfter = performance.now() - importing
    expect(finished).toMatchObject({ state: 'Finished', rows: { Imported: ROWS, Failed: 0, Good: 0 } })

    const [found] = await ask<Record<string, number>>(
      product,
      `select
      (select count(*)::int from site_profiles) as sites,
      (select count(distinct name_of_partner)::int from site_profiles where name_of_partner like 'Samahan ng Niñas%') as partners,
      (select count(*)::int from site_boundaries join import_rows on import_rows.site_profile_id = site_boundaries.site_profile_id) as boundaries,
      (select count(*)::int from review_steps join site_profiles using (record_id)
        join import_rows on import_rows.site_profile_id = site_profiles.id) as steps,
      (select count(*)::int from audit_logs join import_rows on import_rows.site_profile_id = auditable_id
        where auditable_type = 'Profiling of SITES' and event in ('Created', 'Submitted')) as lines,
      (select count(*)::int from files where kind in ('pdf', 'kml') and unused_since is not null) as unused,
      (select count(*)::int from import_rows where import_id = ${id} and state = 'Imported') as imported`,
    )
    expect(found).toMatchObject({
      sites: before.sites + ROWS,
      partners: ROWS,
      boundaries: ROWS,
      steps: ROWS,
      lines: 2 * ROWS,
      imported: ROWS,
    })
    // only the files of the records are stored, and the table and the archive
    expect(storedFiles() - before.stored).toBe(2 * ROWS + 2)
    // up to eight more per kill, of the public log
    expect(halfWritten()).toBeLessThanOrEqual(KILLS * (1 + 8))

    // the same rows again, as another kind of table
    const again = await begin(Buffer.from(csvOf(rows)), 'profiles.csv', zip)
    const known = await until(again, ({ state }) => state !== 'Uploaded')
    expect(known).toMatchObject({ state: 'Checked', rows: { Good: 0, Known: ROWS } })
    const [after] = await ask<{ sites: number }>(product, 'select count(*)::int as sites from site_profiles')
    expect(after?.sites).toBe(before.sites + ROWS)

    console.log(
      `Import of ${ROWS} rows, killed ${KILLS} times, seed ${SEED}: memory grew by ${Math.round(most)} MB at most, ` +
        `checked in ${(checkedAfter / 1000).toFixed(1)} s, imported in ${(importedAfter / 1000).toFixed(1)} s`,
    )
    expect(most).toBeLessThan(MAX_GROWTH_MB)
  },
)

function dealtWithInCheck({ rows: counts, rows_total }: Import): number {
  return rows_total === null ? -1 : rows_total - counts.Read
}
