import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { connect, type Database } from '../../server/database/db.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/embedded-postgres/embedded-postgres.ts'
import { requireProgram } from '../support/product/debian-program.ts'
import { foldersFor } from '../support/product/folders.ts'
import { freePort, type Product, startProduct } from '../support/product/product.ts'
import { expectAcknowledgedWork, expectNoPartialRecords } from '../support/oracles/whole-or-absent.ts'
import {
  type CallWrapper,
  findPlan,
  noAcknowledgements,
  personAt,
  writersAt,
} from '../support/product/write-load.ts'
import { full } from '../support/full.ts'

/**
 * Two instances behind a real proxy are restarted in turn while people read, sign in, write and decide; no call may
 * fail, and no change may be made twice. Needs Debian packages, so only in `npm run test:full`.
 */

const { test } = full

vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 })

const freshFolder = foldersFor('rolling')
const RESTARTS = 6
const REQUESTS = 2_000
const READERS = 4
const PAUSE_MS = 60

const CALLS = [
  { path: '/site/approved', headers: {} },
  { path: '/api/sites/activities/dashboard/datatable', headers: { 'x-api-key': 'demo-key' } },
  { path: '/api/regions', headers: { 'x-api-key': 'demo-key' } },
]

/** A file for operators, with the addresses of this test. */
const given = (file: string, ports: number[]) =>
  ports.reduce(
    (text, port, index) => text.replaceAll(`product-${index + 1}:3000`, `127.0.0.1:${port}`),
    readFileSync(file, 'utf8'),
  )

const PROXIES = [
  {
    name: 'haproxy',
    config: (port: number, ports: number[]) =>
      given('deploy/haproxy.cfg', ports).replace('bind :80', `bind 127.0.0.1:${port}`),
    args: (file: string) => ['-db', '-f', file],
  },
  {
    name: 'caddy',
    config: (port: number, ports: number[]) =>
      `{\n\tadmin off\n\tauto_https off\n}\n${given('deploy/Caddyfile', ports).replace('{$SITE_ADDRESS}', `http://127.0.0.1:${port}`)}`,
    args: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
] as const

/** The status of one call, or its error. */
const outcomeOf = (url: string, headers: Record<string, string>, agent: http.Agent) =>
  new Promise<string>((resolve) => {
    const request = http.get(url, { agent, headers }, (reply) => {
      reply.on('error', (error) => resolve(error.message))
      let said = ''
      reply.on('data', (chunk: Buffer) => {
        said += chunk.toString()
      })
      const time = new Date().toISOString()
      // a failure shows whether the proxy or the product has answered
      reply.on('end', () =>
        resolve(reply.statusCode === 200 ? '200' : `${reply.statusCode} ${time} ${said.slice(0, 200)}`),
      )
    })
    request.on('error', (error) => resolve(error.message))
  })

const isWellAt = async (url: string) => (await fetch(`${url}/health/ready`).catch(() => null))?.status === 200

/** Whether the proxy sends calls to this instance. */
const isUsed = async (url: string) =>
  /route="\/site\/approved"/.test(await (await fetch(`${url}/metrics`)).text())

async function runUntil(work: (turn: number) => Promise<void>, isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) await work(turn)
}

/** Stops the people at the end. */
class Over extends Error {}

/** Signs in, makes the calls of a session and signs out, again and again. */
async function comeAndGo(url: string, through: CallWrapper): Promise<never> {
  for (;;) {
    const person = await personAt(url, 'ncr.encoder', through)
    for (const at of ['/validate-token', '/sites/datatable', '/sites/activities/datatable'])
      await person.call('GET', at)
    await person.call('POST', '/logout')
  }
}

/** Saves an unfinished comment and a choice of mails, and reads both back, from whichever instance answers. */
async function typeAndChoose(url: string, through: CallWrapper): Promise<never> {
  const person = await personAt(url, 'zds.approver', through)
  for (let turn = 0; ; turn += 1) {
    const content = JSON.stringify(`Please draw the boundary again, ${turn}.`)
    await person.call('POST', '/drafts/site-return', { record_id: 1, content })
    const { draft } = await person.call<{ draft: { content: string } }>(
      'GET',
      '/drafts/site-return?record_id=1',
    )
    const mail_choice = turn % 2 === 0 ? 'daily' : 'each'
    await person.call('PATCH', '/my-profile/mails', { mail_choice })
    const mails = await person.call<{ mail_choice: string }>('GET', '/my-profile/mails')
    expect([draft.content, mails.mail_choice]).toEqual([content, mail_choice])
  }
}

async function countRecords({ pool }: Database) {
  const { rows } = await pool.query<Record<'files' | 'sites' | 'decisions' | 'batches', number>>(`
    select (select count(*) from files) as files, (select count(*) from site_profiles) as sites,
      (select count(*) from review_steps join site_profiles using (record_id) where action <> 'Submitted') as decisions,
      (select count(*) from principle_batches) as batches`)
  return rows[0] ?? { files: 0, sites: 0, decisions: 0, batches: 0 }
}

describe.each(PROXIES)('restarts behind $name', ({ name, config, args }) => {
  let postgres: EmbeddedPostgres
  let database: Database
  let dataDir: string
  let proxy: ChildProcess
  let address: string
  let instances: { port: number; product: Product }[]
  let restart: (index: number) => Promise<void>

  beforeAll(async () => {
    requireProgram(name)
    postgres = await startEmbeddedPostgres({ dataDir: freshFolder() })
    const url = new URL(`postgresql:///${postgres.connection.database}`)
    for (const [key, value] of Object.entries(postgres.connection))
      if (value && key !== 'database') url.searchParams.set(key, String(value))
    dataDir = freshFolder()
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
    database = connect(postgres.connection, () => undefined)
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

  test('fail no request and repeat no change', async () => {
    const outcomes = new Map<string, number>()
    const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    const count = () => [...outcomes.values()].reduce((sum, one) => sum + one, 0)
    let restarted = 0
    const isOver = () => restarted === RESTARTS && count() >= REQUESTS

    const reader = async () => {
      const agent = new http.Agent({ keepAlive: true })
      await runUntil(async (turn) => {
        const { path: at, headers } = CALLS[turn % CALLS.length] ?? { path: '/', headers: {} }
        note(await outcomeOf(address + at, headers as Record<string, string>, agent))
        await sleep(PAUSE_MS)
      }, isOver)
      agent.destroy()
    }
    const through: CallWrapper = async (call) => {
      await sleep(PAUSE_MS)
      if (isOver()) throw new Over()
      try {
        const answer = await call()
        note('200')
        return answer
      } catch (error) {
        const { message, cause } = error as Error
        note(`${new Date().toISOString()} ${message} ${cause instanceof Error ? cause.message : ''}`)
        throw error
      }
    }
    const before = await countRecords(database)
    const done = noAcknowledgements()
    const writers = await writersAt(address, await findPlan(database), done, through)
    const people = Promise.allSettled([
      ...writers,
      comeAndGo(address, through),
      typeAndChoose(address, through),
      ...Array.from({ length: READERS }, reader),
    ])
    for (; restarted < RESTARTS; restarted += 1) await restart(restarted % instances.length)
    const ended = await people

    const { files, sites, decisions, batches } = done
    const made = {
      files: files.length,
      sites: sites.length,
      decisions: decisions.length,
      batches: batches.length,
    }
    console.info(`${name}: ${JSON.stringify({ ...Object.fromEntries(outcomes), ...made })}`)
    expect([...outcomes.keys()]).toEqual(['200'])
    for (const one of ended) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Over)
    const after = await countRecords(database)
    for (const kind of ['files', 'sites', 'decisions', 'batches'] as const) {
      expect([kind, after[kind] - before[kind]]).toEqual([kind, made[kind]])
      expect(made[kind]).toBeGreaterThan(RESTARTS)
    }
    await expectAcknowledgedWork(database, dataDir, done)
    await expectNoPartialRecords(database, dataDir)
  })

  // last, because it stops the database of these instances
  test('without the database they say in a page and in a call what is wrong', async () => {
    await database.close()
    await postgres.stop()
    const isReady = ({ product }: { product: Product }) => isWellAt(product.url)
    await expect.poll(() => Promise.all(instances.map(isReady)), { timeout: 30_000 }).toEqual([false, false])
    // while the proxy still considers them ready, and long after
    for (let round = 0; round < 20; round += 1) {
      const page = await fetch(`${address}/site/approved`)
      expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('<main')])
      const call = await fetch(`${address}/api/regions`, { headers: { 'x-api-key': 'demo-key' } })
      expect([call.status, await call.json()]).toMatchObject([503, { code: 'unavailable' }])
      await sleep(500)
    }
  })
})
