import { sql } from 'kysely'
import type { ScopedActor } from '../../shared/access/actor.ts'
import type { Layer } from '../../shared/land/layers.schema.ts'
import type { Db } from '../database/db.ts'
import { inScope } from '../database/scope.ts'
import { newFindings } from './new-findings.queries.ts'

export type SiteCounts = Pick<Layer, 'not_checked' | 'failed' | 'new_findings'>

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
    select land_layers.id,
      count(*) filter (where land_screenings.state is null)::integer as not_checked,
      count(*) filter (where land_screenings.state = 'failed')::integer as failed,
      (select count(distinct found.site_profile_id)::integer from (${newFindings(actor)}) as found
        where found.land_layer_id = land_layers.id) as new_findings
    from land_layers
    join land_layer_versions on land_layer_versions.land_layer_id = land_layers.id
      and land_layer_versions.state = 'current'
    cross join (${compared})
    left join land_screenings on land_screenings.site_profile_id = site_profiles.id
      and land_screenings.land_layer_id = land_layers.id
      and land_screenings.land_layer_version_id = land_layer_versions.id
      and land_screenings.map_kml_id = site_boundaries.map_kml_id
    where land_layers.id = any(${[...layer_ids]}::integer[]) and land_layers.kind <> 'municipal_boundary'
      and ${inScope(actor, 'site_profiles')}
    group by land_layers.id`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
