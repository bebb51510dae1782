import { sql } from 'kysely'
import { logReviews } from '../../../bench/log-reviews.ts'
import type { TestApp } from '../product/app.ts'
import { aSite } from './factories.ts'
import { manySites } from './many-sites.ts'

/** Adds many approved sites with an approved activity each, all at one moment; returns the ids of the activities. */
export async function manyApproved(t: TestApp, count: number, approved_at: string): Promise<number[]> {
  const like = await aSite(t, { boundary: null, site_status: 'Submitted', level: 'PENRO' })
  const ids = await manySites(t, like, count)
  await sql`
    update site_profiles set site_status = 'Approved', penro_status = 'Approved', region_status = 'Approved',
      fmb_status = 'Approved', approved_at = ${approved_at}, waiting_since = null
    where id = any(${ids}::integer[])`.execute(t.db)
  const { rows } = await sql<{ id: number }>`
    insert into site_activities (site_profile_id, region_id, province_id, city_id, office_id, site_profile_code,
      site_profile_name, principle_batch_number, principle_number_1, principle_number_2, principle_number_3,
      principle_number_4, principle_number_5, principle_number_6, principle_number_7, principle_number_8, site_status,
      penro_status, region_status, fmb_status, created_by, submitted_at, approved_at)
    select id, region_id, province_id, city_id, office_id, code, name_of_partner, 1, grade, grade, grade, grade, grade,
      grade, grade, 'Not Applicable', 'Approved', 'Approved', 'Approved', 'Approved', created_by, ${approved_at}, ${approved_at}
    from (select *, 'Very Compliant' as grade from site_profiles) as site_profiles
    where id = any(${ids}::integer[]) order by id returning id`.execute(t.db)
  // the public list must not show states in between, which no level approved
  await sql`delete from approved_site_history where until is not null and site_profile_id = any(${ids}::integer[])`.execute(
    t.db,
  )
  for (const kind of ['site', 'activity'] as const) await logReviews(t.db, kind)
  return rows.map(({ id }) => id)
}
