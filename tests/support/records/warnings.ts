import { sql } from 'kysely'
import { storeSiteWarnings } from '../../../server/land/site-warnings.queries.ts'
import type { TestApp } from '../product/app.ts'
import { storeWarnings } from './stored-warnings.ts'

/** far from all other sites of the tests */
const TRIANGLE = JSON.stringify({
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [118, 8],
        [118.1, 8],
        [118.1, 8.1],
        [118, 8],
      ],
    ],
  ],
})

/** Records that two boundaries overlap, as a save would. */
export async function sharedLand({ db }: TestApp, ...pair: [number, number]): Promise<void> {
  const [site_profile_id = 0, other_site_profile_id = 0] = pair.toSorted((a, b) => a - b)
  await db
    .insertInto('site_overlaps')
    .values({ site_profile_id, other_site_profile_id, overlap_ha: '12.00', geometry: TRIANGLE })
    .execute()
  await storeSiteWarnings(db, pair, new Date())
}

/** how far in the future the varied bureau is */
const LATER = sql`(timestamptz '2031-05-20' - now())`

/**
 * Adds warnings of every kind, rounds and ages to the records of a varied bureau: a boundary on two thirds of the
 * profiles, some of another size than declared, some that overlap; a file in quarantine here and there, of activities
 * as well.
 */
export async function withWarnings({ db }: TestApp): Promise<void> {
  await sql`
    insert into site_boundaries (site_profile_id, map_kml_id, geometry, area_ha, vertex_count, valid, min_lon, min_lat,
      max_lon, max_lat, overlap_state, warnings)
    select id, map_kml_id, ${TRIANGLE}::jsonb, project_area * case id % 4 when 0 then 1.2 when 1 then 1.05 else 1 end, 4, true, 118,
      8, 118.1, 8.1, 'measured', case id % 5
        when 0 then '[{"kind":"outside_region","message":"Outside."},{"kind":"self_crossing","message":"Crosses."}]'
        when 1 then '[{"kind":"area_differs","message":"Told from the areas."},{"kind":"overlap","message":"Of old."}]'
        else '[]' end::jsonb
    from site_profiles where id % 3 > 0 on conflict do nothing`.execute(db)
  await sql`
    insert into site_overlaps (site_profile_id, other_site_profile_id, overlap_ha, geometry)
    select id, id + 3, case when id % 2 = 0 then 3 end, case when id % 2 = 0 then ${TRIANGLE}::jsonb end
    from site_boundaries join site_profiles on id = site_profile_id
    where id % 7 = 2 and id + 3 in (select site_profile_id from site_boundaries)`.execute(db)
  await sql`update site_profiles set review_round = 1 + id % 4,
      waiting_since = waiting_since - ${LATER} - id % 6 * interval '17 days',
      approved_at = approved_at - ${LATER} - id % 5 * interval '11 days',
      returned_at = returned_at - ${LATER}, created_at = created_at - ${LATER}`.execute(db)
  await sql`update site_activities set review_round = case when site_status = 'Save as Draft' then 0 else 1 + id % 3 end,
      waiting_since = waiting_since - ${LATER} - id % 6 * interval '17 days', approved_at = approved_at - ${LATER},
      returned_at = returned_at - ${LATER}, created_at = created_at - ${LATER}`.execute(db)
  await sql`update files set scan_status = 'quarantined'
    where id in (select case when id % 2 = 0 then agreement_id else map_kml_id end from site_profiles where id % 29 = 4)`.execute(
    db,
  )
  await sql`
    with copied as (
      insert into files (storage_key, kind, name, media_type, size, sha256, office_id, region_id, uploaded_by,
        unused_since, scan_status)
      select gen_random_uuid(), 'pdf', 'evidence ' || site_activities.id, media_type, size, sha256,
        site_activities.office_id, site_activities.region_id, uploaded_by, null, 'quarantined'
      from site_activities, files where site_activities.id % 9 = 1 and files.id = (select min(id) from files)
      returning id, name, uploaded_by
    )
    insert into site_activity_means (site_activity_id, sites_criteria_indicator_id, file_id, created_by)
    select split_part(name, ' ', 2)::integer, (select min(id) from site_criteria_indicators), id, uploaded_by
    from copied`.execute(db)
  await storeWarnings({ db })
}
