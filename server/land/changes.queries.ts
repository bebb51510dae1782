import { sql } from 'kysely'
import type { ScopedActor } from '../../shared/access/actor.ts'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { thinned } from '../../shared/boundary/thin.ts'
import {
  CHANGES_MAX,
  FEATURE_CHANGES,
  type FeatureChange,
  type SiteChange,
  type VersionChanges,
} from '../../shared/land/layers.schema.ts'
import type { Db } from '../database/db.ts'
import { inScope } from '../database/scope.ts'
import type { StoredVersion } from './versions.queries.ts'

/** corners of a drawing in the map of a draft: on a grid of half a kilometre, and at most so many */
const DRAWING = { grid: 0.005, most: 60 }

/**
 * SQL: each feature of a version beside the current one: of the same shape, of the same key and redrawn, or new; and
 * those of the current one that are gone.
 */
const comparedFeatures = (version_id: number, before_id: number) => sql`(
    with after as materialized (
      select id, key, code, name, area_ha, geometry_sha256 from land_features where land_layer_version_id = ${version_id}::integer
    ), before as materialized (
      select id, key, code, name, area_ha, geometry_sha256 from land_features where land_layer_version_id = ${before_id}::integer
    ), later as (
      select after.*, earlier.area_ha as area_before, case
        when after.geometry_sha256 in (select geometry_sha256 from before) then 'same'
        when earlier.id is not null then 'changed' else 'new' end as change
      from after left join before as earlier
        on earlier.key = after.key and earlier.geometry_sha256 not in (select geometry_sha256 from after)
    )
    select id, change, code, name, area_ha, area_before from later
    union all
    select id, 'gone', code, name, null, area_ha from before
    where geometry_sha256 not in (select geometry_sha256 from after)
      and key not in (select key from later where change = 'changed')
  ) as compared`

type Current = Pick<StoredVersion, 'id' | 'number' | 'feature_count'> | null
type Compared = Pick<VersionChanges, 'before' | 'counts'>

/** Counts how the features of a version differ from those of the current one. */
export async function countChanges(db: Db, version_id: number, current: Current): Promise<Compared> {
  const { rows } = await sql<{ change: FeatureChange['change']; count: number }>`
    select change, count(*)::integer as count from ${comparedFeatures(version_id, current?.id ?? 0)}
    group by change`.execute(db)
  const counts = Object.fromEntries(
    FEATURE_CHANGES.map((change) => [change, rows.find((row) => row.change === change)?.count ?? 0]),
  ) as VersionChanges['counts']
  return { counts, before: current && { number: current.number, feature_count: current.feature_count } }
}

/** The current version of the layer of a version, unless it is that version. */
async function currentBeside(db: Db, version_id: number): Promise<Current> {
  const { rows } = await sql<NonNullable<Current>>`
    select current.id, current.number, current.feature_count
    from land_layer_versions as version
    join land_layer_versions as current using (land_layer_id)
    where version.id = ${version_id} and current.state = 'current' and current.id <> version.id`.execute(db)
  return rows[0] ?? null
}

/** Lists the sites of the actor's scope that gain or lose findings; null while they are being compared. */
async function siteChanges(db: Db, actor: ScopedActor, version_id: number): Promise<VersionChanges['sites']> {
  const { rows } = await sql<{ compared: boolean; sites: SiteChange[]; counts: Record<string, number> }>`
    with visible as (
      select site_profiles.id as site_profile_id, code, name_of_partner, gained, lost, changed, reason
      from land_draft_sites join site_profiles on site_profiles.id = site_profile_id
      where land_layer_version_id = ${version_id} and status = 'Activated' and ${inScope(actor, 'site_profiles')}
    )
    select (select compared_at is not null from land_layer_versions where id = ${version_id}) as compared,
      coalesce((
        select jsonb_agg(to_jsonb(listed)) from (
          select * from visible order by cardinality(lost) + cardinality(gained) desc, code limit ${sql.lit(CHANGES_MAX)}
        ) as listed
      ), '[]') as sites,
      (select jsonb_build_object('gain', count(*) filter (where gained <> '{}'), 'lose', count(*) filter (where lost <> '{}'),
        'change', count(*) filter (where changed <> '{}'), 'failed', count(*) filter (where reason is not null))
        from visible) as counts`.execute(db)
  const [row] = rows
  if (!row?.compared) return null
  const { gain = 0, lose = 0, change = 0, failed = 0 } = row.counts
  return { gain, lose, change, failed, listed: row.sites }
}

/** Returns how a version differs from the current one: its features, drawn, and the sites that gain or lose findings. */
export async function showChanges(db: Db, actor: ScopedActor, version_id: number): Promise<VersionChanges> {
  const current = await currentBeside(db, version_id)
  const compared = await countChanges(db, version_id, current)
  const { rows } = await sql<FeatureChange & { drawing: BoundaryGeometry }>`
    select compared.id, change, compared.code, compared.name, compared.area_ha::float8 as area_ha,
      area_before::float8 as area_before, drawing
    from ${comparedFeatures(version_id, current?.id ?? 0)} join land_features on land_features.id = compared.id
    order by array_position(${[...FEATURE_CHANGES]}::text[], change), coalesce(compared.area_ha, area_before) desc, compared.id
    limit ${sql.lit(CHANGES_MAX)}`.execute(db)
  const { rows: places } = await sql<{ unplaced: number }>`
    select count(*)::integer as unplaced from land_features
    where land_layer_version_id = ${version_id} and province_id is null and city_id is null`.execute(db)
  return {
    ...compared,
    features: rows.map((row) => ({ ...row, drawing: thinned(row.drawing, DRAWING) })),
    unplaced: places[0]?.unplaced ?? 0,
    sites: await siteChanges(db, actor, version_id),
  }
}
