import { sql } from 'kysely'
import type { ScopedActor } from '../../shared/access/actor.ts'
import type { Layer } from '../../shared/land/layers.schema.ts'
import type { Db } from '../database/db.ts'
import { inScope } from '../database/scope.ts'
import { CURRENT_LAYERS, isNotCovered } from './land-warnings.queries.ts'
import { newFindings } from './new-findings.queries.ts'

export type SiteCounts = Pick<Layer, 'not_covered' | 'not_checked' | 'failed' | 'new_findings'>

/** SQL: the boundaries that are compared with layers: those of activated profiles. */
const compared = sql`site_boundaries join site_profiles
  on site_profiles.id = site_boundaries.site_profile_id and site_profiles.status = 'Activated'`

/** Counts the boundaries that an import compares. */
export async function countBoundaries(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${compared}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Counts the actor's sites against the current version of each layer. A comparison counts only for that version and for
 * the map that the boundary was read from; outlines of places are compared with nothing.
 */
export async function countSites(
  db: Db,
  actor: ScopedActor,
  layer_ids: readonly number[],
): Promise<Map<number, SiteCounts>> {
  const { rows } = await sql<SiteCounts & { id: number }>`
    select layer.id,
      count(*) filter (where ${isNotCovered})::integer as not_covered,
      count(*) filter (where land_screenings.state is null and not ${isNotCovered})::integer as not_checked,
      count(*) filter (where land_screenings.state = 'failed' and not ${isNotCovered})::integer as failed,
      (select count(distinct found.site_profile_id)::integer from (${newFindings(actor)}) as found
        where found.land_layer_id = layer.id) as new_findings
    from ${CURRENT_LAYERS}
    cross join (${compared})
    left join land_screenings on land_screenings.site_profile_id = site_profiles.id
      and land_screenings.land_layer_id = layer.id
      and land_screenings.land_layer_version_id = version.id
      and land_screenings.map_kml_id = site_boundaries.map_kml_id
    where layer.id = any(${[...layer_ids]}::integer[])
      and ${inScope(actor, 'site_profiles')}
    group by layer.id`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
