import { existsSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manilaDay } from '../../shared/lib/dates.ts'
import { anActivity } from '../support/records/activity-factories.ts'
import { startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import { aSite, squareOf } from '../support/records/factories.ts'

/** What programs read of a public page: its one address, its languages, how it looks as a link, and data. */

const webDir = path.resolve('dist/web')
const PUBLIC_URL = 'http://sis.example.localhost:3000'
const HOSTILE = 'Kagubatan "at" </script><script>alert(1)</script> \u0008 <!-- ñ'
const LIST = '/site/approved'

let t: TestApp
let old: number
let current: number
let bare: number

const get = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url, headers })

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The tags in the head of a page: each `meta` by its name, each `link` by what it is for, and the data. */
async function headOf(url: string) {
  const { body } = await get(url)
  const head = body.slice(0, body.indexOf('</head>'))
  const metas = [...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)]
  const links = [
    ...head.matchAll(/<link rel="(alternate|canonical)"(?: hreflang="([^"]+)")? href="([^"]+)"/g),
  ]
  const scripts = [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  return {
    meta: Object.fromEntries(metas.map(([, name, content = '']) => [name, unescaped(content)])),
    canonical: unescaped(links.find(([, rel]) => rel === 'canonical')?.[3] ?? ''),
    alternates: Object.fromEntries(
      links.flatMap(([, , code, href = '']) => (code ? [[code, unescaped(href)]] : [])),
    ),
    data: scripts.map(([, text = '']) => JSON.parse(text)),
    title: unescaped(/<title>(.*?)<\/title>/s.exec(head)?.[1] ?? ''),
    head,
  }
}

beforeAll(async () => {
  if (!existsSync(webDir)) throw new Error('These tests need the built pages: npm run build.')
  t = await startApp({ webDir, settings: { PUBLIC_URL, DATA_LICENCE_NAME: 'CC BY 4.0' } })
  const site = await aSite(t, { site_status: 'Approved', boundary: squareOf(), name_of_partner: HOSTILE })
  old = (await anActivity(t, 'DONE', { site_profile_id: site.id })).id
  current = (await anActivity(t, 'DONE', { site_profile_id: site.id })).id
  const other = await aSite(t, { site_status: 'Approved', boundary: null })
  bare = (await anActivity(t, 'DONE', { site_profile_id: other.id })).id
}, 60_000)
afterAll(() => t.close())

describe('the one address of a page', () => {
  test.each([
    [`${LIST}?page=2&order[0][column]=code&order[0][dir]=asc&length=25`, LIST],
    [`${LIST}?page=2&search=Laguna&region_id=6&utm_source=x`, `${LIST}?region_id=6&search=Laguna`],
    ['/how-to-check?x=1', '/how-to-check'],
    ['/data', '/data'],
    ['/how-records-went', '/how-records-went'],
    ['/c', '/c'],
    ['/login', '/login'],
  ])('%s is %s, in each language', async (url, canonical) => {
    for (const prefix of ['', '/fil']) {
      const page = await headOf(prefix + url)
      expect(page.canonical).toBe(PUBLIC_URL + prefix + canonical)
      expect(page.alternates).toEqual({
        en: PUBLIC_URL + canonical,
        fil: `${PUBLIC_URL}/fil${canonical}`,
      })
      expect(page.meta['og:url']).toBe(page.canonical)
      expect(page.meta['og:locale']).toBe(prefix ? 'fil_PH' : 'en_PH')
    }
  })

  test('of a site is without the list that the reader came from', async () => {
    const page = await headOf(`${LIST}/${current}?region_id=6&page=2`)
    expect(page.canonical).toBe(`${PUBLIC_URL}${LIST}/${current}`)
  })
})

describe('search engines', () => {
  const isClosed = async (url: string) => (await headOf(url)).meta.robots === 'noindex'

  test('list the register, its sites and the pages for reading', async () => {
    for (const url of [LIST, `${LIST}?page=2`, `${LIST}/${current}`, '/data', '/how-records-went', '/log'])
      expect([url, await isClosed(url), await isClosed(`/fil${url}`)]).toEqual([url, false, false])
    expect(await isClosed('/login')).toBe(false)
  })

  test('list no part of the list, no paper, no trouble, no replaced approval, and no page of an account', async () => {
    for (const url of [
      `${LIST}?region_id=6`,
      `${LIST}?search=x`,
      `${LIST}?principle_grade=Very+Compliant`,
      `${LIST}?as_of=${manilaDay(new Date())}`,
      `${LIST}/${current}/certificate`,
      `${LIST}/${old}`,
      '/c/ABCD-EFGH-JKMN-PQRS',
      `${LIST}/999999`,
      '/summary/2031',
      '/forgot-password',
      '/reset-password',
      '/change-password',
      '/my-sign-in',
      '/sign-in/single',
    ])
      expect([url, await isClosed(url)]).toEqual([url, true])
  })

  test('get each site in its own words, in the language of the page, with at most 160 letters', async () => {
    const english = (await headOf(`${LIST}/${current}`)).meta
    expect(english.description).toMatch(
      /^.+, Laguna(, Region IV-A \(CALABARZON\))?\. [\d,.]+ hectares\. .*(Very|Somewhat|Not) Compliant: \d.*\.$/,
    )
    const filipino = (await headOf(`/fil${LIST}/${current}`)).meta
    expect(filipino.description).toMatch(/ ektarya\. .*Sumusunod: \d/)
    for (const { description = '' } of [english, filipino])
      expect(description.length).toBeLessThanOrEqual(160)
    expect(english['og:description']).toBe(english.description)
  })
})

describe('as data', () => {
  test('list and data page are one dataset with its files, licence, publisher, time and country', async () => {
    const [onList] = (await headOf(LIST)).data
    const [onPage] = (await headOf('/data')).data
    expect(onPage).toEqual(onList)
    expect(onList).toMatchObject({
      '@type': 'Dataset',
      license: 'CC BY 4.0',
      isAccessibleForFree: true,
      temporalCoverage: expect.stringMatching(/^\d{4}-\d{2}-\d{2}\/\.\.$/),
      publisher: { name: 'Forest Management Bureau' },
      spatialCoverage: { name: 'Philippines' },
    })
    for (const { contentUrl, encodingFormat } of onList.distribution) {
      const file = await get(contentUrl.slice(PUBLIC_URL.length))
      expect(file.statusCode, contentUrl).toBe(200)
      expect(String(file.headers['content-type']).split(';')[0]).toBe(encodingFormat)
    }
    expect((await headOf(`${LIST}?region_id=6`)).data).toEqual([])
    expect((await headOf(LIST)).head).toContain(
      '<link rel="alternate" type="application/atom+xml" href="/feed.atom">',
    )
  })

  test('a site is a step below the list, and no name ends its script or its attribute', async () => {
    const page = await headOf(`${LIST}/${current}`)
    expect(page.data).toHaveLength(1)
    const [{ itemListElement }] = page.data
    expect(itemListElement[1]).toMatchObject({ position: 2, item: `${PUBLIC_URL}${LIST}/${current}` })
    expect(itemListElement[1].name).toContain('</script><script>alert(1)</script>')
    expect(page.meta['og:title']).toBe(page.title)
    expect(page.head).not.toContain('<script>alert')
    expect(page.head.match(/<script/g)).toHaveLength((page.head.match(/<\/script>/g) ?? []).length)
  })
})

describe('the picture of a shared link', () => {
  const at = (id: number | string) => `${LIST}/${id}/map.png`

  test('is the still map of the site, in the size that is shown beside links', async () => {
    const { meta } = await headOf(`${LIST}/${current}`)
    expect(meta['og:image']).toBe(PUBLIC_URL + at(current))
    expect(meta['og:image:alt']).toMatch(/^Map of Kagubatan .*, SITES-.*, Forest Management Bureau$/)
    const reply = await get(at(current))
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png'])
    const { width, height, format } = await sharp(reply.rawPayload).metadata()
    expect([width, height, format]).toEqual([1200, 630, 'png'])
    const { channels } = await sharp(reply.rawPayload).stats()
    expect(Math.max(...channels.map(({ stdev }) => stdev)), 'something is drawn').toBeGreaterThan(3)
    console.info(`The picture of a shared link: ${reply.rawPayload.length} bytes`)
    expect(reply.rawPayload.length).toBeLessThan(60_000)
    const again = await get(at(current), { 'if-none-match': String(reply.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(reply.headers['cache-control']).toBe('public, max-age=0, s-maxage=1, stale-if-error=900')
  })

  test('is there for no site without a boundary, not approved, deactivated or altered', async () => {
    expect((await headOf(`${LIST}/${bare}`)).meta).not.toHaveProperty('og:image')
    const site = await aSite(t, { site_status: 'Approved', boundary: squareOf({ lon: 125 }) })
    const { id } = await anActivity(t, 'AT-FMB', { site_profile_id: site.id })
    for (const one of [bare, id, 999_999, 'x']) expect((await get(at(one))).statusCode, String(one)).toBe(404)
    const other = await aSite(t, { site_status: 'Approved', boundary: squareOf({ lon: 124 }) })
    const done = (await anActivity(t, 'DONE', { site_profile_id: other.id })).id
    expect((await get(at(done))).statusCode).toBe(200)
    const grades = { principle_number_3: 'Very Compliant' }
    await t.db.updateTable('site_activities').set(grades).where('id', '=', done).execute()
    expect((await get(at(done))).statusCode).toBe(409)
  })

  test('[S-113] counts as a public reply', async () => {
    const small = await startAppForTest({ webDir, settings: { PUBLIC_CALLS_PER_MINUTE: '1' } })
    const ask = () => small.app.inject({ method: 'GET', url: at(1), remoteAddress: '203.0.113.9' })
    expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([404, 429])
  })
})

describe('the page Data', () => {
  const textOf = async (url: string, app = t) =>
    (await app.app.inject({ method: 'GET', url })).body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

  test('names the licence that is set, and says honestly when none is', async () => {
    expect(await textOf('/data')).toContain('The data is published under CC BY 4.0')
    const without = await startAppForTest({ webDir })
    const text = await textOf('/data', without)
    expect(text).toContain('The bureau has not chosen a licence by name yet.')
    expect(text).toContain('may be used freely when the Forest Management Bureau is named')
    expect(text).toContain('No site is approved yet, so the files have no rows.')
  })

  test('has every column of the file, and files, feed and catalogue that are there', async () => {
    const { body } = await get('/data')
    const csv =
      (await get('/site/approved.csv')).rawPayload.subarray(3).toString('utf8').split('\r\n')[0] ?? ''
    const text = await textOf('/data')
    for (const column of csv.split(',').filter((one) => !/^Principle [2-7]$/.test(one)))
      expect(text).toContain(column)
    const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'))
    const links = [...main.matchAll(/ href="(\/[^"]*)"/g)].map(([, href = '']) => unescaped(href))
    expect(links.length).toBeGreaterThan(8)
    for (const href of links) expect((await get(href)).statusCode, href).toBe(200)
  })
})
