import { sql } from 'kysely'
import type { Bbox, BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { countsOf } from '../../shared/boundary/shape.ts'
import type { DrawnFeature } from '../../shared/land/form-findings.ts'
import type { Db } from '../database/db.ts'
import { listCurrentLayers } from './screening.queries.ts'

/** how far around a boundary features are drawn, in degrees: about a kilometre */
const AROUND = 0.01
/** the most features that are drawn, and the most corners of all of them; likewise of the land in both */
const DRAWN_MAX = 200
const CORNERS_MAX = 20_000

type LandMap = {
  features: DrawnFeature[]
  shared: { finding_id: number; drawing: BoundaryGeometry }[]
  complete: boolean
}

/** The drawings of the features around a box, the nearest first; they were made when a layer was read. */
export async function listLandAround(
  db: Db,
  [west, south, east, north]: Bbox,
): Promise<Pick<LandMap, 'features' | 'complete'>> {
  const versions = (await listCurrentLayers(db)).map(({ version_id }) => version_id)
  const around = sql`box(
    point(${east + AROUND}::float8, ${north + AROUND}::float8), point(${west - AROUND}::float8, ${south - AROUND}::float8)
  )`
  const { rows } = await sql<DrawnFeature>`
    select land_layer_id as layer_id, code, name, drawing from (
      select land_layer_version_id, code, name, drawing, extent <-> center(${around}) as distance, number
      from land_features
      where land_layer_version_id = any(${versions}::integer[]) and extent && ${around}
      order by distance, number limit ${sql.lit(DRAWN_MAX + 1)}
    ) as near
    join land_layer_versions on land_layer_versions.id = land_layer_version_id
    order by near.distance, near.number`.execute(db)
  const features = within(rows)
  return { features, complete: features.length === rows.length }
}

/**
 * The drawings of the features near the boundary of a profile, and of the land in both, which were made when it was
 * compared.
 */
export async function showLandMap(db: Db, site_profile_id: number): Promise<LandMap> {
  const layers = await listCurrentLayers(db)
  const [box, { rows: shared }] = await Promise.all([
    db
      .selectFrom('site_boundaries')
      .select(['min_lon', 'min_lat', 'max_lon', 'max_lat'])
      .where('site_profile_id', '=', site_profile_id)
      .executeTakeFirst(),
    sql<LandMap['shared'][number]>`
      select id as finding_id, geometry as drawing from land_findings
      where site_profile_id = ${site_profile_id} and state <> 'gone'
        and land_layer_id = any(${layers.map(({ layer_id }) => layer_id)}::integer[])
      order by overlap_ha desc, id`.execute(db),
  ])
  const { features, complete } = box
    ? await listLandAround(db, [box.min_lon, box.min_lat, box.max_lon, box.max_lat])
    : { features: [], complete: true }
  const drawn = within(shared)
  return { features, shared: drawn, complete: complete && drawn.length === shared.length }
}

/** The first of the drawings, as many as a map has. */
function within<Drawn extends { drawing: BoundaryGeometry }>(all: readonly Drawn[]): Drawn[] {
  let corners = 0
  return all.slice(0, DRAWN_MAX).filter(({ drawing }) => {
    corners += countsOf(drawing).vertex_count
    return corners <= CORNERS_MAX
  })
}
