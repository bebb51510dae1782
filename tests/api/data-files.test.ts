import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyLog } from '../../server/integrity/verify.actions.ts'
import { findingText } from '../../shared/audit/findings.ts'
import { addDays } from '../../shared/lib/date-range.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { CAD_TRUST_COLUMNS, CAD_TRUST_GAPS } from '../../shared/open-data/cad-trust.ts'
import { anActivity, anApprovedSite, OFFICES } from '../support/records/activity-factories.ts'
import { soonStatus, whileLocked } from '../support/product/locked.ts'
import { aDraft, published } from '../support/records/summaries.ts'
import { publishNow, tamper } from '../support/records/audit-log.ts'
import { manyApproved } from '../support/records/many-approved.ts'
import { startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import { recordIds } from '../support/records/record-ids.ts'

/** The register in the names of the CAD Trust dictionary, the catalogue of the open data, and how records went. */

const webDir = path.resolve('dist/web')
const JSON_FILE = '/data/cad-trust.json'
const CSV_FILE = '/data/cad-trust.csv'
const PUBLIC_URL = 'http://sis.example.localhost:3000'
const LICENCE = {
  DATA_LICENCE_NAME: 'CC BY 4.0',
  DATA_LICENCE_URL: 'https://creativecommons.org/licenses/by/4.0/',
}
const HOSTILE = '=HYPERLINK("x") ]]></script>, ñ'

let t: TestApp
let activity: number
let site: number

const get = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url, headers })
const rowsOf = (bytes: Buffer) => bytes.subarray(3).toString('utf8').trimEnd().split('\r\n')
type Project = Record<string, unknown> & { projectId: string; projectName: string }
const projects = async (query = ''): Promise<Project[]> => (await get(JSON_FILE + query)).json().project

beforeAll(async () => {
  if (!existsSync(webDir)) throw new Error('These tests need the built pages: npm run build.')
  t = await startApp({ webDir, settings: { PUBLIC_URL, ...LICENCE, BUREAU_NAME: 'Kawanihan ng Gubat' } })
  site = await anApprovedSite(t, 'laguna', { name_of_partner: HOSTILE })
  activity = (await anActivity(t, 'DONE', { site_profile_id: site })).id
  await anApprovedSite(t, 'ncr', { name_of_partner: 'Walang Gawain' })
  await anApprovedSite(t, 'laguna', {
    name_of_partner: 'Nasa pagsusuri',
    site_status: 'Submitted',
    fmb_status: 'Submitted',
    approved_at: null,
    waiting_since: '2031-01-01T00:00:00Z',
  })
  await anApprovedSite(t, 'laguna', {
    name_of_partner: 'Isinara',
    status: 'Deactivated',
    deactivated_at: '2031-01-01T00:00:00Z',
  })
}, 60_000)
afterAll(() => t.close())

describe('for CAD Trust', () => {
  test('each site of the public list is a project with what we hold of it, and nothing else', async () => {
    const all = await projects()
    expect(all.map(({ projectName }) => projectName).toSorted()).toEqual(
      [HOSTILE, 'Walang Gawain'].toSorted(),
    )
    const { code, redd_eligible_activities_area } = await t.db
      .selectFrom('site_profiles')
      .select(['code', 'redd_eligible_activities_area'])
      .where('id', '=', site)
      .executeTakeFirstOrThrow()
    expect(all.find(({ projectId }) => projectId === code)).toEqual({
      projectRegistryName: 'Kawanihan ng Gubat, REDD+ Safeguards Information System',
      projectId: code,
      projectName: HOSTILE,
      projectLink: `${PUBLIC_URL}/site/approved/${activity}`,
      projectType: ['Agriculture, forestry and other land use (AFOLU)'],
      projectSubtype: redd_eligible_activities_area.join('; '),
      projectStatus: 'Listed',
      projectStatusDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      location: [{ locationCountry: 'Philippines', locationRegion: 'Laguna, Region IV-A (CALABARZON)' }],
      stakeholder: [{ stakeholderName: HOSTILE }],
    })
    const bare = all.find(({ projectName }) => projectName === 'Walang Gawain')
    expect(bare).not.toHaveProperty('projectLink')
  })

  test('begins with the dictionary, the licence, and what is missing with the reason', async () => {
    const reply = await get(JSON_FILE)
    expect(reply.headers['content-type']).toBe('application/json')
    const { project: _rows, ...facts } = reply.json()
    expect(facts).toEqual({
      dictionary: 'CAD Trust Data Dictionary 2.0.2',
      publisher: 'Kawanihan ng Gubat',
      source: `${PUBLIC_URL}/data`,
      licence: 'CC BY 4.0',
      gaps: CAD_TRUST_GAPS,
    })
  })

  test('is a table with the same values, formulas as text', async () => {
    const reply = await get(CSV_FILE)
    const [head, ...lines] = rowsOf(reply.rawPayload)
    expect(head).toBe(CAD_TRUST_COLUMNS.join(','))
    expect(lines).toHaveLength(2)
    expect(reply.body).toContain(`"'=HYPERLINK(""x"") ]]></script>, ñ"`)
    for (const { projectId } of await projects()) expect(reply.body).toContain(projectId)
  })

  test('names no person, office or file, and no place of a boundary', async () => {
    const people = await t.db.selectFrom('users').select(['last_name', 'email']).execute()
    const files = await t.db.selectFrom('files').select(['name', 'sha256']).execute()
    for (const url of [JSON_FILE, CSV_FILE]) {
      const { body } = await get(url)
      for (const secret of [
        ...people.flatMap(({ last_name, email }) => [last_name, email]),
        ...files.flatMap(({ name, sha256 }) => [name, sha256]),
        'PENRO',
        'Nasa pagsusuri',
        'Isinara',
      ])
        expect(body, url).not.toContain(secret)
    }
  })

  test('as of a day it is the register of then, named with the day; a day that cannot be is refused', async () => {
    const today = manilaDay(new Date())
    const before = addDays(today, -400)
    expect(await projects(`?as_of=${before}`)).toEqual([])
    const reply = await get(`${JSON_FILE}?as_of=${today}`)
    expect(reply.json().as_of).toBe(today)
    expect(reply.json().project).toHaveLength(2)
    expect(String(reply.headers['content-disposition'])).toContain(
      `CAD_Trust_as_of_${today.replaceAll('-', '')}.json`,
    )
    for (const [day, sentence] of [
      [addDays(today, 1), 'As of cannot be later than today.'],
      ['2031-02-30', 'As of is not a day of the calendar. Please enter a date like 2025-06-01.'],
      ['x', 'As of is not a day of the calendar. Please enter a date like 2025-06-01.'],
    ]) {
      for (const file of [CSV_FILE, JSON_FILE, '/site/approved.csv', '/site/approved.geojson']) {
        const refused = await get(`${file}?as_of=${day}`)
        expect([file, refused.statusCode, refused.json().errors]).toEqual([file, 422, { as_of: [sentence] }])
      }
    }
  })

  test('is sent again only after an approval, and its headers alone when only those are asked for', async () => {
    const bureau = await startAppForTest()
    const ask = (url: string, tag = '', method: 'GET' | 'HEAD' = 'GET') =>
      bureau.app.inject({ method, url, headers: { 'if-none-match': tag } })
    const tags = await Promise.all(
      [JSON_FILE, CSV_FILE].map(async (url) => String((await ask(url)).headers.etag)),
    )
    expect(new Set(tags).size).toBe(2)
    expect((await ask(JSON_FILE, tags[0])).statusCode).toBe(304)
    const head = await ask(CSV_FILE, '', 'HEAD')
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', tags[1]])
    await anApprovedSite(bureau, 'laguna')
    for (const [index, url] of [JSON_FILE, CSV_FILE].entries())
      expect((await ask(url, tags[index])).statusCode).toBe(200)
  })

  test('is another file under another licence or name of the bureau', async () => {
    const tagOf = async (settings: Record<string, string>) => {
      const bureau = await startAppForTest({ settings })
      return (await bureau.app.inject({ method: 'HEAD', url: JSON_FILE })).headers.etag
    }
    const tags = [await tagOf({}), await tagOf(LICENCE), await tagOf({ BUREAU_NAME: 'Kawanihan' })]
    expect(new Set(tags).size).toBe(3)
    expect(await tagOf(LICENCE)).toBe(tags[1])
  })

  test('a site that does not match the log is left out, from the moment that a reader finds it', async () => {
    const bureau = await startAppForTest({ webDir })
    const site_profile_id = await anApprovedSite(bureau, 'laguna', { name_of_partner: 'Binago' })
    const { id } = await anActivity(bureau, 'DONE', { site_profile_id })
    const ask = (url: string, tag = '') =>
      bureau.app.inject({ method: 'GET', url, headers: { 'if-none-match': tag } })
    const before = await ask(JSON_FILE)
    expect(before.body).toContain('Binago')
    const grades = { principle_number_3: 'Very Compliant' }
    await bureau.db.updateTable('site_activities').set(grades).where('id', '=', id).execute()
    expect((await ask(`/site/approved/${id}`)).statusCode).toBe(409)
    for (const url of [JSON_FILE, CSV_FILE, `${JSON_FILE}?as_of=${manilaDay(new Date())}`]) {
      const after = await ask(url, String(before.headers.etag))
      expect([url, after.statusCode, after.body.includes('Binago')]).toEqual([url, 200, false])
    }
  })

  test('of many downloads of one network, another network waits for a turn and not for all', async () => {
    const bureau = await startAppForTest()
    const finished: string[] = []
    const download = async (from: string) => {
      const reply = await bureau.app.inject({ method: 'GET', url: CSV_FILE, remoteAddress: from })
      expect(reply.statusCode).toBe(200)
      finished.push(from)
    }
    const all = await whileLocked(bureau, 'provinces', async () => {
      const many = Array.from({ length: 30 }, () => download('203.0.113.7'))
      await sleep(500)
      const other = download('198.51.100.7')
      await sleep(200)
      return [...many, other]
    })
    await Promise.all(all)
    expect(finished).toHaveLength(31)
    expect(finished.indexOf('198.51.100.7')).toBeLessThan(10)
  })

  test('reads more sites than one piece holds, each once', async () => {
    const bureau = await startAppForTest()
    await manyApproved(bureau, 1001, '2031-06-15T02:00:00Z')
    const { body } = await bureau.app.inject({ method: 'GET', url: JSON_FILE })
    const codes = (JSON.parse(body) as { project: Project[] }).project.map(({ projectId }) => projectId)
    expect([codes.length, new Set(codes).size]).toEqual([1001, 1001])
  })
})

test('a refusal in the place of a file has no tag, with which the file would be said to be unchanged', async () => {
  const bureau = await startAppForTest({ webDir })
  await anApprovedSite(bureau, 'laguna')
  await sql`alter table regions rename label_lat to latitude`.execute(bureau.db)
  const refused = await bureau.app.inject({ method: 'GET', url: '/site/approved.csv' })
  expect([refused.statusCode, refused.headers.etag]).toEqual([500, undefined])
})

describe('the catalogue in DCAT', () => {
  test('names the files, their formats, the licence, the publisher and the time', async () => {
    const reply = await get('/data/dcat.jsonld')
    expect(reply.headers['content-type']).toMatch(/^application\/ld\+json/)
    const [register, went] = reply.json()['dcat:dataset']
    expect(register['dcterms:publisher']['foaf:name']).toBe('Kawanihan ng Gubat')
    expect(register['dcterms:license']).toEqual({
      '@id': LICENCE.DATA_LICENCE_URL,
      '@type': 'dcterms:LicenseDocument',
      'rdfs:label': 'CC BY 4.0',
    })
    expect(register['dcterms:temporal']['dcat:startDate']['@value']).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(register['dcterms:modified']['@value']).toMatch(/^\d{4}-\d{2}-\d{2}T/)
    const files = [register, went].flatMap((one) => one['dcat:distribution'])
    expect(files.length).toBeGreaterThan(5)
    for (const file of files) {
      const address = String(file['dcat:downloadURL']['@id'])
      const found = await get(address.slice(PUBLIC_URL.length))
      expect(found.statusCode, address).toBe(200)
      const type = String(found.headers['content-type']).split(';')[0]
      expect(file['dcat:mediaType']['@id']).toBe(`https://www.iana.org/assignments/media-types/${type}`)
    }
    const again = await get('/data/dcat.jsonld', { 'if-none-match': String(reply.headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  test('has the published summaries, and says of all that it is public, under which licence, and who answers', async () => {
    const settings = { PUBLIC_URL, ...LICENCE, HELPDESK_URL: 'mailto:tulong@gubat.example' }
    const bureau = await startAppForTest({ webDir, settings })
    await published(bureau, (await aDraft(bureau, { year: 2030 })).id)
    const catalogue = (await bureau.app.inject({ method: 'GET', url: '/data/dcat.jsonld' })).json()
    const sets = catalogue['dcat:dataset']
    expect(sets.map((one: { '@id': string }) => one['@id'].slice(PUBLIC_URL.length))).toEqual([
      '/data#register',
      '/data#how-records-went',
      '/summary/2030',
    ])
    const [summary] = sets.slice(-1)
    expect(summary['dcterms:issued']['@value']).toMatch(/^\d{4}-\d{2}-\d{2}T/)
    expect(summary['dcat:landingPage']['@id']).toBe(`${PUBLIC_URL}/summary/2030`)
    for (const one of [catalogue, ...sets]) expect(one['dcterms:license']['rdfs:label']).toBe('CC BY 4.0')
    for (const one of sets) {
      expect(one['dcterms:accessRights']['@id']).toMatch(/access-right\/PUBLIC$/)
      expect(one['dcat:contactPoint']['vcard:hasEmail']['@id']).toBe('mailto:tulong@gubat.example')
      for (const file of one['dcat:distribution']) {
        expect(file['dcat:accessURL']['@id']).toBe(one['dcat:landingPage']['@id'])
        const url = String(file['dcat:downloadURL']['@id']).slice(PUBLIC_URL.length)
        const found = await bureau.app.inject({ method: 'HEAD', url })
        expect([url, found.statusCode]).toEqual([url, 200])
        const type = String(found.headers['content-type']).split(';')[0]
        expect(file['dcat:mediaType']['@id'].split('media-types/')[1]).toBe(type)
      }
    }
  })

  test('does not wait until it is counted how records went', async () => {
    const bureau = await startAppForTest()
    const status = await whileLocked(bureau, 'review_steps', () =>
      soonStatus(bureau.app.inject({ method: 'GET', url: '/data/dcat.jsonld' })),
    )
    expect(status).toBe(200)
  })

  test('says honestly that there is no licence', async () => {
    const bureau = await startAppForTest()
    const body = (await bureau.app.inject({ method: 'GET', url: '/data/dcat.jsonld' })).json()
    const [register] = body['dcat:dataset']
    expect(register).not.toHaveProperty('dcterms:license')
    expect(register['dcterms:rights']['rdfs:label']).toMatch(/may be used freely when the .+ is named/)
    expect(register).not.toHaveProperty('dcterms:temporal')
  })
})

describe('how records went', () => {
  const MOVES = /^(Submitted|Recalled|Approved \(.+\)|Returned \(.+\))$/
  /** Moves the steps of a record, and their rows of the log, so that each came so many days after the one before, the last one yesterday. */
  const pace = async (bureau: TestApp, id: number, days: readonly number[]) => {
    const { rows: steps } = await sql<{ id: number }>`
      select id from review_steps where record_id = ${recordIds('site_activities', id)} order by id`.execute(
      bureau.db,
    )
    const { rows } = await sql<{ id: number }>`
      select id from audit_logs where auditable_type = 'SITES Activities' and auditable_id = ${id}
        and event ~ ${MOVES.source} order by id`.execute(bureau.db)
    expect([steps.length, rows.length]).toEqual([days.length + 1, days.length + 1])
    let at = Date.now() - (days.reduce((sum, one) => sum + one, 0) + 2) * 86_400_000
    for (const [index, step] of steps.entries()) {
      at += (days[index - 1] ?? 0) * 86_400_000
      const moment = new Date(at).toISOString()
      await tamper(
        bureau,
        `update review_steps set at = '${moment}' where id = ${step.id}`,
        `update audit_logs set created_at = '${moment}' where id = ${rows[index]?.id}`,
      )
    }
  }
  const csv = async (bureau: TestApp) => {
    const reply = await bureau.app.inject({ method: 'GET', url: '/how-records-went.csv' })
    const [head = '', ...lines] = rowsOf(reply.rawPayload)
    const columns = head.split(',')
    return lines.map((line) => {
      // names of regions have no comma
      const cells = line.split(',')
      return Object.fromEntries(columns.map((column, index) => [column, cells[index]]))
    })
  }
  const REGION = 'Region IV-A (CALABARZON)'

  test('are medians to a tenth of a day of five decisions and more, per region, level and country, with the overdue renewals', async () => {
    const bureau = await startAppForTest()
    const waits = [
      [1, 10, 3],
      [2, 20, 3],
      [3, 30, 3],
      [4.2, 40, 3],
      [50, 50, 3],
      [60, 60, 3],
    ]
    for (const days of waits) {
      const site_profile_id = await anApprovedSite(bureau, 'laguna')
      const { id } = await anActivity(bureau, 'DONE', { site_profile_id })
      await pace(bureau, id, days)
    }
    const yearsAgo = new Date(Date.now() - 380 * 86_400_000).toISOString()
    const overdue = await anApprovedSite(bureau, 'laguna', { approved_at: yearsAgo })
    await bureau.db
      .updateTable('approved_site_history')
      .set({ since: yearsAgo })
      .where('site_profile_id', '=', overdue)
      .execute()
    const rows = await csv(bureau)
    // of six, half of the third and the fourth
    const figures = {
      'PENRO Decisions': '6',
      'PENRO Median Days': '3.6',
      'Region Decisions': '6',
      'Region Median Days': '35.0',
      'FMB Decisions': '6',
      'FMB Median Days': '3.0',
      'Final Approvals': '6',
      'Returned at Least Once (%)': '0',
      'Approved SITES': '1',
      'Renewals Overdue': '1',
    }
    expect(rows.find((row) => row.Region === REGION)).toMatchObject(figures)
    expect(rows.at(-1)).toMatchObject({ ...figures, Region: 'Philippines' })
    const others = rows.slice(0, -1).filter((row) => row.Region !== REGION)
    expect(others.length).toBeGreaterThan(10)
    for (const row of others) expect(row['PENRO Decisions']).toBe('0')
  })

  test('four decisions show neither their number nor their median, so that no pace of a person is seen', async () => {
    const bureau = await startAppForTest()
    for (let count = 0; count < 4; count += 1) {
      const site_profile_id = await anApprovedSite(bureau, 'laguna')
      const { id } = await anActivity(bureau, 'RET-PENRO', { site_profile_id })
      await pace(bureau, id, [7])
    }
    const row = (await csv(bureau)).find((one) => one.Region === REGION)
    expect(row).toMatchObject({ 'PENRO Decisions': 'fewer than 5', 'PENRO Median Days': '' })
    expect(row).toMatchObject({ 'Final Approvals': '0', 'Returned at Least Once (%)': '' })
    for (let count = 0; count < 6; count += 1) {
      const site_profile_id = await anApprovedSite(bureau, 'zds')
      const { id } = await anActivity(bureau, 'RET-PENRO', { site_profile_id, office: 'zds' })
      await pace(bureau, id, [1])
    }
    // the country has its median, and not the number from which that of the region could be taken
    bureau.setNow(new Date(Date.now() + 86_400_000))
    expect((await csv(bureau)).at(-1)).toMatchObject({ 'PENRO Decisions': '', 'PENRO Median Days': '1.0' })
  })

  test('count the records returned before the final approval, and no step of today or of more than a year ago', async () => {
    const bureau = await startAppForTest()
    const unreturned = await anApprovedSite(bureau, 'laguna')
    const { id: plain } = await anActivity(bureau, 'DONE', { site_profile_id: unreturned })
    await pace(bureau, plain, [2, 2, 2])
    for (let count = 0; count < 5; count += 1) {
      const site_profile_id = await anApprovedSite(bureau, 'laguna')
      const { id } = await anActivity(bureau, 'RET-PENRO', { site_profile_id })
      const encoder = await bureau.as(OFFICES.laguna.encoder)
      expect((await encoder.post(`/sites/activities/submitted/${id}`)).statusCode).toBe(200)
      for (const level of ['PENRO', 'Region', 'FMB'] as const) {
        const approver = await bureau.as(OFFICES.laguna[level])
        expect((await approver.post(`/sites/activities/approved/${id}`)).statusCode).toBe(200)
      }
      // submitted and returned long ago, then submitted again and approved
      await pace(bureau, id, [1, 400, 2, 2, 2])
    }
    const today = await anApprovedSite(bureau, 'laguna')
    await anActivity(bureau, 'AT-REGION', { site_profile_id: today })
    expect((await csv(bureau)).find((one) => one.Region === REGION)).toMatchObject({
      'PENRO Decisions': '6',
      'PENRO Median Days': '2.0',
      'Returned at Least Once (%)': '83',
      'Final Approvals': '6',
    })
  })

  test('[S-168] leave out a decision that was changed or removed in the history or in the log, and a verification names it', async () => {
    const bureau = await startAppForTest()
    const ids: number[] = []
    for (let count = 0; count < 6; count += 1) {
      const site_profile_id = await anApprovedSite(bureau, 'laguna')
      ids.push((await anActivity(bureau, 'DONE', { site_profile_id })).id)
      await pace(bureau, ids[count] ?? 0, [2 + count, 2, 2])
    }
    await publishNow(bureau)
    const decisions = async () => {
      // figures are counted once a day
      bureau.setNow(new Date(bureau.services.now().getTime() + 86_400_000))
      return (await csv(bureau)).find((one) => one.Region === REGION)?.['PENRO Decisions']
    }
    const verified = async () => {
      // the database alone
      const { findings } = await verifyLog({ db: bureau.db, config: bureau.services.config })
      // moved by `pace`, the steps are outside the logins of their persons
      return findings.map(findingText).filter((text) => !text.includes('was not logged in then'))
    }
    expect([await decisions(), await verified()]).toEqual(['6', []])
    const step = (id = 0) =>
      `where record_id = (select record_id from site_activities where id = ${id}) and action = 'Approved' and level = 'PENRO'`
    const row = (id = 0) => `where auditable_id = ${id} and event = 'Approved (PENRO)'`
    const ATTACKS: [statement: string, says: RegExp, left: string][] = [
      [
        `update review_steps set at = at - interval '9 days' ${step(ids[0])}`,
        /^The table review_steps says "Approved \(PENRO\)" of SITES-.*; the log does not\.$/,
        '5',
      ],
      [
        `delete from review_steps ${step(ids[1])}`,
        /^The log says "Approved \(PENRO\)" of SITES-.*; the table review_steps does not have it\.$/,
        'fewer than 5',
      ],
      [
        `update audit_logs set created_at = created_at - interval '9 days' ${row(ids[2])}`,
        /was changed after it was sealed\.$/,
        'fewer than 5',
      ],
      [`delete from audit_logs ${row(ids[3])}`, /, was removed\.$/, 'fewer than 5'],
    ]
    for (const [statement, says, left] of ATTACKS) {
      await tamper(bureau, statement)
      expect([statement, await decisions()]).toEqual([statement, left])
      expect(await verified()).toContainEqual(expect.stringMatching(says))
    }
  })

  test('are counted once a day, not for each reader, and are the same all day', async () => {
    const bureau = await startAppForTest()
    const ask = (tag = '') =>
      bureau.app.inject({ method: 'GET', url: '/how-records-went.csv', headers: { 'if-none-match': tag } })
    bureau.setNow(new Date('2031-07-04T10:00:00+08:00'))
    const first = await ask()
    expect(String(first.headers['content-disposition'])).toContain('How_Records_Went_20310703.csv')
    expect(first.body).toContain('2030-07-04,2031-07-03')
    expect((await ask(String(first.headers.etag))).statusCode).toBe(304)
    const isLast = (body: string) => body.indexOf('(CALABARZON)') > body.indexOf('(Caraga)')
    expect(isLast(first.body)).toBe(false)
    await bureau.db.updateTable('regions').set({ sort_order: 99 }).where('id', '=', 6).execute()
    expect((await ask()).body).toBe(first.body)
    bureau.setNow(new Date('2031-07-05T00:00:00+08:00'))
    const next = await ask(String(first.headers.etag))
    expect(next.statusCode).toBe(200)
    expect(isLast(next.body)).toBe(true)
  })
})
