import { sql } from 'kysely'
import type { ScopedActor } from '../../shared/access/actor.ts'
import { featureWords } from '../../shared/land/land-states.ts'
import type { layersApi } from '../../shared/land/layers.schema.ts'
import type { Reply } from '../../shared/access/endpoint.ts'
import type { PageQuery } from '../../shared/lib/paging.ts'
import { type ListColumns, pageOf } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { inScope } from '../database/scope.ts'

/**
 * SQL: land of approved sites in the actor's scope that the current version of a layer found, or found to be more or
 * less, after their approval, and that is not accepted yet.
 */
export const newFindings = (actor: ScopedActor) => sql`
  select land_findings.id, land_findings.land_layer_id, land_findings.site_profile_id, site_profiles.code,
    site_profiles.name_of_partner, land_findings.feature_code, land_findings.feature_name,
    land_findings.overlap_ha::float8 as overlap_ha, land_findings.share::float8 as share, found.at as since
  from land_findings
  join land_layer_versions on land_layer_versions.id = land_findings.land_layer_version_id
    and land_layer_versions.state = 'current'
  join site_profiles on site_profiles.id = land_findings.site_profile_id
    and site_profiles.site_status = 'Approved' and site_profiles.status = 'Activated'
  cross join lateral (
    select max(at) as at from thread_steps
    where kind = 'finding' and thread_id = land_findings.id and action in ('Found', 'Changed')
  ) as found
  where land_findings.state in ('found', 'explained') and found.at >= land_layer_versions.imported_at
    and found.at > site_profiles.approved_at and ${inScope(actor, 'site_profiles')}`

/**
 * Marks a current version as mailed, and returns the offices with profiles of which it found land that is not explained
 * yet; none if it was mailed since it is current. Of an earlier version that is current again, only what it found since
 * then counts: what it found before was mailed before.
 */
export async function takeNewFindings(
  db: Db,
  version_id: number,
  at: Date,
): Promise<{ region_id: number; office_id: number; sites: number }[]> {
  const { rows } = await sql<{ region_id: number; office_id: number; sites: number }>`
    with version as (
      select current.id, current.mailed_at, greatest(current.imported_at, max(other.past_at)) as current_since,
        current.imported_at
      from land_layer_versions as current
      left join land_layer_versions as other
        on other.land_layer_id = current.land_layer_id and other.id <> current.id
      where current.id = ${version_id} and current.state = 'current' group by current.id
    ),
    taken as (
      update land_layer_versions set mailed_at = ${at.toISOString()} from version
      where land_layer_versions.id = version.id
        and land_layer_versions.mailed_at is not distinct from version.mailed_at
        and (version.mailed_at is null or version.mailed_at < version.current_since)
      returning version.id, case when version.mailed_at is null then version.imported_at else current_since end as since
    )
    select min(region_id) as region_id, office_id, count(distinct site_profiles.id) as sites
    from taken join land_findings on land_layer_version_id = taken.id and land_findings.state = 'found'
    join site_profiles on site_profiles.id = site_profile_id and site_profiles.status = 'Activated'
    where exists (
      select from thread_steps
      where kind = 'finding' and thread_id = land_findings.id and action in ('Found', 'Changed') and at >= taken.since
    )
    group by office_id order by office_id`.execute(db)
  return rows
}

type NewFinding = {
  id: number
  land_layer_id: number
  site_profile_id: number
  code: string
  name_of_partner: string
  feature_code: string | null
  feature_name: string | null
  overlap_ha: number
  share: number
  since: string
}

const COLUMNS: ListColumns = {
  search: ['rows.code', 'rows.name_of_partner', 'rows.feature_code', 'rows.feature_name'],
  sort: {},
  defaultSort: [{ column: 'rows.overlap_ha', dir: 'desc' }],
  tieBreak: 'rows.id',
}

/** Returns the new findings of a layer on the actor's approved sites, the largest first. */
export async function listNewFindings(
  db: Db,
  actor: ScopedActor,
  layer_id: number,
  query: PageQuery,
): Promise<Reply<typeof layersApi.newFindings>> {
  const scoped = db
    .selectFrom(sql<NewFinding>`(${newFindings(actor)})`.as('rows'))
    .selectAll()
    .where(sql.ref('rows.land_layer_id'), '=', layer_id)
  const page = await pageOf(db, { scoped, columns: COLUMNS }, query)
  return {
    ...page,
    data: page.data.map(({ feature_code, feature_name, ...row }) => ({
      ...row,
      feature: featureWords({ feature_code, feature_name }),
    })),
  }
}
