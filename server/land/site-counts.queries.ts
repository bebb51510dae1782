import { sql } from 'kysely'
import type { ScopedActor } from '../../shared/access/actor.ts'
import { isCovered } from '../../shared/land/land-states.ts'
import type { Layer } from '../../shared/land/layers.schema.ts'
import type { Db } from '../database/db.ts'
import { inScope } from '../database/scope.ts'
import { newFindings } from './new-findings.queries.ts'
import { type CurrentLayer, listCurrentLayers } from './screening.queries.ts'

export type SiteCounts = Pick<Layer, 'not_covered' | 'not_checked' | 'failed' | 'new_findings'>

/** SQL: the boundaries that are compared with layers: those of activated profiles. */
const compared = sql`site_boundaries join site_profiles
  on site_profiles.id = site_boundaries.site_profile_id and site_profiles.status = 'Activated'`

/** Counts the boundaries that an import compares. */
export async function countBoundaries(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${compared}`.execute(db)
  return rows[0]?.count ?? 0
}

type OfPlace = { layer_id: number | null; region_id: number; province_id: number | null; sites: number }

/** Counts the actor's sites in each place; of a layer those in which it found land. */
async function countByPlace(db: Db, actor: ScopedActor): Promise<OfPlace[]> {
  const { rows } = await sql<OfPlace>`
    select null::integer as layer_id, site_profiles.region_id, province_id, count(*)::integer as sites
    from ${compared} where ${inScope(actor, 'site_profiles')} group by 2, 3
    union all
    select land_layer_id, site_profiles.region_id, province_id, count(distinct site_profiles.id)::integer
    from ${compared} join land_findings on land_findings.site_profile_id = site_profiles.id and state <> 'gone'
    where ${inScope(actor, 'site_profiles')} group by 1, 2, 3`.execute(db)
  return rows
}

/** Of how many sites a layer says nothing: it covers others, and found nothing there. */
function countNotCovered(layer: CurrentLayer, places: readonly OfPlace[]): number {
  const elsewhere = places.filter((place) => !isCovered(layer, place))
  const sites = (layer_id: number | null) =>
    elsewhere.reduce((sum, one) => sum + (one.layer_id === layer_id ? one.sites : 0), 0)
  return sites(null) - sites(layer.layer_id)
}

type OfLayer = Omit<SiteCounts, 'not_covered'> & { id: number }

/** Counts, per layer, the actor's sites that its warnings say are not checked or failed, and those with new findings. */
async function countByLayer(db: Db, actor: ScopedActor, layer_ids: readonly number[]): Promise<OfLayer[]> {
  const { rows } = await sql<OfLayer>`
    select layer.id, count(*) filter (where code = 'land_not_checked')::integer as not_checked,
      count(*) filter (where code = 'land_failed')::integer as failed,
      (select count(distinct found.site_profile_id)::integer from (${newFindings(actor)}) as found
        where found.land_layer_id = layer.id) as new_findings
    from unnest(${layer_ids}::integer[]) as layer (id)
    left join (
      select record_warnings.code, (params ->> 'layer_id')::integer as id
      from record_warnings join site_profiles using (record_id)
      where record_warnings.code in ('land_not_checked', 'land_failed') and site_profiles.status = 'Activated'
        and ${inScope(actor, 'site_profiles')}
    ) as warning on warning.id = layer.id
    group by layer.id`.execute(db)
  return rows
}

/** Counts the actor's sites against the current version of each layer; outlines of places are compared with nothing. */
export async function countSites(
  db: Db,
  actor: ScopedActor,
  layer_ids: readonly number[],
): Promise<Map<number, SiteCounts>> {
  const layers = (await listCurrentLayers(db)).filter(({ layer_id }) => layer_ids.includes(layer_id))
  const [places, counts] = await Promise.all([
    countByPlace(db, actor),
    countByLayer(
      db,
      actor,
      layers.map(({ layer_id }) => layer_id),
    ),
  ])
  const notCovered = new Map(layers.map((layer) => [layer.layer_id, countNotCovered(layer, places)]))
  return new Map(counts.map(({ id, ...one }) => [id, { ...one, not_covered: notCovered.get(id) ?? 0 }]))
}
