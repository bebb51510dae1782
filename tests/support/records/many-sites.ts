import { sql } from 'kysely'
import type { Site } from '../../../server/sites/sites.queries.ts'
import type { TestApp } from '../product/app.ts'

let series = 0

/**
 * Adds many submitted profiles like this one, with their own files and without boundaries, spread over all
 * municipalities of the country and the offices there; returns their ids.
 */
export async function manySites(
  t: Pick<TestApp, 'db'>,
  like: Pick<Site, 'id' | 'map_kml_id'>,
  count: number,
): Promise<number[]> {
  series += 1
  const ids = await t.db.transaction().execute(async (db) => {
    const { last } = await db
      .selectFrom('files')
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    await sql`
      insert into files (id, storage_key, kind, name, media_type, size, sha256, office_id, region_id, uploaded_by, unused_since)
      overriding system value
      select ${last}::int + n, gen_random_uuid(), kind, name, media_type, size, sha256, office_id, region_id, uploaded_by, null
      from files, generate_series(1, ${2 * count}::int) as n where files.id = ${like.map_kml_id}`.execute(db)
    await sql`select setval(pg_get_serial_sequence('files', 'id'), ${last}::int + ${2 * count}::int)`.execute(
      db,
    )
    const { rows } = await sql<{ id: number }>`
      with places as (
        select id as city_id, region_id, province_id, row_number() over (order by id) - 1 as place,
          (
            select min(offices.id) from offices
            where offices.province_id = cities.province_id
              or (cities.province_id is null and offices.region_id = cities.region_id)
          ) as office_id
        from cities
      )
      insert into site_profiles (code, region_id, province_id, city_id, office_id, name_of_partner, project_area,
        year_implemented, project_year_start, project_year_end, redd_eligible_activities_area,
        emission_from_deforestation_area, conservation_forest_carbon_stocks_area, implementation_arrangement,
        implementation_arrangement_others, agreement_id, map_kml_id, site_status, penro_status, created_by, submitted_by,
        waiting_since)
      select 'SITES-MANY-' || ${series}::text || '-' || n, places.region_id, places.province_id, places.city_id,
        places.office_id, 'Samahan ' || n, project_area, year_implemented,
        project_year_start, project_year_end, redd_eligible_activities_area, emission_from_deforestation_area,
        conservation_forest_carbon_stocks_area, implementation_arrangement, implementation_arrangement_others,
        ${last}::int + n, ${last}::int + ${count}::int + n, 'Submitted', 'Submitted', created_by, created_by, now()
      from generate_series(1, ${count}::int) as n
      join places on places.place = n % (select count(*) from cities)
      cross join site_profiles
      where site_profiles.id = ${like.id}
      order by n
      returning id`.execute(db)
    return rows.map(({ id }) => id)
  })
  await sql`analyze files, site_profiles`.execute(t.db)
  return ids
}
