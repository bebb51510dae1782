import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isServerOf, readPostmaster } from '../../server/embedded-postgres/postmaster.ts'
import { startEmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts'
import { DEMO_PASSWORD } from '../../server/seed/demo-people.ts'
import { START_AGAIN } from '../../server/start.ts'
import { childrenOf } from '../support/product/child-processes.ts'
import { foldersFor } from '../support/product/folders.ts'
import { freePort, type Product, startProduct } from '../support/product/product.ts'
import { startS3Server } from '../support/doubles/s3-server.ts'
import { ownEnvironment } from '../support/product/own-environment.ts'
import { full } from '../support/full.ts'

// all of them start processes
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const freshFolder = foldersFor('start')
const SLOW = { timeout: 20_000 }

async function takenPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return String((server.address() as AddressInfo).port)
}

const clusterOf = (dataDir: string) => path.join(dataDir, 'db', 'cluster')

function expectNothingRuns(dataDir: string): void {
  expect(existsSync(path.join(clusterOf(dataDir), 'postmaster.pid'))).toBe(false)
  expect(readdirSync(dataDir)).not.toContain('product.pid')
}

/** Kills the database server as the kernel does when memory is short; resolves once it is gone. */
async function killDatabase(dataDir: string): Promise<number> {
  const pid = readPostmaster(clusterOf(dataDir))?.pid ?? 0
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(isServerOf(pid, clusterOf(dataDir))).toBe(false), SLOW)
  return pid
}

/** Runs the built product until it exits; returns its output and code. `meet` may act on it while it runs. */
async function refusedStart(
  entry: 'main' | 'demo',
  env: Record<string, string>,
  meet: (child: ChildProcess) => Promise<void> = async () => undefined,
) {
  const port = String(await freePort())
  const child = spawn(process.execPath, [`dist/server/${entry}.mjs`], {
    env: { ...ownEnvironment(), PORT: port, HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env },
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const left = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await meet(child)
  const code = await left
  return { said: said.trim(), code }
}

describe.concurrent('a start that cannot be', () => {
  test('says in one sentence which setting is wrong, and nothing else', async () => {
    const { said, code } = await refusedStart('main', { DATA_DIR: freshFolder(), PORT: '70000' })
    expect(said).toBe('PORT must be a whole number from 0 to 65535, not "70000".')
    expect(code).toBe(1)
  })

  full.test('a bucket that is not there is told at once', async () => {
    const s3 = await startS3Server('evidence')
    const { said, code } = await refusedStart('main', {
      DATA_DIR: freshFolder(),
      FILES_URL: s3.url.replace('s3://evidence', 's3://elsewhere'),
      AWS_ACCESS_KEY_ID: 'test-id',
      AWS_SECRET_ACCESS_KEY: 'test-secret',
      NODE_NO_WARNINGS: '1',
    })
    await s3.close()
    expect(said).toBe('The file store has no bucket "elsewhere": make it, or correct its name in FILES_URL.')
    expect(code).toBe(1)
  })

  full.test('an empty database without ADMIN_EMAIL is refused and says what to set', async () => {
    const { said, code } = await refusedStart('main', { DATA_DIR: freshFolder() })
    expect(said).toContain('ADMIN_EMAIL')
    expect(said.split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  })

  full.test('a port that is taken is named, and nothing that was started is left', async () => {
    const port = await takenPort()
    const dataDir = freshFolder()
    const said = await refusedStart('main', {
      DATA_DIR: dataDir,
      PORT: port,
      ADMIN_EMAIL: 'chief@sis.example',
    })
    expect(said).toEqual({
      said: `PORT is ${port}, where another program listens already: stop it, or set PORT to another number.`,
      code: 1,
    })
    expectNothingRuns(dataDir)
  })
})

full.test('a start that is stopped in the middle leaves nothing running', async () => {
  const dataDir = freshFolder()
  const isUp = () => existsSync(path.join(clusterOf(dataDir), 'postmaster.pid'))
  const said = await refusedStart('demo', { DATA_DIR: dataDir }, async (child) => {
    await vi.waitFor(() => expect(isUp()).toBe(true), SLOW)
    child.kill('SIGTERM')
  })
  expect(said).toEqual({ said: '', code: 0 })
  expectNothingRuns(dataDir)
})

describe('a running product', () => {
  let product: Product
  const dataDir = freshFolder()
  beforeAll(async () => {
    product = await startProduct({ dataDir, env: { LOG_LEVEL: 'info' } })
    return () => product.stop()
  })

  test('prints the address and the table of demo accounts', () => {
    expect(product.output()).toContain(product.url)
    expect(product.output()).toMatch(/laguna\.encoder@bureau\.example\s+PENRO Encoder, PENRO Laguna/)
    expect(product.output()).toContain(DEMO_PASSWORD)
  })

  test('logs each request as one line of JSON with the id its reply carries, and no secret', async () => {
    const reply = await fetch(`${product.url}/api/validate-token`, {
      headers: { 'x-api-key': 'demo-key', authorization: 'Bearer not-a-token' },
    })
    expect(reply.status).toBe(401)
    const id = reply.headers.get('x-request-id')
    const { request_id } = (await reply.json()) as { request_id: string }
    expect(request_id).toBe(id)
    const lines = () =>
      product
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => JSON.parse(line) as { reqId?: string; res?: { statusCode: number } })
        .filter((line) => line.reqId === id)
    await vi.waitFor(() => expect(lines().some((line) => line.res?.statusCode === 401)).toBe(true), SLOW)
  })

  test('refuses a second start on the same data in one sentence', async () => {
    const { said, code } = await refusedStart('demo', { DATA_DIR: dataDir })
    expect(said.split('\n')).toHaveLength(1)
    expect(said).toContain(dataDir)
    expect(code).toBe(1)
  })

  let reader = 0
  const readers = () => childrenOf(product.child.pid).filter(({ command }) => command.includes('kml-worker'))

  test('keeps the process that has read a map for the next one', async () => {
    const headers = { 'x-api-key': 'demo-key' }
    const login = await fetch(`${product.url}/api/login`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'quezon.encoder@bureau.example', password: DEMO_PASSWORD }),
    })
    const { token } = (await login.json()) as { token: string }
    const upload = async () => {
      const body = new FormData()
      body.set('file', new Blob([readFileSync('tests/fixtures/kml/valid-laguna.kml')]), 'site.kml')
      const authorization = `Bearer ${token}`
      const reply = await fetch(`${product.url}/api/file/kml`, {
        method: 'POST',
        headers: { ...headers, authorization },
        body,
      })
      expect(reply.status).toBe(200)
    }
    await upload()
    const first = readers()
    expect(first).toHaveLength(1)
    await upload()
    expect(readers()).toEqual(first)
    reader = first[0]?.pid ?? 0
  })

  // last, because it stops this product
  test('finishes the request it is answering before it stops, and stops its database and what reads maps', async () => {
    // an idle connection, as browsers and proxies keep them, does not delay the stop
    const agent = new http.Agent({ keepAlive: true })
    // a slow body keeps one request running when the signal comes
    const body = JSON.stringify({ email: 'laguna.encoder@bureau.example', password: DEMO_PASSWORD })
    // many at once, so that many connections are idle when it stops
    await Promise.all(Array.from({ length: 24 }, async () => (await fetch(`${product.url}/sites`)).text()))
    const saidBefore = product.output().length
    const answered = new Promise<number | undefined>((resolve, reject) => {
      const request = http.request(
        `${product.url}/api/login`,
        {
          agent,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-api-key': 'demo-key',
            'content-length': body.length,
          },
        },
        (reply) => {
          reply.resume()
          resolve(reply.statusCode)
        },
      )
      request.once('error', reject)
      request.write(body.slice(0, 10))
      setTimeout(() => product.child.kill('SIGTERM'), 200)
      setTimeout(() => request.end(body.slice(10)), 600)
    })
    expect(await answered).toBe(200)
    await product.stop()
    agent.destroy()
    expect(product.child.exitCode).toBe(0)
    expectNothingRuns(dataDir)
    expect(() => process.kill(reader, 0), 'what reads maps is gone').toThrow('ESRCH')
    expect(product.output().slice(saidBefore), 'what ends in order is not told as lost').not.toContain(
      'was lost',
    )
    expect(product.output()).not.toMatch(/not-a-token|demo-key/)
  })
})

full.test(
  'a demo takes the next port where the one that was asked for is taken, and ends when its database has',
  {
    timeout: 120_000,
  },
  async () => {
    const taken = await takenPort()
    const product = await startProduct({ env: { PORT: taken } })
    onTestFinished(() => product.stop())
    expect(product.url).not.toContain(taken)
    expect(product.output()).toContain('Another program is using the chosen port; the demo uses')
    expect(await (await fetch(`${product.url}/health/live`)).json()).toEqual({ status: 'ok' })

    const { dataDir, child, url } = product
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    await killDatabase(dataDir)
    expect(await ended).toBe(START_AGAIN)
    const sentences = product
      .output()
      .split('\n')
      .filter((line) => line.startsWith('The database ended'))
    expect(sentences).toEqual([
      `The database ended unexpectedly: start the product again (its log is ${path.join(dataDir, 'db.log')}).`,
    ])
    expect(readdirSync(dataDir)).not.toContain('product.pid')
    await expect(fetch(`${url}/health/live`)).rejects.toThrow('fetch failed')

    // the next start removes the shared memory of the killed server
    await (await startEmbeddedPostgres({ dataDir })).stop()
  },
)

full.test(
  'npm run demo starts the demo once more when its database has ended, and the second time it ends with 1',
  { timeout: 120_000 },
  async () => {
    const dataDir = freshFolder()
    const url = `http://127.0.0.1:${await freePort()}`
    const demo = spawn(process.execPath, ['scripts/run.mjs', 'demo'], {
      env: { ...ownEnvironment(), PATH: process.env.PATH, PORT: new URL(url).port, DATA_DIR: dataDir },
      stdio: 'ignore',
    })
    const ended = new Promise<number | null>((resolve) => demo.once('exit', resolve))
    const served = async () => (await fetch(`${url}/health/ready`)).status
    await expect.poll(served, { timeout: 90_000 }).toBe(200)
    const killed = await killDatabase(dataDir)
    await expect.poll(() => readPostmaster(clusterOf(dataDir))?.ready, SLOW).toBe(true)
    await expect.poll(served, SLOW).toBe(200)
    expect(await killDatabase(dataDir)).not.toBe(killed)
    expect(await ended).toBe(1)
    expect(readdirSync(dataDir)).not.toContain('product.pid')
  },
)

full.test('TERM to npm ends the product it started, and its database', { timeout: 120_000 }, async () => {
  const dataDir = freshFolder()
  const npm = spawn('npm', ['run', 'demo'], {
    env: { ...ownEnvironment(), PATH: process.env.PATH, PORT: String(await freePort()), DATA_DIR: dataDir },
  })
  let said = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  await vi.waitFor(() => expect(said).toContain('http://'), { timeout: 90_000, interval: 200 })
  npm.kill('SIGTERM')
  await vi.waitFor(() => expectNothingRuns(dataDir), SLOW)
})

full.test(
  '--fresh starts over, with files of its own, also on a folder that is new',
  { timeout: 120_000 },
  async () => {
    const dataDir = freshFolder()
    for (const time of [1, 2]) {
      const product = await startProduct({ dataDir, fromNothing: true, args: ['--fresh'] })
      const statusOf = async () => [time, (await fetch(`${product.url}/log/checkpoint`)).status]
      await expect.poll(statusOf).toEqual([time, 200])
      await product.stop()
    }
  },
)
