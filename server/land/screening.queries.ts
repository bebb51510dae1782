import { sql } from 'kysely'
import type { Bbox } from '../../shared/boundary/boundary.schema.ts'
import { FEATURES_AROUND_MAX } from '../../shared/land/meet.ts'
import type { Coverage } from '../../shared/land/land-states.ts'
import type { LayerKind } from '../../shared/land/layer-kinds.ts'
import type { Db } from '../database/db.ts'

/**
 * Queues the comparison of boundaries with layers, for those not compared yet; it starts when the transaction ends, or
 * so many seconds later.
 */
export async function queueScreening(db: Db, seconds = 0): Promise<void> {
  await sql`select graphile_worker.add_job('screen_land', '{}', queue_name => 'screen_land',
    job_key => 'screen_land', run_at => now() + make_interval(secs => ${seconds}))`.execute(db)
}

/** SQL: the layers that boundaries are compared with, each as `layer` with its current `version`. */
export const CURRENT_LAYERS = sql`land_layers as layer join land_layer_versions as version
    on version.land_layer_id = layer.id and version.state = 'current'
      and layer.withdrawn_at is null and layer.kind <> 'municipal_boundary'`

/** A layer that boundaries are compared with, and its current version. */
export type CurrentLayer = Coverage & {
  layer_id: number
  version_id: number
  kind: LayerKind
  name: string
  source: string
  source_date: string
  /** the names of the places that it covers; null of the whole country */
  covers: string[] | null
}

/** SQL: the rows of `CurrentLayer`, by kind and name. */
export const CURRENT_LAYER_ROWS = sql`
    select layer.id as layer_id, version.id as version_id, kind, name, source,
      source_date::text as source_date, covers_regions, covers_provinces, case when covers_regions is not null then
        array(select regions.name from regions where id = any(covers_regions) order by sort_order)
        || array(select provinces.name from provinces where id = any(covers_provinces) order by provinces.name)
      end as covers
    from ${CURRENT_LAYERS}
    order by array_position(array['ancestral_domain', 'protected_area', 'tenure', 'forest_cover', 'other'], kind),
      lower(name), layer.id`

/** The layers that boundaries are compared with, by kind and name: not withdrawn, with a current version, no outlines. */
export async function listCurrentLayers(db: Db): Promise<CurrentLayer[]> {
  const { rows } = await sql<CurrentLayer>`${CURRENT_LAYER_ROWS}`.execute(db)
  return rows
}

/** A feature whose box meets a place's: `key` is that of the place. */
export type FeatureAround = { key: number; version_id: number; id: number; vertex_count: number }

/** The features of these versions whose box meets the box of a place, by the index; one more than are compared. */
export async function listFeaturesAround(
  db: Db,
  places: readonly { key: number; bbox: Bbox }[],
  version_ids: readonly number[],
): Promise<FeatureAround[]> {
  const boxes = places.map(({ key, bbox: [west, south, east, north] }) => ({ key, west, south, east, north }))
  const { rows } = await sql<FeatureAround>`
    select place.key, version.id as version_id, around.id, around.vertex_count
    from json_to_recordset(${JSON.stringify(boxes)}) as place (
      key integer, west float8, south float8, east float8, north float8
    )
    cross join unnest(${version_ids}::integer[]) as version (id)
    cross join lateral (
      select id, vertex_count from land_features
      where land_layer_version_id = version.id and extent && box(point(east, north), point(west, south))
      limit ${sql.lit(FEATURES_AROUND_MAX + 1)}
    ) as around`.execute(db)
  return rows
}

/** A shape as JSON text: it is read where it is compared, in another process. */
export type ShapeText = { id: number; geometry: string }

/** The whole shapes of features. */
export async function listFeatureShapes(db: Db, ids: readonly number[]): Promise<ShapeText[]> {
  const { rows } = await sql<ShapeText>`
    select id, geometry::text as geometry from land_features where id = any(${ids}::integer[])`.execute(db)
  return rows
}

/** What a finding says of its feature. */
export type NamedFeature = {
  id: number
  key: string
  code: string | null
  name: string | null
  geometry_sha256: string
}

export async function listNamedFeatures(db: Db, ids: readonly number[]): Promise<NamedFeature[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('land_features')
    .select(['id', 'key', 'code', 'name', 'geometry_sha256'])
    .where('id', 'in', [...ids])
    .execute()
}

/** The drawn boundaries of these profiles. */
export async function listBoundaryShapes(db: Db, ids: readonly number[]): Promise<ShapeText[]> {
  const { rows } = await sql<ShapeText>`
    select site_profile_id as id, geometry::text as geometry from site_boundaries
    where site_profile_id = any(${ids}::integer[])`.execute(db)
  return rows
}

/** A stored boundary that is not compared with a version, or whose failed comparison is due again. */
export type WaitingBoundary = {
  site_profile_id: number
  map_kml_id: number
  vertex_count: number
  bbox: Bbox
  /** whether it has findings in the layer, which may be gone now */
  has_findings: boolean
}

/** Lists boundaries that wait for a comparison with a version, or all without one, after this profile. */
export async function listWaitingBoundaries(
  db: Db,
  { layer_id, version_id }: { layer_id: number; version_id: number | null },
  { after, most, now }: { after: number; most: number; now: Date },
): Promise<WaitingBoundary[]> {
  const { rows } = await sql<WaitingBoundary>`
    select site_boundaries.site_profile_id, site_boundaries.map_kml_id, vertex_count,
      array[min_lon, min_lat, max_lon, max_lat] as bbox, exists (
        select from land_findings
        where land_findings.site_profile_id = site_boundaries.site_profile_id and land_layer_id = ${layer_id}
          and land_findings.state <> 'gone'
      ) as has_findings
    from site_boundaries left join land_screenings as last
      on last.site_profile_id = site_boundaries.site_profile_id and last.land_layer_id = ${layer_id}
    where site_boundaries.site_profile_id > ${after} and (
      ${version_id}::integer is null or last.site_profile_id is null or last.land_layer_version_id <> ${version_id}
      or last.map_kml_id <> site_boundaries.map_kml_id or next_try_at <= ${now.toISOString()}
    )
    order by site_boundaries.site_profile_id limit ${most}`.execute(db)
  return rows
}

/** Whether a failed comparison with a current version is due again. */
export async function isRetryDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (
      select from land_screenings as failed
      join land_layer_versions as version on version.id = failed.land_layer_version_id and version.state = 'current'
      join land_layers as layer on layer.id = version.land_layer_id and layer.withdrawn_at is null
      where next_try_at <= ${now.toISOString()} and layer.kind <> 'municipal_boundary'
    ) as due`.execute(db)
  return rows[0]?.due ?? false
}

/** Locks those of these versions that are current until the transaction ends, and returns them. */
export async function lockCurrentVersions(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from land_layer_versions where id = any(${ids}::integer[]) and state = 'current'
    order by id for share`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Stores that nothing lies in these boundaries, in one statement: of profiles whose map is still the same, that have no
 * finding in the layer and that no other transaction is changing. The version must be locked.
 */
export async function storeNothingFound(
  db: Db,
  { layer_id, version_id }: Pick<CurrentLayer, 'layer_id' | 'version_id'>,
  boundaries: readonly WaitingBoundary[],
  at: Date,
): Promise<void> {
  const ids = boundaries.map(({ site_profile_id }) => site_profile_id)
  const maps = boundaries.map(({ map_kml_id }) => map_kml_id)
  await sql`
    with unchanged as (
      select site_profiles.id, site_boundaries.map_kml_id
      from unnest(${ids}::integer[], ${maps}::integer[]) as compared (id, map_kml_id)
      join site_profiles using (id)
      join site_boundaries on site_profile_id = site_profiles.id
        and site_boundaries.map_kml_id = compared.map_kml_id
      where not exists (
        select from land_findings
        where land_findings.site_profile_id = site_profiles.id and land_layer_id = ${layer_id} and state <> 'gone'
      )
      order by site_profiles.id for no key update of site_profiles skip locked
    )
    insert into land_screenings (site_profile_id, land_layer_id, land_layer_version_id, map_kml_id, state, at)
    select id, ${layer_id}::integer, ${version_id}::integer, map_kml_id, 'done', ${at.toISOString()}::timestamptz from unchanged
    on conflict (site_profile_id, land_layer_id) do update set
      land_layer_version_id = excluded.land_layer_version_id, map_kml_id = excluded.map_kml_id, state = 'done',
      at = excluded.at, tries = 0, next_try_at = null, reason = null, left_out = 0`.execute(db)
}
