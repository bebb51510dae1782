import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { SCREENS } from '../../shared/access/screens.ts'
import { anActivity, anApprovedSite, mailRecipients } from '../support/records/activity-factories.ts'
import { SITE } from '../../shared/texts/en/site.ts'
import { startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import { aSite, type SiteWanted, squareOf } from '../support/records/factories.ts'

const webDir = path.resolve('dist/web')

const textOf = (html: string) =>
  html
    .replace(/<script[^>]*>.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

const addressOf = (pattern: string) => pattern.replace(/\$\w+/g, '7')

/** pages of a record that does not exist */
const NOTHING_THERE: readonly string[] = [
  '/site/approved/$id',
  '/site/approved/$id/certificate',
  '/c/$code',
  '/summary/$year',
  '/summary/$year/$version',
]
/** a text by which each page is recognized without scripts */
const MARKS: Partial<Record<string, string>> = {
  '/site/approved/$id/certificate': 'There is no certificate here',
  '/c': 'Code of the certificate',
  '/c/$code': 'Please check the code',
  '/summary/$year': 'This summary was not found',
  '/summary/$year/$version': 'This summary was not found',
  '/data': 'Addresses that stay',
  '/how-records-went': 'What the numbers mean',
  '/how-to-check': 'Verify our records',
  '/how-to-check/formula': 'From a row to the checkpoint',
  '/how-to-check/witness': 'Run a witness in ten minutes',
  '/log': 'The last checkpoint',
}

describe('the pages', () => {
  let t: TestApp
  let lagunaSite: number
  let activityId: number

  const get = (url: string, headers: Record<string, string> = {}) =>
    t.app.inject({ method: 'GET', url, headers })

  beforeAll(async () => {
    if (!existsSync(webDir)) throw new Error('These tests need the built pages: npm run build.')
    t = await startApp({ webDir, settings: { BUREAU_NAME: 'Kawanihan ng Gubat' } })
    lagunaSite = await anApprovedSite(t, 'laguna', {
      name_of_partner: 'Samahan ng Peñaranda & <b>Kagubatan</b> {{html}} $&',
      approved_at: '2031-01-09T02:00:00Z',
    })
    await anApprovedSite(t, 'zds', {
      name_of_partner: 'Walang Gawain pa',
      approved_at: '2031-01-08T02:00:00Z',
    })
    for (const site_status of ['Submitted', 'Returned'] as const)
      await aSite(t, { site_status, level: 'FMB', name_of_partner: `Hidden ${site_status}` })
    await aSite(t, {
      site_status: 'Approved',
      deactivated_by: 'fmb.admin',
      name_of_partner: 'Hidden Deactivated',
    })
    activityId = (await anActivity(t, 'DONE', { site_profile_id: lagunaSite })).id
    return () => t.close()
  })

  test('an unknown path leads to the public list, with and without a token [PUBLIC-08]', async () => {
    const { token } = await t.as('fmb.admin')
    for (const url of [
      '/',
      '/abc',
      '/sites/nothing/here',
      '/site/approved/1/2',
      '/login.php',
      '//evil.example/',
    ]) {
      for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
        const reply = await get(url, headers)
        expect(reply.statusCode, url).toBe(302)
        expect(reply.headers.location, url).toBe('/site/approved')
      }
    }
  })

  test('an unknown call, file or method is refused, not led to a page', async () => {
    const call = await get('/api/abc', { 'x-api-key': 'test-key' })
    expect(call.statusCode).toBe(404)
    expect(call.json().code).toBe('not_found')
    expect((await get('/assets/missing.js')).statusCode).toBe(404)
    expect((await get('/assets/../public.html')).statusCode).not.toBe(200)
    expect((await t.app.inject({ method: 'POST', url: '/abc' })).statusCode).toBe(404)
  })

  test('every screen of the table has its page', async () => {
    for (const screen of SCREENS) {
      const reply = await get(addressOf(screen.path))
      const marks = screen.entry === 'staff' ? 'noindex' : (MARKS[screen.path] ?? 'id="page-data"')
      expect(reply.statusCode, screen.path).toBe(NOTHING_THERE.includes(screen.path) ? 404 : 200)
      expect(reply.headers['content-type'], screen.path).toBe('text/html; charset=utf-8')
      expect(reply.body, screen.path).toContain(marks)
    }
  })

  test('what asks for an icon without having read a page gets the one the pages name', async () => {
    const icon = await get('/favicon.ico')
    expect(icon.statusCode).toBe(200)
    expect(icon.headers['content-type']).toBe('image/svg+xml')
    expect(icon.headers['cache-control']).toBe('public, max-age=86400')
    for (const url of ['/site/approved', '/dashboard', '/login']) {
      const [, href] = (await get(url)).body.match(/<link rel="icon"[^>]* href="([^"]+)"/) ?? []
      expect((await get(String(href))).body, url).toBe(icon.body)
    }
    const again = await get('/favicon.ico', { 'if-none-match': String(icon.headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  test('a screen with a slash at its end keeps its query', async () => {
    const reply = await get('/reset-password/?token=a&email=b')
    expect(reply.headers.location).toBe('/reset-password?token=a&email=b')
  })

  test('the list can be read before any script has run, without signing in [PUBLIC-01]', async () => {
    const { body } = await get('/site/approved')
    const text = textOf(body)
    expect(body).toContain('<title>REDD+ SITES</title>')
    expect(text).toContain('Walang Gawain pa')
    expect(text).toContain('No site activities yet')
    expect(text).toContain('2025 Kawanihan ng Gubat')
    expect(text).toContain('Showing: 2 of 2 entries')
    // the links of the footer lead somewhere without a script: a reading page has the words at its end
    const lead = [...body.matchAll(/href="(\/how-to-check#[^"]+)"/g)].map(([, address = '']) => address)
    expect(lead).toEqual(['helpdesk', 'privacy-policy', 'terms-of-use'].map((id) => `/how-to-check#${id}`))
    const reading = await get('/how-to-check')
    for (const address of lead) expect(reading.body).toContain(` id="${address.split('#')[1]}"`)
  })

  test('its columns are in the order of the specification [PUBLIC-04]', async () => {
    const { body } = await get('/site/approved')
    const head = body.slice(body.indexOf('<thead'), body.indexOf('</thead>'))
    const labels = [...head.matchAll(/<th.*?<\/th>/gs)].map(([cell]) => textOf(cell).trim())
    expect(labels).toEqual([
      'Region',
      'Province',
      'Name of Partner or Implementer',
      'Compliance Grade',
      'SITES Code',
    ])
  })

  test('only finally approved records are on it, the newest approval first [PUBLIC-05] [PUBLIC-12]', async () => {
    const text = textOf((await get('/site/approved')).body)
    expect(text).not.toContain('Hidden')
    // the activity was approved today, after both profiles
    expect(text.indexOf('Peñaranda')).toBeGreaterThan(0)
    expect(text.indexOf('Peñaranda')).toBeLessThan(text.indexOf('Walang Gawain pa'))
  })

  test('region_id narrows it, and the rows keep it in their link [PUBLIC-03] [PUBLIC-07]', async () => {
    const { body } = await get('/site/approved?region_id=6')
    expect(textOf(body)).toContain('Peñaranda')
    expect(textOf(body)).not.toContain('Walang Gawain pa')
    expect(textOf(body)).toContain('Showing: 1 of 2 entries')
    expect(body).toContain(`href="/site/approved/${activityId}?region_id=6"`)

    const detail = await get(`/site/approved/${activityId}?region_id=6`)
    expect(detail.body).toContain('href="/site/approved?region_id=6"')
  })

  test.each([
    'region_id=999',
    'region_id=9999999999999999',
    'region_id=x',
    'page=99&length=0',
    'search=%25%27',
  ])('an odd address (%s) still shows a page', async (query) => {
    const reply = await get(`/site/approved?${query}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('REDD+ SITES')
  })

  test('only a row with an approved activity opens', async () => {
    const { body } = await get('/site/approved')
    const links = [...body.matchAll(/href="\/site\/approved\/(\d+)/g)].map(([, id]) => Number(id))
    expect(links).toEqual([activityId])
  })

  test('the map has one marker per region with its count, a link each [PUBLIC-02]', async () => {
    const { body } = await get('/site/approved')
    expect(body).toContain('<h1>REDD+ SITES</h1>')
    const markers = [
      ...body.matchAll(/<a href="[^"]*region_id=(\d+)"[^>]*aria-label="([^"]+), (\d+) approved/g),
    ]
    expect(markers).toHaveLength(18)
    const counts = Object.fromEntries(markers.map(([, id, , count]) => [id, Number(count)]))
    expect(counts['6']).toBe(1)
    expect(counts['13']).toBe(1)
    expect(counts['1']).toBe(0)

    const [, drawing = ''] = /href="(\/map\/[^"#]+)#land"/.exec(body) ?? []
    const reply = await get(drawing)
    expect(reply.headers['content-type']).toBe('image/svg+xml')
    expect(reply.headers['cache-control']).toContain('immutable')
    for (let id = 1; id <= 18; id += 1) expect(reply.body).toContain(`id="region-${id}"`)
  })

  test('the detail page shows the site and its eight grades [PUBLIC-06]', async () => {
    const reply = await get(`/site/approved/${activityId}`)
    const text = textOf(reply.body)
    expect(reply.statusCode).toBe(200)
    for (let number = 1; number <= 8; number += 1) expect(text).toContain(`Principle ${number}:`)
    expect(text).toContain('Somewhat Compliant')
    expect(text).toContain('Not Compliant')
    expect(text).toContain(SITE['site.grades_mean'])
    // no map is shown here, so none is credited
    expect(text).not.toContain('Natural Earth')
    expect(reply.body).toMatch(/<details[^>]*><summary>Criteria and outcome indicators/)
    expect(reply.body).not.toContain('bureau.example')
  })

  describe('the map of a site', () => {
    const at = (lon: number, lat = 7.2) => squareOf({ lon, lat })
    const site = (lon: number, more: SiteWanted = {}) =>
      aSite(t, { site_status: 'Approved', boundary: at(lon), ...more })
    const shown = async (site_profile_id: number) => (await anActivity(t, 'DONE', { site_profile_id })).id
    const picture = (id: number | string, headers = {}) => get(`/site/approved/${id}/map.svg`, headers)
    const made = async () => {
      const own = await site(125.1, { name_of_partner: 'Bantay <b>Gubat</b>' })
      const activity = await shown(own.id)
      const beside = await site(125.112)
      const neighbour = await shown(beside.id)
      const bare = await site(125.088)
      await site(125.106, { site_status: 'Submitted', name_of_partner: 'Lihim' })
      await site(125.094, { deactivated_by: 'fmb.admin', name_of_partner: 'Lihim' })
      // beyond the picture
      await site(125.3)
      return { own, activity, beside, neighbour, bare }
    }
    let sites: Awaited<ReturnType<typeof made>>
    beforeAll(async () => {
      sites = await made()
    })

    test('is a picture with words: hectares, towns, and as neighbours approved sites only, each with its link', async () => {
      const { own, activity, beside, neighbour, bare } = sites
      const { body } = await get(`/site/approved/${activity}?region_id=6`)
      const text = textOf(body)
      expect(text).toMatch(
        /122\.14 hectares measured inside the boundary; the project area is what the office declared\. The middle is 7\.8 km north-east of President Roxas and /,
      )
      expect(body).toContain(`src="/site/approved/${activity}/map.svg"`)
      expect(body).toMatch(
        new RegExp(`alt="Map of ${own.code}: 122.14 hectares, [^"]+; 2 other approved sites beside it[.]"`),
      )
      expect(body).toContain(`<a href="/site/approved/${neighbour}?region_id=6">${beside.code}</a>`)
      expect(body).toContain(`<li>${bare.code}</li>`)
      expect(text).toContain('made with Natural Earth. Towns: GeoNames, CC BY 4.0')

      const svg = await picture(activity)
      expect(svg.statusCode).toBe(200)
      expect(svg.headers['content-type']).toBe('image/svg+xml')
      expect(svg.body.match(/fill="#6b746e"/g)).toHaveLength(2)
      expect(svg.body).toContain('President Roxas 7.8 km')
      expect(svg.body + body).not.toContain('Lihim')
    })

    test('is light, and stored until the next approval', async () => {
      const { activity } = sites
      const first = await picture(activity, { 'accept-encoding': 'br' })
      console.info(`The picture of a site: ${first.rawPayload.length} bytes`)
      expect(first.rawPayload.length).toBeLessThan(15_000)
      expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=1, stale-if-error=900')
      const tag = { 'if-none-match': String(first.headers.etag) }
      expect((await picture(activity, tag)).statusCode).toBe(304)
      await site(125.1, { boundary: at(125.1, 7.212) })
      const second = await picture(activity, tag)
      expect(second.statusCode).toBe(200)
      expect(second.body.match(/fill="#6b746e"/g)).toHaveLength(3)
    })

    test('exists only for what is on the public list', async () => {
      const inReview = await anActivity(t, 'AT-FMB', { site_profile_id: sites.bare.id })
      for (const id of [inReview.id, 999_999, 'x', '99999999999'])
        expect((await picture(id)).statusCode, String(id)).toBe(404)
      // no boundary is stored for it
      expect((await picture(activityId)).statusCode).toBe(404)
      expect((await get(`/site/approved/${activityId}`)).body).not.toContain('map.svg')
    })

    test('is not given out when the record does not match the log', async () => {
      const own = await site(125.4)
      const id = await shown(own.id)
      expect((await picture(id)).statusCode).toBe(200)
      const grades = { principle_number_3: 'Very Compliant' }
      await t.db.updateTable('site_activities').set(grades).where('id', '=', id).execute()
      const refused = await picture(id)
      expect(refused.statusCode).toBe((await get(`/site/approved/${id}`)).statusCode)
      expect(refused.statusCode).toBeGreaterThanOrEqual(400)
      expect(refused.headers['content-type']).toContain('text/html')
    })
  })

  test('[S-150] a replaced approval says so at its head, with the date and the way to the current one', async () => {
    const site = await anApprovedSite(t, 'laguna', { name_of_partner: 'Dalawang Ulat' })
    const first = await anActivity(t, 'DONE', { site_profile_id: site })
    expect(textOf((await get(`/site/approved/${first.id}`)).body)).not.toMatch(/replaced|Earlier approvals/)
    const second = await anActivity(t, 'DONE', { site_profile_id: site })
    const { body } = await get(`/site/approved/${first.id}`)
    expect(textOf(body)).toMatch(
      /This approval was replaced on \w{3} \d\d, \d{4}\. See the current one, approved \w{3} \d\d, \d{4}/,
    )
    expect(body).toContain(`href="/site/approved/${second.id}"`)
    expect(body.indexOf('This approval was replaced')).toBeLessThan(body.indexOf('<h1'))
    expect(body).not.toContain(`/site/approved/${first.id}/certificate`)
    const newest = textOf((await get(`/site/approved/${second.id}`)).body)
    expect(newest).not.toContain('replaced')
    expect(newest).toMatch(/Reporting year (\d{4}|Not stated)/)
    expect(newest).toMatch(/Earlier approvals Approved \w{3} \d\d, \d{4} Reporting year .*Principle 1: \w+/)
  })

  test('[S-150] a day that cannot be is said on the page, which shows the list of now', async () => {
    const alert = async (query: string) => {
      const { body, statusCode } = await get(`/site/approved?${query}`)
      expect(statusCode).toBe(200)
      return /<p role="alert"[^>]*>(.*?)<\/p>/s.exec(body)?.[1] ?? null
    }
    const now = ' This is the list as it is now.'
    const none = `As of is not a day of the calendar. Please enter a date like 2025-06-01.${now}`
    for (const day of ['2026-02-30', '30/06/2026', 'yesterday', '2026-13-01', '0'])
      expect((await alert(`as_of=${day}`))?.replaceAll('<!-- -->', ''), day).toBe(none)
    expect((await alert('as_of=2999-01-01'))?.replaceAll('<!-- -->', '')).toBe(
      `As of cannot be later than today.${now}`,
    )
    for (const fine of ['', 'as_of=', 'as_of=2026-01-01']) expect(await alert(fine), fine).toBeNull()
  })

  test('[S-151] the public list says Very Compliant; "Compliant" alone is the option of its filter', async () => {
    const { body } = await get('/site/approved')
    const text = textOf(body)
    expect(text).toMatch(/Very Compliant ?: Reviewers accepted/)
    const alone = [...text.matchAll(/(?<!Very |Somewhat |Not )\bCompliant\b/g)]
    expect(alone).toHaveLength(1)
    expect(body).toContain('>Compliant</option>')
  })

  test.each(Object.keys(mailRecipients).filter((state) => state !== 'DONE'))(
    'an activity in state %s has no public page',
    async (state) => {
      const site = await anApprovedSite(t, 'laguna')
      const { id } = await anActivity(t, state as keyof typeof mailRecipients, { site_profile_id: site })
      expect((await get(`/site/approved/${id}`)).statusCode).toBe(404)
    },
  )

  test.each(['0', 'abc', '99999', '99999999999999999999', '%3Cscript%3E'])(
    'a site that does not exist (%s) is a designed 404',
    async (id) => {
      const reply = await get(`/site/approved/${id}`)
      expect(reply.statusCode).toBe(404)
      expect(textOf(reply.body)).toContain('This site was not found')
    },
  )

  test('no text of a record becomes markup or fills a mark of the page', async () => {
    const { body } = await get(`/site/approved/${activityId}`)
    expect(body).not.toContain('<b>Kagubatan')
    expect(body).toContain('&lt;b&gt;Kagubatan')
    expect(body.match(/<div id="root">/g)).toHaveLength(1)
    const [, json = ''] = /id="page-data">(.*?)<\/script>/s.exec(body) ?? []
    expect(JSON.parse(json).content.site.name_of_partner).toBe(
      'Samahan ng Peñaranda & <b>Kagubatan</b> {{html}} $&',
    )
  })

  test('an approval or a deactivation shows at once; an unchanged page costs no bytes', async () => {
    const first = await get('/site/approved')
    // a proxy also checks each time, and may show the page while the database is away
    expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=1, stale-if-error=900')
    const tag = String(first.headers.etag)
    expect((await get('/site/approved', { 'if-none-match': tag })).statusCode).toBe(304)

    const site = await anApprovedSite(t, 'ncr', { name_of_partner: 'Bagong Aprubado' })
    const second = await get('/site/approved', { 'if-none-match': tag })
    expect(second.statusCode).toBe(200)
    expect(textOf(second.body)).toContain('Bagong Aprubado')

    await t.db
      .updateTable('site_profiles')
      .set({
        status: 'Deactivated',
        deactivate_reason: 'Entered twice',
        deactivated_at: '2031-01-10T02:00:00Z',
        deactivated_by: await t.userId('fmb.admin'),
      })
      .where('id', '=', site)
      .execute()
    expect(textOf((await get('/site/approved')).body)).not.toContain('Bagong Aprubado')
  })

  test('[S-113] rendered pages, files, calls and the contract share one limit; a page says so in words', async () => {
    const small = await startAppForTest({ webDir, settings: { PUBLIC_CALLS_PER_MINUTE: '8' } })
    const ask = (url: string, from = '203.0.113.7') =>
      small.app.inject({ url, headers: { 'x-api-key': 'test-key', 'x-forwarded-for': from } })
    const urls = [
      '/site/approved',
      '/site/approved/1',
      '/site/approved.csv',
      '/site/approved.geojson',
      '/summary/2026',
      '/summary/2026.docx',
      '/api/sites/dashboard/count',
      '/api/openapi.json',
    ]
    const codes: number[] = []
    for (const url of urls) codes.push((await ask(url)).statusCode)
    expect(codes).toEqual([200, 404, 200, 200, 404, 404, 200, 200])
    for (const url of [...urls, '/api/docs', '/site/approved?page=2'])
      expect((await ask(url)).statusCode, url).toBe(429)
    const page = await ask('/site/approved')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['retry-after']).toBeDefined()
    expect(textOf(page.body)).toContain('Please wait one minute, then load this page again.')

    // the login page contains nothing of the public pages
    expect((await ask('/login')).statusCode).toBe(200)
    expect((await ask('/site/approved', '203.0.113.8')).statusCode).toBe(200)
  })

  test('a folder and a zero byte are no fault of ours', async () => {
    for (const headers of [{}, { 'accept-encoding': 'gzip, br' }])
      for (const url of ['/assets/', '/assets', '/assets//', '/assets/%2e%2e/', '/assets/.', '/assets/%00'])
        expect((await get(url, headers)).statusCode, url).toBeLessThan(500)
    expect((await get('/assets/')).statusCode).toBe(404)
    for (const query of ['search=%00', 'search=a%00b&region_id=%00', 'search=%0%000', 'x%00=%00'])
      for (const url of ['/site/approved', '/site/approved.csv'])
        expect((await get(`${url}?${query}`)).statusCode, query).toBe(200)
  })

  test('pages and long answers travel compressed, built files are kept for good', async () => {
    const zipped = await get('/site/approved', { 'accept-encoding': 'gzip' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).toString()).toContain('REDD+ SITES')

    const { token } = await t.as('fmb.admin')
    const call = { 'x-api-key': 'test-key', authorization: `Bearer ${token}` }
    const people = '/api/users/datatable?page=1&length=10'
    const plain = await get(people, call)
    const packed = await get(people, { ...call, 'accept-encoding': 'gzip, deflate, br' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers['content-encoding']).toBe('br')
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)

    const { body } = await get('/login')
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(body) ?? []
    const reply = await get(script, { 'accept-encoding': 'br' })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['cache-control']).toContain('immutable')
    expect(reply.headers['content-encoding']).toBe('br')
  })

  test('a page of the list names the scripts and styles it needs, and not those of the log in page', async () => {
    const { body } = await get('/site/approved')
    expect(body).toMatch(/<link rel="stylesheet"[^>]*ApprovedListPage/)
    expect(body).toMatch(/<link rel="modulepreload"[^>]*ApprovedListPage/)
    expect(body).not.toContain('auth-screen-of')
  })

  test('a screen of the staff names its own script, so that it loads beside the frame and not after it', async () => {
    const read = (name: string) => JSON.parse(readFileSync(path.join(webDir, '.vite', name), 'utf8'))
    const manifest = read('manifest.json') as Record<string, { file: string }>
    const files = read('screens.json') as Record<string, string>
    const screens = SCREENS.filter(({ entry }) => entry === 'staff')
    expect(Object.keys(files).toSorted()).toEqual(screens.map(({ path: at }) => at).toSorted())
    for (const [at, source] of Object.entries(files)) {
      const { body } = await get(addressOf(at))
      expect(body, at).toContain(`<link rel="modulepreload" crossorigin href="/${manifest[source]?.file}">`)
    }
  })
})
