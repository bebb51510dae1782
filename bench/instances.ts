import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, startEmbeddedPostgres } from '../server/lib/embedded-postgres.ts'
import { hashOfToken, newToken } from '../server/lib/sessions.ts'
import { quantile } from './measure.ts'
import { mustSend, type Request } from './requests.ts'

/**
 * Lists of the staff by 16 people at once, through one, two and four instances behind HAProxy and through WORKERS=2, on one
 * database: what more processes give on the same cores. `FOLDER` is a copy of a bureau of the bench, stopped in order.
 *
 *     npm run build && node bench/bundle-bench.mjs && node dist/bench/instances.mjs FOLDER [SECONDS]
 */
const [dataDir, seconds = '15'] = process.argv.slice(2)
if (!dataDir)
  throw new Error('Name the data folder of a bureau of the bench: npm run bench keeps them in data/bench-*.')

const AT_ONCE = 16
const TURNS = 2
const API_KEY = 'bench-key'

type Setup = { name: string; instances: number; workers: number; proxy: boolean }
const SETUPS: Setup[] = [
  { name: 'one instance, no proxy', instances: 1, workers: 1, proxy: false },
  { name: 'one instance', instances: 1, workers: 1, proxy: true },
  { name: 'two instances', instances: 2, workers: 1, proxy: true },
  { name: 'four instances', instances: 4, workers: 1, proxy: true },
  { name: 'WORKERS=2', instances: 1, workers: 2, proxy: true },
  { name: 'WORKERS=2, no proxy', instances: 1, workers: 2, proxy: false },
]

const children = new Set<ChildProcess>()
process.on('exit', () => children.forEach((child) => child.kill('SIGTERM')))

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** Starts a program; resolves with what stops it. */
function begin(program: string, args: string[], env: NodeJS.ProcessEnv = {}): () => Promise<void> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  })
  children.add(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return async () => {
    child.kill('SIGTERM')
    await ended
    children.delete(child)
  }
}

async function whenReady(origin: string): Promise<void> {
  for (let tries = 600; tries > 0; tries -= 1) {
    if ((await fetch(`${origin}/health/ready`).catch(() => null))?.ok) return
    await sleep(100)
  }
  throw new Error(`${origin} is not ready after a minute.`)
}

const haproxy = (port: number, ports: number[]) => `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  http-reuse always
frontend site
  bind 127.0.0.1:${port}
  default_backend product
backend product
  balance leastconn
${ports.map((one) => `  server at-${one} 127.0.0.1:${one}`).join('\n')}
`

const urlOf = ({ host, port, user, database }: Connection) =>
  `postgresql:///${database}?${new URLSearchParams({ host, port: String(port), user })}`

/** Starts what serves, and answers with its address and what ends it. */
async function serve(setup: Setup, database: Connection) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-instances-'))
  const ports = await Promise.all(Array.from({ length: setup.instances }, freePort))
  const stops: (() => Promise<void>)[] = []
  for (const port of ports) {
    const settings = {
      ...{ HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder, API_KEY, LOG_LEVEL: 'warn' },
      ...{ DATABASE_URL: urlOf(database), WORKERS: String(setup.workers), DRAIN_SECONDS: '0' },
    }
    stops.push(begin(process.execPath, ['--enable-source-maps', 'dist/server/main.mjs'], settings))
    // one after the other: the first may have to bring the database up to date
    await whenReady(`http://127.0.0.1:${port}`)
  }
  const [first = 0] = ports
  const port = setup.proxy ? await freePort() : first
  if (setup.proxy) {
    const file = path.join(folder, 'haproxy.cfg')
    writeFileSync(file, haproxy(port, ports))
    stops.push(begin('haproxy', ['-db', '-f', file]))
    await whenReady(`http://127.0.0.1:${port}`)
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      for (const stop of stops.reverse()) await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** How long each call took that so many people made within the time. */
async function callFor(origin: string, lists: Request[], ms: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + ms
  const person = async (_: unknown, number: number) => {
    for (let turn = number; performance.now() < end; turn += 1) {
      const begun = performance.now()
      await mustSend(origin, lists[turn % lists.length] as Request)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, person))
  return times
}

const postgres = await startEmbeddedPostgres({ dataDir, connections: 120 })
const client = new pg.Client(postgres.connection)
await client.connect()
const token = newToken()
await client.query(
  `insert into sessions (user_id, token_hash)
   select id, $1 from users where access_level = 'FMB' and status = 'Activated' order by id limit 1
   on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = now(), last_used_at = now()`,
  [hashOfToken(token)],
)
await client.end()
const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${token}` }
const LISTS: Request[] = [
  '/api/sites/datatable?length=10',
  '/api/sites/datatable?length=10&page=3',
  '/api/sites/activities/datatable?length=10',
].map((at) => ({ path: at, headers }))

const taken = new Map<string, { perSecond: number; times: number[] }>()
for (let turn = 0; turn < TURNS; turn += 1)
  for (const setup of SETUPS) {
    const { origin, stop } = await serve(setup, postgres.connection)
    const ms = Number(seconds) * 1000
    await callFor(origin, LISTS, ms / 3)
    const times = await callFor(origin, LISTS, ms)
    await stop()
    const before = taken.get(setup.name)?.perSecond ?? 0
    const perSecond = (1000 * times.length) / ms
    if (perSecond > before) taken.set(setup.name, { perSecond, times })
    console.error(`${setup.name}: ${perSecond.toFixed(0)} a second`)
  }
await postgres.stop()

const one = taken.get('one instance')?.perSecond ?? Number.NaN
console.log(
  '| behind HAProxy unless said | calls a second | of one instance | p50 ms | p95 ms |\n|---|---|---|---|---|',
)
for (const [name, { perSecond, times }] of taken)
  console.log(
    `| ${name} | ${perSecond.toFixed(0)} | ${(perSecond / one).toFixed(2)} | ${quantile(times, 0.5).toFixed(1)} | ${quantile(times, 0.95).toFixed(1)} |`,
  )
