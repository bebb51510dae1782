import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import packageJson from '../package.json'
import { readConfig, SettingError } from '../server/lib/config.ts'
import { DEMO_PASSWORD } from '../server/seed/demo-people.ts'
import { childrenOf } from './support/children-of.ts'
import { foldersFor } from './support/folders.ts'
import { freePort, type Product, startProduct } from './support/product.ts'
import { ownEnvironment } from './support/own-environment.ts'

// every one of them starts processes
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const freshFolder = foldersFor('start')
const SLOW = { timeout: 20_000 }

/** Runs the built product until it leaves by itself; what it said and its code. */
async function refusedStart(entry: 'main' | 'demo', env: Record<string, string>) {
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
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { said: said.trim(), code }
}

describe.concurrent('a start that cannot be', () => {
  test('says in one sentence which setting is wrong, and nothing else', async () => {
    const { said, code } = await refusedStart('main', { DATA_DIR: freshFolder(), PORT: '70000' })
    expect(said).toBe('PORT must be a whole number from 0 to 65535, not "70000".')
    expect(code).toBe(1)
  })

  test.each([
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be an address that starts with smtp: or smtps:'],
    [
      { PUBLIC_URL: 'http://sis.example' },
      'Invalid or insecure API base URL. PUBLIC_URL is "http://sis.example".',
    ],
    [
      { TRUSTED_PROXIES: '10.0.0.0/8, proxy' },
      'TRUSTED_PROXIES must list addresses or networks, as in 10.0.0.0/8, uniquelocal.',
    ],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
    ],
  ])('has such a sentence for each setting: %o', (env, sentence) => {
    const read = () => readConfig({ DATA_DIR: freshFolder(), ...env }, { production: true })
    expect(read).toThrow(new SettingError(sentence))
  })

  test('an empty database without ADMIN_EMAIL is refused and says what to set', async () => {
    const { said, code } = await refusedStart('main', { DATA_DIR: freshFolder() })
    expect(said).toContain('ADMIN_EMAIL')
    expect(said.split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  })
})

describe('a running product', () => {
  let product: Product
  const dataDir = freshFolder()
  beforeAll(async () => {
    product = await startProduct({ dataDir, fromNothing: true, env: { LOG_LEVEL: 'info' } })
    return () => product.stop()
  })

  const get = (url: string) => fetch(`${product.url}${url}`, { redirect: 'manual' })

  test('prints the address and the table of demo accounts', () => {
    expect(product.output()).toContain(product.url)
    expect(product.output()).toMatch(/laguna\.encoder@bureau\.example\s+PENRO Encoder, PENRO Laguna/)
    expect(product.output()).toContain(DEMO_PASSWORD)
  })

  test('is alive and ready, and counts its requests', async () => {
    expect((await get('/health/live')).status).toBe(200)
    expect(await (await get('/health/ready')).json()).toEqual({
      status: 'ready',
      database: true,
      migrations: true,
      files: true,
      version: packageJson.version,
      commit: expect.stringMatching(/^([0-9a-f]{12}(-dirty)?|unknown)$/),
    })
    expect(await (await get('/metrics')).text()).toContain('http_request_duration_seconds_count')
  })

  test('tells the browser its settings, and no secret', async () => {
    const config = (await (await get('/config.json')).json()) as Record<string, string>
    expect(Object.keys(config).sort()).toEqual(
      [
        'api_base_url',
        'api_key',
        'bureau_name',
        'helpdesk_url',
        'privacy_url',
        'report_frame_url',
        'terms_url',
        'tiles_url',
      ].sort(),
    )
    expect(config.api_key).toBe('demo-key')
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

  // the last of this product
  test('finishes the request it is answering before it stops, and stops its database and what reads maps', async () => {
    // a sender that keeps its line, as browsers and proxies do, is not waited for
    const agent = new http.Agent({ keepAlive: true })
    // a body that arrives slowly keeps one request running while the signal comes
    const body = JSON.stringify({ email: 'laguna.encoder@bureau.example', password: DEMO_PASSWORD })
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
    expect(existsSync(path.join(dataDir, 'db', 'cluster', 'postmaster.pid'))).toBe(false)
    expect(readdirSync(dataDir)).not.toContain('product.lock')
    expect(() => process.kill(reader, 0), 'what reads maps is gone').toThrow('ESRCH')
    // everything it has printed in its life
    expect(product.output()).not.toMatch(/not-a-token|demo-key/)
  })
})
