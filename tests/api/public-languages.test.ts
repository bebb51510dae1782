import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { anActivity, anApprovedSite } from '../support/records/activity-factories.ts'
import { EN } from '../../shared/texts/en.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import { startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import { englishPieces, filipinoPieces } from '../support/oracles/english-words.ts'
import { aSite, squareOf } from '../support/records/factories.ts'

/** The public list and the page of a site in their two languages. */

const webDir = path.resolve('dist/web')
const LIST = '/site/approved'
const FILTERS = 'region_id=6&principle_grade=Very+Compliant&search=gubat&length=20'

const textOf = (html: string) =>
  html
    .replace(/<script[^>]*>.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

/** the addresses of pages that the page leads to, without those of files and pictures */
const linksOf = (html: string) =>
  [...html.slice(html.indexOf('<body')).matchAll(/<(?:a|form)\s[^>]*?(?:href|action)="(\/[^"]*)"([^>]*)/g)]
    .filter(([, , more]) => !more?.includes('hrefLang') && !more?.includes('hreflang'))
    .map(([, address = '']) => address.replaceAll('&amp;', '&'))
    .filter((address) => !/\.(?:csv|geojson|svg)\b/.test(address))

let t: TestApp
let activity: number
let earlier: number
beforeAll(async () => {
  if (!existsSync(webDir)) throw new Error('These tests need the built pages: npm run build.')
  t = await startApp({ webDir, settings: { BUREAU_NAME: 'Kawanihan ng Gubat' } })
  const { id } = await aSite(t, {
    office: 'PENRO Laguna',
    site_status: 'Approved',
    name_of_partner: 'Bantay Gubat',
    boundary: squareOf({ lon: 121.47, lat: 14.2 }),
  })
  earlier = (await anActivity(t, 'DONE', { site_profile_id: id })).id
  activity = (await anActivity(t, 'DONE', { site_profile_id: id })).id
  await anApprovedSite(t, 'ncr', { name_of_partner: 'Walang Gawain pa' })
  return () => t.close()
})

const get = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url, headers })
const bodyOf = async (url: string) => (await get(url)).body

describe('a page in Filipino', () => {
  const pages = () => [
    LIST,
    `${LIST}?${FILTERS}`,
    `${LIST}?as_of=2099-01-01`,
    `${LIST}?as_of=x`,
    `${LIST}?search=walangganito`,
    `${LIST}/${activity}`,
    `${LIST}/${earlier}`,
    `${LIST}/999999`,
  ]

  test('says so in lang, names the other language, and has no English sentence outside what data say', async () => {
    for (const url of pages()) {
      const english = await get(url)
      const filipino = await get(`/fil${url}`)
      expect(filipino.statusCode, url).toBe(english.statusCode)
      expect(english.body, url).toContain('<html lang="en">')
      expect(filipino.body, url).toContain('<html lang="fil">')
      // the one address of a list for search engines is without what only pages it
      const [path = ''] = (english.statusCode === 404 ? LIST : url).split('?')
      expect(english.body, url).toMatch(
        new RegExp(`hreflang="fil" href="(?:http://localhost:0)?/fil${path}["?]`),
      )
      expect(filipino.body, url).toMatch(new RegExp(`hreflang="en" href="(?:http://localhost:0)?${path}["?]`))
      const pieces = filipinoPieces(filipino.body).filter(
        (piece) => !piece.startsWith('REDD+ Safeguards Information System'),
      )
      expect(pieces.length, url).toBeGreaterThan(10)
      expect(englishPieces(pieces), url).toEqual([])
    }
  })

  test('has the criteria of a principle as they were written, marked as English', async () => {
    const body = await bodyOf(`/fil${LIST}/${activity}`)
    expect(body).toMatch(/<summary>Mga criteria at outcome indicator<\/summary><ol lang="en">/)
    expect(textOf(body)).toContain('Prinsipyo 1: Pagsunod sa batas')
  })

  test('in a language of the operator has the texts that its file lacks in English, marked as that', async () => {
    const texts = { ...EN, 'list.legend': 'Ang kahulogan' }
    const missing = new Set(Object.keys(EN).filter((key) => key !== 'list.legend'))
    const other = await startAppForTest({
      webDir,
      languages: { ...LANGUAGES, ceb: { name: 'Cebuano', texts, missing } },
    })
    const { body } = await other.app.inject({ url: '/ceb/site/approved' })
    expect(body).toContain('<html lang="ceb"')
    expect(body).toContain('aria-label="Ang kahulogan"')
    expect(body).toMatch(/<a href="[^"]*how-to-check#helpdesk" lang="en">Helpdesk<\/a>/)
    expect(body).toContain(' lang="en">Compliance Grade</')
    // neither the page nor its data have the signs by which they are found
    expect(body).not.toMatch(/[\uE000\uE001]/)
    expect(await bodyOf(`/fil${LIST}`)).not.toContain('lang="en">Helpdesk')
  })

  test('leads to pages in Filipino, and to files and pictures at their one address', async () => {
    for (const url of pages()) {
      const links = linksOf(await bodyOf(`/fil${url}`))
      expect(links.length, url).toBeGreaterThan(3)
      expect(
        links.filter((one) => !one.startsWith('/fil/')),
        url,
      ).toEqual([])
      expect(
        linksOf(await bodyOf(url)).filter((one) => one.startsWith('/fil')),
        url,
      ).toEqual([])
    }
    const list = await bodyOf(`/fil${LIST}?${FILTERS}`)
    expect(list).toContain(`href="${LIST}.csv?`)
    expect(await bodyOf(`/fil${LIST}`)).toContain(`src="${LIST}/${activity}/map-small.svg?`)
    expect(await bodyOf(`/fil${LIST}/${activity}`)).toContain(`src="${LIST}/${activity}/map.svg"`)
  })

  test('the link to the other language keeps the filters, in both directions', async () => {
    const href = `${LIST}?${FILTERS}`.replaceAll('&', '&amp;')
    expect(await bodyOf(`${LIST}?${FILTERS}`)).toContain(`href="/fil${href}" lang="fil"`)
    expect(await bodyOf(`/fil${LIST}?${FILTERS}`)).toContain(`href="${href}" lang="en"`)
  })

  test('gets its own messages beside its data, and none of other pages', async () => {
    const textsOf = async (url: string) => {
      const [, json = ''] = /id="page-data">(.*?)<\/script>/s.exec(await bodyOf(url)) ?? []
      return Object.keys(JSON.parse(json).language.texts)
    }
    const parts = async (url: string) => [...new Set((await textsOf(url)).map((key) => key.split('.')[0]))]
    expect((await parts(`/fil${LIST}`)).toSorted()).toEqual(['approved', 'common', 'list', 'record'])
    expect((await parts(`/fil${LIST}/${activity}`)).toSorted()).toEqual([
      'approved',
      'common',
      'record',
      'site',
      'wrong',
    ])
  })
})

describe('"Something wrong?" at the end of a site', () => {
  const wrongOf = async (app: TestApp['app'], url: string) => {
    const { body } = await app.inject({ url })
    return body.slice(
      body.indexOf('<section', body.indexOf('id="wrong-title"') - 120),
      body.indexOf('<footer'),
    )
  }

  test('names the office that entered it, its region, its address once FMB has entered one, and the national line', async () => {
    const before = textOf(await wrongOf(t.app, `${LIST}/${activity}`))
    expect(before).toContain(
      'PENRO Laguna, Region IV-A (CALABARZON), entered this record and is responsible for it.',
    )
    expect(before).toContain('The bureau has not entered the address of this office yet.')
    expect(before).toContain('8888 Citizens’ Complaint Center: 8888 .')
    expect(before).toContain('The Kawanihan ng Gubat has not named a complaints page of its own yet.')

    const fmb = await t.as('fmb.admin')
    const { data } = (await fmb.get('/offices/datatable?search=PENRO Laguna')).json()
    const [{ id, name }] = data
    const address = '3 Mabini St. <b>, Santa Cruz'
    expect((await fmb.patch(`/offices/${id}`, { name, address, seen_address: null })).statusCode).toBe(200)
    for (const page of [activity, earlier]) {
      const html = await wrongOf(t.app, `${LIST}/${page}`)
      expect(html).toContain('Address: 3 Mabini St. &lt;b&gt;, Santa Cruz')
      expect(html).toContain('<a href="tel:8888">8888</a>')
    }
    const filipino = textOf(await wrongOf(t.app, `/fil${LIST}/${activity}`))
    expect(filipino).toMatch(/May mali ba\? Ang PENRO Laguna, Region IV-A \(CALABARZON\), ang nagpasok/)
    expect(filipino).toContain('Address: 3 Mabini St. &lt;b&gt;, Santa Cruz')
  })

  test('names no person, and at the record of another office that office', async () => {
    const people = await t.db.selectFrom('users').select(['last_name', 'email']).execute()
    const html = await wrongOf(t.app, `${LIST}/${activity}`)
    for (const { last_name, email } of people) {
      expect(html).not.toContain(email)
      expect(html).not.toMatch(new RegExp(`\\b${last_name}\\b`))
    }
    const site = await anApprovedSite(t, 'quezon')
    const { id } = await anActivity(t, 'DONE', { site_profile_id: site, office: 'quezon' })
    expect(textOf(await wrongOf(t.app, `${LIST}/${id}`))).toContain('PENRO Quezon, Region IV-A')
  })

  test('leads to the complaints page that FMB has set, in both languages', async () => {
    const bureau = await startAppForTest({
      webDir,
      settings: { COMPLAINTS_URL: 'https://bureau.example/complaints?a=1&b=2' },
    })
    const site = await anApprovedSite(bureau, 'laguna')
    const { id } = await anActivity(bureau, 'DONE', { site_profile_id: site })
    for (const [prefix, words] of [
      ['', 'Complaints page of the Forest Management Bureau'],
      ['/fil', 'Pahina ng mga reklamo ng Forest Management Bureau'],
    ])
      expect(await wrongOf(bureau.app, `${prefix}${LIST}/${id}`)).toContain(
        `<a href="https://bureau.example/complaints?a=1&amp;b=2">${words}</a>`,
      )
  })
})

test('a change of the list loads nothing of the staff pages, and a page that is read no React', () => {
  const manifest = JSON.parse(readFileSync(path.join(webDir, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    { name: string; imports?: string[] }
  >
  const loadedBy = (name: string, seen: string[] = []): string[] =>
    (manifest[name]?.imports ?? []).reduce(
      (all, next) => (all.includes(next) ? all : loadedBy(next, [...all, next])),
      seen,
    )
  const namesOf = (source: string) => loadedBy(source).map((name) => manifest[name]?.name)
  expect(namesOf('approved/approved.calls.ts')).toContain('contract')
  for (const staff of ['frame', 'home', 'lists'])
    expect(namesOf('approved/approved.calls.ts')).not.toContain(staff)
  expect(namesOf('reading.ts')).not.toContain('react')
})

test('[S-149] pages in both languages, files, maps and calls share 300 a minute and network by default', async () => {
  const { app } = await startAppForTest({ webDir, settings: { PUBLIC_CALLS_PER_MINUTE: '' } })
  const urls = [
    `${LIST}.csv`,
    `/fil${LIST}/999999`,
    `${LIST}/999999`,
    `${LIST}/999999/map.svg`,
    '/api/sites/dashboard/count',
  ]
  const ask = (url: string, network = '203.0.113.9') =>
    app.inject({ url, headers: { 'x-api-key': 'test-key', 'x-forwarded-for': network } })
  const codes: number[] = []
  for (let round = 0; round < 301; round += 1)
    codes.push((await ask(urls[round % urls.length] ?? '')).statusCode)
  expect([codes.indexOf(429), codes.length]).toEqual([300, 301])
  const refused = await ask(`/fil${LIST}`)
  expect(refused.statusCode).toBe(429)
  expect(refused.body).toContain('<html lang="fil">')
  expect(textOf(refused.body)).toContain('Maghintay nang isang minuto, saka i-load muli ang pahinang ito.')
  expect((await ask(LIST, '203.0.113.10')).statusCode).toBe(200)
})

test('[S-151] a grade has one word wherever the public reads it: pages, certificate, files and calls', async () => {
  const visitor = await t.as(null)
  const outputs = [
    ...(await Promise.all(
      [
        LIST,
        `${LIST}/${activity}`,
        `${LIST}/${earlier}`,
        `${LIST}/${activity}/certificate`,
        `${LIST}.csv`,
        `${LIST}.geojson`,
      ].map(bodyOf),
    )),
    ...(await Promise.all(
      ['datatable?length=40', String(activity), 'sites.csv', 'sites.geojson'].map(
        async (call) => (await visitor.get(`/sites/activities/dashboard/${call}`)).body,
      ),
    )),
  ]
  for (const [index, output] of outputs.entries()) {
    const [, code = ''] = /Code: <\/span>([0-9A-Z-]{19})</.exec(output) ?? []
    if (code) outputs.push(await bodyOf(`/c/${code}`))
    // the option of the filter is the one exception, on the page and among its messages
    const read = output.replace('>Compliant</option>', '').replace('"list.compliant":"Compliant"', '')
    expect(read, String(index)).toMatch(/(?:Very|Somewhat|Not) Compliant/)
    expect(read.match(/(?<!Very |Somewhat |Not )\bCompliant\b/g), String(index)).toBeNull()
  }
  expect(outputs.length).toBeGreaterThan(10)
})
