import { existsSync, readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { hashOfToken, newToken } from '../../server/context/sessions.ts'
import { childrenOf } from '../support/product/child-processes.ts'
import { foldersFor } from '../support/product/folders.ts'
import { type Product, startProduct } from '../support/product/product.ts'
import { databaseOf } from '../support/product/product-database.ts'
import { ask } from '../support/product/session.ts'
import { full } from '../support/full.ts'

/** A real bureau under one command with several worker processes. */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const freshFolder = foldersFor('workers')
const SLOW = { timeout: 60_000, interval: 100 }
const START = {
  entry: 'main',
  env: { WORKERS: '2', ADMIN_EMAIL: 'chief@sis.example', LOG_LEVEL: 'info' },
} as const

const workersOf = ({ child }: Product): number[] =>
  childrenOf(child.pid)
    .filter(({ command }) => command.includes('main.mjs'))
    .map(({ pid }) => pid)

const lines = (product: Product, message: string): { worker?: number }[] =>
  product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}') && line.includes(message))
    .map((line) => JSON.parse(line))

/** A call on a new connection, so that any worker may get it; status 0 if the connection broke. */
const call = (product: Product, at: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve) => {
    const { hostname, port } = new URL(product.url)
    const wanted = {
      hostname,
      port,
      path: at,
      headers: { 'x-api-key': 'demo-key', ...headers },
      agent: false,
    }
    http
      .get(wanted, (reply) => {
        let text = ''
        reply.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
      })
      .on('error', () => resolve({ status: 0, text: '' }))
  })

const expectNothingRuns = (dataDir: string) => {
  expect(existsSync(path.join(dataDir, 'db', 'cluster', 'postmaster.pid'))).toBe(false)
  expect(readdirSync(dataDir)).not.toContain('product.pid')
}

const left = ({ child }: Product) => new Promise<number | null>((resolve) => child.once('exit', resolve))

describe('two workers', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct(START)
    return () => product.stop()
  })

  test('serve at one address, each as the whole product', async () => {
    expect(workersOf(product)).toHaveLength(2)
    for (let round = 0; round < 10; round += 1)
      expect(JSON.parse((await call(product, '/health/ready')).text)).toMatchObject({ status: 'ready' })
    expect(
      lines(product, 'Server listening')
        .map(({ worker }) => worker)
        .sort(),
    ).toEqual([1, 2])
  })

  test('tell their numbers side by side, whoever is asked', async () => {
    for (let round = 0; round < 20; round += 1) await call(product, '/config.json')
    for (let round = 0; round < 2; round += 1) {
      const { text } = await call(product, '/metrics')
      const counts = text.split('\n').flatMap((line) => {
        if (!/^http_request_duration_seconds_count.*route="\/config\.json"/.test(line)) return []
        return [[/worker="(\d+)"/.exec(line)?.[1], Number(line.split(' ').at(-1))] as const]
      })
      expect(counts.map(([worker]) => worker).sort()).toEqual(['1', '2'])
      expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBe(20)
      const declared = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
      expect(new Set(declared).size).toBe(declared.length)
      expect(
        [...text.matchAll(/^product_info\{.*worker="(\d)"/gm)].map(([, worker]) => worker).sort(),
      ).toEqual(['1', '2'])
    }
  })

  test('count public calls and wrong passwords together, and do each job once', async () => {
    const jobs = 12
    for (let number = 0; number < jobs; number += 1) {
      const mail = { to: `person${number}@bureau.example`, subject: `Mail ${number}`, text: 'Once.' }
      await ask(product, `select graphile_worker.add_job('send_mail', $1::json)`, [JSON.stringify(mail)])
    }
    const sent = () => {
      const folder = path.join(product.dataDir, 'mail')
      if (!existsSync(folder)) return []
      return readdirSync(folder).filter((file) =>
        readFileSync(path.join(folder, file), 'utf8').includes('Once.'),
      )
    }
    await expect
      .poll(() => ask(product, `select from graphile_worker.jobs where task_identifier = 'send_mail'`), SLOW)
      .toEqual([])
    expect(sent()).toHaveLength(jobs)

    const guess = () =>
      fetch(`${product.url}/api/login`, {
        method: 'POST',
        headers: { 'x-api-key': 'demo-key', 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ email: 'chief@sis.example', password: 'Wrong-password-1' }),
      })
    const statuses: number[] = []
    for (let round = 0; round < 12 && !statuses.includes(429); round += 1)
      statuses.push((await guess()).status)
    const failed = await ask(product, `select from audit_logs where event = 'Login Failed'`)
    expect(statuses.at(-1)).toBe(429)
    expect(failed).toHaveLength(statuses.filter((status) => status !== 429).length)
  })

  test('go on when one is killed, which is replaced and told', async () => {
    const [lost = 0, stays] = workersOf(product)
    process.kill(lost, 'SIGKILL')
    const statuses: number[] = []
    for (let round = 0; round < 20; round += 1) statuses.push((await call(product, '/health/ready')).status)
    // only the connection that the killed worker had just accepted may break
    expect(statuses.filter((status) => status !== 200).length).toBeLessThanOrEqual(1)
    await expect.poll(() => lines(product, 'another worker was started'), SLOW).toHaveLength(1)
    expect(
      lines(product, 'the system ended a worker (SIGKILL), as Linux does when memory runs out'),
    ).toHaveLength(1)
    expect(workersOf(product)).toContain(stays)
    expect(workersOf(product)).toHaveLength(2)
    await expect
      .poll(async () => {
        await call(product, '/config.json')
        return lines(product, 'request completed').some(({ worker }) => worker === 3)
      }, SLOW)
      .toBe(true)
  })
})

/** The data folder of the tests below, one after another: making a database takes longer than all the rest. */
const dataDir = freshFolder()

full.test('a stop lets what runs in any of them end, and then ends the database', async () => {
  const product = await startProduct({ ...START, dataDir })
  const token = newToken()
  await ask(product, 'insert into sessions (user_id, token_hash) select id, $1 from users', [
    hashOfToken(token),
  ])
  const holder = new pg.Client(databaseOf(dataDir).connection)
  await holder.connect()
  onTestFinished(() => holder.end().catch(() => undefined))
  await holder.query('begin; lock table site_principles in access exclusive mode')
  const authorization = `Bearer ${token}`
  const waiting = Array.from({ length: 4 }, () => call(product, '/api/sites/principles', { authorization }))
  const held = () => ask(product, `select from pg_stat_activity where wait_event_type = 'Lock'`)
  await expect.poll(held, SLOW).toHaveLength(4)
  const gone = left(product)
  product.child.kill('SIGTERM')
  // a connection made at the moment of the end may have to wait for it
  const isOpen = () =>
    fetch(`${product.url}/health/live`, { signal: AbortSignal.timeout(1_000) }).then(
      () => true,
      () => false,
    )
  await expect.poll(isOpen, SLOW).toBe(false)
  await holder.query('rollback')
  await holder.end()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await gone).toBe(0)
  expectNothingRuns(dataDir)
})

full.test('workers that end again and again are given up in a sentence, and nothing is left', async () => {
  const product = await startProduct({ ...START, dataDir })
  const gone = left(product)
  for (let round = 1; round <= 3; round += 1) {
    process.kill(workersOf(product)[0] ?? 0, 'SIGKILL')
    await expect.poll(() => lines(product, 'another worker was started'), SLOW).toHaveLength(round)
  }
  process.kill(workersOf(product)[0] ?? 0, 'SIGKILL')
  expect(await gone).toBe(1)
  expect(product.output().split('\n')).toContain(
    'The workers stop again and again: the log says why; fix that, then start the product again.',
  )
  expectNothingRuns(dataDir)
})

full.test(
  'workers end with their parent, and the next start ends the database that is left and goes on with its data',
  async () => {
    const killed = await startProduct({ ...START, dataDir })
    const gone = left(killed)
    const workers = workersOf(killed)
    killed.child.kill('SIGKILL')
    await gone
    const runs = (pid: number) => existsSync(`/proc/${pid}`)
    await expect.poll(() => workers.filter(runs), SLOW).toEqual([])
    const product = await startProduct({ ...START, dataDir })
    expect((await fetch(`${product.url}/health/ready`)).status).toBe(200)
    await product.stop()
    expectNothingRuns(dataDir)
  },
)

full.test('a worker that hangs is not waited for by a stop', async () => {
  const product = await startProduct({ ...START, dataDir, env: { ...START.env, STOP_SECONDS: '1' } })
  process.kill(workersOf(product)[0] ?? 0, 'SIGSTOP')
  await product.stop()
  expectNothingRuns(dataDir)
})
