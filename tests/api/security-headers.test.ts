import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { API_KEY, startAppForTest, type TestApp, withServer } from '../support/product/app.ts'

const webDir = path.resolve('dist/web')
const ASSETS = readdirSync(path.join(webDir, 'assets')).filter((name) => !/\.(?:br|gz)$/.test(name))
const assetOf = (ending: string) => `/assets/${ASSETS.find((name) => name.endsWith(ending))}`

/** Replies of every kind: pages, data, files, refusals, and what could not even be read. */
const DOCUMENTS = [
  '/site/approved',
  '/dashboard',
  '/login',
  '/abc',
  '/config.json',
  '/health/live',
  '/favicon.ico',
  '/site/approved.csv',
  '/site/approved.geojson',
  '/log/checkpoint',
  '/api/docs',
  '/api/openapi.json',
  '/api/regions',
  '/api/nowhere',
  '/api/validate-token',
  '/assets/missing.js',
  '/%E0%A4%A',
  assetOf('.svg'),
  assetOf('.png'),
]
/** What programs of any site may read: the data that everyone may read, and nothing of a session. */
const OPEN_DATA = [
  '/config.json',
  '/site/approved.csv',
  '/site/approved.geojson',
  '/data/cad-trust.csv',
  '/data/dcat.jsonld',
  '/feed.atom',
  '/how-records-went.csv',
  '/log/key',
  '/api/openapi.json',
  '/api/sites/dashboard/count',
  '/api/summaries/published',
]
const PARTS_OF_PAGES = [assetOf('.js'), assetOf('.css'), assetOf('.woff2')]

const t = withServer({ webDir })

const ask = (url: string, more: Omit<InjectOptions, 'url'> = {}, { app }: Pick<TestApp, 'app'> = t) =>
  app.inject({ method: 'GET', url, headers: { 'x-api-key': API_KEY }, ...more })

describe('every reply', () => {
  test('is of one type, says nothing of where its reader came from, and may be in no frame', async () => {
    for (const url of DOCUMENTS) {
      const { headers } = await ask(url)
      expect([url, headers['x-content-type-options']]).toEqual([url, 'nosniff'])
      expect([url, headers['referrer-policy']]).toEqual([url, 'no-referrer'])
      const policy = String(headers['content-security-policy'])
      expect(policy, url).toContain("frame-ancestors 'none'")
      expect(policy, url).toContain("base-uri 'none'")
      expect(policy, url).toMatch(/default-src '(?:self|none)'/)
      expect(policy, url).not.toMatch(/script-src[^;]*unsafe/)
    }
    for (const url of PARTS_OF_PAGES) {
      const { headers } = await ask(url)
      expect([url, headers['x-content-type-options']]).toEqual([url, 'nosniff'])
    }
  })

  test('of a bureau at work has browsers use https alone, for a year and for every name below', async () => {
    const config = { ...t.services.config, production: true }
    const app = await buildApp({ ...t.services, config }, { webDir })
    try {
      for (const url of [...DOCUMENTS, ...PARTS_OF_PAGES]) {
        const { headers } = await ask(url, {}, { app })
        expect([url, headers['strict-transport-security']]).toEqual([
          url,
          'max-age=31536000; includeSubDomains',
        ])
      }
    } finally {
      await app.close()
    }
  })

  test('that is text names its letters; [S-173] other sites may read open data alone, and none sets a cookie', async () => {
    for (const url of [
      ...DOCUMENTS,
      ...PARTS_OF_PAGES,
      ...OPEN_DATA,
      '/api/sites/activities/dashboard/999',
    ]) {
      const { headers } = await ask(url, {
        headers: { 'x-api-key': API_KEY, origin: 'https://evil.example' },
      })
      const type = String(headers['content-type'] ?? '')
      if (type.startsWith('text/'))
        expect([url, type]).toEqual([url, expect.stringMatching(/charset=utf-8$/i)])
      const isOpen = OPEN_DATA.includes(url) || /^\/(log|api\/(docs|regions|sites))\b/.test(url)
      expect([url, headers['access-control-allow-origin']]).toEqual([url, isOpen ? '*' : undefined])
      expect([url, headers['access-control-allow-credentials']]).toEqual([url, undefined])
      expect([url, headers['set-cookie']]).toEqual([url, undefined])
    }
  })
})

test('methods that the product does not have are refused, TRACE among them', async () => {
  for (const method of ['TRACE', 'PUT', 'OPTIONS'] as const)
    for (const url of ['/site/approved', '/api/login']) {
      const { statusCode } = await ask(url, { method: method as 'OPTIONS' })
      expect([method, url, statusCode]).toEqual([method, url, 404])
    }
  // a browser asks so before a program of another site sends the key, which no other call has without a session
  const preflight = await t.app.inject({ method: 'OPTIONS', url: '/api/sites/dashboard/count' })
  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'x-api-key',
  })
})

test('a request with two lengths is refused, and what follows it is not read as another', async () => {
  const { app } = await startAppForTest()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.addresses()[0] as { port: number }
  const body = '0\r\n\r\nGET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'
  for (const lines of [
    [`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    ['Content-Length: 5', `Content-Length: ${body.length}`],
  ]) {
    const socket = connect(port, '127.0.0.1')
    socket.write(`POST /api/logout HTTP/1.1\r\nHost: x\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
    const answers = (await text(socket)).match(/^HTTP\/1\.1 \d+/gm)
    expect([lines, answers]).toEqual([lines, ['HTTP/1.1 400']])
  }
})

describe('/.well-known/security.txt', () => {
  test('says where a fault of security is reported, for half a year from today', async () => {
    const settings = { HELPDESK_URL: 'mailto:security@bureau.example', PUBLIC_URL: 'https://sis.example' }
    const bureau = await startAppForTest({ settings })
    bureau.setNow(new Date('2031-03-01T05:06:07Z'))
    const reply = await ask('/.well-known/security.txt', {}, bureau)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(reply.body).toBe(
      [
        'Contact: mailto:security@bureau.example',
        'Expires: 2031-08-28T00:00:00.000Z',
        'Canonical: https://sis.example/.well-known/security.txt',
        'Preferred-Languages: en',
        '',
      ].join('\n'),
    )
  })

  test('is not there without an address that may stand in it', async () => {
    for (const HELPDESK_URL of ['', 'http://help.example']) {
      const bureau = await startAppForTest({ settings: { HELPDESK_URL } })
      expect((await ask('/.well-known/security.txt', {}, bureau)).statusCode).toBe(404)
    }
  })
})
