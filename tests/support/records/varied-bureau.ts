import { sql } from 'kysely'
import { aSite } from './factories.ts'
import type { TestApp } from '../product/app.ts'
import { manySites } from './many-sites.ts'

const STATES = 9

/**
 * Fills a bureau with so many profiles in every state, a third of them in Laguna and the others all over the country,
 * with many ties in every column, and an activity in some state on every second approved one.
 */
export async function variedBureau(t: TestApp, count: number): Promise<void> {
  const site = await aSite(t, { boundary: null, site_status: 'Approved', name_of_partner: 'Kapatagan' })
  await manySites(t, site, count)
  await sql`
    update site_profiles set region_id = one.region_id, province_id = one.province_id, city_id = one.city_id,
      office_id = one.office_id
    from site_profiles as one where one.id = ${site.id} and site_profiles.id % 3 = 0`.execute(t.db)
  const state = sql`(id % ${sql.lit(STATES)})`
  await sql`
    update site_profiles set
      name_of_partner = (array['Peñafrancia', 'Samahan ng Gubat', 'bantay', 'Ángat', 'Zamora'])[1 + id % 5] || ' ' || id % 7,
      created_at = timestamptz '2031-01-01' + id % 11 * interval '1 hour',
      submitted_at = case when id % 6 > 0 then timestamptz '2031-02-01' + id % 13 * interval '1 hour' end,
      returned_at = case when ${state} in (2, 3, 5, 6) then timestamptz '2031-03-01' + id % 3 * interval '1 hour' end,
      approved_at = case when ${state} < 4 then timestamptz '2031-04-01' + id % 17 * interval '1 hour' end,
      waiting_since = case when ${state} in (4, 7, 8) then timestamptz '2031-05-01' + id % 5 * interval '1 hour' end,
      site_status = case when ${state} < 4 then 'Approved' when ${state} in (5, 6) then 'Returned' else 'Submitted' end,
      penro_status = case when ${state} = 5 then 'Returned' when ${state} = 6 then null
        when ${state} = 4 then 'Submitted' else 'Approved' end,
      region_status = case when ${state} = 6 then 'Returned' when ${state} in (4, 5) then null
        when ${state} = 7 then 'Submitted' else 'Approved' end,
      fmb_status = case when ${state} < 4 then 'Approved' when ${state} = 8 then 'Submitted' end,
      returned_by = case when ${state} = 5 then 'PENRO' when ${state} = 6 then 'Region' end,
      status = case when id % 23 = 0 then 'Deactivated' else 'Activated' end,
      deactivated_at = case when id % 23 = 0 then timestamptz '2031-06-01' end
    where id > ${site.id}`.execute(t.db)
  await sql`
    insert into site_activities (site_profile_id, region_id, province_id, city_id, office_id, site_profile_code,
      site_profile_name, principle_batch_number, principle_number_1, principle_number_2, principle_number_3,
      principle_number_4, principle_number_5, principle_number_6, principle_number_7, principle_number_8, site_status,
      penro_status, region_status, fmb_status, returned_by, status, deactivated_at, created_by, created_at,
      submitted_at, returned_at, approved_at, waiting_since)
    select id, region_id, province_id, city_id, office_id, code, name_of_partner, 1, grade, grade, grade, grade, grade,
      grade, grade, grade,
      (array['Approved', 'Save as Draft', 'Submitted', 'Returned'])[1 + n],
      (array['Approved', null, 'Approved', 'Returned'])[1 + n], (array['Approved', null, 'Approved', null])[1 + n],
      (array['Approved', null, 'Submitted', null])[1 + n], case when n = 3 then 'PENRO' end,
      status, deactivated_at, created_by, timestamptz '2031-07-01' + id % 7 * interval '1 hour',
      case when n <> 1 then timestamptz '2031-08-01' + id % 5 * interval '1 hour' end,
      case when n = 3 then timestamptz '2031-09-01' + id % 3 * interval '1 hour' end,
      case when n = 0 then timestamptz '2031-10-01' + id % 3 * interval '1 hour' end,
      case when n = 2 then timestamptz '2031-11-01' + id % 3 * interval '1 hour' end
    from (select *, id / 2 % 4 as n, (array['Very Compliant', 'Not Compliant'])[1 + id % 2] as grade from site_profiles)
      as site_profiles
    where id > ${site.id} and site_status = 'Approved' and id % 2 = 0`.execute(t.db)
}
