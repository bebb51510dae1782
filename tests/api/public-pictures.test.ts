import { existsSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manilaDay } from '../../shared/lib/manila-days.ts'
import { anActivity } from '../support/records/activity-factories.ts'
import { startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import { aDrawnLayer } from '../support/records/drawn-layers.ts'
import { aSite, squareOf } from '../support/records/factories.ts'

/** The still pictures of public pages: what is on them, and what never is. */

const webDir = path.resolve('dist/web')
const LIST = '/site/approved'
const DASHED = /stroke-dasharray/g

const textOf = (html: string) =>
  html
    .replace(/<script[^>]*>.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

let t: TestApp
let site: { id: number; code: string }
let activity: number
let open: { id: number; version_id: number }

const get = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url, headers })
const bodyOf = async (url: string) => (await get(url)).body
const picture = () => bodyOf(`${LIST}/${activity}/map.svg`)

beforeAll(async () => {
  if (!existsSync(webDir)) throw new Error('These tests need the built pages: npm run build.')
  t = await startApp({ webDir })
  site = await aSite(t, { site_status: 'Approved', boundary: squareOf({ lon: 125.1, lat: 7.2 }) })
  activity = (await anActivity(t, 'DONE', { site_profile_id: site.id })).id
  open = await aDrawnLayer(t, {
    name: 'Lupang & <b>Ninuno</b>',
    audience: 'public',
    features: [{ code: 'OPEN-1', name: 'Bukas', geometry: squareOf({ lon: 125.105, lat: 7.205 }) }],
  })
}, 60_000)
afterAll(() => t.close())

describe('a row of the public list', () => {
  const image = async (query = '') =>
    new RegExp(`<img[^>]* src="(${LIST}/${activity}/map-small.svg[^"]*)"[^>]*>`).exec(
      await bodyOf(`${LIST}${query}`),
    )

  test('has its boundary as a small picture with words and a fixed size, loaded late', async () => {
    const [tag = '', address = ''] = (await image()) ?? []
    for (const part of ['width="48"', 'height="36"', 'loading="lazy"', 'alt="Boundary, 122.14 hectares"'])
      expect(tag).toContain(part)
    const reply = await get(address)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(reply.headers['cache-control']).toBe('public, max-age=86400')
    expect(reply.body).toContain(`<title>Boundary of ${site.code}: 122.14 hectares</title>`)
    expect(reply.body).not.toMatch(/<text|stroke-dasharray|Davao/)
    console.info(`The small picture of a boundary: ${gzipSync(reply.body).length} bytes`)
    expect(gzipSync(reply.body).length).toBeLessThan(2000)
    expect((await get(address, { 'if-none-match': String(reply.headers.etag) })).statusCode).toBe(304)
  })

  test('[S-113] is no public reply of its own: a visit of the list counts once, whatever it has pictures of', async () => {
    const small = await startAppForTest({ webDir, settings: { PUBLIC_CALLS_PER_MINUTE: '2' } })
    for (const lon of [125.1, 125.4, 125.7]) {
      const { id } = await aSite(small, { site_status: 'Approved', boundary: squareOf({ lon, lat: 7.2 }) })
      await anActivity(small, 'DONE', { site_profile_id: id })
    }
    const ask = (url: string) => small.app.inject({ method: 'GET', url, remoteAddress: '203.0.113.8' })
    for (const _visit of ['one', 'two']) {
      const page = await ask(LIST)
      const pictures = [...page.body.matchAll(/<img[^>]* src="([^"]*map-small[^"]*)"/g)]
      const replies = await Promise.all(pictures.map(([, address = '']) => ask(address)))
      expect([page, ...replies].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    }
    expect((await ask(LIST)).statusCode).toBe(429)
    // as many pictures as the pages of a minute can have, and no more
    const many = await Promise.all(Array.from({ length: 15 }, () => ask(`${LIST}/1/map-small.svg`)))
    expect(many.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
  })

  test('has none in a list of a past day, without an activity, or without a boundary', async () => {
    const past = `?as_of=${manilaDay(new Date())}`
    expect(await bodyOf(`${LIST}${past}`)).toContain(site.code)
    expect(await image(past)).toBeNull()
    await aSite(t, { site_status: 'Approved', boundary: squareOf({ lon: 126 }) })
    const bare = await aSite(t, { site_status: 'Approved', boundary: null })
    const without = (await anActivity(t, 'DONE', { site_profile_id: bare.id })).id
    const html = await bodyOf(LIST)
    expect(html.match(/<img[^>]* src="[^"]*map-small\.svg/g)).toHaveLength(1)
    for (const id of [without, 999_999, 'x'])
      expect((await get(`${LIST}/${id}/map-small.svg`)).statusCode, String(id)).toBe(404)
  })

  test('with nothing but an activity in review has none, and of one that does not match the log none either', async () => {
    const pending = await aSite(t, { site_status: 'Approved', boundary: squareOf({ lon: 126.5 }) })
    const waiting = await anActivity(t, 'AT-FMB', { site_profile_id: pending.id })
    expect((await get(`${LIST}/${waiting.id}/map-small.svg`)).statusCode).toBe(404)
    const other = await aSite(t, { site_status: 'Approved', boundary: squareOf({ lon: 127 }) })
    const altered = (await anActivity(t, 'DONE', { site_profile_id: other.id })).id
    expect((await get(`${LIST}/${altered}/map-small.svg`)).statusCode).toBe(200)
    const grades = { principle_number_3: 'Very Compliant' }
    await t.db.updateTable('site_activities').set(grades).where('id', '=', altered).execute()
    expect((await get(`${LIST}/${altered}/map-small.svg`)).statusCode).toBe(409)
  })
})

describe('land of public layers', () => {
  const words =
    /As long dashes: Lupang &amp; &lt;b&gt;Ninuno&lt;\/b&gt;, according to Source of Lupang[^.]+, Mar 01, 2030\./
  const pages = () => [`${LIST}/${activity}`, `${LIST}/${activity}/certificate`]

  test('is thin broken lines under the boundary, with its name, source and credit in words', async () => {
    const svg = await picture()
    expect(svg.match(DASHED)).toHaveLength(1)
    expect(svg.indexOf('stroke-dasharray')).toBeLessThan(svg.indexOf('stroke="#1b5e20" stroke-width="2"'))
    for (const url of pages()) {
      const text = textOf(await bodyOf(url))
      expect(text).toMatch(words)
      expect(text).toContain('© Bureau of Lupang')
      expect(await bodyOf(url)).toContain('122.14 hectares')
    }
  })

  test('goes with the layer: withdrawn, for staff, or not imported yet', async () => {
    const set = (change: Record<string, unknown>) =>
      t.db
        .updateTable('land_layers')
        .set((eb) => ({ ...change, revision: eb('revision', '+', 1) }))
        .where('id', '=', open.id)
        .execute()
    const changes: [Record<string, unknown>, Record<string, unknown>][] = [
      [{ audience: 'staff' }, { audience: 'public' }],
      [
        { withdrawn_at: '2031-02-01T00:00:00Z', withdrawn_reason: 'Old' },
        { withdrawn_at: null, withdrawn_reason: null },
      ],
    ]
    for (const [away, back] of changes) {
      await set(away)
      expect(await picture()).not.toMatch(DASHED)
      for (const url of pages()) expect(await bodyOf(url)).not.toContain('Ninuno')
      await set(back)
      expect(await picture()).toMatch(DASHED)
    }
    await aDrawnLayer(t, {
      name: 'Draft',
      audience: 'public',
      state: 'read',
      features: [{ code: 'D-1', name: 'Draft', geometry: squareOf({ lon: 125.101, lat: 7.201 }) }],
    })
    expect((await picture()).match(DASHED)).toHaveLength(1)
  })
})

test('a layer for staff is in no public byte: neither its name, its features, its source nor its shape', async () => {
  const before = await picture()
  await aDrawnLayer(t, {
    name: 'Lihim na lupa',
    audience: 'staff',
    attribution: 'Lihim na kredito',
    features: [
      {
        code: 'LIHIM-7',
        name: 'Lihim na bundok',
        geometry: squareOf({ lon: 125.10317, lat: 7.20419, size: 0.00523 }),
      },
    ],
  })
  const visitor = await t.as(null)
  const api = ['datatable?length=100', 'sites.csv', 'sites.geojson', String(activity)]
  const certificate = await bodyOf(`${LIST}/${activity}/certificate`)
  const [, code = ''] = /Code: <\/span>([0-9A-Z-]{19})</.exec(certificate) ?? []
  const replies = [
    ...(await Promise.all(
      [
        LIST,
        `${LIST}.csv`,
        `${LIST}.geojson`,
        `${LIST}/${activity}`,
        '/how-to-check',
        '/log',
        '/config.json',
        `/c/${code}`,
      ]
        .concat(['/data', '/data/cad-trust.json', '/feed.atom', '/sitemap.xml', '/how-records-went'])
        .concat([`${LIST}/${activity}/map.svg`, `${LIST}/${activity}/map-small.svg`, '/summary/2031'])
        .map(bodyOf),
    )),
    certificate,
    ...(await Promise.all(
      api.map(async (call) => (await visitor.get(`/sites/activities/dashboard/${call}`)).body),
    )),
  ]
  for (const body of replies) {
    expect(body.length).toBeGreaterThan(0)
    expect(body).not.toMatch(/lihim/i)
    expect(body).not.toMatch(/125\.103|7\.204/)
  }
  expect(await picture()).toBe(before)
  // and a stranger may not ask for it
  for (const call of [`/sites/${site.id}/land`, `/sites/${site.id}/land/map`, `/sites/${site.id}/photos`])
    expect([401, 404]).toContain((await visitor.get(call)).statusCode)
})
