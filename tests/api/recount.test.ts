import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recount } from '../../server/recount/recount.actions.ts'
import type { Site } from '../../server/sites/sites.queries.ts'
import { withServer } from '../support/product/app.ts'
import { aSealedLog, tamper } from '../support/records/audit-log.ts'
import { anActivity, anApprovedSite } from '../support/records/activity-factories.ts'
import { anActivityRow, APPROVED, aSite } from '../support/records/factories.ts'
import { pointCalls } from '../support/records/points.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'

const t = withServer()
let site: Site
let returned: number
let activities: { older: number; newer: number }
beforeAll(async () => {
  site = await aSite(t, { site_status: 'Approved', boundary: null })
  await aSite(t, { boundary: null })
  activities = {
    older: await anActivityRow(t, site, { ...APPROVED, approved_at: '2031-01-01T00:00:00Z' }),
    newer: await anActivityRow(t, site, { ...APPROVED, approved_at: '2031-02-01T00:00:00Z' }),
  }
  await aSealedLog(t, ['2025-03-01', '2025-03-02'])
  returned = (await aSite(t, { boundary: null })).id
  await pointCalls(t, 'sites').return('PENRO', returned, { returned_reason: 'Wrong town.' })
  const activity = await anActivity(t, 'RET-PENRO', { site_profile_id: await anApprovedSite(t) })
  expect(activity.open_points).toBe(1)
})
afterAll(() => expectStoredCounts(t))

const run = (text: string) => sql.raw(text).execute(t.db)
const rowsOf = async <Row>(text: string) => (await sql<Row>`${sql.raw(text)}`.execute(t.db)).rows
/** The differences by table; tables without any are left out. */
const found = async () =>
  Object.fromEntries(
    (await recount(t.services)).flatMap(({ table, differences }) =>
      differences.length > 0 ? [[table, differences]] : [],
    ),
  )
const correctedLines = () =>
  rowsOf<{ user_name: string; field_change: unknown }>(
    `select user_name, field_change from audit_logs where event = 'Stored Counts Corrected' order by id`,
  )
/** The versions by which every instance knows whether its caches are valid. */
const versions = async () =>
  (await rowsOf<{ sum: number }>('select sum(records + approvals)::bigint as sum from record_changes'))[0]
    ?.sum ?? 0

describe('a recount', () => {
  test('of numbers that are right finds nothing, changes nothing and writes nothing', async () => {
    const before = await versions()
    const all = await recount(t.services)
    expect(all.map(({ table, differences }) => [table, differences])).toEqual([
      ['site_profile_counts', []],
      ['site_activity_counts', []],
      ['approved_sites', []],
      ['approved_site_counts', []],
      ['audit_day_counts', []],
      ['review_points', []],
      ['site_profiles', []],
      ['site_activities', []],
    ])
    for (const { table, rows } of all) expect(rows, table).toBeGreaterThan(0)
    expect(await correctedLines()).toEqual([])
    expect(await versions()).toBe(before)
  })

  const place = () => `office_id = ${site.office_id} and region_id = ${site.region_id}`
  test.each([
    ['site_profile_counts', 'a count too high', () => `update site_profile_counts set count = count + 3`],
    ['site_profile_counts', 'a count of none', () => 'update site_profile_counts set count = 0'],
    ['site_profile_counts', 'no row', () => `delete from site_profile_counts where ${place()}`],
    [
      'site_profile_counts',
      'a row of nobody',
      () => `insert into site_profile_counts values (${site.office_id}, ${site.region_id}, 'Deactivated', 2)`,
    ],
    ['site_activity_counts', 'a count too low', () => 'update site_activity_counts set count = count - 1'],
    ['site_activity_counts', 'a count as a draft', () => 'update site_activity_counts set is_draft = true'],
    ['approved_site_counts', 'a count too high', () => `update approved_site_counts set count = count + 1`],
    ['approved_site_counts', 'no row', () => `delete from approved_site_counts where ${place()}`],
    ['approved_sites', 'no row', () => `delete from approved_sites where site_profile_id = ${site.id}`],
    [
      'approved_sites',
      'the grades of an older activity',
      () =>
        `update approved_sites set site_activity_id = ${activities.older} where site_profile_id = ${site.id}`,
    ],
    [
      'approved_sites',
      'a moment',
      () => `update approved_sites set approved_at = '2020-01-01' where site_profile_id = ${site.id}`,
    ],
    [
      'approved_sites',
      'a row of a profile that is not approved',
      () =>
        `insert into approved_sites select site_profiles.id, region_id, office_id, null, now(), null, province_id, created_by
         from site_profiles where site_status = 'Submitted' limit 1`,
    ],
    ['audit_day_counts', 'a day too many', () => `update audit_day_counts set rows = rows + 1`],
    ['audit_day_counts', 'no row', () => 'delete from audit_day_counts'],
    [
      'review_points',
      'a state that the steps do not lead to',
      () => `update review_points set state = 'settled', answered_at = now()`,
    ],
    [
      'site_profiles',
      'points of none',
      () => `update site_profiles set answered_points = 7 where id = ${site.id}`,
    ],
    [
      'site_profiles',
      'no open points',
      () => `update site_profiles set open_points = 0, answered_points = 1 where id = ${returned}`,
    ],
    ['site_activities', 'points too many', () => 'update site_activities set open_points = open_points + 2'],
  ])('of %s: %s is found and mended at once', async (table, _, spoil) => {
    const logged = (await correctedLines()).length
    const before = await versions()
    await t.db.transaction().execute(async (db) => {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
      await sql.raw(spoil()).execute(db)
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
    })
    const first = await found()
    // a site added or removed without the triggers was never counted
    const uncounted = table === 'approved_sites' && first[table]?.some(({ stored, anew }) => !stored || !anew)
    expect(Object.keys(first)).toEqual(uncounted ? [table, 'approved_site_counts'] : [table])
    expect(await found()).toEqual({})
    await expectStoredCounts(t)
    const lines = await correctedLines()
    expect(lines).toHaveLength(logged + 1)
    expect(lines.at(-1)).toEqual({
      user_name: 'Operator at the server',
      field_change: Object.entries(first).map(([field, { length }]) => ({
        field,
        old: null,
        new: length === 1 ? '1 row' : `${length} rows`,
      })),
    })
    expect(await versions(), 'other instances read anew').toBeGreaterThan(before)
  })

  test('says from what to what, and mends what was changed behind the triggers', async () => {
    const count = async () =>
      (
        await rowsOf<{ count: number }>(
          `select count from site_profile_counts where ${place()} and status = 'Activated'`,
        )
      )[0]?.count ?? 0
    const before = await count()
    await t.db.transaction().execute(async (db) => {
      await sql`alter table site_profiles disable trigger user`.execute(db)
      await sql`update site_profiles set status = 'Deactivated', deactivated_at = now() where id = ${site.id}`.execute(
        db,
      )
      await sql`alter table site_profiles enable trigger user`.execute(db)
    })
    const key = { office_id: site.office_id, region_id: site.region_id }
    const { site_profile_counts, approved_sites } = await found()
    expect(site_profile_counts).toEqual([
      {
        stored: { ...key, status: 'Activated', count: before },
        anew: { ...key, status: 'Activated', count: before - 1 },
      },
      { stored: null, anew: { ...key, status: 'Deactivated', count: 1 } },
    ])
    expect(approved_sites).toMatchObject([{ stored: { site_profile_id: site.id }, anew: null }])
    await run(`update site_profiles set status = 'Activated', deactivated_at = null where id = ${site.id}`)
    expect(await found()).toEqual({})
  })
})

describe('a record that somebody removes in the database', () => {
  test('a row of the log taken out behind all triggers is no longer counted after a recount', async () => {
    await tamper(
      t,
      'delete from audit_logs where id = (select audit_log_id from log_entries order by log_index desc limit 1)',
      'delete from log_entries where log_index = (select max(log_index) from log_entries)',
    )
    expect(Object.keys(await found())).toEqual(['audit_day_counts'])
    expect(await found()).toEqual({})
  })

  test('leaves every stored count right: an activity, a draft, a profile', async () => {
    const shown = async () =>
      (
        await rowsOf<{ site_activity_id: number | null }>(
          `select site_activity_id from approved_sites where site_profile_id = ${site.id}`,
        )
      ).map((row) => row.site_activity_id)
    const removed = async (text: string) => {
      const before = await versions()
      await run(text)
      expect(await found()).toEqual({})
      await expectStoredCounts(t)
      expect(await versions()).toBeGreaterThan(before)
    }
    const draft = await anActivityRow(t, site)
    expect(await shown()).toEqual([activities.newer])
    await removed(`delete from site_activities where id = ${draft}`)
    await removed(`delete from site_activities where id = ${activities.newer}`)
    expect(await shown()).toEqual([activities.older])
    await removed(`delete from site_activities where id = ${activities.older}`)
    expect(await shown()).toEqual([null])
    await run(`delete from review_steps where record_id = ${site.record_id}`)
    await run(`delete from review_snapshots where record_id = ${site.record_id}`)
    await removed(`delete from site_profiles where id = ${site.id}`)
    expect(await shown()).toEqual([])
  })
})
