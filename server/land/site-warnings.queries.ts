import { type RawBuilder, sql } from 'kysely'
import { MAX_OVERLAPS_SHOWN, type OverlapState } from '../../shared/boundary/boundary.schema.ts'
import type { Review } from '../../shared/review/review-chain.ts'
import { siteWarnings } from '../../shared/sites/site-warnings.ts'
import type { Db } from '../database/db.ts'
import { arrayOfIds } from '../database/known-plan.ts'
import {
  holdWarnings,
  type RecordWarnings,
  saveWarnings,
  storedWarnings,
} from '../review/warnings.queries.ts'
import { landOfSites, readLand, type ReadLand } from './findings.queries.ts'

type StoredFacts = Review &
  Pick<RecordWarnings, 'record_id' | 'stored'> & {
    id: number
    declared_ha: number
    /** null without a boundary */
    drawn_ha: number | null
    kinds: string[]
    overlaps: number
    not_compared: number
    overlap_state: OverlapState
    quarantined: number
  }

type End = 'site_profile_id' | 'other_site_profile_id'

/** The activated sites in stored pairs with this one; `own` and `other` are the two columns of a pair. */
const overlappingSites = (own: End, other: End, condition: RawBuilder<unknown>) => sql`
  select from site_overlaps join site_profiles as met on met.id = ${sql.ref(`site_overlaps.${other}`)}
  where ${sql.ref(`site_overlaps.${own}`)} = site_profiles.id and ${condition} and met.status = 'Activated'`

const countOverlaps = (condition: RawBuilder<unknown>, most: number) => sql<number>`(
  select count(*)::integer from (
    ${overlappingSites('site_profile_id', 'other_site_profile_id', condition)}
    union all ${overlappingSites('other_site_profile_id', 'site_profile_id', condition)}
    limit ${sql.lit(most)}
  ) as counted
)`

const storedFacts = (ids: readonly number[]) => sql`
    select site_profiles.id, site_profiles.record_id, site_status, penro_status, region_status, fmb_status, returned_by,
      project_area::float8 as declared_ha, site_boundaries.area_ha::float8 as drawn_ha,
      jsonb_path_query_array(coalesce(site_boundaries.warnings, '[]'), '$[*].kind') as kinds,
      ${countOverlaps(sql`overlap_ha is not null`, MAX_OVERLAPS_SHOWN + 1)} as overlaps,
      ${countOverlaps(sql`overlap_ha is null`, 1)} as not_compared, site_boundaries.overlap_state,
      (
        select count(*)::integer from files
        where files.id in (site_profiles.agreement_id, site_profiles.map_kml_id) and scan_status = 'quarantined'
      ) as quarantined,
      ${storedWarnings('site_profiles')} as stored
    from site_profiles left join site_boundaries on site_boundaries.site_profile_id = site_profiles.id
    where site_profiles.id = any(${arrayOfIds(ids)})`

/** The warnings of these profiles: as stored, and as they follow from all else that is stored, on this day. */
export async function findSiteWarnings(db: Db, ids: readonly number[], now: Date): Promise<RecordWarnings[]> {
  const { rows } = await sql<ReadLand & { facts: StoredFacts[] }>`
    select coalesce((select json_agg(facts) from (${storedFacts(ids)}) as facts), '[]') as facts, ${readLand(ids)}`.execute(
    db,
  )
  const land = landOfSites(rows[0], now)
  return (rows[0]?.facts ?? []).map((one) => ({
    record_id: one.record_id,
    stored: one.stored,
    warnings: siteWarnings({
      review: one,
      declared_ha: one.declared_ha,
      boundary:
        one.drawn_ha === null ? null : { ...one, drawn_ha: one.drawn_ha, is_part: one.not_compared > 0 },
      layers: land.get(one.id)?.layers ?? [],
      quarantined: one.quarantined,
    }),
  }))
}

/**
 * Stores the warnings of these profiles, in the transaction that has learned something about them, as `holdWarnings`
 * says; `known` are those of them that others can see already.
 */
export async function storeSiteWarnings(
  db: Db,
  ids: readonly number[],
  now: Date,
  known: readonly number[] = ids,
): Promise<number> {
  if (ids.length === 0) return 0
  await holdWarnings(db, { name: 'site_profiles' }, known)
  return saveWarnings(db, await findSiteWarnings(db, ids, now), now)
}

/** The most profiles whose warnings are stored in the transaction that changes them; more are left to the job. */
const MOST_AT_ONCE = 1000

/** Queues the job that stores the warnings of all records, a batch at a time; it starts when the transaction ends. */
async function queueWarnings(db: Db): Promise<void> {
  await sql`select graphile_worker.add_job('store_warnings', '{}', job_key => 'store_warnings')`.execute(db)
}

/** Stores the warnings of many profiles: at once, or where they are too many for one transaction in the background. */
export async function storeManySiteWarnings(db: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length > MOST_AT_ONCE) await queueWarnings(db)
  else await storeSiteWarnings(db, ids, now)
}

/** Stores the warnings of all profiles, after a change of the layers with which each is compared. */
export async function storeAllSiteWarnings(db: Db, now: Date): Promise<void> {
  const rows = await db
    .selectFrom('site_profiles')
    .select('id')
    .limit(MOST_AT_ONCE + 1)
    .execute()
  await storeManySiteWarnings(
    db,
    rows.map(({ id }) => id),
    now,
  )
}

/** The activated or deactivated profiles that share land with these, and these. */
export async function listSitesAround(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select unnest(array[site_profile_id, other_site_profile_id]) as id from site_overlaps
    where site_profile_id = any(${arrayOfIds(ids)}) or other_site_profile_id = any(${arrayOfIds(ids)})
    union select unnest(${arrayOfIds(ids)})`.execute(db)
  return rows.map(({ id }) => id)
}
