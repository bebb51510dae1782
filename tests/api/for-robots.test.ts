import { beforeAll, describe, expect, test } from 'vitest'
import { SCREENS } from '../../shared/access/screens.ts'
import { anActivity, anApprovedSite } from '../support/records/activity-factories.ts'
import { soonStatus, whileLocked } from '../support/product/locked.ts'
import { manyApproved } from '../support/records/many-approved.ts'
import { startAppForTest, withServer } from '../support/product/app.ts'
import { prefixRobotsOf, robotsOf } from '../support/oracles/robots.ts'
import { textsOf, xmlElements } from '../support/oracles/xml-elements.ts'
import { full } from '../support/full.ts'

/** What robots and feed readers get: where they may go, every public page, and the newest approvals. */

const PUBLIC_URL = 'http://sis.example.localhost:3000'
/** a name that tries to leave every format it is written in */
const HOSTILE = 'Kagubatan & "Sons" ]]><script>alert(1)</script> \u0008ñ'
const HELD = 'Kagubatan & "Sons" ]]><script>alert(1)</script> ñ'

const t = withServer({ settings: { PUBLIC_URL } })
let old: number
let current: number
let hidden: number[]

const get = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url, headers })
const bodyOf = async (url: string) => {
  const reply = await get(url)
  expect(reply.statusCode, url).toBe(200)
  return reply.body
}

beforeAll(async () => {
  const site_profile_id = await anApprovedSite(t, 'laguna', { name_of_partner: HOSTILE })
  old = (await anActivity(t, 'DONE', { site_profile_id })).id
  current = (await anActivity(t, 'DONE', { site_profile_id })).id
  await anApprovedSite(t, 'laguna', { name_of_partner: 'Walang Gawain', approved_at: '2020-01-01T00:00:00Z' })
  const closed = await anApprovedSite(t, 'zds', { name_of_partner: 'Isinara' })
  const inReview = await anApprovedSite(t, 'ncr', { name_of_partner: 'Sinusuri' })
  hidden = [
    (await anActivity(t, 'DONE', { site_profile_id: closed, office: 'zds' })).id,
    (await anActivity(t, 'AT-PENRO', { site_profile_id: inReview, office: 'ncr' })).id,
  ]
  await t.db
    .updateTable('site_profiles')
    .set({ status: 'Deactivated', deactivated_at: '2031-01-01T00:00:00Z' })
    .where('id', '=', closed)
    .execute()
}, 60_000)

const mapPages = async () => textsOf(await bodyOf('/sitemap.xml'), 'loc').map(pathOf)
const pathOf = (url: string) => {
  expect(url.startsWith(PUBLIC_URL)).toBe(true)
  return url.slice(PUBLIC_URL.length)
}

describe('robots.txt', () => {
  const allows = async () => robotsOf(await bodyOf('/robots.txt'))

  test('opens every public page in every language, and no screen of the staff', async () => {
    const may = await allows()
    for (const { path, entry } of SCREENS) {
      const address = path.replace(/\$\w+/g, '2031')
      expect(may(address), address).toBe(entry === 'public')
      expect(may(`/fil${address}`), `/fil${address}`).toBe(entry === 'public')
    }
  })

  test('are read the same by robots that know prefixes alone and take the first that fits', async () => {
    const may = prefixRobotsOf(await bodyOf('/robots.txt'))
    for (const { path, entry } of SCREENS)
      for (const prefix of ['', '/fil']) {
        const address = prefix + path.replace(/\$\w+/g, '2031')
        expect(may(address), address).toBe(entry === 'public')
      }
    for (const address of [
      '/site/approved.csv',
      '/log/checkpoint',
      '/sitemap.xml',
      '/feed.atom',
      '/assets/a.js',
    ])
      expect(may(address), address).toBe(true)
    for (const address of ['/api/openapi.json', '/config.json', '/metrics', '/somewhere', '/fil/users'])
      expect(may(address), address).toBe(false)
  })

  test('opens what the pages are made of and the files, closes calls, and lists and files with a query', async () => {
    const may = await allows()
    for (const address of [
      '/',
      '/assets/public-1.js',
      '/map/regions-1.svg',
      '/favicon.ico',
      '/site/approved/7/map.png',
      '/site/approved.csv',
      '/data/cad-trust.json',
      '/data/dcat.jsonld',
      '/feed.atom',
      '/sitemap.xml',
      '/sitemap-2031-01-0.xml',
      '/sitemap-pages.xml',
      '/log/checkpoint',
      '/how-records-went.csv',
    ])
      expect(may(address), address).toBe(true)
    for (const address of [
      '/api/openapi.json',
      '/config.json',
      '/metrics',
      '/health/ready',
      '/users',
      '/sitemap',
      '/fil/users',
      '/site/approved?region_id=6',
      '/fil/site/approved?page=2',
      '/site/approved/7?region_id=6',
      '/site/approved.csv?as_of=2031-01-01',
      '/data/cad-trust.csv?as_of=2031-01-01',
      '/feed.atom?page=2',
      '/summary/draft/1',
      '/summary/crosswalk',
      '/summary',
      '/sitemap/view/1',
      '/somewhere',
    ])
      expect(may(address), address).toBe(false)
  })

  test('names the map of the site, names no screen of the staff, and costs an unchanged reader nothing', async () => {
    const reply = await get('/robots.txt')
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(reply.body).toMatch(new RegExp(`^Sitemap: ${PUBLIC_URL}/sitemap.xml$`, 'm'))
    expect(reply.body).not.toMatch(/users|audit|roles|dashboard|approval/)
    expect((await get('/robots.txt', { 'if-none-match': String(reply.headers.etag) })).statusCode).toBe(304)
  })
})

describe('the map of the site', () => {
  test('leads to each public page and to the current approval of each site alone', async () => {
    const pages = await mapPages()
    expect(pages[0]).toBe('/sitemap-pages.xml')
    const sites = (await Promise.all(pages.slice(1).map(bodyOf))).flatMap((page) => textsOf(page, 'loc'))
    expect(sites.map(pathOf).toSorted()).toEqual([
      `/fil/site/approved/${current}`,
      `/site/approved/${current}`,
    ])
    for (const id of [old, ...hidden]) expect(sites.join(' ')).not.toMatch(new RegExp(`/${id}\\b`))
    const general = textsOf(await bodyOf('/sitemap-pages.xml'), 'loc').map(pathOf)
    for (const path of ['/site/approved', '/data', '/how-records-went', '/how-to-check', '/log'])
      expect(general).toEqual(expect.arrayContaining([path, `/fil${path}`]))
    expect(general.join(' ')).not.toMatch(/password|sign-in|login|\$/)
  })

  test('each address has its alternates in every language and, for a site, the day of its approval', async () => {
    const [, page = ''] = await mapPages()
    const elements = xmlElements(await bodyOf(page))
    const links = elements.filter(({ name }) => name === 'xhtml:link').map(({ attributes }) => attributes)
    const pair = [
      { rel: 'alternate', hreflang: 'en', href: `${PUBLIC_URL}/site/approved/${current}` },
      { rel: 'alternate', hreflang: 'fil', href: `${PUBLIC_URL}/fil/site/approved/${current}` },
    ]
    expect(links).toEqual([...pair, ...pair])
    const { approved_at } = await t.db
      .selectFrom('approved_sites')
      .select('approved_at')
      .where('site_activity_id', '=', current)
      .executeTakeFirstOrThrow()
    const at = new Date(approved_at).toISOString()
    expect(elements.filter(({ name }) => name === 'lastmod').map(({ text }) => text)).toEqual([at, at])
  })

  test('an old page changes with its own records alone', async () => {
    const bureau = await startAppForTest({ settings: { PUBLIC_URL } })
    const ask = async (url: string) => (await bureau.app.inject({ method: 'GET', url })).body
    const ids = await manyApproved(bureau, 6, '2031-03-31T15:59:59Z')
    const before = textsOf(await ask('/sitemap.xml'), 'loc').map(pathOf)
    expect(before.filter((path) => path.includes('2031-03'))).toHaveLength(1)
    const march = before.find((path) => path.includes('2031-03')) ?? ''
    const page = await ask(march)
    const lastmod = (await ask('/sitemap.xml')).split('\n').find((line) => line.includes(march))
    await manyApproved(bureau, 6, '2031-03-31T16:00:00Z')
    expect(await ask(march)).toBe(page)
    expect((await ask('/sitemap.xml')).split('\n').find((line) => line.includes(march))).toBe(lastmod)
    expect(textsOf(await ask('/sitemap.xml'), 'loc').join(' ')).toContain('/sitemap-2031-04-')

    const [gone = 0] = ids
    await bureau.db
      .updateTable('site_activities')
      .set({ status: 'Deactivated', deactivated_at: '2031-05-01T00:00:00Z' })
      .where('id', '=', gone)
      .execute()
    expect(await ask(march)).not.toContain(`/${gone}<`)
    expect(textsOf(await ask(march), 'loc')).toHaveLength(10)
    expect((await ask('/sitemap.xml')).split('\n').find((line) => line.includes(march))).not.toBe(lastmod)
  })

  test('a page that is none is refused', async () => {
    for (const name of ['2031-13-0', '1999-01-0', 'x', '2031-01', '2031-01-99999999'])
      expect((await get(`/sitemap-${name}.xml`)).statusCode, name).toBe(404)
  })

  full.test('[6,001 sites of one month] has no page above 5,000 addresses and each site once', async () => {
    const bureau = await startAppForTest({ settings: { PUBLIC_URL } })
    const ids = await manyApproved(bureau, 6001, '2031-06-15T02:00:00Z')
    const ask = async (url: string) => (await bureau.app.inject({ method: 'GET', url })).body
    const pages = textsOf(await ask('/sitemap.xml'), 'loc')
      .map(pathOf)
      .slice(1)
    const found: string[] = []
    for (const page of pages) {
      const addresses = textsOf(await ask(page), 'loc')
      expect(addresses.length).toBeLessThanOrEqual(5000)
      found.push(...addresses)
    }
    console.info(`The map of 6,001 sites: ${pages.length} pages`)
    expect(new Set(found).size).toBe(found.length)
    const english = found.map(pathOf).filter((path) => !path.startsWith('/fil/'))
    expect(english.toSorted()).toEqual(ids.map((id) => `/site/approved/${id}`).toSorted())
    expect(found).toHaveLength(2 * 6001)
  })
})

describe('the feed of approvals', () => {
  const feed = () => bodyOf('/feed.atom')

  test('has every site of the list, the newest approval first, with partner, code, place and grades', async () => {
    const elements = xmlElements(await feed())
    const titles = elements.filter(({ name }) => name === 'title').map(({ text }) => text)
    expect(titles[0]).toBe('Approved REDD+ SITES')
    expect(titles.slice(1)).toEqual([
      expect.stringMatching(/^Sinusuri – SITES-TEST-/),
      expect.stringMatching(/ – SITES-TEST-/),
      expect.stringMatching(/^Walang Gawain – SITES-TEST-/),
    ])
    const [inReview, code] = [titles[1], titles[3]].map((title) => String(title).split(' – ')[1])
    expect(titles[2]?.startsWith(`${HELD} – `)).toBe(true)
    expect(textsOf(await feed(), 'summary')).toEqual([
      expect.stringMatching(/\. No site activities yet$/),
      expect.stringMatching(/^Laguna, Region IV-A \(CALABARZON\)\. .*(Very|Not|Somewhat) Compliant: \d/),
      'Laguna, Region IV-A (CALABARZON). No site activities yet',
    ])
    const links = elements.filter(({ attributes }) => attributes.type === 'text/html')
    expect(links.at(-1)?.attributes.href).toBe(`${PUBLIC_URL}/site/approved?search=${code}`)
    expect(textsOf(await feed(), 'id')).toEqual([
      'tag:sis.example.localhost,2026:approvals',
      `tag:sis.example.localhost,2026:site/${inReview}`,
      `tag:sis.example.localhost,2026:approval/${current}`,
      `tag:sis.example.localhost,2026:site/${code}`,
    ])
    expect(await feed()).not.toMatch(/Isinara/)
  })

  test('names no person, no office and no file', async () => {
    const people = await t.db.selectFrom('users').select(['last_name', 'email']).execute()
    const files = await t.db.selectFrom('files').select(['name', 'sha256']).execute()
    const text = (await feed()).replaceAll('http://www.w3.org/2005/Atom', '')
    for (const secret of [
      ...people.flatMap(({ last_name, email }) => [last_name, email]),
      ...files.flatMap(({ name, sha256 }) => [name, sha256]),
      'PENRO',
    ])
      expect(text).not.toContain(secret)
  })

  test('is in pages of fifty, each approval once; a page that is none is the first or the last', async () => {
    const bureau = await startAppForTest({ settings: { PUBLIC_URL } })
    const ask = async (url: string) => (await bureau.app.inject({ method: 'GET', url })).body
    const links = (document: string) =>
      Object.fromEntries(
        xmlElements(document)
          .filter(({ name, attributes }) => name === 'link' && attributes.type === 'application/atom+xml')
          .map(({ attributes }) => [attributes.rel, attributes.href]),
      )
    const empty = await ask('/feed.atom')
    expect(textsOf(empty, 'entry')).toEqual([])
    expect(textsOf(empty, 'updated')).toEqual(['1970-01-01T00:00:00.000Z'])
    const ids = await manyApproved(bureau, 120, '2031-06-15T02:00:00Z')
    const pages = await Promise.all(['', '?page=2', '?page=3'].map((query) => ask(`/feed.atom${query}`)))
    const entries = pages.map((page) => textsOf(page, 'id').slice(1))
    expect(entries.map(({ length }) => length)).toEqual([50, 50, 20])
    expect(
      entries
        .flat()
        .map((id) => Number(id.split('/').at(-1)))
        .toSorted((a, b) => a - b),
    ).toEqual(ids)
    expect(links(pages[1] ?? '')).toEqual({
      self: `${PUBLIC_URL}/feed.atom?page=2`,
      first: `${PUBLIC_URL}/feed.atom`,
      previous: `${PUBLIC_URL}/feed.atom`,
      next: `${PUBLIC_URL}/feed.atom?page=3`,
      last: `${PUBLIC_URL}/feed.atom?page=3`,
    })
    expect(links(pages[0] ?? '').previous).toBeUndefined()
    expect(links(pages[2] ?? '').next).toBeUndefined()
    for (const query of ['?page=0', '?page=x', '?page=', '?page=-1'])
      expect(await ask(`/feed.atom${query}`), query).toBe(pages[0])
    expect(await ask('/feed.atom?page=99')).toBe(pages[2])
  })

  test('is made once after an approval, however many ask', async () => {
    const first = await feed()
    const status = await whileLocked(t, 'approved_sites', () => soonStatus(get('/feed.atom')))
    expect(status).toBe(200)
    expect(await feed()).toBe(first)
  })

  test('leaves out a record that does not match the log', async () => {
    const site_profile_id = await anApprovedSite(t, 'laguna', { name_of_partner: 'Binago' })
    const { id } = await anActivity(t, 'DONE', { site_profile_id })
    expect(await feed()).toContain('Binago')
    const grades = { principle_number_3: 'Very Compliant' }
    await t.db.updateTable('site_activities').set(grades).where('id', '=', id).execute()
    const visitor = await t.as(null)
    expect((await visitor.get(`/sites/activities/dashboard/${id}`)).statusCode).toBe(409)
    expect(await feed()).not.toContain('Binago')
    const pages = await Promise.all((await mapPages()).map(bodyOf))
    expect(pages.join(' ')).not.toContain(`/site/approved/${id}<`)
  })
})

const FILES = [
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/sitemap-pages.xml', 'application/xml; charset=utf-8'],
  ['/feed.atom', 'application/atom+xml; charset=utf-8'],
] as const

test.each(FILES)('%s is asked for again each time, and sent only when it has changed', async (url, type) => {
  const first = await get(url)
  expect([first.statusCode, first.headers['content-type'], first.headers['cache-control']]).toEqual([
    200,
    type,
    'no-cache',
  ])
  const tag = String(first.headers.etag)
  const again = await get(url, { 'if-none-match': tag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const head = await t.app.inject({ method: 'HEAD', url })
  expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', tag])
})

test('[S-113] files for robots count as public replies; robots.txt does not, since a refused robot reads nothing', async () => {
  const small = await startAppForTest({ settings: { PUBLIC_CALLS_PER_MINUTE: '2' } })
  const ask = (url: string) => small.app.inject({ method: 'GET', url, remoteAddress: '203.0.113.7' })
  for (const url of ['/sitemap.xml', '/feed.atom']) expect((await ask(url)).statusCode).toBe(200)
  for (const url of [
    '/sitemap.xml',
    '/sitemap-pages.xml',
    '/feed.atom',
    '/data/dcat.jsonld',
    '/data/cad-trust.json',
    '/data/cad-trust.csv',
    '/how-records-went.csv',
  ]) {
    const refused = await ask(url)
    expect([refused.statusCode, refused.json().code], url).toEqual([429, 'rate'])
  }
  expect((await ask('/robots.txt')).statusCode).toBe(200)
})
