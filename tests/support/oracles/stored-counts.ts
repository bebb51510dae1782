import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from '../product/app.ts'

/** Fails unless the stored counts and the stored public rows match a recount. */
export async function expectStoredCounts({ db }: Pick<TestApp, 'db'>): Promise<void> {
  const { rows: wrongCounts } = await sql`
    select 'profiles' as of, office_id, region_id, status, false as is_draft, count from (
      (select * from site_profile_counts where count <> 0)
      except
      (select office_id, region_id, status, count(*) from site_profiles group by 1, 2, 3)
    ) as profiles
    union all
    select 'activities', office_id, region_id, status, is_draft, count from (
      (select * from site_activity_counts where count <> 0)
      except
      (select office_id, region_id, status, site_status = 'Save as Draft', count(*)
        from site_activities group by 1, 2, 3, 4)
    ) as activities`.execute(db)
  expect(wrongCounts).toEqual([])
  const { rows: sums } = await sql<{ kept: number; counted: number }>`
    select (select coalesce(sum(count), 0) from site_profile_counts)
        + (select coalesce(sum(count), 0) from site_activity_counts) as kept,
      (select count(*) from site_profiles) + (select count(*) from site_activities) as counted`.execute(db)
  expect(Number(sums[0]?.kept)).toBe(sums[0]?.counted)
  const { rows: wrongSites } = await sql`
    (select 'kept' as what, * from (table approved_sites except select * from approved_sites_now) as kept)
    union all
    (select 'missing', * from (select * from approved_sites_now except table approved_sites) as missing)`.execute(
    db,
  )
  expect(wrongSites).toEqual([])
  const { rows: wrongSiteCounts } = await sql`
    select office_id, region_id, kept.count as kept, counted.count as counted
    from (select * from approved_site_counts where count <> 0) as kept
    full join (select office_id, region_id, count(*) from approved_sites group by 1, 2) as counted
      using (office_id, region_id)
    where kept.count is distinct from counted.count`.execute(db)
  expect(wrongSiteCounts).toEqual([])
  const { rows: wrongPoints } = await sql`
    select * from (
      select 'profile' as of, id, record_id, open_points, answered_points from site_profiles
      union all
      select 'activity', id, record_id, open_points, answered_points from site_activities
    ) as kept
    left join lateral (
      select count(*) filter (where state = 'open') as open, count(*) filter (where state = 'answered') as answered
      from threads join review_points using (id) where threads.kind = 'point' and threads.record_id = kept.record_id
    ) as counted on true
    where (open_points, answered_points) is distinct from (open, answered)`.execute(db)
  expect(wrongPoints).toEqual([])
}
