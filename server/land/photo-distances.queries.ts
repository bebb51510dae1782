import { sql } from 'kysely'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import type { Db } from '../database/db.ts'

/**
 * Queues the measuring of the photographs of a profile, if any of them names a place; it begins when the transaction
 * commits.
 */
export const queuePhotoDistances = (db: Db, site_profile_id: number) =>
  sql`select graphile_worker.add_job('measure_photos', json_build_object('site_profile_id', ${site_profile_id}::integer),
    job_key => 'measure_photos ' || ${site_profile_id}::integer)
  where exists (
    select from site_activities
    join site_activity_means on site_activity_means.site_activity_id = site_activities.id
    join photo_facts on photo_facts.file_id = site_activity_means.file_id and photo_facts.longitude is not null
    where site_activities.site_profile_id = ${site_profile_id}
  )`.execute(db)

export type UnmeasuredPhoto = {
  file_id: number
  longitude: number
  latitude: number
  site_profile_id: number
  map_kml_id: number
}

/** The photographs that name a place and are not measured against the present map of their profile, by profile. */
export async function listUnmeasuredPhotos(
  db: Db,
  { site_profile_id, most }: { site_profile_id: number | null; most: number },
): Promise<UnmeasuredPhoto[]> {
  const { rows } = await sql<UnmeasuredPhoto>`
    select photo_facts.file_id, photo_facts.longitude, photo_facts.latitude, site_boundaries.site_profile_id,
      site_boundaries.map_kml_id
    from photo_facts
    join site_activity_means on site_activity_means.file_id = photo_facts.file_id
    join site_activities on site_activities.id = site_activity_means.site_activity_id
    join site_boundaries on site_boundaries.site_profile_id = site_activities.site_profile_id
    where photo_facts.longitude is not null
      and photo_facts.measured_map_kml_id is distinct from site_boundaries.map_kml_id
      and ${site_profile_id === null ? sql`true` : sql`site_activities.site_profile_id = ${site_profile_id}`}
    order by site_boundaries.site_profile_id, photo_facts.file_id limit ${most}`.execute(db)
  return rows
}

/** The boundary of this map of a profile; null if it has another one meanwhile. */
export async function findBoundaryOf(
  db: Db,
  { site_profile_id, map_kml_id }: Pick<UnmeasuredPhoto, 'site_profile_id' | 'map_kml_id'>,
): Promise<BoundaryGeometry | null> {
  const row = await db
    .selectFrom('site_boundaries')
    .select('site_boundaries.geometry')
    .where('site_boundaries.site_profile_id', '=', site_profile_id)
    .where('site_boundaries.map_kml_id', '=', map_kml_id)
    .executeTakeFirst()
  return (row?.geometry as unknown as BoundaryGeometry | undefined) ?? null
}

/** Stores how far outside the boundary of a map these photographs say that they were taken. */
export const savePhotoDistances = (
  db: Db,
  map_kml_id: number,
  measured: readonly { file_id: number; metres: number }[],
) =>
  sql`update photo_facts set metres = measured.metres, measured_map_kml_id = ${map_kml_id}
    from jsonb_to_recordset(${JSON.stringify(measured)}) as measured (file_id integer, metres integer)
    where photo_facts.file_id = measured.file_id`.execute(db)
