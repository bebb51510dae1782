import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts'
import { urlOf } from '../support/doubles/streaming-replica.ts'
import { childrenOf } from '../support/product/child-processes.ts'
import { foldersFor } from '../support/product/folders.ts'
import { freePort, type Product, startProduct } from '../support/product/product.ts'
import { databaseOf } from '../support/product/product-database.ts'
import { ask, sessionOf } from '../support/product/session.ts'
import { full } from '../support/full.ts'

/** The built product while its database is locked, frozen or stopping. */

// all of them wait for limits of seconds
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const freshFolder = foldersFor('outage')
let product: Product
let token: string
const DATABASE_SECONDS = 3

beforeAll(async () => {
  product = await startProduct({ env: { DATABASE_SECONDS: String(DATABASE_SECONDS) } })
  token = await sessionOf(product, 'fmb.super')
  return () => product.stop()
})

type Refusal = { code: string; message: string; status: number; request_id: string }

const call = (at: string, init: RequestInit = {}) =>
  fetch(`${product.url}${at}`, {
    ...init,
    headers: { 'x-api-key': 'demo-key', authorization: `Bearer ${token}`, ...init.headers },
  })
/** A call without a session, as by most of the public. */
const visit = (at: string) => call(at, { headers: { authorization: '' } })
/** The answer to a proxy, which does not wait long. */
const readiness = async () => {
  const reply = await call('/health/ready', { signal: AbortSignal.timeout(10_000) })
  return { code: reply.status, ...((await reply.json()) as { database: boolean; message?: string }) }
}
const LIST = '/site/approved'
const LIST_CALL = '/api/sites/activities/dashboard/datatable'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const back of undo.splice(0).reverse()) await back()
})

full.describe('a lock on one table', () => {
  test('refuses those who need it in a sentence, and starves nobody who does not', async () => {
    const holder = new pg.Client(databaseOf(product.dataDir).connection)
    await holder.connect()
    undo.push(() => holder.end())
    await holder.query('begin; lock table site_profiles in access exclusive mode')
    const kept = Array.from({ length: 40 }, () => call('/api/sites/datatable'))
    const waiting = async () =>
      (
        await ask<{ count: number }>(
          product,
          `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`,
        )
      )[0]?.count
    await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThanOrEqual(12)
    for (const at of ['/api/provinces', '/api/sites/principles', '/health/ready'])
      expect([at, (await call(at)).status]).toEqual([at, 200])
    // a lock is no outage and no reason for an alarm
    expect(await (await call('/metrics')).text()).toContain('\ndatabase_up 1\n')
    for (const reply of await Promise.all(kept)) {
      expect(reply.status).toBe(503)
      expect(reply.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(((await reply.json()) as Refusal).message).toMatch(/^The database (is busy|cannot be reached)/)
    }
    await holder.query('rollback')
    expect((await call('/api/sites/datatable')).status).toBe(200)
  })
})

full.describe('a frozen database', () => {
  const freeze = () => {
    const pid = Number(
      readFileSync(path.join(product.dataDir, 'db', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
    )
    const all = [pid, ...childrenOf(pid).map((child) => child.pid)]
    const signal = (name: NodeJS.Signals) => {
      for (const one of all)
        try {
          process.kill(one, name)
        } catch {
          // already ended
        }
    }
    signal('SIGSTOP')
    const thaw = async () => signal('SIGCONT')
    undo.push(thaw)
    return thaw
  }

  test('ends every call and public page with 503 and a sentence, and readiness within its limit', async () => {
    expect((await call(LIST)).status).toBe(200)
    expect((await visit(LIST_CALL)).status).toBe(200)
    // so that it has an idle connection
    expect((await readiness()).code).toBe(200)
    const thaw = freeze()
    const calls = Array.from({ length: 16 }, (_, index) =>
      call(['/api/sites/datatable', '/api/provinces', '/api/reports/export?downloadAs=csv'][index % 3] ?? ''),
    )
    expect(await readiness()).toMatchObject({
      code: 503,
      database: false,
      message: 'The database does not answer.',
    })
    expect((await call('/health/live')).status).toBe(200)

    const page = await call(LIST)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    // a proxy must not cache an error
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect((await visit(LIST_CALL)).status).toBe(503)

    for (const reply of await Promise.all(calls)) {
      expect(reply.status).toBe(503)
      expect(reply.headers.get('retry-after')).toBe('5')
      expect(await reply.json()).toMatchObject({
        code: 'unavailable',
        message:
          'The database cannot be reached at the moment, so nothing was read or saved. Please try again in a minute.',
      })
    }
    await thaw()
    await expect.poll(async () => (await readiness()).code, { timeout: 30_000 }).toBe(200)
    await expect.poll(async () => (await visit(LIST_CALL)).status, { timeout: 30_000 }).toBe(200)
    expect((await call('/api/sites/datatable')).status).toBe(200)
  })
})

describe('a database of its own that is killed', () => {
  full.test('is told with 503 and never as a fault, until it is there again', async () => {
    const dataDir = freshFolder()
    await (await startProduct({ dataDir })).stop()
    let server = await startEmbeddedPostgres({ dataDir })
    undo.push(() => server.stop())
    const away = await startProduct({ dataDir, env: { DATABASE_URL: urlOf(server.connection) } })
    undo.push(() => away.stop())
    const authorization = `Bearer ${await sessionOf(away, 'fmb.super')}`
    // a call without any answer counts as 0, which the last line refuses
    const statusOf = (at: string) =>
      fetch(`${away.url}${at}`, { headers: { 'x-api-key': 'demo-key', authorization } }).then(
        ({ status }) => status,
        () => 0,
      )
    const met: number[] = []
    let isOver = false
    undo.push(async () => {
      isOver = true
    })
    const people = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        met.push(await statusOf('/api/provinces'), await statusOf('/api/sites/datatable'))
        await sleep(20)
      }
    })
    process.kill(server.pid, 'SIGKILL')
    await expect.poll(() => met.includes(503), { timeout: 30_000 }).toBe(true)
    await server.stop()
    server = await startEmbeddedPostgres({ dataDir })
    await expect.poll(() => met.slice(-20).every((status) => status === 200), { timeout: 30_000 }).toBe(true)
    isOver = true
    await Promise.all(people)
    expect([...new Set(met)].sort()).toEqual([200, 503])
    // the prepared statements of the connections do not belong in the log
    expect(away.output()).not.toContain('parsedStatements')
  })
})

full.describe('an instance that leaves', () => {
  /** Sends a request whose body comes in two halves; resolves with its answer. */
  const halves = (url: string, method: string, headers: Record<string, string>, body: Buffer) => {
    const agent = new http.Agent({ keepAlive: true })
    undo.push(async () => agent.destroy())
    const request = http.request(url, {
      agent,
      method,
      headers: { 'x-api-key': 'demo-key', 'content-length': String(body.length), ...headers },
    })
    const answer = new Promise<{
      status: number | undefined
      headers: http.IncomingHttpHeaders
      text: string
    }>((resolve, reject) => {
      request.on('error', reject)
      request.on('response', (reply) => {
        let text = ''
        reply.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        reply.on('end', () => resolve({ status: reply.statusCode, headers: reply.headers, text }))
      })
    })
    answer.catch(() => undefined)
    request.write(body.subarray(0, body.length / 2))
    return { answer, end: () => request.end(body.subarray(body.length / 2)) }
  }
  const login = Buffer.from(
    JSON.stringify({ email: 'nobody@bureau.example', password: 'Narra-at-Molave-2031!' }),
  )
  const JSON_BODY = { 'content-type': 'application/json' }

  test('says so first and serves on, then ends what runs, and refuses in the end what does not come', async () => {
    const leaving = await startProduct({
      port: await freePort(),
      env: { DRAIN_SECONDS: '4', STOP_SECONDS: '2' },
    })
    const gone = new Promise<number | null>((resolve) => leaving.child.once('exit', resolve))
    undo.push(() => leaving.stop())
    const ready = () => fetch(`${leaving.url}/health/ready`)
    expect((await ready()).status).toBe(200)
    const slow = halves(`${leaving.url}/api/login`, 'POST', JSON_BODY, login)

    leaving.child.kill('SIGTERM')
    await expect.poll(async () => (await ready()).status).toBe(503)
    expect(await (await ready()).json()).toMatchObject({
      database: true,
      migrations: true,
      message: 'This instance is stopping; another one takes over.',
    })
    const served = await fetch(`${leaving.url}${LIST}`)
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close'])

    const { status, headers, text } = await slow.answer
    expect([status, headers.connection, headers['retry-after']]).toEqual([503, 'close', '1'])
    expect(JSON.parse(text)).toMatchObject({ code: 'unavailable', status: 503, data: null, errors: {} })
    expect(await gone).toBe(0)
  })
})
