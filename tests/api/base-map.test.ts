import { mkdtempSync, renameSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../server/lib/log.ts'
import { startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import { tinyPmtiles } from '../support/records/tiny-pmtiles.ts'

const URL = '/map/base.pmtiles'
const MOST = 2_097_152
const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-base-map-'))
const file = path.join(folder, 'country.pmtiles')
/** larger than what one request may have */
const whole = tinyPmtiles({
  attribution: '<a href="https://protomaps.com">Protomaps</a> &amp; friends',
  padding: MOST,
})

let t: TestApp
const lines: string[] = []

beforeAll(async () => {
  writeFileSync(file, whole)
  const log = createLog(
    'warn',
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  t = await startApp({ settings: { BASEMAP_FILE: file }, log })
})
afterAll(async () => {
  await t.close()
  rmSync(folder, { recursive: true })
})

const ask = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  t.app.inject({ method, url: URL, headers })
const part = (range: string, more: Record<string, string> = {}) => ask({ range, ...more })
const bytesOf = (reply: Awaited<ReturnType<typeof ask>>) => reply.rawPayload
const config = async () => (await t.app.inject('/config.json')).json().base_map
const warnings = () => lines.filter((line) => line.includes('BASEMAP_FILE'))

/** Puts another file in the place of the served one, as an operator does. */
function replace(bytes: Buffer) {
  writeFileSync(`${file}.new`, bytes)
  renameSync(`${file}.new`, file)
}

describe('the base map is served in parts', () => {
  test.each([
    ['the first bytes', 'bytes=0-126', 0, 127],
    ['some in the middle', 'bytes=200-299', 200, 300],
    ['the last ones by their number', 'bytes=-10', whole.length - 10, whole.length],
    ['from one to the end', `bytes=${whole.length - 20}-`, whole.length - 20, whole.length],
    ['across the end', `bytes=${whole.length - 5}-${whole.length + 500}`, whole.length - 5, whole.length],
    ['as many as one may have', `bytes=0-${MOST - 1}`, 0, MOST],
  ])('%s', async (_what, range, start, end) => {
    const reply = await part(range)
    expect(reply.statusCode).toBe(206)
    expect(reply.headers['content-range']).toBe(`bytes ${start}-${end - 1}/${whole.length}`)
    expect(reply.headers['content-length']).toBe(String(end - start))
    expect(bytesOf(reply).equals(whole.subarray(start, end))).toBe(true)
  })

  test('to everybody, cacheable, as it is, with the policy of what runs nothing', async () => {
    const { headers } = await part('bytes=0-99', { 'accept-encoding': 'br, gzip' })
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.pmtiles',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=86400, no-transform',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
    // a strong validator: parts of two files are never put together
    expect(headers.etag).toMatch(/^"[\w-]{22}"$/)
  })

  test('not beyond its end', async () => {
    for (const range of [
      `bytes=${whole.length}-`,
      `bytes=${whole.length + 5}-${whole.length + 9}`,
      'bytes=-0',
    ]) {
      const reply = await part(range)
      expect([range, reply.statusCode]).toEqual([range, 416])
      expect(reply.headers['content-range']).toBe(`bytes */${whole.length}`)
      expect(reply.headers['cache-control']).toBe('no-store')
    }
  })

  test('not as a whole or in too large a part, several at once or malformed, with a sentence', async () => {
    const asked = [
      '',
      'bytes=0-',
      `bytes=0-${MOST}`,
      'bytes=0-1,5-6',
      'bytes=9-1',
      'bytes=a-b',
      'lines=0-9',
      'bytes=-',
    ]
    for (const range of asked) {
      const reply = await ask(range === '' ? {} : { range })
      expect([range, reply.statusCode]).toEqual([range, 400])
      expect(reply.json().message).toBe(
        'The base map is read in parts of at most 2 MB, each named by the header Range.',
      )
    }
  })

  test('with its size alone when only its headers are asked for', async () => {
    const reply = await ask({}, 'HEAD')
    expect([reply.statusCode, reply.headers['content-length'], reply.body]).toEqual([
      200,
      String(whole.length),
      '',
    ])
    const one = await ask({ range: 'bytes=0-9' }, 'HEAD')
    expect([one.statusCode, one.headers['content-length'], one.body]).toEqual([206, '10', ''])
  })

  test('again only if it has changed', async () => {
    const etag = String((await part('bytes=0-9')).headers.etag)
    const known = await part('bytes=0-9', { 'if-none-match': `"other", ${etag}` })
    expect([known.statusCode, known.body]).toEqual([304, ''])
    expect((await part('bytes=0-9', { 'if-range': etag })).statusCode).toBe(206)
    // of another file the part would not fit: the whole is what the reader then wants, and too large
    expect((await part('bytes=0-9', { 'if-range': '"other"' })).statusCode).toBe(400)
  })

  test('and a small one also as a whole', async () => {
    const small = path.join(folder, 'small.pmtiles')
    writeFileSync(small, tinyPmtiles())
    const other = await startAppForTest({ settings: { BASEMAP_FILE: small } })
    const reply = await other.app.inject(URL)
    expect([reply.statusCode, reply.rawPayload.equals(tinyPmtiles())]).toEqual([200, true])
  })
})

test('its parts count as public calls of their network', async () => {
  const few = await startAppForTest({ settings: { BASEMAP_FILE: file, PUBLIC_CALLS_PER_MINUTE: '3' } })
  const read = (range: string) => few.app.inject({ url: URL, headers: { range } })
  for (const range of ['bytes=0-9', 'bytes=10-19', 'bytes=20-29'])
    expect((await read(range)).statusCode).toBe(206)
  const refused = await read('bytes=30-39')
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate'])
  expect((await few.app.inject('/api/openapi.json')).statusCode).toBe(429)
})

describe('the pages are told', () => {
  test('where it is, how far it goes, and its credit as plain text', async () => {
    expect(await config()).toEqual({
      url: URL,
      max_zoom: 1,
      credit: 'Protomaps & friends',
    })
  })

  test('the credit that the file itself names, without markup, and no other', async () => {
    const credits: [string, string][] = [
      ['', ''],
      ['<a href="x">&copy; OpenStreetMap contributors</a>', '© OpenStreetMap contributors'],
      ['<img src=x onerror=alert(1)>Bureau\u202e', 'Bureau'],
    ]
    for (const [attribution, credit] of credits) {
      replace(tinyPmtiles({ attribution, padding: MOST }))
      expect((await config()).credit).toBe(credit)
    }
    replace(whole)
  })

  test('nothing where there is none, and its address is not found', async () => {
    const none = await startAppForTest()
    expect((await none.app.inject('/config.json')).json().base_map).toBeNull()
    expect((await none.app.inject(URL)).statusCode).toBe(404)
  })

  test('content policies are the same with it and without it', async () => {
    const policy = async (app: TestApp) =>
      (await app.app.inject('/config.json')).headers['content-security-policy']
    expect(await policy(t)).toBe(await policy(await startAppForTest()))
  })
})

describe('a file that is replaced while the product runs', () => {
  test('has another ETag at once, and a copy with another date the same one', async () => {
    const tag = async () => (await part('bytes=0-9')).headers.etag
    const first = await tag()
    replace(tinyPmtiles({ attribution: 'Newer', padding: MOST }))
    expect(await tag()).not.toBe(first)
    replace(whole)
    expect(await tag()).toBe(first)
    expect(warnings()).toEqual([])
  })

  test.each([
    ['cut off', () => truncateSync(file, 300), 'was cut off before its end'],
    ['of another kind', () => replace(Buffer.from('<html>')), 'is no PMTiles file of version 3'],
    ['of pictures', () => replace(tinyPmtiles({ tile_type: 2 })), 'has pictures and not vector tiles'],
    ['removed', () => unlinkSync(file), 'cannot be read'],
  ])(
    'and is %s is logged once, and maps are drawn without it until it is right',
    async (_what, spoil, fault) => {
      replace(whole)
      expect(await config()).not.toBeNull()
      lines.length = 0
      spoil()
      for (let again = 0; again < 3; again += 1) {
        expect(await config()).toBeNull()
        const reply = await part('bytes=0-9')
        expect([reply.statusCode, reply.headers['cache-control']]).toEqual([404, 'no-store'])
      }
      expect(warnings()).toHaveLength(1)
      expect(warnings()[0]).toContain(
        `BASEMAP_FILE names ${file}, which ${fault}: maps are drawn without it.`,
      )
      replace(whole)
      expect((await part('bytes=0-9')).statusCode).toBe(206)
    },
  )
})
