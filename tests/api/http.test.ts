import { rmSync } from 'node:fs'
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { BUILD } from '../../server/lib/build.ts'
import { MAX_ID } from '../../shared/lib/ids.ts'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { onServer } from '../support/product/databases.ts'
import { fewOf } from '../support/full.ts'
import { API_KEY, startAppForTest, withServer } from '../support/product/app.ts'

const t = withServer()

const ask = (
  url: string,
  headers: Record<string, string> = {},
  more: Omit<InjectOptions, 'url' | 'headers'> = {},
) => t.app.inject({ method: 'GET', url, headers, ...more })

const KEY = { 'x-api-key': API_KEY }

const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
/** two days that have ended, as the audit log needs */
const DAYS = `startDate=${day(2)}&endDate=${day(1)}`

const addressOf = ({ path }: { path: string }, part = '1') =>
  `/api${path.replace(/\/:\w+\?$/, '').replace(/:\w+/g, part)}`

type Json = Record<string, unknown>

/** Every integer in a JSON schema that is named like an id, with its place. */
function idsIn(value: unknown, place: string, name = ''): { place: string; schema: Json }[] {
  if (typeof value !== 'object' || value === null) return []
  const schema = value as Json
  const found = schema.type === 'integer' && /(^|_)id$/.test(name) ? [{ place, schema }] : []
  const inside = Object.entries((schema.properties ?? {}) as Json).flatMap(([field, one]) =>
    idsIn(one, `${place} ${field}`, field),
  )
  const choices = [schema.items, ...((schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) as unknown[])]
  return [...found, ...inside, ...choices.flatMap((one) => idsIn(one, place, name))]
}

describe('the door', () => {
  test('[API-01] without the API key every call is refused with 403, so that nobody is logged out by it', async () => {
    const { token } = await t.as('laguna.encoder')
    for (const headers of [
      {},
      { 'x-api-key': 'wrong' },
      { 'x-api-key': '' },
      { authorization: `Bearer ${token}` },
    ]) {
      for (const url of ['/api/regions', '/api/validate-token', '/api/nowhere']) {
        const reply = await ask(url, headers as Record<string, string>)
        expect([reply.statusCode, reply.json().message, reply.json().code]).toEqual([
          403,
          'Invalid API key.',
          'api_key',
        ])
      }
    }
    expect((await ask('/api/regions', KEY)).statusCode).toBe(200)
  })

  test('a token that is none gets 401, on signed-in calls only', async () => {
    for (const authorization of ['Bearer dead', 'Bearer ', 'Basic eDp5', 'dead', 'Bearer \u00e9']) {
      const reply = await ask('/api/validate-token', { ...KEY, authorization })
      expect([reply.statusCode, reply.json().code]).toEqual([401, 'not_signed_in'])
      expect((await ask('/api/regions', { ...KEY, authorization })).statusCode).toBe(200)
    }
  })

  test('every signed-in call of the contract asks for the token before anything else', async () => {
    const closed = t.app.contract.filter((call) => call.access === 'signed_in')
    expect(closed.length).toBeGreaterThan(10)
    for (const { method, path } of closed) {
      const reply = await t.app.inject({ method, url: addressOf({ path }), headers: KEY })
      expect([method, path, reply.statusCode]).toEqual([method, path, 401])
    }
  })

  test('neither a dead token nor that of a deactivated user opens any of them', async () => {
    const ended = await t.as('left.encoder')
    const closed = t.app.contract.filter((call) => call.access === 'signed_in')
    for (const token of ['A'.repeat(43), ended.token])
      for (const call of fewOf(closed, Math.ceil(closed.length / 3))) {
        const headers = { ...KEY, authorization: `Bearer ${token}` }
        const { statusCode, json } = await t.app.inject({
          method: call.method,
          url: addressOf(call),
          headers,
        })
        expect([call.path, statusCode, json().code]).toEqual([call.path, 401, 'not_signed_in'])
      }
  })
})

describe('refusals', () => {
  test('[ERRORS-01] carry message, data, errors, status, code and a request id that stands in the header too', async () => {
    const reply = await ask(
      '/api/login',
      { ...KEY, 'content-type': 'application/json' },
      { method: 'POST', payload: '{}' },
    )
    const body = reply.json()
    expect(Object.keys(body).sort()).toEqual(['code', 'data', 'errors', 'message', 'request_id', 'status'])
    expect(body).toMatchObject({
      message: 'Validation failed',
      data: null,
      status: 422,
      code: 'invalid_input',
    })
    expect(body.errors.email).toEqual(['Email address is required.'])
    expect(body.request_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(reply.headers['x-request-id']).toBe(body.request_id)
  })

  test('a body that is no JSON is 400, a too large one 413', async () => {
    const json = { ...KEY, 'content-type': 'application/json' }
    for (const payload of ['{', 'email=a', '{"email":}', '']) {
      const reply = await ask('/api/login', json, { method: 'POST', payload })
      expect([payload, reply.statusCode, reply.json().code]).toEqual([payload, 400, 'malformed'])
    }
    const xml = await ask(
      '/api/login',
      { ...KEY, 'content-type': 'text/xml' },
      { method: 'POST', payload: '<a/>' },
    )
    expect([xml.statusCode, xml.json().code]).toEqual([400, 'malformed'])
    const large = JSON.stringify({ email: 'x'.repeat(1_100_000) })
    const reply = await ask('/api/login', json, { method: 'POST', payload: large })
    expect([reply.statusCode, reply.json().code]).toEqual([413, 'too_large'])
  })

  test('no call takes a body that is no JSON', async () => {
    const { token } = await t.as('fmb.super')
    const headers = { ...KEY, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const calls = t.app.contract.filter((call) => call.body && !call.upload)
    expect(calls.length).toBeGreaterThan(20)
    for (const call of calls)
      for (const payload of fewOf(['{"name":', 'name=x', ''], 1)) {
        const reply = await t.app.inject({ method: call.method, url: addressOf(call), headers, payload })
        expect([call.path, payload, reply.statusCode]).toEqual([call.path, payload, 400])
      }
  })

  test('[API-03] an id that is none names nothing, whatever the call', async () => {
    const { token } = await t.as('fmb.super')
    const headers = { ...KEY, authorization: `Bearer ${token}` }
    const calls = t.app.contract.filter(({ path }) => /:\w*id\b/i.test(path))
    expect(calls.length).toBeGreaterThan(25)
    for (const call of calls)
      for (const id of fewOf(
        ['0', '-1', '1.5', 'a', '01', String(2 ** 31), String(2 ** 53), '%27', '9'.repeat(50)],
        3,
      )) {
        const { statusCode, json } = await t.app.inject({
          method: call.method,
          url: addressOf(call, id),
          headers,
        })
        expect([call.path, id, statusCode]).toEqual([call.path, id, 404])
        expect([call.path, id, json().message]).toEqual([call.path, id, 'Invalid ID'])
      }
  })

  test('[API-03] every id in a body ends where ids end', () => {
    const ids = t.app.contract.flatMap((call) =>
      call.body ? idsIn(z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }), call.path) : [],
    )
    expect(ids.length).toBeGreaterThan(20)
    expect(ids.filter(({ schema }) => schema.maximum !== MAX_ID || schema.exclusiveMinimum !== 0)).toEqual([])
  })

  test('a body that reaches for the prototype is refused', async () => {
    const json = { ...KEY, 'content-type': 'application/json' }
    const payload = '{"__proto__":{"force":true},"email":"a@b.ph","password":"x"}'
    expect((await ask('/api/login', json, { method: 'POST', payload })).statusCode).toBe(400)
  })

  test('an unknown address below /api is 404 in the same shape', async () => {
    for (const [method, url] of [
      ['GET', '/api/nowhere'],
      ['POST', '/api/regions'],
      ['DELETE', '/api/regions'],
      ['GET', '/api/'],
      ['GET', '/api/a/b/c/d?x=1'],
    ] as const) {
      const reply = await t.app.inject({ method, url, headers: KEY })
      expect([url, reply.statusCode]).toEqual([url, 404])
      expect(reply.json()).toMatchObject({ code: 'not_found', data: null, errors: {}, status: 404 })
      expect(reply.json().refusal).toEqual({ code: 'no_such_address', params: {} })
      expect(reply.headers['cache-control']).toBe('no-store')
    }
  })

  test('an address that cannot be decoded is refused in the same shape', async () => {
    const reply = await ask('/api/regions/provinces/%E0%A4%A', KEY)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'malformed', status: 400 })
  })

  test('a fault of ours is 500 with a reference number and no inside knowledge', async () => {
    const broken = await startAppForTest()
    await broken.db.schema.alterTable('regions').renameTo('regions_gone').execute()
    const reply = await (await broken.as(null)).get('/regions')
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toMatchObject({
      code: 'internal',
      message: 'An unexpected error occurred on the server. Please try again later.',
      request_id: expect.any(String),
    })
    expect(reply.body).not.toContain('regions')
  })

  test('no answer of the API may be kept by a cache: granted, refused or unreadable', async () => {
    const person = await t.as('fmb.super')
    const signedIn = { ...KEY, authorization: `Bearer ${person.token}` }
    const logouts = ['/logout', '/my-sign-in/sessions/end']
    for (const endpoint of t.app.contract.filter(({ path }) => !logouts.includes(path))) {
      const reply = await t.app.inject({
        method: endpoint.method,
        url: addressOf(endpoint),
        headers: signedIn,
      })
      const kept = endpoint.access === 'public' ? ['no-store', 'no-cache'] : ['no-store']
      expect(kept, `${endpoint.method} ${endpoint.path}`).toContain(reply.headers['cache-control'])
    }
    const file = (await person.upload('csv', 'trees.csv', 'name\r\nBiñan\r\n')).json().data
    for (const [url, headers] of [
      [`/api/file/${file.id}`, signedIn],
      [`/api/file/${file.id}`, { ...signedIn, range: 'bytes=0-3' }],
      ['/api/validate-token', KEY],
      ['/api/validate-token', {}],
      ['/api/regions/provinces/%E0%A4%A', signedIn],
    ] as const)
      expect((await ask(url, headers)).headers['cache-control'], url).toBe('no-store')
  })

  test('logging out empties the cache of the browser, and leaves its drafts', async () => {
    const reply = await ask('/api/logout', KEY, { method: 'POST', payload: {} })
    expect([reply.statusCode, reply.headers['clear-site-data']]).toEqual([200, '"cache"'])
  })
})

describe('query texts', () => {
  test('order[] is a list of column and dir; odd spellings fall back to the default', async () => {
    const admin = await t.as('fmb.admin')
    for (const odd of [
      'order[0][column]=event&order[0][dir]=sideways',
      'order[0][column]=event;drop table users&order[0][dir]=asc',
      'order[0][dir]=desc',
      'order[99][column]=event',
      'order[999][column]=event',
      'order=event',
      'order[0]=event',
      'page=-1&length=abc',
      'page=1e99&length=100000',
      '__proto__[x]=1&constructor=2',
      'search=%25_%5C',
    ]) {
      const reply = await admin.get(`/reports/datatable/audit-logs?${DAYS}&${odd}`)
      expect([odd, reply.statusCode]).toEqual([odd, 200])
    }
  })

  test('a zero byte in a text finds nothing and breaks nothing', async () => {
    const admin = await t.as('fmb.admin')
    const reply = await admin.get(`/reports/datatable/audit-logs?${DAYS}&search=a%00b`)
    expect(reply.statusCode).toBeLessThan(500)
  })
})

describe('operations', () => {
  test('liveness and readiness need no key', async () => {
    const live = await ask('/health/live')
    expect([live.statusCode, live.json()]).toEqual([200, { status: 'ok' }])
    const ready = await ask('/health/ready')
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { status: 'ready', database: true, migrations: true, files: true, ...BUILD },
    ])
  })

  test('a database that accepts no changes is said in words, is not ready, and is left for the one that does', async () => {
    const own = await startAppForTest()
    const name = own.database.pool.options.database
    const endConnections = () =>
      onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    await onServer(`alter database ${name} set default_transaction_read_only = on`)
    await endConnections()
    const logIn = () =>
      own.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'x-api-key': API_KEY },
        payload: { email: demoEmail('fmb.admin'), password: DEMO_PASSWORD, force: true },
      })
    await expect
      .poll(async () => (await logIn()).json().message)
      .toMatch(/^The database accepts no changes at the moment/)
    const refused = await logIn()
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '10',
    ])
    const ready = await own.app.inject('/health/ready')
    expect([ready.statusCode, ready.json()]).toMatchObject([
      503,
      {
        status: 'not ready',
        database: true,
        migrations: true,
        message: expect.stringMatching(/^The database accepts no changes: /),
      },
    ])
    // the address leads to the main server again: nobody restarts the product
    await onServer(`alter database ${name} reset default_transaction_read_only`)
    await expect.poll(async () => (await logIn()).statusCode).toBe(200)
  })

  test('not ready while a migration is missing, ready still while the file store is gone, and says which', async () => {
    const behind = await startAppForTest()
    await behind.db
      .deleteFrom('kysely_migration' as never)
      .where('name' as never, '=', '0006_audit_log' as never)
      .execute()
    const reply = await behind.app.inject('/health/ready')
    expect([reply.statusCode, reply.json()]).toEqual([
      503,
      {
        status: 'not ready',
        database: true,
        migrations: false,
        files: true,
        message:
          'The database has not been brought up to date (0006_audit_log is missing): start this version once more.',
        ...BUILD,
      },
    ])
    const unstored = await startAppForTest()
    rmSync(unstored.dataDir, { recursive: true, force: true })
    const gone = await unstored.app.inject('/health/ready')
    expect([gone.statusCode, gone.json()]).toEqual([
      200,
      {
        status: 'degraded',
        database: true,
        migrations: true,
        files: false,
        message: 'Files cannot be stored or opened; everything else works.',
        ...BUILD,
      },
    ])
    expect((await unstored.app.inject('/health/live')).statusCode).toBe(200)
  })

  test('metrics answer this machine only, unless opened', async () => {
    await ask('/api/regions', KEY)
    const here = await ask('/metrics')
    expect(here.statusCode).toBe(200)
    expect(here.body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/regions",status="200"}',
    )
    expect((await ask('/metrics', {}, { remoteAddress: '198.51.100.7' })).statusCode).toBe(404)
    expect((await ask('/metrics', { 'x-forwarded-for': '198.51.100.7' })).statusCode).toBe(404)
    const open = await startAppForTest({ settings: { METRICS: 'public' } })
    const reply = await open.app.inject({ url: '/metrics', remoteAddress: '198.51.100.7' })
    expect(reply.statusCode).toBe(200)
  })

  test('the browser is told its settings and no secret', async () => {
    const reply = await ask('/config.json')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ api_base_url: '/api', bureau_name: 'Forest Management Bureau' })
    expect(Object.keys(reply.json())).not.toEqual(expect.arrayContaining(['database_url']))
  })
})

type Operation = {
  responses: { '200': { content: Record<string, { schema: Schema }> } }
  parameters: { name: string }[]
}
type Schema = { type?: string; properties?: Record<string, Schema>; required?: string[]; items?: Schema }

describe('the description of the API', () => {
  const document = async () => (await ask('/api/openapi.json')).json()

  /** Expects every required property of the schema in the value, and no property that the schema does not name. */
  function expectDescribed(value: unknown, schema: Schema, where: string) {
    if (schema.items && Array.isArray(value)) {
      for (const item of value) expectDescribed(item, schema.items, `${where}[]`)
      return
    }
    if (!schema.properties || value === null) return
    const keys = Object.keys(value as object)
    expect([where, Object.keys(schema.properties)]).toEqual([where, expect.arrayContaining(keys)])
    expect([where, keys]).toEqual([where, expect.arrayContaining(schema.required ?? [])])
    for (const key of keys) {
      const inner = schema.properties[key]
      if (inner) expectDescribed((value as Record<string, unknown>)[key], inner, `${where}.${key}`)
    }
  }

  test('[S-113] is made once and carries an ETag', async () => {
    const first = await ask('/api/openapi.json')
    const tag = String(first.headers.etag)
    expect([first.statusCode, first.headers['content-type'], first.headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-cache',
    ])
    const again = await ask('/api/openapi.json', { 'if-none-match': tag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('replies are as described', async () => {
    const { paths } = await document()
    const admin = await t.as('fmb.super')
    for (const [path, query] of [
      ['/regions', ''],
      ['/validate-token', ''],
      ['/my-profile', ''],
      ['/reports/datatable/audit-logs', `?${DAYS}`],
    ] as const) {
      const operation = paths[`/api${path}`].get as Operation
      const schema = operation.responses['200'].content['application/json']?.schema ?? {}
      const reply = await admin.get(`${path}${query}`)
      expect(reply.statusCode).toBe(200)
      expect(Object.keys(schema.properties ?? {}).length).toBeGreaterThan(0)
      expectDescribed(reply.json(), schema, path)
    }
  })
})
