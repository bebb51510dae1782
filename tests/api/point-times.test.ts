import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../shared/access/actor.ts'
import { addressOf, choiceOf } from '../../shared/dashboard/choice-address.ts'
import { COUNTED_NAMES } from '../../shared/dashboard/counted.ts'
import { filterOf } from '../../shared/dashboard/dashboard.rules.ts'
import type { RecordRow } from '../../shared/dashboard/dashboard.schema.ts'
import type { PointTimes } from '../../shared/dashboard/point-times.schema.ts'
import { askedLead } from '../../shared/dashboard/point-times.ts'
import type { PlaceKind, PointState } from '../../shared/review/points.schema.ts'
import { withServer } from '../support/product/app.ts'
import { anActivityRow, aSite, placeOf, type SiteWanted } from '../support/records/factories.ts'
import { manySites } from '../support/records/many-sites.ts'
import { recordIds } from '../support/records/record-ids.ts'
import { siteCalls } from '../support/records/site-calls.ts'
import { full } from '../support/full.ts'

/** The points of returns on the dashboard, against a set made by hand. */

const DAY = 86_400_000
const NOW = new Date()
const ago = (days: number) => new Date(NOW.getTime() - days * DAY).toISOString()

const t = withServer()
type Sent = { about: PlaceKind; sent: number; answered?: number; state?: PointState }

const PLACES: Record<PlaceKind, object> = {
  record: {},
  boundary: {},
  finding: { land_finding_id: 1 },
  instrument: { land_instrument_id: 1 },
  field: { field: 'name_of_partner' },
  file: { file_id: 1 },
  principle: { principle_number: 3 },
  indicator: { principle_number: 3, sites_criteria_indicator_id: 1 },
  figure: { principle_number: 3, indicator_figure_id: 1 },
}

/** Enters points directly: sent and answered so many days ago. */
async function withPoints(record_id: number | RawBuilder<number>, points: readonly Sent[]): Promise<void> {
  for (const { about, sent, answered, state = answered === undefined ? 'open' : 'answered' } of points)
    await sql`
      with thread as (
        insert into threads (kind, record_id, place, label)
        values ('point', ${record_id}, ${JSON.stringify({ about, ...PLACES[about] })}, 'Place') returning id
      )
      insert into review_points (id, kind, state, sent_at, answered_at)
      select id, 'correct', ${state}, ${ago(sent)}::timestamptz,
        ${answered === undefined ? null : ago(answered)}::timestamptz from thread`.execute(t.db)
}

const returned = (wanted: SiteWanted = {}) => aSite(t, { site_status: 'Returned', boundary: null, ...wanted })

beforeAll(async () => {
  t.setNow(NOW)
  const laguna = await returned()
  await withPoints(laguna.record_id, [
    { about: 'boundary', sent: 40 },
    { about: 'boundary', sent: 10 },
    { about: 'boundary', sent: 30, answered: 21 },
    { about: 'field', sent: 400, answered: 395 },
    // settled without an answer, and withdrawn: neither open nor answered
    { about: 'field', sent: 5, state: 'settled' },
    { about: 'field', sent: 5, state: 'withdrawn' },
  ])
  const again = await aSite(t, { boundary: null })
  await withPoints(again.record_id, [
    { about: 'boundary', sent: 3 },
    { about: 'field', sent: 50, answered: 48, state: 'settled' },
    { about: 'field', sent: 50, answered: 46.5 },
    { about: 'field', sent: 50, answered: 20 },
    { about: 'record', sent: 9, answered: 8.9 },
  ])
  const quezon = await aSite(t, { office: 'PENRO Quezon', boundary: null, site_status: 'Approved' })
  await withPoints(quezon.record_id, [
    // an open point of a record that is neither in review nor returned is not asked any more
    { about: 'file', sent: 7 },
    { about: 'file', sent: 100, answered: 93, state: 'settled' },
  ])
  const activity = await anActivityRow(t, quezon, {
    site_status: 'Returned',
    penro_status: 'Returned',
    returned_by: 'PENRO',
    returned_at: ago(6),
  })
  await withPoints(
    recordIds('site_activities', activity),
    (['principle', 'indicator', 'figure'] as const).map((about) => ({ about, sent: 6 })),
  )
  const west = await returned({ office: 'PENRO Zamboanga del Sur' })
  await withPoints(west.record_id, [{ about: 'boundary', sent: 60 }])
  const off = await returned({ deactivated_by: 'fmb.super' })
  await withPoints(off.record_id, [
    { about: 'boundary', sent: 90 },
    { about: 'boundary', sent: 90, answered: 1 },
  ])
})

type Query = Record<string, string | number>
async function timesFor(person: string, query: Query = {}): Promise<Map<PlaceKind, PointTimes>> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const reply = await (await t.as(person)).get(`/reports/dashboard-points?${text}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return new Map((reply.json().data as PointTimes[]).map((one) => [one.about, one]))
}
/** The numbers of each kind of place that has any. */
const numbers = (times: Map<PlaceKind, PointTimes>) =>
  Object.fromEntries(
    [...times.values()]
      .filter(({ open, answered }) => open + answered > 0)
      .map(({ about, open, records, answered, median_days }) => [
        about,
        [open, records, answered, median_days],
      ]),
  )
const NATIONAL = { accessLevel: 'National' }

describe('of the whole country', () => {
  test('open points, their records and the oldest; the median of those sent in twelve months', async () => {
    const times = await timesFor('fmb.approver', NATIONAL)
    expect(numbers(times)).toEqual({
      boundary: [4, 3, 1, 9],
      // 2, 3.5 and 30 days; the one of last year is not counted
      field: [0, 0, 3, 3],
      file: [0, 0, 1, 7],
      record: [0, 0, 1, 0],
      principle: [1, 1, 0, null],
      indicator: [1, 1, 0, null],
      figure: [1, 1, 0, null],
    })
    expect([...times.keys()]).toEqual([
      'boundary',
      'finding',
      'instrument',
      'field',
      'file',
      'indicator',
      'figure',
      'principle',
      'record',
    ])
    expect(new Date(times.get('boundary')?.oldest_at ?? 0).toISOString()).toBe(ago(60))
    expect(times.get('field')?.oldest_at).toBeNull()
  })

  test('a return, a submission with an answer and an approval are counted at once', async () => {
    const { return: returnIt } = siteCalls(t)
    const { id, record_id } = await aSite(t, { boundary: null })
    const before = (await timesFor('laguna.approver')).get('record')
    expect((await returnIt('PENRO', id)).statusCode).toBe(200)
    const after = (await timesFor('laguna.approver')).get('record')
    expect([before?.open, after?.open, after?.records]).toEqual([0, 1, 1])
    await sql`update review_points set state = 'withdrawn'
      where id in (select id from threads where kind = 'point' and record_id = ${record_id})`.execute(t.db)
    await sql`update site_profiles set open_points = 0 where id = ${id}`.execute(t.db)
    expect((await timesFor('laguna.approver')).get('record')?.open).toBe(0)
  })
})

describe('of a scope', () => {
  test('FMB chooses a region or a province; a Region has its own, a PENRO its office alone', async () => {
    const laguna = await placeOf(t, 'PENRO Laguna')
    const quezon = await placeOf(t, 'PENRO Quezon')
    const ofLaguna = { boundary: [3, 2, 1, 9], field: [0, 0, 3, 3], record: [0, 0, 1, 0] }
    const ofRegion = {
      ...ofLaguna,
      file: [0, 0, 1, 7],
      principle: [1, 1, 0, null],
      indicator: [1, 1, 0, null],
      figure: [1, 1, 0, null],
    }
    const region = { accessLevel: 'PENRO', region_id: laguna.region_id }
    expect(numbers(await timesFor('fmb.approver', region))).toEqual(ofRegion)
    const province = { ...region, province_id: laguna.province_id ?? 0 }
    expect(numbers(await timesFor('fmb.approver', province))).toEqual(ofLaguna)
    // whatever a Region or an office sends, it reads its own
    for (const query of [{}, NATIONAL, { accessLevel: 'PENRO', region_id: 1 }]) {
      expect(numbers(await timesFor('r4a.approver', query))).toEqual(ofRegion)
      expect(numbers(await timesFor('laguna.approver', query))).toEqual(ofLaguna)
    }
    const theirs = { accessLevel: 'PENRO', province_id: quezon.province_id ?? 0 }
    expect(numbers(await timesFor('laguna.approver', theirs))).toEqual(ofLaguna)
    expect(numbers(await timesFor('quezon.approver'))).toMatchObject({ file: [0, 0, 1, 7] })
    expect(numbers(await timesFor('quezon.approver'))).not.toHaveProperty('boundary')
  })

  test('of an encoder: the records that they made', async () => {
    const encoder = await timesFor('laguna.encoder')
    expect(numbers(encoder)).toMatchObject({ boundary: [3, 2, 1, 9] })
    await sql`update site_profiles set created_by = (select id from users where email like 'fmb.super%')
      where site_status = 'Submitted'`.execute(t.db)
    expect(numbers(await timesFor('laguna.encoder'))).toMatchObject({ boundary: [2, 1, 1, 9] })
    expect(numbers(await timesFor('laguna.encoder'))).not.toHaveProperty('record')
  })

  test('not of a level or a region that is none', async () => {
    const odd = await (await t.as('fmb.super')).get('/reports/dashboard-points?accessLevel=World&region_id=x')
    expect(odd.json().errors).toEqual({ accessLevel: ['Invalid access level'], region_id: ['Invalid ID'] })
  })
})

test('each number leads to the list of exactly those records', async () => {
  for (const person of ['fmb.approver', 'r4a.approver', 'laguna.approver', 'laguna.encoder']) {
    const by = await t.as(person)
    const actor: Actor = (await by.get('/validate-token')).json().actor
    // the category of the dashboard does not narrow points, so it does not narrow their list
    for (const category of [undefined, 'SITES Activities']) {
      const choice = choiceOf(actor, { category })
      const { accessLevel, region_id, province_id } = filterOf(choice)
      for (const times of (await timesFor(person, { accessLevel, region_id, province_id })).values()) {
        const lead = askedLead(actor, choice, times)
        const counted = Object.fromEntries(COUNTED_NAMES.open.map((name) => [name, lead.search[name]]))
        const opened = choiceOf(actor, lead.search)
        expect({ ...addressOf(actor, opened), ...counted }).toMatchObject(lead.search)
        const query = { ...filterOf(opened), ...counted, shown: 'open', length: '100' }
        const text = new URLSearchParams(
          Object.entries(query).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
        )
        const reply = await by.get(`/reports/datatable/dashboard-records?${text}`)
        const { data, filteredCount } = reply.json() as { data: RecordRow[]; filteredCount: number }
        expect([person, lead.words, filteredCount]).toEqual([person, lead.words, times.records])
        expect(data).toHaveLength(times.records)
      }
    }
  }
  const odd = await (await t.as('fmb.super')).get('/reports/datatable/dashboard-records?about=weather')
  expect(odd.json().errors).toEqual({ about: ['Invalid place of a point'] })
})

full.test(
  '20,000 points are counted about as fast as the charts of the same records',
  { timeout: 120_000 },
  async () => {
    const like = await returned()
    const ids = await manySites(t, like, 4000)
    await sql`update site_profiles set site_status = 'Returned', penro_status = 'Returned', returned_by = 'PENRO',
    returned_at = ${ago(5)}, waiting_since = null, approved_at = null where id = any(${ids}::integer[])`.execute(
      t.db,
    )
    await sql`
      with added as (
        insert into threads (kind, record_id, place, label)
        select 'point', record_id, '{"about": "boundary"}', 'Boundary'
        from site_profiles, generate_series(1, 5) where id = any(${ids}::integer[]) returning id
      )
      insert into review_points (id, kind, state, sent_at, answered_at)
      select id, 'correct', case when id % 5 < 2 then 'open' else 'answered' end, ${ago(50)}::timestamptz,
        case when id % 5 >= 2 then ${ago(50)}::timestamptz + id % 40 * interval '1 day' end
      from added`.execute(t.db)
    await sql`analyze threads, review_points, site_profiles`.execute(t.db)
    const by = await t.as('fmb.approver')
    /** the fastest of three answers, none of them stored */
    const fastest = async (path: string) => {
      const took: number[] = []
      while (took.length < 3) {
        await sql`update site_profiles set open_points = 2 where id = ${ids[0] ?? 0}`.execute(t.db)
        await sql`update record_changes set records = records + 1, approvals = approvals + 1`.execute(t.db)
        const start = performance.now()
        expect((await by.get(`${path}?accessLevel=National`)).statusCode).toBe(200)
        took.push(performance.now() - start)
      }
      return Math.min(...took)
    }
    const [charts, points] = [
      await fastest('/reports/dashboard-figures'),
      await fastest('/reports/dashboard-points'),
    ]
    console.info(`charts ${charts.toFixed(0)} ms, points ${points.toFixed(0)} ms`)
    expect(points).toBeLessThan(charts * 6)
    const boundary = (await timesFor('fmb.approver', NATIONAL)).get('boundary')
    expect(boundary?.open).toBeGreaterThanOrEqual(8000)
  },
)
