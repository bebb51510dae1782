import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { removeOldCounts } from '../../server/http/shared-rate-limit.ts'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import type { ApprovedRow, ApprovedSite, RegionCount } from '../../shared/approved/approved.schema.ts'
import {
  anActivity,
  anApprovedSite,
  batchOne,
  OFFICES,
  principleNumber,
} from '../support/records/activity-factories.ts'
import { type Caller, startAppForTest, withServer } from '../support/product/app.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { full } from '../support/full.ts'

const LIST = '/sites/activities/dashboard/datatable'
const RETURNED = {
  site_status: 'Returned',
  penro_status: 'Returned',
  region_status: null,
  fmb_status: null,
  approved_at: null,
}

const t = withServer({ settings: { MAPS_KEY: 'browser-map-key' } })
let visitor: Caller
/** ids of profiles */
const sites: Record<'bare' | 'graded' | 'twice' | 'ncr', number> = { bare: 0, graded: 0, twice: 0, ncr: 0 }
const hidden: number[] = []
let graded: SiteActivity
let older: SiteActivity
let newer: SiteActivity

beforeAll(async () => {
  visitor = await t.as(null)

  sites.bare = await anApprovedSite(t, 'laguna', {
    name_of_partner: 'Bantay 100% Gubat',
    approved_at: '2029-01-01T00:00:00Z',
  })
  sites.ncr = await anApprovedSite(t, 'ncr', {
    name_of_partner: 'Parke ng Lungsod',
    approved_at: '2029-02-01T00:00:00Z',
  })
  sites.graded = await anApprovedSite(t, 'zds', {
    name_of_partner: 'Kapunungan',
    approved_at: '2020-01-01T00:00:00Z',
  })
  graded = await anActivity(t, 'DONE', { site_profile_id: sites.graded, office: 'zds' })

  sites.twice = await anApprovedSite(t, 'laguna', {
    name_of_partner: 'Samahan',
    approved_at: '2020-01-01T00:00:00Z',
  })
  older = await anActivity(t, 'DONE', { site_profile_id: sites.twice })
  newer = await anActivity(t, 'AT-FMB', { site_profile_id: sites.twice })
  await turnOffAndApprove()

  hidden.push(
    await anApprovedSite(t, 'laguna', RETURNED),
    await anApprovedSite(t, 'laguna', {
      site_status: 'Submitted',
      fmb_status: 'Submitted',
      approved_at: null,
      waiting_since: '2031-01-01T00:00:00Z',
    }),
    await anApprovedSite(t, 'laguna', { status: 'Deactivated', deactivated_at: '2031-01-01T00:00:00Z' }),
  )
  for (const state of ['DRAFT', 'AT-PENRO', 'AT-FMB', 'RET-REGION'] as const)
    await anActivity(t, state, { site_profile_id: await anApprovedSite(t, 'quezon'), office: 'quezon' })
})
afterAll(() => expectStoredCounts(t))

/**
 * FMB returns the newer activity, which like the older one has evidence for principle 1 only; it is approved again with
 * principle 2 turned off.
 */
async function turnOffAndApprove() {
  const second = principleNumber(await batchOne(t), 2)
  await (await t.as('fmb.approver')).post(`/sites/activities/returned/${newer.id}`, {
    returned_reason_2: 'Not yet.',
  })
  await t.db
    .updateTable('site_activities')
    .set({ disabled_principle: [second.id], principle_number_2: 'Not Applicable' })
    .where('id', '=', newer.id)
    .execute()
  await (await t.as('laguna.encoder')).post(`/sites/activities/submitted/${newer.id}`)
  for (const person of [OFFICES.laguna.PENRO, OFFICES.laguna.Region, OFFICES.laguna.FMB]) {
    const reply = await (await t.as(person)).post(`/sites/activities/approved/${newer.id}`)
    expect(reply.statusCode).toBe(200)
  }
}

const rowsOf = async (query = ''): Promise<ApprovedRow[]> =>
  (await visitor.get(`${LIST}?length=100${query}`)).json().data
const partners = async (query = '') => (await rowsOf(query)).map((row) => row.name_of_partner)

/**
 * Deactivates or activates an approved record, which no call does, with the row of the log that such a call would
 * write.
 */
async function switchTo(
  table: 'site_profiles' | 'site_activities',
  id: number,
  status: 'Activated' | 'Deactivated',
) {
  const auditable_type = table === 'site_profiles' ? 'Profiling of SITES' : 'SITES Activities'
  await t.db.insertInto('audit_logs').values({ auditable_type, auditable_id: id, event: status }).execute()
  const deactivated_at = status === 'Activated' ? null : '2031-01-01T00:00:00Z'
  await t.db.updateTable(table).set({ status, deactivated_at }).where('id', '=', id).execute()
}
const switchGraded = (status: 'Activated' | 'Deactivated') => switchTo('site_profiles', sites.graded, status)

describe('the public list', () => {
  test('[PUBLIC-10] [PUBLIC-04] needs no token and returns gkey, data, totalCount and filteredCount', async () => {
    const reply = await visitor.get(LIST)
    expect(reply.statusCode).toBe(200)
    expect(Object.keys(reply.json()).sort()).toEqual(['data', 'filteredCount', 'gkey', 'totalCount'])
    expect(reply.json().gkey).toBe('browser-map-key')
    const row: ApprovedRow = reply
      .json()
      .data.find((one: ApprovedRow) => one.site_profile_id === sites.graded)
    expect(Object.keys(row).sort()).toEqual([
      'approved_at',
      'code',
      'gradient',
      'name_of_partner',
      'province',
      'region',
      'region_id',
      'site_activity_id',
      'site_profile_id',
    ])
    expect(row).toMatchObject({
      province: 'Zamboanga del Sur',
      name_of_partner: 'Kapunungan',
      site_activity_id: graded.id,
    })
  })

  test('[PUBLIC-12] shows finally approved and activated profiles only', async () => {
    const shown = (await rowsOf()).map((row) => row.site_profile_id)
    expect(shown).toEqual(expect.arrayContaining(Object.values(sites)))
    for (const id of hidden) expect(shown).not.toContain(id)
    const quezon = await rowsOf('&search=Quezon')
    expect(quezon.map((row) => row.site_activity_id)).toEqual([null, null, null, null])
  })

  test('[ACTIVITIES-43] a site has eight grades, or the text while no activity of it is approved', async () => {
    const rows = await rowsOf()
    const gradient = (id: number) => rows.find((row) => row.site_profile_id === id)?.gradient
    expect(gradient(sites.bare)).toBe('No site activities yet')
    expect(gradient(sites.graded)).toEqual(graded.grades)
    expect(Object.keys(graded.grades)).toHaveLength(8)
  })

  test('the latest approved activity gives the grades of the site', async () => {
    const row = (await rowsOf()).find((one) => one.site_profile_id === sites.twice)
    expect(row?.site_activity_id).toBe(newer.id)
    expect(row?.gradient).toMatchObject({ principle_number_2: 'Not Applicable' })
  })

  test('a deactivated activity, which only imported data can hold, gives no grades', async () => {
    const shown = async () => (await rowsOf()).find((one) => one.site_profile_id === sites.twice)
    await switchTo('site_activities', newer.id, 'Deactivated')
    expect((await shown())?.site_activity_id).toBe(older.id)
    await switchTo('site_activities', newer.id, 'Activated')
    expect((await shown())?.site_activity_id).toBe(newer.id)
  })

  test('[PUBLIC-05] the newest of the two final approvals comes first', async () => {
    const rows = await rowsOf()
    const times = rows.map((row) => row.approved_at)
    expect(times).toEqual([...times].sort().reverse())
    const shown = rows.find((row) => row.site_profile_id === sites.graded)
    expect(shown?.approved_at).toBe(graded.approved_at)
    expect(rows.find((row) => row.site_profile_id === sites.bare)?.approved_at).toBe(
      '2029-01-01T00:00:00.000Z',
    )
  })

  test('[PUBLIC-03] [PUBLIC-10] region_id leaves rows of that region only', async () => {
    const reply = await visitor.get(`${LIST}?region_id=${graded.region_id}`)
    expect(reply.json().data.map((row: ApprovedRow) => row.region_id)).toEqual([graded.region_id])
    const everything = (await visitor.get(LIST)).json()
    expect(reply.json()).toMatchObject({ filteredCount: 1, totalCount: everything.totalCount })
    expect(await partners('&region_id=x')).toEqual(await partners())
    expect(await partners('&region_id=99')).toEqual([])
  })

  test('a grade leaves the sites with at least one principle of it', async () => {
    expect(await partners('&principle_grade=Not%20Applicable')).toEqual(['Samahan'])
    expect((await partners('&principle_grade=Somewhat%20Compliant')).sort()).toEqual([
      'Kapunungan',
      'Samahan',
    ])
    expect(await partners('&principle_grade=Very%20Compliant')).toEqual([])
  })

  test('the search finds text in region, province, partner and code, ignoring case and without wildcards', async () => {
    expect(await partners('&search=KAPUNUNGAN')).toEqual(['Kapunungan'])
    expect(await partners('&search=100%25')).toEqual(['Bantay 100% Gubat'])
    expect(await partners('&search=zamboanga%20del%20s')).toEqual(['Kapunungan'])
    const [row] = await rowsOf('&search=kapunungan')
    expect(await partners(`&search=${row?.code.toLowerCase()}`)).toEqual(['Kapunungan'])
    expect(await partners('&search=%25%25')).toEqual([])
  })
})

describe('region counts', () => {
  test('[PUBLIC-09] every region is listed with the number of its rows, zero included', async () => {
    const reply = await visitor.get('/sites/dashboard/count')
    expect(reply.statusCode).toBe(200)
    const counts: RegionCount[] = reply.json().data
    expect(counts).toHaveLength(18)
    const rows = await rowsOf()
    for (const { region_id, count } of counts)
      expect([region_id, count]).toEqual([
        region_id,
        rows.filter((row) => row.region_id === region_id).length,
      ])
    expect(counts.some((one) => one.count === 0)).toBe(true)
    expect(counts[0]).toEqual({
      region_id: 1,
      region_name: expect.stringContaining('National Capital'),
      count: 1,
    })
  })

  test('follow each change, and with them the totals of the list, of the country and of a region', async () => {
    const { region_id } = await t.db
      .selectFrom('site_profiles')
      .select('region_id')
      .where('id', '=', sites.graded)
      .executeTakeFirstOrThrow()
    const totals = async () => {
      const counts: RegionCount[] = (await visitor.get('/sites/dashboard/count')).json().data
      const [country, region] = await Promise.all(
        ['/sites/activities/dashboard/datatable', `${LIST}?region_id=${region_id}`].map(async (url) =>
          (await visitor.get(url)).json(),
        ),
      )
      const own = counts.find((one) => one.region_id === region_id)?.count ?? 0
      expect(region).toMatchObject({ filteredCount: own, totalCount: country.totalCount })
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(country.totalCount)
      return { own, all: country.totalCount, filtered: country.filteredCount }
    }
    const before = await totals()
    await switchGraded('Deactivated')
    expect(await totals()).toEqual({
      own: before.own - 1,
      all: before.all - 1,
      filtered: before.filtered - 1,
    })
    await switchGraded('Activated')
    expect(await totals()).toEqual(before)
  })
})

describe('the public view of an activity', () => {
  const show = async (id: number): Promise<ApprovedSite> =>
    (await visitor.get(`/sites/activities/dashboard/${id}`)).json().data

  test('[PUBLIC-10] [PUBLIC-06] gives site data, grades and the titles of criteria and indicators', async () => {
    const site = await show(graded.id)
    expect(site).toMatchObject({
      id: graded.id,
      code: graded.site_profile_code,
      province: 'Zamboanga del Sur',
      name_of_partner: 'Kapunungan',
      project_area: '100.50',
      redd_eligible_activities_area: [
        { name: 'Reducing emissions from deforestation', hectares: '60.25' },
        { name: 'Conservation of forest-carbon stocks', hectares: '40.25' },
      ],
      grades: graded.grades,
      approved_at: graded.approved_at,
    })
    const principles = await batchOne(t)
    expect(site.principles.map((one) => one.title)).toEqual(principles.map((one) => one.title))
    expect(site.principles[3]?.criteria.map((one) => one.title)).toEqual(
      principles[3]?.criteria.map((one) => one.title),
    )
    const indicators = principles[3]?.criteria[0]?.criteria_indicator.map(({ order, title }) => ({
      order,
      title,
    }))
    expect(site.principles[3]?.criteria[0]?.indicators).toEqual(indicators)
  })

  test('an older approved round stays readable, with its own grades', async () => {
    expect((await show(older.id)).grades).toEqual(older.grades)
    expect((await show(newer.id)).grades.principle_number_2).toBe('Not Applicable')
  })

  test('[S-150] a replaced approval says when and by which; a site lists its earlier approvals with their grades', async () => {
    const first = await show(older.id)
    const second = await show(newer.id)
    expect(second).toMatchObject({ replaced: null, reporting_year: newer.reporting_year })
    expect(first.replaced).toEqual({ at: second.approved_at, id: newer.id, approved_at: second.approved_at })
    expect(first.earlier).toEqual([])
    expect(second.earlier).toEqual([
      {
        id: older.id,
        approved_at: expect.any(String),
        reporting_year: older.reporting_year,
        grades: older.grades,
      },
    ])
    expect(new Date(second.earlier[0]?.approved_at ?? '').getTime()).toBe(
      new Date(first.approved_at).getTime(),
    )
    expect(await show(graded.id)).toMatchObject({ replaced: null, earlier: [] })
    // after a third one, the second is replaced by it, and the first names it as well
    const third = await anActivity(t, 'DONE', { site_profile_id: sites.twice })
    const latest = await show(third.id)
    expect(latest.earlier.map(({ id }) => id)).toEqual([newer.id, older.id])
    expect((await show(newer.id)).replaced).toMatchObject({ id: third.id, at: latest.approved_at })
    expect((await show(older.id)).replaced).toEqual({
      id: third.id,
      at: second.approved_at,
      approved_at: latest.approved_at,
    })
    // a deactivated one replaces nothing
    await switchTo('site_activities', third.id, 'Deactivated')
    expect((await show(newer.id)).replaced).toBeNull()
    await t.db
      .deleteFrom('site_activities')
      .where('id', '=', third.id)
      .execute()
      .catch(() => undefined)
  })

  test('[PUBLIC-12] drafts, submitted, returned and deactivated ones are not there', async () => {
    const rows = await t.db
      .selectFrom('site_activities')
      .select(['id', 'site_status'])
      .where('site_status', '<>', 'Approved')
      .execute()
    expect(new Set(rows.map((row) => row.site_status))).toEqual(
      new Set(['Save as Draft', 'Submitted', 'Returned']),
    )
    for (const { id } of rows)
      expect((await visitor.get(`/sites/activities/dashboard/${id}`)).statusCode).toBe(404)
    expect((await visitor.get('/sites/activities/dashboard/0')).statusCode).toBe(404)
    expect((await visitor.get('/sites/activities/dashboard/987654')).statusCode).toBe(404)
  })

  test('a profile deactivated later takes its activity along', async () => {
    await switchGraded('Deactivated')
    expect((await visitor.get(`/sites/activities/dashboard/${graded.id}`)).statusCode).toBe(404)
    expect(await partners()).not.toContain('Kapunungan')
    await switchGraded('Activated')
    expect(await partners()).toContain('Kapunungan')
  })
})

test('no public reply names a person, a file or a comment', async () => {
  const people = await t.db.selectFrom('users').select(['first_name', 'last_name', 'email']).execute()
  const files = await t.db.selectFrom('files').select(['name', 'sha256']).execute()
  const secrets = [
    ...people.flatMap((person) => [person.last_name, person.email]),
    ...files.flatMap((file) => [file.name, file.sha256]),
    'Not yet.',
    'helper',
    'upload',
    'returned',
    'created_by',
    'deactivat',
    'office',
    '"map_kml',
    'agreement_id',
  ]
  const bodies = await Promise.all(
    [LIST, '/sites/dashboard/count', `/sites/activities/dashboard/${newer.id}`].map((url) =>
      visitor.get(url),
    ),
  )
  for (const reply of bodies) {
    expect(reply.statusCode).toBe(200)
    // titles of principles are public and may contain anything; all other texts are searched
    const text = JSON.stringify(reply.json(), (key, value) => (key === 'title' ? '' : value))
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
})

describe('the door of the public calls', () => {
  test('the API key is needed', async () => {
    for (const url of [LIST, '/sites/dashboard/count', `/sites/activities/dashboard/${graded.id}`])
      expect((await t.app.inject({ method: 'GET', url: `/api${url}` })).statusCode).toBe(403)
  })

  test('[S-149] the calls share a limit of 300 a minute unless set otherwise', async () => {
    const { app } = await startAppForTest({ settings: { PUBLIC_CALLS_PER_MINUTE: '' } })
    const urls = [LIST, '/sites/dashboard/count', `/sites/activities/dashboard/${graded.id}`]
    const codes: number[] = []
    for (let round = 0; round < 301; round += 1) {
      const headers = { 'x-api-key': 'test-key', 'x-forwarded-for': '203.0.113.8' }
      codes.push((await app.inject({ method: 'GET', url: `/api${urls[round % 3]}`, headers })).statusCode)
    }
    expect([codes.indexOf(429), codes.length]).toEqual([300, 301])
  })

  full.test('[S-113] instances on one database count together', async () => {
    const first = await startAppForTest({ settings: { PUBLIC_CALLS_PER_MINUTE: '10' } })
    const second = await buildApp(first.services, { webDir: null })
    onTestFinished(() => second.close())
    const call = async (app: typeof second, address: string) => {
      const headers = { 'x-api-key': 'test-key', 'x-forwarded-for': address }
      return (await app.inject({ method: 'GET', url: `/api${LIST}`, headers })).statusCode
    }
    const told = async (network: string) =>
      (
        await first.db
          .selectFrom('public_call_counts')
          .select('calls')
          .where('network', '=', network)
          .executeTakeFirst()
      )?.calls
    for (let round = 0; round < 6; round += 1) expect(await call(first.app, '203.0.113.7')).toBe(200)
    // calls are counted in memory and written to the database together, within a second
    await expect.poll(() => told('203.0.113.7'), { timeout: 10_000 }).toBe(6)
    expect(await call(second, '203.0.113.7')).toBe(200)
    await expect.poll(() => told('203.0.113.7'), { timeout: 10_000 }).toBe(7)
    const codes: number[] = []
    for (let round = 0; round < 4; round += 1) codes.push(await call(second, '203.0.113.7'))
    expect(codes).toEqual([200, 200, 200, 429])
    await expect.poll(() => told('203.0.113.7'), { timeout: 10_000 }).toBe(11)
    // each poll is a call that counts
    const rarely = { timeout: 10_000, interval: 1_000 }
    await expect.poll(() => call(first.app, '203.0.113.7'), rarely).toBe(429)
    expect(await call(second, '203.0.113.8')).toBe(200)

    // a count that cannot be written is written later; the sequence keeps its number although the transaction is rolled
    // back
    await sql`create sequence untold`.execute(first.db)
    await sql`create function refuse_telling() returns trigger language plpgsql as
      'begin perform nextval(''untold''); raise ''away''; end'`.execute(first.db)
    await sql`create trigger away before insert on public_call_counts execute function refuse_telling()`.execute(
      first.db,
    )
    expect(await call(first.app, '203.0.113.9')).toBe(200)
    const isRefused = async () =>
      (await sql<{ is_called: boolean }>`select is_called from untold`.execute(first.db)).rows[0]?.is_called
    await expect.poll(isRefused, { timeout: 10_000 }).toBe(true)
    await sql`drop trigger away on public_call_counts`.execute(first.db)
    expect(await call(first.app, '203.0.113.9')).toBe(200)
    await expect.poll(() => told('203.0.113.9'), { timeout: 10_000 }).toBe(2)

    // a minute that has ended by the clock of the database starts again
    await sql`update public_call_counts set began_at = now() - interval '1 hour'`.execute(first.db)
    await expect.poll(() => call(first.app, '203.0.113.7'), rarely).toBe(200)
    const old = { network: '198.51.100.1', began_at: '2025-06-01T00:00:00Z', calls: 1 }
    await first.db.insertInto('public_call_counts').values(old).execute()
    await removeOldCounts(first.db)
    expect(await told(old.network)).toBeUndefined()
  })

  test('an address gets 429 after its calls of the minute, another one is still served', async () => {
    const small = await startAppForTest({ settings: { PUBLIC_CALLS_PER_MINUTE: '3' } })
    const call = (address: string, url = LIST) =>
      small.app.inject({
        method: 'GET',
        url: `/api${url}`,
        headers: { 'x-api-key': 'test-key', 'x-forwarded-for': address },
      })
    for (let round = 0; round < 3; round += 1) expect((await call('203.0.113.7')).statusCode).toBe(200)
    const refused = await call('203.0.113.7')
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      429,
      'rate',
      'Too many requests. Please wait a moment and try again.',
    ])
    expect(refused.headers['retry-after']).toBeDefined()
    expect((await call('198.51.100.9')).statusCode).toBe(200)
    const staff = await small.as('laguna.encoder')
    for (let round = 0; round < 5; round += 1)
      expect((await staff.get('/sites/principles')).statusCode).toBe(200)
  })
})
