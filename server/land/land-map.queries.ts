import { sql } from 'kysely'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { countsOf } from '../../shared/boundary/shape.ts'
import type { DrawnFeature } from '../../shared/land/findings.schema.ts'
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

/**
 * The drawings of the features near the boundary of a profile, the nearest first, and of the land in both. All of them
 * were made when a layer was read or a boundary compared.
 */
export async function showLandMap(db: Db, site_profile_id: number): Promise<LandMap> {
  const layers = await listCurrentLayers(db)
  const versions = layers.map(({ version_id }) => version_id)
  const [{ rows: near }, { rows: shared }] = await Promise.all([
    sql<DrawnFeature>`
      select land_layer_id as layer_id, code, name, drawing
      from site_boundaries cross join lateral (
        select land_layer_version_id, code, name, drawing, extent <-> center(site_boundaries.extent) as distance, number
        from land_features
        where land_layer_version_id = any(${versions}::integer[]) and extent && box(
          point(site_boundaries.max_lon + ${AROUND}::float8, site_boundaries.max_lat + ${AROUND}::float8),
          point(site_boundaries.min_lon - ${AROUND}::float8, site_boundaries.min_lat - ${AROUND}::float8)
        )
        order by distance, number limit ${sql.lit(DRAWN_MAX + 1)}
      ) as near
      join land_layer_versions on land_layer_versions.id = land_layer_version_id
      where site_profile_id = ${site_profile_id}
      order by near.distance, near.number`.execute(db),
    sql<LandMap['shared'][number]>`
      select id as finding_id, geometry as drawing from land_findings
      where site_profile_id = ${site_profile_id} and state <> 'gone'
        and land_layer_id = any(${layers.map(({ layer_id }) => layer_id)}::integer[])
      order by overlap_ha desc, id`.execute(db),
  ])
  const [features, drawn] = [within(near), within(shared)]
  return {
    features,
    shared: drawn,
    complete: features.length === near.length && drawn.length === shared.length,
  }
}

/** The first of the drawings, as many as a map has. */
function within<Drawn extends { drawing: BoundaryGeometry }>(all: readonly Drawn[]): Drawn[] {
  let corners = 0
  return all.slice(0, DRAWN_MAX).filter(({ drawing }) => {
    corners += countsOf(drawing).vertex_count
    return corners <= CORNERS_MAX
  })
}
