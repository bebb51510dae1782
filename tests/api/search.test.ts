import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { searchForm } from '../../shared/lib/search-form.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import { anActivityRow, aSite } from '../support/records/factories.ts'
import { manySites } from '../support/records/many-sites.ts'
import { aPerson, aRole } from '../support/records/people.ts'

const t = withServer()
let superuser: Caller
beforeAll(async () => {
  superuser = await t.as('fmb.super')
})

/** The number of rows that a call finds, under any field name. */
async function found(caller: Caller, address: string, text: string): Promise<number> {
  const reply = await caller.get(
    `${address}${address.includes('?') ? '&' : '?'}search=${encodeURIComponent(text)}`,
  )
  expect([address, reply.statusCode]).toEqual([address, 200])
  const rows = Object.values(reply.json() as object).find(Array.isArray) as unknown[]
  return rows.length
}

describe('[S-126] accents and case do not matter, neither in what is typed nor in what is stored', () => {
  const TYPED = ['penafrancia', 'PEÑAFRANCIA', 'Pen\u0303afrancia', 'peñáfrancia']

  beforeAll(async () => {
    const approved = { site_status: 'Approved', boundary: null } as const
    for (const name_of_partner of ['Samahan ng Peñafrancia', 'SAMAHAN NG PENAFRANCIA']) {
      const site = await aSite(t, { ...approved, name_of_partner })
      await anActivityRow(t, site, {
        site_status: 'Submitted',
        penro_status: 'Approved',
        region_status: 'Approved',
        fmb_status: 'Submitted',
        waiting_since: new Date().toISOString(),
        submitted_at: new Date().toISOString(),
      })
      const role = await aRole(t, {
        name: `Reader ${site.id} of ${name_of_partner}`,
        access_level: 'FMB',
        permissions: ['user_access'],
      })
      await aPerson(t, `reader.${site.id}`, { role, last_name: name_of_partner })
      await t.db
        .insertInto('audit_logs')
        .values({
          user_name: name_of_partner,
          user_email: 'x@bureau.example',
          role_name: 'PENRO Encoder',
          auditable_type: 'User Management',
          event: 'View',
          field_change: '[]',
          created_at: '2024-03-10T00:00:00+08:00',
        })
        .execute()
    }
  })

  test.each([
    '/sites',
    '/sites/datatable',
    '/sites/search',
    '/sites/datatable/site/Approved',
    '/sites/activities/datatable',
    '/sites/activities/datatable/region/Approved',
    '/sites/activities/dashboard/datatable',
    '/users',
    '/users/datatable',
    '/users/search',
    '/roles',
    '/roles/datatable',
    '/roles/search?status=Activated',
    '/reports/datatable/audit-logs?startDate=2024-03-10&endDate=2024-03-10',
  ])('%s', async (address) => {
    for (const text of TYPED) expect([text, await found(superuser, address, text)]).toEqual([text, 2])
    expect(await found(superuser, address, 'penafrancisco')).toBe(0)
  })

  test('places and states are found as well', async () => {
    const laguna = await t.as('laguna.encoder')
    expect(await found(laguna, '/sites/datatable', 'LÁGUNA')).toBe(2)
    expect(await found(laguna, '/sites/datatable', 'ápproved')).toBe(2)
  })

  test('the server and the database bring a text into the same form', async () => {
    for (const text of [
      'Peñafrancia',
      'Pen\u0303a',
      'ÀÉÎÕÜ ç',
      'İstanbul',
      'Barangay 7 (50%_\\)',
      '森林',
      'Ω ΣΑΣ x',
    ]) {
      const { rows } = await sql<{ form: string }>`select search_form(${text}) as form`.execute(t.db)
      expect(rows[0]?.form.replaceAll('ς', 'σ')).toBe(searchForm(text).replaceAll('ς', 'σ'))
    }
  })

  test('profiles and activities are found by an index', async () => {
    const plan = async (table: string, code: string, name: string) => {
      const { rows } = await t.db.transaction().execute(async (db) => {
        await sql`set local enable_seqscan = off`.execute(db)
        return sql<{ 'QUERY PLAN': string }>`explain select id from ${sql.table(table)}
          where search_form(${sql.ref(code)} || E'\n' || ${sql.ref(name)}) like search_form(${'%peñafrancia%'})`.execute(
          db,
        )
      })
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    expect(await plan('site_profiles', 'code', 'name_of_partner')).toContain('site_profiles_search_idx')
    expect(await plan('site_activities', 'site_profile_code', 'site_profile_name')).toContain(
      'site_activities_search_idx',
    )
  })
})

describe('a list that is not sent whole says so', () => {
  const COUNT = 501

  test('choices stop at 500 and say how many there are and where they go on', async () => {
    const site = await aSite(t, { name_of_partner: 'Kapatagan', boundary: null })
    await manySites(t, site, COUNT)
    const ask = async (query: string) =>
      (await superuser.get(`/sites/search?search=sites-many${query}`)).json()
    const first = await ask('')
    expect(first.siteProfiles).toHaveLength(500)
    expect(first).toMatchObject({ filteredCount: COUNT, nextPage: 2 })
    expect(first.totalCount).toBeGreaterThan(COUNT)
    const rest = await ask('&page=2')
    expect(rest).toMatchObject({ filteredCount: COUNT, nextPage: null })
    const ids = [...first.siteProfiles, ...rest.siteProfiles].map((row: { id: number }) => row.id)
    expect(new Set(ids).size, 'each once').toBe(COUNT)
    expect((await ask('&length=20')).siteProfiles).toHaveLength(20)
    expect((await ask('&length=501')).siteProfiles).toHaveLength(500)
    const one = first.siteProfiles[7]
    expect((await ask(`&site_profile_id=${one.id}`)).siteProfiles).toEqual([one])
    expect((await superuser.get('/sites/search?site_profile_id=x')).statusCode).toBe(422)
  })

  test.each(['users', 'roles', 'sites'])(
    'GET /%s says how many there are and where they go on',
    async (noun) => {
      const rowsOf = (reply: object) => Object.values(reply).find(Array.isArray) as { id: number }[]
      const page = async (number: number) => (await superuser.get(`/${noun}?length=5&page=${number}`)).json()
      const first = await page(1)
      expect(rowsOf(first)).toHaveLength(5)
      expect(first.filteredCount).toBe(first.totalCount)
      expect(first.nextPage).toBe(2)
      expect(rowsOf(await page(2))[0]?.id).not.toBe(rowsOf(first)[0]?.id)
      expect((await page(Math.ceil(first.totalCount / 5))).nextPage).toBeNull()
      expect((await superuser.get(`/${noun}?search=%25%25`)).json()).toMatchObject({
        filteredCount: 0,
        nextPage: null,
      })
    },
  )
})
