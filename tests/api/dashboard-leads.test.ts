import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../shared/access/actor.ts'
import { QUEUE_OF } from '../../shared/access/levels.ts'
import { GRADES } from '../../shared/activities/grades.ts'
import { addressOf, choiceOf } from '../../shared/dashboard/choice-address.ts'
import { COUNTED_NAMES } from '../../shared/dashboard/counted.ts'
import {
  CATEGORIES,
  type DashboardChoice,
  filterOf,
  scopeChoices,
  startChoice,
  withChange,
} from '../../shared/dashboard/dashboard.rules.ts'
import type { DashboardFigures, FigureTotals } from '../../shared/dashboard/dashboard.schema.ts'
import {
  type CountedList,
  type Lead,
  leadsOf,
  numbersOfFigures,
  numbersOfTotals,
  waitingLead,
} from '../../shared/dashboard/leads.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { withServer } from '../support/product/app.ts'
import { anActivityRow, aSite, placeOf } from '../support/records/factories.ts'
import { variedBureau } from '../support/records/varied-bureau.ts'
import { FULL, SEED } from '../support/full.ts'

/** Every number of the dashboard is the number of rows of the list that its link opens. */

const NOW = new Date()
const PEOPLE = [
  'fmb.super',
  'fmb.approver',
  'r4a.approver',
  'r9.approver',
  'laguna.approver',
  'quezon.approver',
  'laguna.encoder',
  'ncr.approver',
]
const YEARS = [2023, 2024, 2025]
const FILTERS = FULL ? 50 : 5

const t = withServer()

beforeAll(async () => {
  t.setNow(NOW)
  await variedBureau(t, 260)
  const encoder = await t.userId('laguna.encoder')
  await sql`update site_profiles set created_by = ${encoder} where id % 4 = 0`.execute(t.db)
  await sql`
    update site_profiles set approved_at = ${NOW.toISOString()}::timestamptz - id * 5 % 420 * interval '1 day'
    where approved_at is not null`.execute(t.db)
  await sql`
    update site_profiles set waiting_since = ${NOW.toISOString()}::timestamptz - id % 90 * interval '1 day'
    where waiting_since is not null`.execute(t.db)
  const grades = sql.join(
    PRINCIPLE_NUMBERS.map(
      (number) =>
        sql`${sql.ref(`principle_number_${number}`)} = (${GRADES}::text[])[1 + (id / ${sql.lit(number)} + id) % 4]`,
    ),
  )
  await sql`
    update site_activities set ${grades}, reporting_year = 2023 + id % 3,
      approved_at = case when site_status = 'Approved'
        then ${NOW.toISOString()}::timestamptz - id * 7 % 420 * interval '1 day' end
    `.execute(t.db)
  // a second, older approval of some sites, of another year
  await sql`
    insert into site_activities (site_profile_id, region_id, province_id, city_id, office_id, site_profile_code,
      site_profile_name, principle_batch_number, principle_number_1, principle_number_2, principle_number_3,
      principle_number_4, principle_number_5, principle_number_6, principle_number_7, principle_number_8, site_status,
      penro_status, region_status, fmb_status, created_by, created_at, submitted_at, approved_at, reporting_year)
    select site_profile_id, region_id, province_id, city_id, office_id, site_profile_code,
      site_profile_name, principle_batch_number, principle_number_1, principle_number_2, principle_number_3,
      principle_number_4, principle_number_5, principle_number_6, principle_number_7, principle_number_8, site_status,
      penro_status, region_status, fmb_status, created_by, created_at, submitted_at, approved_at - interval '1 day', 2023
    from site_activities where site_status = 'Approved' and id % 2 = 0`.execute(t.db)
  await sql`
    insert into site_activity_figures (site_activity_id, indicator_figure_id, value)
    select site_activities.id, indicator_figures.id, site_activities.id % 13
    from site_activities, indicator_figures where (site_activities.id + indicator_figures.id) % 3 = 0`.execute(
    t.db,
  )
}, 120_000)

/** Numbers from 0 to below 1, the same for the same seed. */
function randomOf(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const actors = new Map<string, Actor>()
async function actorOf(person: string): Promise<Actor> {
  const actor = actors.get(person) ?? (await (await t.as(person)).get('/validate-token')).json().actor
  actors.set(person, actor)
  return actor
}

const query = (parts: object) =>
  new URLSearchParams(
    Object.entries(parts).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, `${value as string}`]],
    ),
  ).toString()

async function ask<Reply>(person: string, path: string, parts: Record<string, unknown> = {}): Promise<Reply> {
  const reply = await (await t.as(person)).get(`${path}?${query(parts)}`)
  expect(reply.statusCode, `${path}?${query(parts)}: ${reply.body}`).toBe(200)
  return reply.json()
}

const TABLES: Record<Exclude<CountedList, 'profilesQueue' | 'activitiesQueue'>, [string, object]> = {
  sites: ['/reports/datatable/dashboard', { without_ids: 1 }],
  open: ['/reports/datatable/dashboard-records', { shown: 'open' }],
  approved: ['/reports/datatable/dashboard-records', { shown: 'approved' }],
}

/** What the page behind a link asks for, and that it reads every part of its address. */
function callOf(actor: Actor, { list, search }: Lead): [path: string, query: Record<string, unknown>] {
  if (list === 'profilesQueue' || list === 'activitiesQueue') {
    const { type, status } = QUEUE_OF[actor.access_level]
    return [`/sites/${list === 'profilesQueue' ? '' : 'activities/'}datatable/${type}/${status}`, search]
  }
  const counted = Object.fromEntries(
    COUNTED_NAMES[list].flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  )
  const choice = choiceOf(actor, search)
  expect({ ...addressOf(actor, choice), ...counted }).toMatchObject(search)
  const [path, more] = TABLES[list]
  return [path, { ...filterOf(choice), ...counted, ...more, length: 1 }]
}

async function expectRows(person: string, numbers: readonly Lead[]): Promise<number> {
  const actor = await actorOf(person)
  const found: string[] = []
  for (const lead of numbers) {
    const { filteredCount } = await ask<{ filteredCount: number }>(person, ...callOf(actor, lead))
    if (filteredCount !== lead.count)
      found.push(`${lead.words} (${lead.list} ${JSON.stringify(lead.search)}): ${filteredCount} rows`)
  }
  expect(found).toEqual([])
  return numbers.length
}

type Places = { regions: number[]; provincesOf: Map<number, number[]> }
let places: Places
beforeAll(async () => {
  const { rows } = await sql<{ id: number; region_id: number }>`select id, region_id from provinces`.execute(
    t.db,
  )
  const regions = await t.db.selectFrom('regions').select('id').execute()
  places = {
    regions: regions.map(({ id }) => id),
    provincesOf: new Map(
      regions.map(({ id }) => [id, rows.filter((one) => one.region_id === id).map((one) => one.id)]),
    ),
  }
})

/** A choice that the person can make on the screen; places that have records are drawn more often. */
async function drawChoice(actor: Actor, random: () => number): Promise<DashboardChoice> {
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value
  const laguna = await placeOf(t, 'PENRO Laguna')
  const home = String(laguna.region_id)
  const region = pick(['', '', home, home, String(pick(places.regions))])
  const scope = {
    accessLevel: pick(scopeChoices(actor)),
    region: actor.access_level === 'FMB' ? region : undefined,
  }
  const placed = withChange(actor, startChoice(actor), {
    accessLevel: scope.accessLevel,
    ...(scope.region === undefined ? {} : { region: scope.region }),
  })
  const provinces = places.provincesOf.get(Number(placed.region)) ?? []
  const penro = pick(['', String(laguna.province_id), ...provinces.slice(0, 2).map(String)])
  const isInRegion = provinces.includes(Number(penro)) || penro === ''
  const grade = pick(['', '', ...GRADES] as const)
  const chosen = withChange(actor, placed, {
    ...(isInRegion ? { penro } : {}),
    category: pick(CATEGORIES),
  })
  return withChange(actor, withChange(actor, chosen, { grade }), {
    principle: grade === '' ? '' : pick(['', '1', '3', '8']),
  })
}

/** All numbers of the dashboard with these filters, as the screen makes them. */
async function numbersFor(person: string, wanted: DashboardChoice, year: number): Promise<Lead[]> {
  const actor = await actorOf(person)
  // what the screen reads from its address, where locked filters keep their start
  const choice = choiceOf(actor, addressOf(actor, wanted))
  const leads = leadsOf(actor, choice)
  const filter = filterOf(choice)
  const { data } = await ask<{ data: DashboardFigures }>(person, '/reports/dashboard-figures', filter)
  const { accessLevel, region_id, province_id } = filter
  const scope = { accessLevel, region_id, province_id, reporting_year: year }
  const totals = await ask<FigureTotals>(person, '/reports/figure-totals', scope)
  return [...numbersOfFigures(data, leads), ...numbersOfTotals(totals, leads)]
}

test(`each number of ${FILTERS} random choices of filters is the number of rows of its list (seed ${SEED})`, {
  timeout: 600_000,
}, async () => {
  const random = randomOf(SEED)
  let compared = 0
  let seen = 0
  for (let at = 0; at < FILTERS; at += 1) {
    const person = PEOPLE[at % PEOPLE.length] ?? 'fmb.super'
    const choice = await drawChoice(await actorOf(person), random)
    const year = YEARS[at % YEARS.length] ?? 2024
    const numbers = await numbersFor(person, choice, year)
    // of the many that are zero and have no link, some
    const some = numbers.filter(({ count }, index) => count > 0 || index % 9 === at % 9)
    compared += await expectRows(person, some)
    seen += some.filter(({ count }) => count > 0).length
  }
  expect(compared).toBeGreaterThan(FILTERS * 12)
  expect(seen).toBeGreaterThan(FILTERS * 8)
})

test('the numbers of what waits, of all three levels, are those of the lists and of the own queue', async () => {
  for (const person of ['fmb.approver', 'fmb.admin', 'r4a.approver', 'laguna.approver', 'laguna.encoder']) {
    const actor = await actorOf(person)
    const choice = choiceOf(actor, {})
    const { data } = await ask<{ data: DashboardFigures }>(
      person,
      '/reports/dashboard-figures',
      filterOf(choice),
    )
    const numbers = data.stages.flatMap((counts) =>
      (['profiles', 'activities'] as const).map((kind) => waitingLead(actor, choice, counts, kind)),
    )
    await expectRows(person, numbers)
    const queues = numbers.filter(({ list }) => list.endsWith('Queue')).length
    expect([person, queues]).toEqual([person, person.endsWith('.approver') ? 2 : 0])
  }
})

describe('the lists behind the numbers', () => {
  type Records = {
    data: { region_id: number; office_id: number; id: number; record: string }[]
    filteredCount: number
  }
  const records = (person: string, parts: object) =>
    ask<Records>(person, '/reports/datatable/dashboard-records', { length: 100, ...parts })
  const sites = (person: string, parts: object) =>
    ask<Records>(person, '/reports/datatable/dashboard', { without_ids: 1, length: 100, ...parts })

  test('open records of another office are not listed, whatever is asked for; approved ones of the region are (C-33)', async () => {
    const zds = await placeOf(t, 'PENRO Zamboanga del Sur')
    await aSite(t, { office: 'PENRO Quezon', boundary: null, site_status: 'Approved' })
    for (const site_status of ['Submitted', 'Approved'] as const)
      await aSite(t, { office: 'PENRO Zamboanga del Sur', boundary: null, site_status })
    const laguna = await actorOf('laguna.approver')
    const wide = { accessLevel: 'National', region_id: zds.region_id }
    const open = await records('laguna.approver', { ...wide, shown: 'open' })
    expect(open.data.length).toBeGreaterThan(0)
    expect([...new Set(open.data.map(({ office_id }) => office_id))]).toEqual([laguna.office_id])
    const approved = await records('laguna.approver', { ...wide, shown: 'approved' })
    expect([...new Set(approved.data.map(({ region_id }) => region_id))]).toEqual([laguna.region_id])
    expect(new Set(approved.data.map(({ office_id }) => office_id)).size).toBeGreaterThan(1)

    for (const shown of ['open', 'approved'])
      expect(
        [...new Set((await records('r9.approver', { shown })).data.map(({ region_id }) => region_id))],
        shown,
      ).toEqual([zds.region_id])
    expect((await sites('r4a.approver', { in_region: zds.region_id })).filteredCount).toBe(0)
    expect((await sites('laguna.approver', { in_province: zds.province_id })).filteredCount).toBe(0)
    expect((await sites('r9.approver', { in_region: zds.region_id })).filteredCount).toBeGreaterThan(0)
  })

  test('an activity of a deactivated profile, which only an import can make, is in no count and in no list (S-37)', async () => {
    const count = async () => {
      const { data } = await ask<{ data: DashboardFigures }>('r9.approver', '/reports/dashboard-figures')
      const at = data.stages.find(({ stage }) => stage === 'PENRO')?.activities
      const { filteredCount } = await records('r9.approver', {
        shown: 'open',
        stage: 'PENRO',
        record: 'activities',
      })
      expect(at).toBe(filteredCount)
      return filteredCount
    }
    const before = await count()
    const site = await aSite(t, {
      office: 'PENRO Zamboanga del Sur',
      boundary: null,
      site_status: 'Approved',
    })
    await anActivityRow(t, site, {
      site_status: 'Submitted',
      penro_status: 'Submitted',
      waiting_since: NOW.toISOString(),
    })
    expect(await count()).toBe(before + 1)
    await sql`update site_profiles set status = 'Deactivated', deactivated_at = now() where id = ${site.id}`.execute(
      t.db,
    )
    expect(await count()).toBe(before)
  })

  test('a month is one of Manila, and without a month the list has the last twelve', async () => {
    const site = await aSite(t, {
      office: 'DENR-NCR North Field Office',
      boundary: null,
      site_status: 'Approved',
    })
    // 17:00 UTC of the last day of April is May in Manila
    await sql`update site_profiles set approved_at = '2024-04-30T17:00:00Z' where id = ${site.id}`.execute(
      t.db,
    )
    const ids = async (month?: string) =>
      (await records('ncr.approver', { shown: 'approved', month, record: 'profiles' })).data.map(
        ({ id }) => id,
      )
    expect(await ids('2024-05')).toContain(site.id)
    expect(await ids('2024-04')).not.toContain(site.id)
    expect(await ids()).not.toContain(site.id)
  })

  test('the file has the rows of the narrowed table, and the log says what was counted', async () => {
    const parts = {
      graded: 'Not Compliant',
      graded_at: 3,
      in_region: (await actorOf('r4a.approver')).region_id,
    }
    const { filteredCount } = await sites('fmb.approver', parts)
    expect(filteredCount).toBeGreaterThan(0)
    const file = await (await t.as('fmb.approver')).get(`/reports/export-dashboard?${query(parts)}`)
    expect(file.body.trimEnd().split('\r\n')).toHaveLength(filteredCount + 1)
    const { field_change } = await t.db
      .selectFrom('audit_logs')
      .select('field_change')
      .where('event', '=', 'Exported')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const facts = field_change as unknown as { field: string; new: string }[]
    expect(Object.fromEntries(facts.map((fact) => [fact.field, fact.new]))).toMatchObject({
      graded: 'Not Compliant',
      graded_at: '3',
      in_region: 'Region IV-A (CALABARZON)',
      rows: String(filteredCount),
    })
  })

  test('a grade of the filter and the grade of a bar narrow together', async () => {
    const filter = { principle_grade: 'Not Compliant', principle_number: 1 }
    const both = await sites('fmb.approver', { ...filter, graded: 'Very Compliant', graded_at: 3 })
    const each = (await sites('fmb.approver', filter)).filteredCount
    expect(both.filteredCount).toBeLessThan(each)
    expect(both.filteredCount).toBeGreaterThan(0)
  })

  test.each([
    ['dashboard', 'in_region', 'x'],
    ['dashboard', 'in_province', 'nowhere'],
    ['dashboard', 'graded', 'Perfect'],
    ['dashboard', 'graded_at', '9'],
    ['dashboard', 'reporting_year', 'last'],
    ['dashboard', 'reporting_year', '20245'],
    ['dashboard', 'figure', 'x'.repeat(400)],
    ['dashboard-records', 'shown', 'all'],
    ['dashboard-records', 'stage', 'Manila'],
    ['dashboard-records', 'record', 'files'],
    ['dashboard-records', 'month', '2026-13'],
    ['dashboard-records', 'month', 'May'],
  ])('%s: %s=%s is refused in one sentence under its field', async (list, name, value) => {
    const parts = { ...(list === 'dashboard' ? {} : { shown: 'open' }), [name]: value }
    const reply = await (await t.as('fmb.approver')).get(`/reports/datatable/${list}?${query(parts)}`)
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(reply.json().errors)).toEqual([name])
    expect(reply.json().errors[name]).toHaveLength(1)
  })

  test('a figure that no site reports is an empty list, and one needs its year', async () => {
    const unknown = { reporting_year: 2024, figure: '3.1.1 Nothing (of it)' }
    expect((await sites('fmb.approver', unknown)).filteredCount).toBe(0)
    const reply = await (await t.as('fmb.approver')).get(
      '/reports/datatable/dashboard?figure=3.1.1%20a%20(b)',
    )
    expect(reply.json().errors).toEqual({ reporting_year: ['A figure is one of a reporting year.'] })
  })
})
