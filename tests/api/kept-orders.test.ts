import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  cacheOrders,
  type Changes,
  type Ordered,
  unpackNumbers,
} from '../../server/database/cached-orders.ts'
import { changesIn } from '../../server/review/record-changes.queries.ts'
import { withServer } from '../support/product/app.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { manySites } from '../support/records/many-sites.ts'
import { variedBureau } from '../support/records/varied-bureau.ts'
import { FULL } from '../support/full.ts'

/**
 * The cached orders of lists match a fresh sort after every kind of change; and they are updated, not read
 * as a whole.
 */

const t = withServer()
beforeAll(async () => {
  await variedBureau(t, 2_600)
}, 120_000)

/** An order made for the test, which counts how often it is read as a whole. */
function ordered(
  key: string,
  changes: Changes,
  from: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  order: string,
) {
  let wholly = 0
  const list: Ordered = {
    key,
    changes,
    read: async (db, among) => {
      wholly += among ? 0 : 1
      const { rows } = await sql<{ ids: Buffer | null }>`
        select string_agg(int4send(${id}), '' order by ${sql.raw(order)}) as ids
        from ${from} ${among ? sql`and ${id} = any(${among}::integer[])` : sql``}`.execute(db)
      return unpackNumbers(rows[0]?.ids ?? null)
    },
  }
  return { list, wholly: () => wholly }
}

const kept = cacheOrders()
const PROFILES = sql`site_profiles join regions on regions.id = site_profiles.region_id where status = 'Activated'`
const ACTIVITIES = sql`site_activities join site_profiles on site_profiles.id = site_profile_id
  where site_profiles.status = 'Activated'`
const APPROVED = sql`approved_sites where true`
const everywhere = (table: 'site_profiles' | 'site_activities') => changesIn(sql`true`, table)

const LISTS = [
  ordered(
    'by region, newest first',
    everywhere('site_profiles'),
    PROFILES,
    sql`site_profiles.id`,
    'regions.name, site_profiles.created_at desc, site_profiles.id',
  ),
  ordered(
    'by partner, with ties',
    everywhere('site_profiles'),
    PROFILES,
    sql`site_profiles.id`,
    'site_profiles.name_of_partner desc, site_profiles.id',
  ),
  ordered(
    'a search in an order with gaps',
    everywhere('site_profiles'),
    sql`${PROFILES} and name_of_partner like '%a%'`,
    sql`site_profiles.id`,
    'site_profiles.waiting_since, site_profiles.submitted_at desc, site_profiles.id',
  ),
  ordered(
    'activities by partner',
    everywhere('site_activities'),
    ACTIVITIES,
    sql`site_activities.id`,
    'site_profile_name, site_activities.id',
  ),
  ordered(
    'approved sites, newest first',
    everywhere('site_profiles'),
    APPROVED,
    sql`site_profile_id`,
    'approved_at desc, site_profile_id',
  ),
]

/** Reads all orders; returns how many of them were read as a whole. */
async function expectFresh(): Promise<number> {
  const before = LISTS.reduce((sum, { wholly }) => sum + wholly(), 0)
  const orders = await Promise.all(LISTS.map(({ list }) => kept(t.db, list)))
  const read = LISTS.reduce((sum, { wholly }) => sum + wholly(), 0) - before
  for (const [n, { list }] of LISTS.entries()) {
    const afresh = await list.read(t.db)
    expect(afresh.length, list.key).toBeGreaterThan(500)
    expect(orders[n], list.key).toEqual(afresh)
  }
  return read
}

const one = async (query: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ id: number }>`${query}`.execute(t.db)
  if (!rows[0]) throw new Error('Nothing like this in the bureau.')
  return rows[0].id
}
const approvedWithActivity = (more: RawBuilder<unknown>) =>
  one(sql`select site_profile_id as id from approved_sites
    where site_activity_id is not null and ${more} order by site_profile_id limit 1`)

describe('the kept order of a list', () => {
  test('is read once, and not again while nothing changes', async () => {
    expect(await expectFresh()).toBe(LISTS.length)
    expect(await expectFresh()).toBe(0)
  })

  test('is mended after an approval through the front door', async () => {
    const id = await one(
      sql`select id from site_profiles where fmb_status = 'Submitted' and status = 'Activated' limit 1`,
    )
    const { revision } = await t.db
      .selectFrom('site_profiles')
      .select('revision')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const reply = await (await t.as('fmb.super')).post(`/sites/approved/${id}`, { revision })
    expect(reply.statusCode).toBe(200)
    expect(await expectFresh()).toBe(0)
  })

  const MENDED: [what: string, change: () => Promise<unknown>][] = [
    [
      'a partner was named anew, and with it the activities',
      async () =>
        sql`update site_profiles set name_of_partner = 'Aaron' where id = ${await approvedWithActivity(sql`true`)}`.execute(
          t.db,
        ),
    ],
    [
      'somebody else is last now, and somebody in the middle',
      async () =>
        sql`update site_profiles set name_of_partner = case id % 2 when 0 then 'zz' else 'Samahan ng Gubat 3' end,
            created_at = timestamptz '2031-01-01 05:30+00'
          where id in (select id from site_profiles where office_id = 1 limit 5)
            or id in (select min(id) from site_profiles)`.execute(t.db),
    ],
    [
      'a profile was switched off, and hides its activity',
      async () =>
        sql`update site_profiles set status = 'Deactivated', deactivated_at = now()
          where id = ${await approvedWithActivity(sql`site_profile_id > 900`)}`.execute(t.db),
    ],
    [
      'an activity was removed at the database',
      async () =>
        sql`delete from site_activities
          where id = (select max(id) from site_activities where site_status = 'Approved')`.execute(t.db),
    ],
    [
      'a profile came',
      async () => {
        const like = await t.db.selectFrom('site_profiles').selectAll().limit(1).executeTakeFirstOrThrow()
        await manySites(t, like, 1)
      },
    ],
    [
      'several things happened at several offices',
      async () => {
        for (let n = 1; n <= 12; n += 1)
          await sql`update site_profiles set submitted_at = now(), name_of_partner = 'Kapatid ' || ${n % 3}::text
            where id = (select max(id) from site_profiles where id % 12 = ${n} % 12)`.execute(t.db)
      },
    ],
  ]
  test.each(FULL ? MENDED : MENDED.slice(0, 3))('is mended when %s', async (_what, change) => {
    await change()
    expect(await expectFresh()).toBe(0)
    await expectStoredCounts(t)
  })

  const ANEW: [what: string, change: () => Promise<unknown>][] = [
    [
      'more profiles change at once than are named',
      () =>
        sql`update site_profiles set name_of_partner = 'Many ' || id % 5
          where office_id = (select office_id from site_profiles group by 1 order by count(*) desc limit 1)`.execute(
          t.db,
        ),
    ],
    [
      'more changes went by than are named',
      async () => {
        const id = await approvedWithActivity(sql`site_profile_id > 100`)
        for (let n = 0; n < 70; n += 1)
          await sql`update site_profiles set name_of_partner = 'Again ' || ${n}::text where id = ${id}`.execute(
            t.db,
          )
      },
    ],
    [
      'it is not said any more what changed',
      async () => {
        const id = await approvedWithActivity(sql`site_profile_id > 500`)
        await sql`update site_profiles set name_of_partner = 'Unnamed' where id = ${id}`.execute(t.db)
        await sql`delete from record_change_ring`.execute(t.db)
      },
    ],
    [
      'a region has another name',
      () => sql`update regions set name = 'AAA ' || name where id = 9`.execute(t.db),
    ],
  ]
  test.each(FULL ? ANEW : ANEW.slice(0, 1))('is read anew when %s', async (_what, change) => {
    await change()
    expect(await expectFresh()).toBe(LISTS.length)
  })

  test('is right for everybody who asks while others write', { timeout: 60_000 }, async () => {
    const id = await approvedWithActivity(sql`site_profile_id > 300`)
    const list = LISTS[1]?.list
    if (!list) throw new Error('There is no such list.')
    for (let n = 0; n < 15; n += 1) {
      const name = `Writer ${n}`
      await sql`update site_profiles set name_of_partner = ${name} where id = ${id}`.execute(t.db)
      const asking = [kept(t.db, list), kept(t.db, list), kept(t.db, list)]
      const later = sql`update site_profiles set name_of_partner = 'Bb' where id = ${id + 1}`.execute(t.db)
      const [order] = await Promise.all(asking)
      await later
      expect(order?.filter((one) => one === id)).toHaveLength(1)
      const { rows } = await sql<{ found: number }>`
        select count(*) as found from site_profiles where status = 'Activated' and name_of_partner > ${name}`.execute(
        t.db,
      )
      const at = order?.indexOf(id) ?? -1
      expect(Math.abs(at - (rows[0]?.found ?? 0))).toBeLessThanOrEqual(1)
    }
    await expectFresh()
  })

  test('goes when others need its room, and is read again', async () => {
    const small = cacheOrders(4_000)
    const [a, b] = LISTS
    if (!a || !b) throw new Error('There are no such lists.')
    const read = a.wholly()
    await small(t.db, a.list)
    await small(t.db, a.list)
    expect(a.wholly()).toBe(read + 1)
    await small(t.db, b.list)
    await small(t.db, a.list)
    expect(a.wholly()).toBe(read + 2)
  })
})
