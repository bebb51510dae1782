import { sql } from 'kysely'
import { logReviews } from '../../../bench/log-reviews.ts'
import type { TestApp } from '../product/app.ts'
import { manySites } from './many-sites.ts'
import { storeWarnings } from './stored-warnings.ts'

/** A profile of an office with a boundary, and with only the two kinds of areas that `manySites` copies. */
const anyOf = (t: Pick<TestApp, 'db'>, office: string) =>
  t.db
    .selectFrom('site_profiles')
    .innerJoin('site_boundaries', 'site_boundaries.site_profile_id', 'site_profiles.id')
    .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
    .selectAll('site_profiles')
    .where('offices.name', '=', office)
    .where(
      sql<boolean>`coalesce(emission_from_deforestation_area, 0)
        + coalesce(conservation_forest_carbon_stocks_area, 0) = project_area`,
    )
    .orderBy('site_profiles.id')
    .executeTakeFirstOrThrow()

/** An office, and the first municipality of its province. */
const placeOf = (t: Pick<TestApp, 'db'>, office: string) =>
  t.db
    .selectFrom('offices')
    .innerJoin('cities', 'cities.province_id', 'offices.province_id')
    .select(['offices.id as office_id', 'offices.region_id', 'offices.province_id', 'cities.id as city_id'])
    .where('offices.name', '=', office)
    .orderBy('cities.id')
    .limit(1)
    .executeTakeFirstOrThrow()

type Wanted = {
  count: number
  /** so many of them, the last, are outside their region */
  marked?: number
  /** the office for which they wait, if not the one of the profile that they are like */
  at?: string
}

/**
 * Adds many profiles like one of this office that wait for a PENRO, each with its boundary and its submission. Returns
 * their ids, the longest waiting first.
 */
export async function manyWaiting(
  t: Pick<TestApp, 'db'>,
  office: string,
  { count, marked = 0, at }: Wanted,
): Promise<number[]> {
  const like = await anyOf(t, office)
  const ids = await manySites(t, like, count)
  const { region_id, province_id, city_id, office_id } = at === undefined ? like : await placeOf(t, at)
  await t.db
    .updateTable('site_profiles')
    .set({ region_id, province_id, city_id, office_id })
    .set({
      waiting_since: sql`now() - make_interval(mins => ${ids.at(-1) ?? 0} - id)`,
      submitted_at: sql`now()`,
    })
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .execute()
  await sql`
    insert into site_boundaries (site_profile_id, map_kml_id, geometry, area_ha, vertex_count, valid, min_lon, min_lat,
      max_lon, max_lat, overlap_state, warnings)
    select own.id, own.map_kml_id, geometry, own.project_area, vertex_count, valid, min_lon, min_lat, max_lon, max_lat,
      'measured', case when own.id > ${ids.at(-1 - marked) ?? 0} then '[{"kind": "outside_region", "message": "The boundary lies outside its region."}]'::jsonb else '[]'::jsonb end
    from site_boundaries join site_profiles as own on own.id = any(${ids}::integer[])
    where site_boundaries.site_profile_id = ${like.id}`.execute(t.db)
  // compared with every layer of land, and nothing found
  await sql`
    insert into land_screenings (site_profile_id, land_layer_id, land_layer_version_id, map_kml_id, state, at)
    select own.id, versions.land_layer_id, versions.id, own.map_kml_id, 'done', now()
    from land_layer_versions as versions, site_profiles as own
    where versions.state = 'current' and own.id = any(${ids}::integer[])`.execute(t.db)
  await sql`
    insert into review_steps (record_id, round, action, at, user_id, user_name, role_name)
    select record_id, 1, 'Submitted', submitted_at, created_by, 'Encoder', 'PENRO Encoder'
    from site_profiles where id = any(${ids}::integer[])`.execute(t.db)
  await logReviews(t.db, 'site', sql`profile.id = any(${ids}::integer[])`)
  await storeWarnings(t)
  return ids
}
