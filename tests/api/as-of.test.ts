import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { addDays } from '../../shared/lib/date-range.ts'
import { GRADES, gradeField } from '../../shared/activities/grades.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import type { Site } from '../../server/sites/sites.queries.ts'
import { seededRandom } from '../../server/seed/demo-office.ts'
import { withServer } from '../support/product/app.ts'
import { anActivityRow, aSite } from '../support/records/factories.ts'
import { recount } from '../../server/recount/recount.actions.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { full } from '../support/full.ts'

/** the same history every time; SEED sets another one */
const SEED = Number(process.env.SEED ?? 20_310_704)

const t = withServer()
afterAll(() => expectStoredCounts(t))

const DONE = {
  site_status: 'Approved',
  penro_status: 'Approved',
  region_status: 'Approved',
  fmb_status: 'Approved',
}
const OFFICES = [
  'PENRO Laguna',
  'PENRO Quezon',
  'PENRO Zamboanga del Sur',
  'DENR-NCR North Field Office',
] as const

/** Everything that can be read as of a day: by whom, at which address, and whether the reply is a file. */
const ASKED = [
  [null, '/sites/activities/dashboard/sites.csv', true],
  [null, '/sites/activities/dashboard/sites.geojson', true],
  [null, '/sites/activities/dashboard/datatable?length=100', false],
  [
    null,
    '/sites/activities/dashboard/datatable?length=5&page=2&order[0][column]=code&order[0][dir]=desc',
    false,
  ],
  [null, '/sites/activities/dashboard/sites.csv?principle_grade=Very+Compliant', true],
  ['fmb.admin', '/reports/datatable/dashboard?length=100', false],
  ['fmb.admin', '/reports/export-dashboard?category=Safeguard+Activities', true],
  ['laguna.approver', '/reports/datatable/dashboard?length=100&search=laguna', false],
  ['fmb.super', '/reports/datatable/dashboard?approved_before=2026-11-01', false],
  ['fmb.admin', '/reports/export?accessLevel=National&site_status=Approved', true],
  [
    'fmb.admin',
    '/reports/export?accessLevel=National&site_status=Approved&category=Profiling+of+SITES',
    true,
  ],
  ['r4a.approver', '/reports/datatable/generate-reports?site_status=Approved&length=100', false],
] as const

const asOf = (url: string, day: string) => `${url}${url.includes('?') ? '&' : '?'}as_of=${day}`

async function answer(person: string | null, url: string) {
  const reply = await (await t.as(person)).get(url)
  expect(reply.statusCode, `${url}: ${reply.body.slice(0, 300)}`).toBe(200)
  return { bytes: reply.rawPayload, name: String(reply.headers['content-disposition'] ?? '') }
}

describe('as of a day', () => {
  full.test(
    'list, files, report and dashboard are those of that day to the byte, on 30 days of a random history',
    async () => {
      const random = seededRandom(SEED)
      console.log(`Register as of a day: seed ${SEED}`)
      const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
      const today = manilaDay(new Date())
      const sites: Site[] = []
      const taken = new Map<string, Buffer[]>()

      for (let back = 40; back > 10; back -= 1) {
        const day = addDays(today, -back)
        const noon = `${day}T12:00:00+08:00`
        const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(t.db)
        const began = rows[0]?.at ?? ''
        for (let events = Math.floor(random() * 4); events > 0; events -= 1) {
          const chance = random()
          const site = sites.length === 0 || chance < 0.4 ? null : one(sites)
          if (site === null) {
            const added = await aSite(t, { site_status: 'Approved', office: one(OFFICES), boundary: null })
            await t.db
              .updateTable('site_profiles')
              .set({ approved_at: noon })
              .where('id', '=', added.id)
              .execute()
            sites.push(added)
          } else if (chance < 0.85) {
            const grades = Object.fromEntries(
              PRINCIPLE_NUMBERS.map((number) => [gradeField(number), one(GRADES)]),
            )
            await anActivityRow(t, site, { ...DONE, ...grades, approved_at: noon, submitted_at: noon })
          } else {
            // no call can deactivate an approved profile, but a database can
            await sql`
            update site_profiles set
              status = case status when 'Activated' then 'Deactivated' else 'Activated' end,
              deactivated_at = case status when 'Activated' then now() end
            where id = ${site.id}`.execute(t.db)
          }
        }
        // moves what happened just now to noon of that day
        await sql`
        update approved_site_history set
          since = case when since >= ${began}::timestamptz then ${noon}::timestamptz + (since - ${began}::timestamptz)
            else since end,
          until = case when until >= ${began}::timestamptz then ${noon}::timestamptz + (until - ${began}::timestamptz)
            else until end
        where since >= ${began}::timestamptz or until >= ${began}::timestamptz`.execute(t.db)
        const answers = []
        for (const [person, url] of ASKED) answers.push((await answer(person, url)).bytes)
        taken.set(day, answers)
      }

      expect(sites.length).toBeGreaterThan(10)
      for (const [day, answers] of taken)
        for (const [index, [person, url, isFile]] of ASKED.entries()) {
          const then = await answer(person, asOf(url, day))
          const told = `${url} as of ${day}`
          if (isFile) {
            expect(then.bytes.equals(answers[index] as Buffer), told).toBe(true)
            expect(then.name).toContain(day.replaceAll('-', ''))
          } else expect(JSON.parse(then.bytes.toString()), told).toEqual(JSON.parse(String(answers[index])))
        }
      // an activity in review now was not in review then
      for (const site of sites.slice(0, 5))
        await anActivityRow(t, site, {
          site_status: 'Submitted',
          penro_status: 'Submitted',
          submitted_at: new Date().toISOString(),
          waiting_since: new Date().toISOString(),
        })
      const report = async (more: string) =>
        JSON.parse(
          String(
            (
              await answer(
                'fmb.admin',
                `/reports/datatable/generate-reports?length=100&as_of=${today}${more}`,
              )
            ).bytes,
          ),
        )
      expect(await report('')).toEqual(await report('&site_status=Approved'))
      // so that the answers do not match just because they are those of now
      const [first] = taken.keys()
      const { bytes } = await answer(null, asOf('/sites/activities/dashboard/sites.csv', first ?? ''))
      expect(bytes.equals((await answer(null, '/sites/activities/dashboard/sites.csv')).bytes)).toBe(false)
    },
  )

  test('of today it is what there is now, right after an approval too; before the first approval nothing', async () => {
    const list = async (as_of: string) =>
      JSON.parse((await answer(null, asOf('/sites/activities/dashboard/datatable', as_of))).bytes.toString())
    const before = await list(manilaDay(new Date()))
    expect(before).toEqual(await list(''))
    await aSite(t, { site_status: 'Approved', boundary: null })
    const after = await list(manilaDay(new Date()))
    expect(after).toEqual(await list(''))
    expect(after.totalCount).toBe(before.totalCount + 1)
    expect(await list('2001-01-01')).toMatchObject({ data: [], totalCount: 0 })
  })

  test('[S-152] a file as of a day carries it in its name and is the same to the byte whenever and by whomever it is made', async () => {
    await aSite(t, { site_status: 'Approved', boundary: null })
    const day = manilaDay(new Date())
    const compact = day.replaceAll('-', '')
    const urls = [
      [null, '/sites/activities/dashboard/sites.csv', `Approved_SITES_as_of_${compact}.csv`],
      [null, '/sites/activities/dashboard/sites.geojson', `Approved_SITES_as_of_${compact}.geojson`],
      ['fmb.admin', '/reports/export-dashboard', `Dashboard_as_of_${compact}_All_Category.csv`],
      ...['csv', 'xls', 'xlsx'].map(
        (format) =>
          [
            'fmb.admin',
            `/reports/export?accessLevel=National&downloadAs=${format}`,
            `SIS_Report_as_of_${compact}_All_Category_All_Status_All_Principle.${format}`,
          ] as const,
      ),
    ] as const
    const take = async () => {
      const taken = []
      for (const [person, url] of urls) taken.push(await answer(person, asOf(url, day)))
      return taken
    }
    const first = await take()
    const { now } = t.services
    // almost an hour later; zip files and workbooks record the time in steps of two seconds
    t.services.now = () => new Date(now().getTime() + 50 * 60_000)
    await new Promise((resolve) => setTimeout(resolve, 2100))
    const later = await take()
    t.services.now = now
    for (const [index, [, url, name]] of urls.entries()) {
      expect(first[index]?.name).toContain(name)
      expect(later[index]?.name).toBe(first[index]?.name)
      expect(later[index]?.bytes.equals(first[index]?.bytes as Buffer), url).toBe(true)
    }
    const today = await answer(null, '/sites/activities/dashboard/sites.csv')
    expect(today.name).toContain(`Approved_SITES_${compact}.csv`)
  })

  test('a day that is none, or has not come, is refused in one sentence; a report tells what was approved', async () => {
    const visitor = await t.as(null)
    const admin = await t.as('fmb.admin')
    const tomorrow = addDays(manilaDay(new Date()), 1)
    for (const [caller, url] of [
      [visitor, '/sites/activities/dashboard/datatable'],
      [visitor, '/sites/activities/dashboard/sites.csv'],
      [admin, '/reports/datatable/dashboard'],
      [admin, '/reports/export-dashboard'],
      [admin, '/reports/export?accessLevel=National'],
      [admin, '/reports/datatable/generate-reports?accessLevel=National'],
    ] as const) {
      const [none, future] = [
        await caller.get(asOf(url, '2026-02-30')),
        await caller.get(asOf(url, tomorrow)),
      ]
      expect([none.statusCode, none.json().errors.as_of], url).toEqual([
        422,
        ['As of is not a day of the calendar. Please enter a date like 2025-06-01.'],
      ])
      expect([future.statusCode, future.json().errors.as_of], url).toEqual([
        422,
        ['As of cannot be later than today.'],
      ])
    }
    const returned = await admin.get(
      '/reports/export?accessLevel=National&site_status=Returned&as_of=2026-01-01',
    )
    expect([returned.statusCode, returned.json().errors]).toEqual([
      422,
      {
        site_status: [
          'A report as of an earlier day has only what was approved then: please choose Total Approved.',
        ],
      },
    ])
  })

  test('a row that somebody takes away behind the triggers has ended in the history once it is mended', async () => {
    const { id } = await aSite(t, { site_status: 'Approved', boundary: null })
    const open = () =>
      t.db
        .selectFrom('approved_site_history')
        .select('until')
        .where('site_profile_id', '=', id)
        .orderBy('id')
        .execute()
    await t.db.transaction().execute(async (db) => {
      await sql`alter table approved_sites disable trigger user`.execute(db)
      await db.deleteFrom('approved_sites').where('site_profile_id', '=', id).execute()
      await sql`alter table approved_sites enable trigger user`.execute(db)
    })
    await recount(t.services)
    expect((await open()).map(({ until }) => until === null)).toEqual([false, true])
  })
})
