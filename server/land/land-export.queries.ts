import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { Instrument } from '../../shared/land/instruments.schema.ts'
import type { Consideration, LayerVersion } from '../../shared/land/layers.schema.ts'
import type { Db } from '../database/db.ts'
import { inScope } from '../database/scope.ts'
import { CURRENT_LAYERS } from './screening.queries.ts'

const inReach = (actor: Actor) =>
  sql`site_profiles.status = 'Activated' and ${inScope(actor, 'site_profiles')}`

/** Counts the rows of an export: one for each finding, and one for each layer in which a profile has none. */
export async function countLandRows(db: Db, actor: Actor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from site_profiles, ${CURRENT_LAYERS} where ${inReach(actor)})
      + count(finding.id) - count(distinct (finding.site_profile_id, finding.land_layer_id)) as count
    from site_profiles
    join land_findings as finding on finding.site_profile_id = site_profiles.id and finding.state <> 'gone'
    join ${CURRENT_LAYERS} on layer.id = finding.land_layer_id
    where ${inReach(actor)}`.execute(db)
  return rows[0]?.count ?? 0
}

export type ExportedSite = {
  id: number
  code: string
  name_of_partner: string
  region: string
  office: string
  /** null without a boundary */
  area_ha: number | null
  instruments: (Pick<
    Instrument,
    'kind' | 'other_kind' | 'number' | 'issuer' | 'issued_on' | 'valid_until'
  > & {
    /** the findings for which it counts */
    finding_ids: number[]
  })[]
}

/** Lists the next activated profiles of the caller's scope after this id. */
export async function listSitesOfExport(
  db: Db,
  actor: Actor,
  { after, most }: { after: number; most: number },
): Promise<ExportedSite[]> {
  const { rows } = await sql<ExportedSite>`
    select site_profiles.id, site_profiles.code, site_profiles.name_of_partner, regions.name as region,
      offices.name as office, site_boundaries.area_ha::float8 as area_ha,
      coalesce((
        select json_agg(json_build_object('kind', kind, 'other_kind', other_kind, 'number', number, 'issuer', issuer,
          'issued_on', issued_on, 'valid_until', valid_until, 'finding_ids', array(
            select land_finding_id from land_instrument_findings where land_instrument_id = land_instruments.id
          )) order by id)
        from land_instruments where site_profile_id = site_profiles.id and removed_at is null
      ), '[]') as instruments
    from site_profiles join regions on regions.id = site_profiles.region_id
    join offices on offices.id = site_profiles.office_id
    left join site_boundaries on site_boundaries.site_profile_id = site_profiles.id
    where ${inReach(actor)} and site_profiles.id > ${after} order by site_profiles.id limit ${most}`.execute(
    db,
  )
  return rows
}

type SourcedLayer = Consideration &
  Pick<LayerVersion, 'source' | 'source_date' | 'licence' | 'attribution'> & { layer_id: number }

/** The considerations of the current layers, by layer. */
export async function listConsiderations(db: Db): Promise<Map<number, SourcedLayer>> {
  const { rows } = await sql<SourcedLayer>`
    select layer.id as layer_id, purpose, effect, legal_base, not_good_for, version.source, version.source_date,
      version.licence, version.attribution
    from ${CURRENT_LAYERS}`.execute(db)
  return new Map(rows.map((row) => [row.layer_id, row]))
}
