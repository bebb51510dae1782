import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/embedded-postgres/embedded-postgres.ts'
import { urlOf } from '../support/doubles/streaming-replica.ts'
import { full } from '../support/full.ts'
import { requireProgram } from '../support/product/debian-program.ts'
import { foldersFor } from '../support/product/folders.ts'
import { freePort, type Product, startProduct } from '../support/product/product.ts'
import { ask } from '../support/product/session.ts'

/** The public pages behind the nginx configuration for operators, while the database is away. */

const { test } = full

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const freshFolder = foldersFor('stale-pages')
const SLOW = { timeout: 30_000 }
const LIST = '/site/approved'

const dataDir = freshFolder()
let postgres: EmbeddedPostgres
let product: Product
let nginx: ChildProcess
let address: string

const open = async (at: string) => {
  const reply = await fetch(address + at, { headers: { 'x-api-key': 'demo-key' } })
  return { status: reply.status, text: await reply.text(), request: reply.headers.get('x-request-id') }
}
const statusOf = async (at: string) => (await open(at)).status

beforeAll(async () => {
  requireProgram('nginx')
  await (await startProduct({ dataDir })).stop()
  postgres = await startEmbeddedPostgres({ dataDir, fsync: false })
  product = await startProduct({ dataDir, env: { DATABASE_URL: urlOf(postgres.connection) } })
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  const folder = freshFolder()
  mkdirSync(path.join(folder, 'pages'))
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll('http://product:3000', product.url.replace('localhost', '127.0.0.1'))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/var/cache/nginx/safeguards', path.join(folder, 'pages'))
  const file = path.join(folder, 'nginx.conf')
  const own = `daemon off;\nuser root;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\n`
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};\n`)
    .join('')
  writeFileSync(file, `${own}http {\naccess_log off;\n${temporary}${site}}\n`)
  nginx = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' })
  await vi.waitFor(async () => expect(await statusOf(LIST)).toBe(200), SLOW)
})
afterAll(async () => {
  nginx?.kill('SIGTERM')
  await product?.stop()
  await postgres?.stop()
})

/** Deactivates a site as an administrator of FMB does. */
const takeBack = (activity: number) =>
  ask(
    product,
    `update site_profiles set status = 'Deactivated', deactivate_reason = 'Entered twice', deactivated_at = now(),
       deactivated_by = (select min(id) from users)
     where id = (select site_profile_id from site_activities where id = $1)`,
    [activity],
  )

test('go on as they were, but for what was known to be gone, and are asked for anew while it is there', async () => {
  const list = await fetch(`${address}/api/sites/activities/dashboard/datatable`, {
    headers: { 'x-api-key': 'demo-key' },
  })
  const { data } = (await list.json()) as { data: { site_activity_id: number | null }[] }
  const [kept, gone] = data.flatMap(({ site_activity_id }) => site_activity_id ?? [])
  const keptPage = await open(`${LIST}/${kept}`)
  expect(keptPage.status).toBe(200)
  expect(await statusOf(`${LIST}/${gone}`)).toBe(200)
  await takeBack(gone ?? 0)
  expect(await statusOf(`${LIST}/${gone}`)).toBe(404)
  const first = await open(LIST)
  const second = await open(LIST)
  expect(second.request).not.toBe(first.request)

  await postgres.stop()
  await expect.poll(() => statusOf('/api/regions'), SLOW).toBe(503)
  expect(await open(LIST)).toEqual(second)
  expect(await open(`${LIST}/${kept}`)).toEqual(keptPage)
  expect(await statusOf(`${LIST}/${gone}`)).toBe(404)
  // a page that nginx has not cached, and one that must be current
  for (const at of [`${LIST}?search=unasked`, `${LIST}/${kept}/certificate`])
    expect([at, await statusOf(at)]).toEqual([at, 503])
  expect(await statusOf('/metrics')).toBe(404)

  postgres = await startEmbeddedPostgres({ dataDir, fsync: false })
  await expect.poll(async () => (await open(LIST)).request, SLOW).not.toBe(second.request)
  expect(await statusOf(LIST)).toBe(200)
})
