import { beforeAll, describe, expect, test } from 'vitest'
import { findSite, type Site } from '../../server/sites/sites.queries.ts'
import { actorOf, actorQuery } from '../../server/context/sessions.ts'
import { DEMO_PEOPLE, demoEmail } from '../../server/seed/demo-people.ts'
import type { Actor } from '../../shared/access/actor.ts'
import { GRADES } from '../../shared/activities/grades.ts'
import { CATEGORIES } from '../../shared/dashboard/dashboard.rules.ts'
import { mayReport } from '../../shared/dashboard/report-scope.ts'
import type { ReportRow } from '../../shared/reports/reports.schema.ts'
import { withServer } from '../support/product/app.ts'
import { anActivityRow, aSite, type SiteWanted } from '../support/records/factories.ts'
import { aPerson, aRole, regionId } from '../support/records/people.ts'
import { full } from '../support/full.ts'

/** The rows of a report at every level and with every filter, in a bureau with every kind of record. */

const OFFICES = ['PENRO Laguna', 'PENRO Quezon', 'PENRO Zamboanga del Sur', 'DENR-NCR North Field Office']
const NOW = '2031-07-04T01:00:00.000Z'
const DONE = {
  site_status: 'Approved',
  penro_status: 'Approved',
  region_status: 'Approved',
  fmb_status: 'Approved',
} as const
const AT_PENRO = {
  site_status: 'Submitted',
  penro_status: 'Submitted',
  waiting_since: NOW,
  submitted_at: NOW,
}
const AT_FMB = {
  site_status: 'Submitted',
  penro_status: 'Approved',
  region_status: 'Approved',
  fmb_status: 'Submitted',
  waiting_since: NOW,
  submitted_at: NOW,
}
const RETURNED = { site_status: 'Returned', penro_status: 'Returned', returned_by: 'PENRO', returned_at: NOW }
const OFF = { status: 'Deactivated', deactivated_at: NOW, deactivate_reason: 'Entered twice' }

const approvedOn = (day: string) => ({ ...DONE, approved_at: `${day}T01:00:00.000Z` })
const VERY = { principle_number_3: 'Very Compliant' }

/** A profile, its activities, and the row that a person gets who may read all of it. */
type Sample = {
  name: string
  profile: SiteWanted
  activities?: Record<string, unknown>[]
  /** the index of the activity that the row is based on; null for the profile; 'none' for no row */
  standsOn: number | null | 'none'
  status?: 'Approved' | 'Submitted' | 'Returned'
}
const SAMPLES: Sample[] = [
  { name: 'profile in review', profile: {}, standsOn: null, status: 'Submitted' },
  { name: 'profile at FMB', profile: { level: 'FMB' }, standsOn: null, status: 'Submitted' },
  { name: 'profile returned', profile: { site_status: 'Returned' }, standsOn: null, status: 'Returned' },
  { name: 'profile approved', profile: { site_status: 'Approved' }, standsOn: null, status: 'Approved' },
  { name: 'profile switched off', profile: { deactivated_by: 'fmb.admin' }, standsOn: 'none' },
  {
    name: 'draft on an approved profile',
    profile: { site_status: 'Approved' },
    activities: [{ ...VERY }],
    standsOn: null,
    status: 'Approved',
  },
  {
    name: 'activity switched off',
    profile: { site_status: 'Approved' },
    activities: [{ ...AT_PENRO, ...OFF, ...VERY }],
    standsOn: null,
    status: 'Approved',
  },
  {
    name: 'activity approved, then another',
    profile: { site_status: 'Approved' },
    activities: [{ ...approvedOn('2031-01-01'), ...VERY }, { ...approvedOn('2031-02-01') }],
    standsOn: 1,
    status: 'Approved',
  },
  {
    name: 'activity approved, the next a draft',
    profile: { site_status: 'Approved' },
    activities: [{ ...approvedOn('2031-01-01'), ...VERY }, {}],
    standsOn: 0,
    status: 'Approved',
  },
  {
    name: 'activity approved, the next in review',
    profile: { site_status: 'Approved' },
    activities: [{ ...approvedOn('2031-01-01') }, { ...AT_FMB, principle_number_8: 'Somewhat Compliant' }],
    standsOn: 1,
    status: 'Submitted',
  },
  {
    name: 'activity returned',
    profile: { site_status: 'Approved' },
    activities: [{ ...RETURNED, principle_number_1: 'Not Applicable' }],
    standsOn: 0,
    status: 'Returned',
  },
]

type Laid = Sample & { office: string; site: Site; ids: number[] }

const t = withServer()
const laid: Laid[] = []

beforeAll(async () => {
  const off = await t.userId('fmb.admin')
  for (const office of OFFICES)
    for (const sample of SAMPLES) {
      const { id } = await aSite(t, { ...sample.profile, office, boundary: null })
      const site = (await findSite(t.db, id)) as Site
      const ids: number[] = []
      for (const row of sample.activities ?? []) {
        const by = 'status' in row ? { deactivated_by: off } : {}
        ids.push(await anActivityRow(t, site, { ...row, ...by } as Parameters<typeof anActivityRow>[2]))
      }
      laid.push({ ...sample, office, site, ids })
    }
  const role = await aRole(t, { name: 'Region Observer', access_level: 'Region' })
  await aPerson(t, 'keyless', { role, region: 'R04A' })
})

type Reply = {
  data: ReportRow[]
  totalCount: number
  filteredCount: number
  ids: number[]
  site_activity_ids: number[]
}

async function report(name: string, query: Record<string, string> = {}): Promise<Reply> {
  const text = new URLSearchParams({ length: '100', ...query })
  const reply = await (await t.as(name)).get(`/reports/datatable/generate-reports?${text}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

const actorNamed = async (name: string): Promise<Actor> =>
  actorOf(await actorQuery(t.db).where('users.email', '=', demoEmail(name)).executeTakeFirstOrThrow())

/** What a row is based on for a person who may read only part of it (C-33). */
function expectedRow(
  actor: Actor,
  one: Laid,
): { site: Site; activity: number | null; status: string } | null {
  if (one.standsOn === 'none') return null
  const { site, ids } = one
  if (!mayReport(actor, site)) return null
  if (one.standsOn === null) return { site, activity: null, status: site.site_status }
  const status = one.status ?? 'Approved'
  if (mayReport(actor, { ...site, site_status: status }))
    return { site, activity: ids[one.standsOn] ?? null, status }
  // the neighbour's activity in review is hidden, so the approved one before it counts, or the profile
  const before = ids.find((_, index) => one.activities?.[index]?.site_status === 'Approved')
  return { site, activity: before ?? null, status: 'Approved' }
}

const keyOf = (row: { site_profile_id: number; site_activity_id: number | null; site_status: string }) =>
  `${row.site_profile_id} ${row.site_activity_id} ${row.site_status}`

describe('[REPORTS-20] the preview', () => {
  test('has data, counts and the ids of every row, whatever the page', async () => {
    const whole = await report('fmb.admin')
    expect(whole.totalCount).toBe(OFFICES.length * (SAMPLES.length - 1))
    expect(whole.filteredCount).toBe(whole.totalCount)
    expect(whole.data.map((row) => row.site_profile_id)).toEqual(whole.ids)
    expect(whole.site_activity_ids).toEqual(whole.data.flatMap((row) => row.site_activity_id ?? []))

    const page = await report('fmb.admin', { length: '10', page: '2' })
    expect(page.data).toEqual(whole.data.slice(10, 20))
    expect(page.ids).toEqual(whole.ids)
    expect(page.site_activity_ids).toEqual(whole.site_activity_ids)
    const bare = await report('fmb.admin', { length: '10', page: '2', without_ids: '1' })
    expect(bare).toEqual({ ...page, ids: [], site_activity_ids: [] })
  })

  test('searches code, partner and places', async () => {
    const { site } = laid[0] as Laid
    const found = await report('fmb.admin', { search: site.code })
    expect(found.ids).toEqual([site.id])
    expect(found).toMatchObject({ filteredCount: 1, totalCount: OFFICES.length * (SAMPLES.length - 1) })
    const inProvince = await report('fmb.admin', { search: 'zamboanga del s' })
    expect(inProvince.filteredCount).toBe(SAMPLES.length - 1)
    expect(inProvince.ids).toEqual(inProvince.data.map((row) => row.site_profile_id))
  })
})

describe('the rows a person gets (S-35, C-33)', () => {
  const people = DEMO_PEOPLE.filter((person) => !person.deactivated && !person.record_only)

  test.each(people.map(({ email }) => email))(
    '%s: one per site, of what may be seen, and no more',
    async (name) => {
      const actor = await actorNamed(name)
      const expected = laid.flatMap((one) => expectedRow(actor, one) ?? [])
      expect(expected.length).toBeGreaterThan(0)
      const { data, totalCount, filteredCount } = await report(name)
      const keys = expected.map(({ site, activity, status }) =>
        keyOf({ site_profile_id: site.id, site_activity_id: activity, site_status: status }),
      )
      expect(data.map(keyOf).sort()).toEqual(keys.sort())
      expect([totalCount, filteredCount]).toEqual([keys.length, keys.length])
    },
  )

  test('a PENRO sees what is approved in its region, and what is in review in its own office only', async () => {
    const { data } = await report('laguna.approver')
    const inQuezon = data.filter((row) => row.province === 'Quezon')
    expect(inQuezon.length).toBeGreaterThan(3)
    expect(new Set(inQuezon.map((row) => row.site_status))).toEqual(new Set(['Approved']))
    const own = data.filter((row) => row.province === 'Laguna').map((row) => row.site_status)
    expect(new Set(own)).toEqual(new Set(['Approved', 'Submitted', 'Returned']))
    expect(data.every((row) => ['Laguna', 'Quezon'].includes(row.province ?? ''))).toBe(true)
  })

  test('[REPORTS-01] somebody without a key reads the rows of the own region', async () => {
    const { data } = await report('keyless')
    expect(data).toHaveLength(2 * (SAMPLES.length - 1))
  })

  test('[REPORTS-08] whoever is not FMB stays in the own region, whatever is sent', async () => {
    const other = String(await regionId(t, 'R09'))
    for (const name of ['r4a.approver', 'laguna.approver', 'laguna.encoder'])
      for (const accessLevel of ['National', 'Region', 'PENRO']) {
        const { data } = await report(name, { accessLevel, region_id: other })
        expect(new Set(data.map((row) => row.province))).toEqual(new Set(['Laguna', 'Quezon']))
      }
  })
})

describe('the filters', () => {
  const rows = async (query: Record<string, string>) => (await report('fmb.admin', query)).data
  const national = (one: (sample: Laid) => boolean) =>
    laid.filter((sample) => sample.standsOn !== 'none' && one(sample)).length

  test('level, region and PENRO', async () => {
    const region_id = String(await regionId(t, 'R04A'))
    expect(await rows({ accessLevel: 'National', region_id })).toHaveLength(national(() => true))
    const inRegion = await rows({ accessLevel: 'Region', region_id })
    expect(new Set(inRegion.map((row) => row.province))).toEqual(new Set(['Laguna', 'Quezon']))
    const all = await rows({ accessLevel: 'PENRO', region_id })
    expect(all).toEqual(inRegion)
    const province_id = String(laid[0]?.site.province_id)
    const one = await rows({ accessLevel: 'PENRO', region_id, province_id })
    expect(new Set(one.map((row) => row.province))).toEqual(new Set(['Laguna']))
    expect(one).toHaveLength(SAMPLES.length - 1)
  })

  test('[REPORTS-12] FMB must say which region and which PENRO', async () => {
    const fmb = await t.as('fmb.admin')
    for (const call of ['datatable/generate-reports', 'export']) {
      const noRegion = await fmb.get(`/reports/${call}?accessLevel=Region`)
      expect(noRegion.statusCode).toBe(422)
      expect(noRegion.json().errors).toEqual({ region_id: ['Region is required.'] })
      const noPenro = await fmb.get(`/reports/${call}?accessLevel=PENRO`)
      expect(noPenro.json().errors).toEqual({ province_id: ['PENRO is required.'] })
    }
  })

  test('category: profiles with their own status and no grades; activities only where there is one (S-79)', async () => {
    const profiles = await rows({ category: 'Profiling of SITES' })
    expect(profiles).toHaveLength(national(() => true))
    for (const row of profiles) {
      const { site } = laid.find((one) => one.site.id === row.site_profile_id) as Laid
      expect(row).toMatchObject({
        site_activity_id: null,
        principle_number_1: null,
        site_status: site.site_status,
      })
      expect(row.approved_at === null).toBe(site.site_status !== 'Approved')
    }
    const activities = await rows({ category: 'Safeguard Activities' })
    expect(activities).toHaveLength(national((one) => typeof one.standsOn === 'number'))
    for (const row of activities) expect(row.principle_number_1).not.toBeNull()
    expect(await rows({ category: 'All Category' })).toEqual(await rows({ category: '' }))
  })

  test.each(['Approved', 'Submitted', 'Returned'] as const)('status %s (S-80)', async (site_status) => {
    const found = await rows({ site_status })
    const isApproved = ({ site }: Laid) => site.site_status === 'Approved'
    expect(found).toHaveLength(
      national((one) => (site_status === 'Approved' ? isApproved(one) : one.status === site_status)),
    )
    expect(new Set(found.map((row) => row.site_status))).toEqual(new Set([site_status]))
    const profiles = await rows({ category: 'Profiling of SITES', site_status })
    expect(profiles).toHaveLength(national(({ site }) => site.site_status === site_status))
    const reply = await report('fmb.admin', { site_status: ` ${site_status.toLowerCase()} ` })
    expect(reply.data).toEqual(found)
  })

  test('grade: some principle has it, or the one asked for; provisional ones count too (C-34, S-55)', async () => {
    const grades = async (query: Record<string, string>) =>
      (await rows(query)).map((row) => row.site_profile_id)
    const sites = (...names: string[]) =>
      laid.filter((one) => names.includes(one.name)).map((one) => one.site.id)
    const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b)
    const [review, returned, draft] = [
      'activity approved, the next in review',
      'activity returned',
      'activity approved, the next a draft',
    ]
    expect(sorted(await grades({ principle_grade: 'Somewhat Compliant' }))).toEqual(sites(review))
    expect(sorted(await grades({ principle_grade: 'very-compliant' }))).toEqual(sites(draft))
    expect(sorted(await grades({ principle_grade: 'Not Applicable', principle_number: '1' }))).toEqual(
      sites(returned),
    )
    expect(await grades({ principle_grade: 'Not Applicable', principle_number: '2' })).toEqual([])
    expect(sorted(await grades({ principle_grade: 'Very Compliant', principle_number: '3' }))).toEqual(
      sites(draft),
    )
    // profiles have no grades, so the filter does not apply to them
    const profiles = await rows({ category: 'Profiling of SITES', principle_grade: 'Very Compliant' })
    expect(profiles).toHaveLength(national(() => true))
  })

  test('what is no choice is refused under its name', async () => {
    const fmb = await t.as('fmb.admin')
    const wrong = {
      accessLevel: 'Own Record',
      category: 'Forests',
      site_status: 'Save as Draft',
      principle_grade: 'Excellent',
      principle_number: '9',
      region_id: 'x',
      without_ids: 'no',
    }
    for (const [name, value] of Object.entries(wrong)) {
      const reply = await fmb.get(
        `/reports/datatable/generate-reports?${new URLSearchParams({ [name]: value })}`,
      )
      expect(reply.statusCode, name).toBe(422)
      expect(Object.keys(reply.json().errors)).toEqual([name])
    }
  })

  test('empty ones narrow nothing', async () => {
    const empty = { region_id: '', province_id: '', category: '', site_status: '', principle_grade: '' }
    expect(await rows(empty)).toEqual(await rows({}))
  })
})

describe('[S-109] what is approved', () => {
  const counted = async (path: string, person: string | null, query: Record<string, string>) => {
    const reply = await (await t.as(person)).get(`/${path}?${new URLSearchParams(query)}`)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().filteredCount as number
  }

  test('is the latest approved activity, though a newer one is in review', async () => {
    const ofReview = laid.filter(({ name }) => name === 'activity approved, the next in review')
    const { data } = await report('fmb.admin', { site_status: 'Approved' })
    for (const { site, ids } of ofReview)
      expect(data.find((row) => row.site_profile_id === site.id)).toMatchObject({
        site_activity_id: ids[0],
        site_status: 'Approved',
        principle_number_8: 'Not Compliant',
        approved_at: '2031-01-01T01:00:00.000Z',
        submitted_at: null,
      })
    const whole = (await report('fmb.admin')).data
    for (const { site, ids } of ofReview)
      expect(whole.find((row) => row.site_profile_id === site.id)?.site_activity_id).toBe(ids[1])
  })

  full.test(
    'is as many sites on the public page, the dashboard and the report, in every filter',
    async () => {
      const places = [
        {},
        ...(await t.db.selectFrom('regions').select('id').execute()).map(({ id }) => ({
          region_id: String(id),
        })),
      ]
      const grades = [{}, ...GRADES.map((principle_grade) => ({ principle_grade }))]
      let most = 0
      for (const place of places)
        for (const grade of grades) {
          const asked = { ...place, ...grade, length: '10' }
          const shown = await counted('sites/activities/dashboard/datatable', null, asked)
          most = Math.max(most, shown)
          const level = { accessLevel: 'region_id' in place ? 'Region' : 'National' }
          const inReport = { ...asked, ...level, site_status: 'Approved' }
          expect(await counted('reports/datatable/generate-reports', 'fmb.admin', inReport)).toBe(shown)
          expect(await counted('reports/datatable/dashboard', 'fmb.admin', { ...asked, ...level })).toBe(
            shown,
          )
        }
      expect(most).toBe(
        OFFICES.length * SAMPLES.filter(({ profile }) => profile.site_status === 'Approved').length,
      )
    },
  )

  test('is as many sites on dashboard and report in every category, place and grade, for every level', async () => {
    for (const person of ['fmb.admin', 'r4a.approver', 'laguna.approver'])
      for (const category of CATEGORIES)
        for (const province of [{}, { province_id: String(laid[0]?.site.province_id) }])
          for (const grade of [{}, { principle_grade: 'Not Compliant', principle_number: '3' }]) {
            const asked = { ...province, ...grade, category, length: '10' }
            const onDashboard = await counted('reports/datatable/dashboard', person, asked)
            const inReport = await report(person, { ...asked, site_status: 'Approved' })
            expect(inReport.filteredCount, JSON.stringify([person, asked])).toBe(onDashboard)
            expect(inReport.ids).toHaveLength(onDashboard)
          }
  })
})

test('drafts and deactivated records never appear, to nobody (S-79)', async () => {
  const hidden = laid.flatMap((one) =>
    one.ids.filter((_, index) => {
      const row = one.activities?.[index] ?? {}
      return row.site_status === undefined || row.status === 'Deactivated'
    }),
  )
  expect(hidden.length).toBeGreaterThan(4)
  for (const person of DEMO_PEOPLE.filter((one) => !one.deactivated && !one.record_only)) {
    const { ids, site_activity_ids } = await report(person.email)
    for (const id of hidden) expect(site_activity_ids).not.toContain(id)
    for (const one of laid) if (one.standsOn === 'none') expect(ids).not.toContain(one.site.id)
  }
})

test('status, dates and grades of a row come from the same record', async () => {
  const one = laid.find(({ name }) => name === 'activity approved, the next in review') as Laid
  const row = (await report('fmb.admin')).data.find((other) => other.site_profile_id === one.site.id)
  expect(row).toMatchObject({
    site_status: 'Submitted',
    submitted_at: NOW,
    approved_at: null,
    returned_at: null,
    principle_number_8: 'Somewhat Compliant',
  })
})

test('a record that moves on is another row at once, though the rows were read a moment ago', async () => {
  const one = laid.find(({ name }) => name === 'activity returned') as Laid
  const wanted = { category: 'Safeguard Activities', site_status: 'Returned' }
  expect((await report('fmb.admin', wanted)).ids).toContain(one.site.id)
  await t.db
    .updateTable('site_activities')
    .set({ ...AT_PENRO, returned_by: null })
    .where('id', '=', one.ids[0] ?? 0)
    .execute()
  expect((await report('fmb.admin', wanted)).ids).not.toContain(one.site.id)
  expect((await report('fmb.admin', { ...wanted, site_status: 'Submitted' })).ids).toContain(one.site.id)
})
