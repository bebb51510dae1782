import { beforeAll, describe, expect, test } from 'vitest'
import type { Grade } from '../../shared/activities/grading.ts'
import type { DashboardFigures, DashboardRow } from '../../shared/dashboard/dashboard.schema.ts'
import { lastMonths } from '../../shared/dashboard/figures.rules.ts'
import { openRecords, placesMessage } from '../../shared/dashboard/messages.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { Site } from '../../server/sites/sites.queries.ts'
import { withServer } from '../support/product/app.ts'
import { anActivityRow, aSite, placeOf, type SiteWanted } from '../support/records/factories.ts'

/** The dashboard's table, file and figures: their content, for whom, and after which filter. */

// sessions expire by the same clock, so it is stopped at the present
const NOW = new Date()
const TODAY = manilaDay(NOW).replaceAll('-', '')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()
const DONE = {
  site_status: 'Approved',
  penro_status: 'Approved',
  region_status: 'Approved',
  fmb_status: 'Approved',
}
const OFFICES = {
  laguna: 'PENRO Laguna',
  quezon: 'PENRO Quezon',
  zds: 'PENRO Zamboanga del Sur',
  ncr: 'DENR-NCR North Field Office',
}

type Name = 'graded' | 'bare' | 'neighbour' | 'far' | 'capital' | 'colleague'
const t = withServer()
const sites = {} as Record<Name, Site>
const activities = {} as Record<'graded' | 'neighbour' | 'far', number>

const gradesOf = (...grades: Grade[]) =>
  Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => [
      `principle_number_${number}`,
      grades[number - 1] ?? 'Very Compliant',
    ]),
  )

async function approvedSite(office: keyof typeof OFFICES, more: SiteWanted = {}, approved_at = daysAgo(40)) {
  const site = await aSite(t, { site_status: 'Approved', office: OFFICES[office], boundary: null, ...more })
  await t.db.updateTable('site_profiles').set({ approved_at }).where('id', '=', site.id).execute()
  return site
}
const approvedActivity = (site: Site, days: number, ...grades: Grade[]) =>
  anActivityRow(t, site, { ...DONE, ...gradesOf(...grades), approved_at: daysAgo(days) })

beforeAll(async () => {
  t.setNow(NOW)
  sites.graded = await approvedSite('laguna', { name_of_partner: 'Samahang Peña' })
  sites.bare = await approvedSite('laguna', { name_of_partner: '=HYPERLINK("x")' })
  sites.colleague = await approvedSite('laguna', { by: 'laguna.admin' })
  sites.neighbour = await approvedSite('quezon', {}, daysAgo(400))
  sites.far = await approvedSite('zds')
  sites.capital = await approvedSite('ncr')
  // the latest approved activity counts, not an older one or one still in review
  await approvedActivity(sites.graded, 90, 'Not Compliant', 'Not Compliant', 'Not Compliant')
  activities.graded = await approvedActivity(
    sites.graded,
    10,
    'Very Compliant',
    'Somewhat Compliant',
    'Not Applicable',
  )
  await anActivityRow(t, sites.graded, {
    site_status: 'Submitted',
    penro_status: 'Submitted',
    waiting_since: daysAgo(3),
    ...gradesOf('Not Compliant'),
  })
  activities.neighbour = await approvedActivity(sites.neighbour, 20, 'Not Compliant')
  activities.far = await approvedActivity(sites.far, 30, 'Somewhat Compliant', 'Not Compliant')
  // none of these may appear
  await aSite(t, { office: OFFICES.laguna, boundary: null, waiting_since: daysAgo(12) })
  await aSite(t, { office: OFFICES.laguna, boundary: null, waiting_since: daysAgo(4) })
  await aSite(t, { office: OFFICES.quezon, level: 'Region', boundary: null, waiting_since: daysAgo(7) })
  const returned = await aSite(t, {
    office: OFFICES.zds,
    site_status: 'Returned',
    level: 'FMB',
    boundary: null,
  })
  await t.db
    .updateTable('site_profiles')
    .set({ returned_at: daysAgo(2) })
    .where('id', '=', returned.id)
    .execute()
  await approvedSite('laguna', { deactivated_by: 'fmb.admin' })
  await aSite(t, {
    office: OFFICES.laguna,
    deactivated_by: 'fmb.admin',
    boundary: null,
    waiting_since: daysAgo(99),
  })
}, 120_000)

type Table = {
  data: DashboardRow[]
  totalCount: number
  filteredCount: number
  ids: number[]
  site_activity_ids: number[]
}
const query = (filter: Record<string, unknown>) =>
  new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)])).toString()

async function table(person: string, filter: Record<string, unknown> = {}): Promise<Table> {
  const reply = await (await t.as(person)).get(`/reports/datatable/dashboard?${query(filter)}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const idOf = (...names: Name[]) => names.map((name) => sites[name].id).sort((a, b) => a - b)
const found = async (person: string, filter: Record<string, unknown> = {}) =>
  (await table(person, filter)).data.map((row) => row.site_profile_id).sort((a, b) => a - b)

const EVERYTHING: Name[] = ['graded', 'bare', 'colleague', 'neighbour', 'far', 'capital']
const REGION_4A: Name[] = ['graded', 'bare', 'colleague', 'neighbour']

describe('whose rows', () => {
  test('finally approved, activated profiles with their latest approved activity (S-76)', async () => {
    const { data, totalCount, filteredCount } = await table('fmb.approver')
    expect(data.map((row) => row.site_profile_id).sort((a, b) => a - b)).toEqual(idOf(...EVERYTHING))
    expect({ totalCount, filteredCount }).toEqual({ totalCount: 6, filteredCount: 6 })
    const row = data.find(({ site_profile_id }) => site_profile_id === sites.graded.id)
    expect(row).toMatchObject({
      site_activity_id: activities.graded,
      region: 'Region IV-A (CALABARZON)',
      province: 'Laguna',
      name_of_partner: 'Samahang Peña',
      code: sites.graded.code,
      gradient: { principle_number_1: 'Very Compliant', principle_number_3: 'Not Applicable' },
    })
    const bare = data.find(({ site_profile_id }) => site_profile_id === sites.bare.id)
    expect(bare).toMatchObject({ site_activity_id: null, gradient: 'No site activities yet' })
    expect(data.find(({ site_profile_id }) => site_profile_id === sites.capital.id)?.province).toBeNull()
  })

  test('FMB all, Region and PENRO their region, an encoder the own records (C-33, S-38)', async () => {
    expect(await found('fmb.super')).toEqual(idOf(...EVERYTHING))
    expect(await found('r4a.approver')).toEqual(idOf(...REGION_4A))
    expect(await found('r9.approver')).toEqual(idOf('far'))
    expect(await found('laguna.approver')).toEqual(idOf(...REGION_4A))
    expect(await found('laguna.admin')).toEqual(idOf(...REGION_4A))
    expect(await found('laguna.encoder')).toEqual(idOf('graded', 'bare'))
    expect(await found('quezon.encoder')).toEqual(idOf('neighbour'))
    expect((await table('laguna.encoder')).totalCount).toBe(2)
  })

  test('no filter widens what a level may see', async () => {
    const far = await placeOf(t, OFFICES.zds)
    const wide = { accessLevel: 'National', region_id: far.region_id }
    expect(await found('r4a.approver', wide)).toEqual(idOf(...REGION_4A))
    expect(await found('laguna.approver', wide)).toEqual(idOf(...REGION_4A))
    expect(await found('laguna.encoder', wide)).toEqual(idOf('graded', 'bare'))
    expect(await found('laguna.approver', { province_id: far.province_id })).toEqual([])
  })
})

describe('[DASHBOARD-18] the filters of the table', () => {
  test('region_id and province_id', async () => {
    const laguna = await placeOf(t, OFFICES.laguna)
    expect(await found('fmb.approver', { region_id: laguna.region_id })).toEqual(idOf(...REGION_4A))
    const province = { region_id: laguna.region_id, province_id: laguna.province_id }
    expect(await found('fmb.approver', { ...province, accessLevel: 'PENRO' })).toEqual(
      idOf('graded', 'bare', 'colleague'),
    )
    expect(await found('laguna.approver', { province_id: laguna.province_id })).toEqual(
      idOf('graded', 'bare', 'colleague'),
    )
    const counted = await table('fmb.approver', province)
    expect([counted.filteredCount, counted.totalCount]).toEqual([3, 6])
  })

  test('principle_grade: a row matches when at least one of its eight grades is it (C-34)', async () => {
    expect(await found('fmb.approver', { principle_grade: 'Not Compliant' })).toEqual(
      idOf('neighbour', 'far'),
    )
    expect(await found('fmb.approver', { principle_grade: 'Not Applicable' })).toEqual(idOf('graded'))
    expect(await found('fmb.approver', { principle_grade: 'All Principle' })).toHaveLength(6)
  })

  test('principle_number narrows the grade to one principle, and alone nothing', async () => {
    const grade = { principle_grade: 'Not Compliant' }
    expect(await found('fmb.approver', { ...grade, principle_number: 1 })).toEqual(idOf('neighbour'))
    expect(await found('fmb.approver', { ...grade, principle_number: 2 })).toEqual(idOf('far'))
    expect(await found('fmb.approver', { ...grade, principle_number: 8 })).toEqual([])
    expect(await found('fmb.approver', { principle_number: 8 })).toHaveLength(6)
  })

  test('category: all, profiles without their grades, only sites with an approved activity (S-76)', async () => {
    expect(await found('fmb.approver', { category: 'All Category' })).toHaveLength(6)
    expect(await found('fmb.approver', { category: '' })).toHaveLength(6)
    expect(await found('fmb.approver', { category: 'Safeguard Activities' })).toEqual(
      idOf('graded', 'neighbour', 'far'),
    )
    const profiles = { category: 'Profiling of SITES', principle_grade: 'Not Compliant' }
    expect(await found('fmb.approver', profiles)).toHaveLength(6)
  })

  test.each([
    ['principle_grade', 'Perfect'],
    ['category', 'Everything'],
    ['accessLevel', 'Planet'],
    ['principle_number', '9'],
    ['region_id', 'x'],
  ])('%s=%s is refused under its field', async (name, value) => {
    const reply = await (await t.as('fmb.approver')).get(`/reports/datatable/dashboard?${name}=${value}`)
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(reply.json().errors)).toEqual([name])
  })

  test('Own Record of FMB is what that person created', async () => {
    expect(await found('fmb.super', { accessLevel: 'Own Record' })).toEqual([])
    expect(await found('fmb.super', { accessLevel: 'own-record' })).toEqual([])
  })

  test('ids and site_activity_ids list the whole filtered set, whatever the page', async () => {
    const page = await table('fmb.approver', { length: 2, page: 2 })
    expect(page.data).toHaveLength(2)
    expect([...page.ids].sort((a, b) => a - b)).toEqual(idOf(...EVERYTHING))
    expect([...page.site_activity_ids].sort((a, b) => a - b)).toEqual(
      Object.values(activities).sort((a, b) => a - b),
    )
    const searched = await table('fmb.approver', { search: 'quezon', length: 1 })
    expect(searched.ids).toEqual(idOf('neighbour'))
    expect(searched.site_activity_ids).toEqual([activities.neighbour])
    const light = await table('fmb.approver', { without_ids: 1 })
    expect([light.ids, light.site_activity_ids, light.data.length]).toEqual([[], [], 6])
    expect((await table('fmb.approver', { search: 'nothing like it' })).ids).toEqual([])
  })

  test('the numbers come by region and then in their order, with a search as without', async () => {
    const all = await table('fmb.approver')
    const searched = await table('fmb.approver', { search: sites.bare.code.split('-', 1)[0] })
    expect(all.ids).toEqual([...idOf('capital'), ...idOf(...REGION_4A), ...idOf('far')])
    expect([searched.ids, searched.site_activity_ids]).toEqual([all.ids, all.site_activity_ids])
  })
})

describe('the file', () => {
  const file = async (person: string, filter: Record<string, unknown> = {}) =>
    (await t.as(person)).get(`/reports/export-dashboard?${query(filter)}`)
  const lines = (text: string) => text.replace('﻿', '').trimEnd().split('\r\n')
  const codes = (text: string) =>
    lines(text)
      .slice(1)
      .map((line) => line.split(',').at(-1))
      .sort()
  const codesOf = (...names: Name[]) => names.map((name) => sites[name].code).sort()

  test('[DASHBOARD-19] holds the shown columns of the listed rows, P1 to P8 for the badges', async () => {
    const reply = await file('fmb.approver', {
      site_profile_id: idOf('graded', 'bare').join(),
      site_activity_id: activities.graded,
      category: 'All Category',
      accessLevel: 'National',
    })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toContain(`filename="Dashboard_${TODAY}_All_Category.csv"`)
    expect(reply.body.startsWith('﻿')).toBe(true)
    const [very, region] = ['Very Compliant', 'Region IV-A (CALABARZON)']
    expect(lines(reply.body)).toEqual([
      'Region,Province,Name of Partner,P1,P2,P3,P4,P5,P6,P7,P8,SITES Code',
      `${region},Laguna,Samahang Peña,${very},Somewhat Compliant,Not Applicable,${Array(5).fill(very).join()},${sites.graded.code}`,
      `${region},Laguna,"'=HYPERLINK(""x"")",${Array(8).fill('N/A').join()},${sites.bare.code}`,
    ])
  })

  test('Profiling of SITES has no grade columns', async () => {
    const reply = await file('r9.approver', { category: 'Profiling of SITES' })
    expect(reply.headers['content-disposition']).toContain(
      `Dashboard_${TODAY}_Profiling_of_SITES_Region_IX_Zamboanga_Peninsula.csv`,
    )
    expect(lines(reply.body)[0]).toBe('Region,Province,Name of Partner,SITES Code')
    expect(codes(reply.body)).toEqual(codesOf('far'))
  })

  test('is limited to the ids sent and to the caller’s scope (S-78)', async () => {
    const all = { site_profile_id: idOf(...EVERYTHING).join() }
    expect(codes((await file('fmb.approver', all)).body)).toEqual(codesOf(...EVERYTHING))
    expect(codes((await file('laguna.approver', all)).body)).toEqual(codesOf(...REGION_4A))
    expect(codes((await file('laguna.encoder', all)).body)).toEqual(codesOf('graded', 'bare'))
    expect(codes((await file('r9.approver', { site_profile_id: sites.graded.id })).body)).toEqual([])
    expect(codes((await file('fmb.approver', { site_profile_id: '' })).body)).toEqual([])
    // a row whose activity is not in the list has changed since; a row without activity needs none
    const stale = { ...all, site_activity_id: activities.far }
    expect(codes((await file('fmb.approver', stale)).body)).toEqual(
      codesOf('bare', 'colleague', 'far', 'capital'),
    )
  })

  test('without lists holds what the filters make, the same rows as the table', async () => {
    for (const filter of [
      {},
      { principle_grade: 'Not Compliant' },
      { search: 'quezon' },
      { category: 'Safeguard Activities' },
    ]) {
      const { data } = await table('fmb.approver', filter)
      expect(codes((await file('fmb.approver', filter)).body)).toEqual(data.map(({ code }) => code).sort())
    }
  })

  async function noted() {
    const row = await t.db
      .selectFrom('audit_logs')
      .select(['event', 'user_id', 'field_change'])
      .where('auditable_type', '=', 'Reports')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const facts = row.field_change as unknown as { field: string; new: string }[]
    return { ...row, facts: Object.fromEntries(facts.map((fact) => [fact.field, fact.new])) }
  }

  test('[S-119] one Exported event with file, filters by name and rows, written before the file leaves (S-85)', async () => {
    await file('r4a.approver', {
      category: 'Safeguard Activities',
      principle_grade: 'Not Compliant',
      search: 'quezon',
    })
    const { facts, ...row } = await noted()
    expect(row).toMatchObject({ event: 'Exported', user_id: await t.userId('r4a.approver') })
    const places = { region: 'Region IV-A (CALABARZON)', penro: 'All PENRO under Region' }
    expect(facts).toEqual({
      ...places,
      file: `Dashboard_${TODAY}_Safeguard_Activities_Region_IV-A_CALABARZON.csv`,
      category: 'Safeguard Activities',
      principle_grade: 'Not Compliant',
      search: 'quezon',
      rows: '1',
    })
    const { region_id, province_id } = sites.graded
    await file('fmb.approver', { accessLevel: 'PENRO', region_id, province_id })
    const named = (await noted()).facts
    expect(named).toMatchObject({ accessLevel: 'PENRO', region: places.region, penro: expect.any(String) })
    expect(Object.keys(named).filter((field) => field.endsWith('_id'))).toEqual([])
    await file('fmb.approver', { accessLevel: 'National' })
    expect((await noted()).facts).not.toHaveProperty('region')
  })

  test('ids that are none are refused, and 1,200 of them are accepted', async () => {
    expect((await file('fmb.approver', { site_profile_id: '1;drop' })).statusCode).toBe(422)
    const many = Array.from({ length: 1200 }, (_, index) => index + 1).join()
    expect((await file('fmb.approver', { site_profile_id: many })).statusCode).toBe(200)
  })
})

describe('the figures of the pictures', () => {
  const figures = async (person: string, filter: Record<string, unknown> = {}): Promise<DashboardFigures> => {
    const reply = await (await t.as(person)).get(`/reports/dashboard-figures?${query(filter)}`)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().data
  }
  const stage = (all: DashboardFigures, name: string) => all.stages.find((one) => one.stage === name)

  test('sites, and their grades at each principle', async () => {
    const all = await figures('fmb.approver')
    expect([all.sites, all.graded]).toEqual([6, 3])
    expect(all.grades).toHaveLength(8)
    expect(all.grades[0]).toEqual({ principle_number: 1, very: 1, somewhat: 1, not: 1, none: 0 })
    expect(all.grades[1]).toEqual({ principle_number: 2, very: 1, somewhat: 1, not: 1, none: 0 })
    expect(all.grades[2]).toEqual({ principle_number: 3, very: 2, somewhat: 0, not: 0, none: 1 })
    expect((await figures('fmb.approver', { principle_grade: 'Not Compliant' })).sites).toBe(2)
  })

  test('every region nationally, the provinces of one region below it', async () => {
    const all = await figures('fmb.approver')
    expect(all.regions).toHaveLength(18)
    expect(all.regions.reduce((sum, { count }) => sum + count, 0)).toBe(6)
    expect(all.provinces).toEqual([])
    const region = await figures('r4a.approver')
    expect(region.regions).toMatchObject([{ name: 'Region IV-A (CALABARZON)', count: 4 }])
    expect(region.provinces.map(({ name, count }) => [name, count])).toEqual([
      ['Laguna', 3],
      ['Quezon', 1],
    ])
    const ncr = await figures('ncr.approver')
    expect(ncr.provinces).toEqual([{ id: null, name: 'National Capital Region (NCR)', count: 1 }])
  })

  test('records per stage with the median and the longest wait in days', async () => {
    const all = await figures('fmb.approver')
    expect(all.stages.map((one) => one.stage)).toEqual(['Encoder', 'PENRO', 'Region', 'FMB'])
    expect(stage(all, 'PENRO')).toMatchObject({
      profiles: 2,
      activities: 1,
      median_days: 4,
      longest_days: 12,
    })
    expect(stage(all, 'Region')).toMatchObject({
      profiles: 1,
      activities: 0,
      median_days: 7,
      longest_days: 7,
    })
    expect(stage(all, 'Encoder')).toMatchObject({ profiles: 1, median_days: 2 })
    expect(stage(all, 'FMB')).toMatchObject({
      profiles: 0,
      activities: 0,
      median_days: null,
      longest_days: null,
    })
  })

  test('open records of other offices stay theirs, though their approved sites show (C-33)', async () => {
    const laguna = await figures('laguna.approver')
    expect(laguna.sites).toBe(4)
    expect(stage(laguna, 'PENRO')).toMatchObject({ profiles: 2, activities: 1 })
    expect(stage(laguna, 'Region')).toMatchObject({ profiles: 0 })
    const quezon = await placeOf(t, OFFICES.quezon)
    expect(
      stage(await figures('laguna.approver', { province_id: quezon.province_id }), 'Region')?.profiles,
    ).toBe(0)
    expect(stage(await figures('r4a.approver'), 'Region')?.profiles).toBe(1)
    expect(stage(await figures('r9.approver'), 'PENRO')?.profiles).toBe(0)
    expect(stage(await figures('laguna.encoder'), 'PENRO')).toMatchObject({ profiles: 2, activities: 1 })
  })

  test('[S-109] say what they are about, which the captions repeat', async () => {
    const laguna = (await placeOf(t, OFFICES.laguna)).province_id
    const quezon = (await placeOf(t, OFFICES.quezon)).province_id
    const national = await figures('fmb.approver')
    expect(national.about).toEqual({
      region: null,
      province: null,
      own: false,
      office: null,
      category: 'All Category',
      principle_grade: null,
      principle_number: null,
    })
    const region = 'Region IV-A (CALABARZON)'
    const inLaguna = await figures('r4a.approver', { province_id: laguna })
    expect(inLaguna.about).toMatchObject({ region, province: 'Laguna', office: null })
    expect(openRecords(inLaguna.about)).toBe('Open records in Laguna')
    // the only record at Region is of Quezon
    expect(stage(inLaguna, 'Region')?.profiles).toBe(0)
    expect(placesMessage(inLaguna.provinces, inLaguna.about)).toBe('3 approved sites in Laguna')

    const neighbour = await figures('laguna.approver', { province_id: quezon })
    expect(neighbour.about).toMatchObject({ province: 'Quezon', office: 'PENRO Laguna' })
    expect(openRecords(neighbour.about)).toBe('Open records of PENRO Laguna')
    expect(stage(neighbour, 'PENRO')?.profiles).toBe(2)

    const graded = await figures('r4a.approver', { principle_grade: 'Not Compliant' })
    expect(placesMessage(graded.provinces, graded.about)).toBe(
      `The approved site in ${region} graded Not Compliant at some principle is in Quezon`,
    )
    expect((await figures('laguna.encoder')).about).toMatchObject({ own: true, region })
    const profiles = await figures('fmb.approver', {
      category: 'Profiling of SITES',
      principle_grade: 'Not Compliant',
    })
    expect(profiles.about, 'a filter that says nothing about profiles').toMatchObject({
      principle_grade: null,
    })
    expect(profiles.sites).toBe(6)
  })

  test('a category takes the other kind of record out', async () => {
    const profiles = await figures('fmb.approver', { category: 'Profiling of SITES' })
    expect(stage(profiles, 'PENRO')).toMatchObject({ profiles: 2, activities: 0 })
    expect(profiles.months.every((month) => month.activities === 0)).toBe(true)
    const safeguard = await figures('fmb.approver', { category: 'Safeguard Activities' })
    expect(stage(safeguard, 'PENRO')).toMatchObject({ profiles: 0, activities: 1 })
    expect(safeguard.sites).toBe(3)
  })

  test('final approvals of twelve months in Manila, every approved activity of the sites', async () => {
    const { months } = await figures('fmb.approver')
    expect(months.map(({ month }) => month)).toEqual(lastMonths(NOW))
    // five profiles forty days ago, one more than a year ago; activities 10, 20, 30 and 90 days ago
    const monthOf = (days: number) => manilaDay(new Date(daysAgo(days))).slice(0, 7)
    const within = (days: number[], month: string) => days.filter((one) => monthOf(one) === month).length
    for (const { month, profiles, activities: done } of months)
      expect([month, profiles, done]).toEqual([
        month,
        5 * within([40], month),
        within([10, 20, 30, 90], month),
      ])
    const far = await figures('r9.approver')
    expect(far.months.reduce((sum, month) => sum + month.profiles + month.activities, 0)).toBe(2)
  })

  test('before anything is approved there is nothing, not an error', async () => {
    const empty = await figures('fmb.super', { accessLevel: 'Own Record' })
    expect([empty.sites, empty.graded]).toEqual([0, 0])
    expect(empty.months.every((month) => month.profiles + month.activities === 0)).toBe(true)
  })
})

test('[DASHBOARD-21] nothing lies behind the unused export-dashboard-pdf', async () => {
  const reply = await (await t.as('fmb.super')).get('/reports/export-dashboard-pdf')
  expect(reply.statusCode).toBe(404)
})
