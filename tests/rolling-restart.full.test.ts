import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../server/lib/embedded-postgres.ts'
import { insistOnProgram } from './support/debian-program.ts'
import { foldersFor } from './support/folders.ts'
import { freePort, type Product, startProduct } from './support/product.ts'

/**
 * Two instances behind a real proxy are restarted in turn while people work; nobody may notice. With the packages of
 * Debian, so only in `npm run test:full`.
 */

vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 })

const freshFolder = foldersFor('rolling')
const RESTARTS = 6
const REQUESTS = 2_000
const PEOPLE = 6
const PAUSE_MS = 60

const CALLS = [
  { path: '/site/approved', headers: {} },
  { path: '/api/sites/activities/dashboard/datatable', headers: { 'x-api-key': 'demo-key' } },
  { path: '/api/regions', headers: { 'x-api-key': 'demo-key' } },
]

const HAPROXY = (port: number, ports: number[]) => `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  option httpchk GET /health/ready
  option redispatch 1
  timeout check 3s
  default-server check inter 1s fall 2 rise 1
frontend site
  bind 127.0.0.1:${port}
  default_backend product
backend product
  balance leastconn
${ports.map((one, index) => `  server product-${index + 1} 127.0.0.1:${one}`).join('\n')}
`

/** The file that an operator gets, with the addresses of here. */
const CADDY = (port: number, ports: number[]) =>
  ports.reduce(
    (text, one, index) => text.replace(`product-${index + 1}:3000`, `127.0.0.1:${one}`),
    `{\n\tadmin off\n\tauto_https off\n}\n${readFileSync('deploy/Caddyfile', 'utf8').replace('{$SITE_ADDRESS}', `http://127.0.0.1:${port}`)}`,
  )

const PROXIES = [
  { name: 'haproxy', config: HAPROXY, args: (file: string) => ['-db', '-f', file] },
  {
    name: 'caddy',
    config: CADDY,
    args: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
]

/** The status of one call, or why there was none. */
const outcomeOf = (url: string, headers: Record<string, string>, agent: http.Agent) =>
  new Promise<string>((resolve) => {
    const request = http.get(url, { agent, headers }, (reply) => {
      reply.on('error', (error) => resolve(error.message))
      let said = ''
      reply.on('data', (chunk: Buffer) => {
        said += chunk.toString()
      })
      const time = new Date().toISOString()
      // what failed tells whose word it is
      reply.on('end', () =>
        resolve(reply.statusCode === 200 ? '200' : `${reply.statusCode} ${time} ${said.slice(0, 200)}`),
      )
    })
    request.on('error', (error) => resolve(error.message))
  })

const isWellAt = async (url: string) => (await fetch(`${url}/health/ready`).catch(() => null))?.status === 200

/** Whether people are sent to this instance. */
const isUsed = async (url: string) =>
  /route="\/site\/approved"/.test(await (await fetch(`${url}/metrics`)).text())

async function runUntil(work: (turn: number) => Promise<void>, isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) await work(turn)
}

describe.each(PROXIES)('restarts behind $name', ({ name, config, args }) => {
  let postgres: EmbeddedPostgres
  let proxy: ChildProcess
  let address: string
  let instances: { port: number; product: Product }[]
  let restart: (index: number) => Promise<void>

  beforeAll(async () => {
    insistOnProgram(name)
    postgres = await startEmbeddedPostgres({ dataDir: freshFolder() })
    const url = new URL(`postgresql:///${postgres.connection.database}`)
    for (const [key, value] of Object.entries(postgres.connection))
      if (value && key !== 'database') url.searchParams.set(key, String(value))
    const dataDir = freshFolder()
    const start = (port: number) =>
      startProduct({
        dataDir,
        port,
        fromNothing: true,
        env: { DATABASE_URL: url.href, DRAIN_SECONDS: '5' },
      })
    const ports = [await freePort(), await freePort()]
    instances = []
    // the first makes the demo bureau
    for (const port of ports) instances.push({ port, product: await start(port) })
    restart = async (index) => {
      const one = instances[index]
      if (!one) throw new Error('There is no such instance.')
      await one.product.stop()
      one.product = await start(one.port)
      await expect.poll(() => isUsed(one.product.url), { timeout: 60_000 }).toBe(true)
    }
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    const file = path.join(freshFolder(), 'proxy.cfg')
    writeFileSync(file, config(port, ports))
    proxy = spawn(name, args(file), { stdio: 'ignore' })
    await vi.waitFor(async () => expect(await isWellAt(address)).toBe(true), {
      timeout: 60_000,
      interval: 200,
    })
  })
  afterAll(async () => {
    proxy?.kill('SIGTERM')
    for (const { product } of instances ?? []) await product.stop()
    await postgres?.stop()
  })

  test('fail no request', async () => {
    const outcomes = new Map<string, number>()
    let restarted = 0
    const count = () => [...outcomes.values()].reduce((sum, one) => sum + one, 0)
    const person = async () => {
      const agent = new http.Agent({ keepAlive: true })
      await runUntil(
        async (turn) => {
          const { path: at, headers } = CALLS[turn % CALLS.length] ?? { path: '/', headers: {} }
          const outcome = await outcomeOf(address + at, headers as Record<string, string>, agent)
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
          await sleep(PAUSE_MS)
        },
        () => restarted === RESTARTS && count() >= REQUESTS,
      )
      agent.destroy()
    }
    const people = Promise.all(Array.from({ length: PEOPLE }, person))
    for (; restarted < RESTARTS; restarted += 1) await restart(restarted % instances.length)
    await people
    console.info(`${name}: ${JSON.stringify(Object.fromEntries(outcomes))}`)
    expect([...outcomes.keys()]).toEqual(['200'])
  })
})
