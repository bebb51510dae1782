import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Versions } from '../database/cached-by-region.ts'
import { listRegionVersions } from '../review/record-changes.queries.ts'

/** What a summary covers; no region means the whole country. */
export type SummaryScope = { region_ids: readonly number[]; reporting_years: readonly number[] }

/** Returns the regions in a scope, in official order, with the versions of their approved sites. */
export const versionsIn = async (
  db: Db,
  { region_ids }: Pick<SummaryScope, 'region_ids'>,
): Promise<Versions> =>
  (await listRegionVersions(db))
    .filter(({ region_id }) => region_ids.length === 0 || region_ids.includes(region_id))
    .toSorted((a, b) => a.sort_order - b.sort_order)
    .map(({ region_id, approvals }) => ({ region_id, version: approvals }))

const isChosenRegion = (region_id: RawBuilder<unknown>, region_ids: readonly number[]) =>
  region_ids.length === 0 ? sql<boolean>`true` : sql<boolean>`${region_id} = any(${region_ids}::integer[])`

/**
 * The records in a scope: for each approved site, the latest approved, activated activity of each reporting year; a
 * site without one has a row with a null activity. One row per site has `is_latest`. `narrowed` is a condition on
 * `approved_sites`.
 */
export const recordsIn = (
  { region_ids, reporting_years }: SummaryScope,
  narrowed = sql<boolean>`true`,
) => sql`
  select approved_sites.site_profile_id, approved_sites.region_id, told.site_activity_id, told.reporting_year,
    told.reporting_year is not distinct from
      max(told.reporting_year) over (partition by approved_sites.site_profile_id) as is_latest
  from approved_sites
  left join lateral (
    select distinct on (site_activities.reporting_year)
      site_activities.id as site_activity_id, site_activities.reporting_year
    from site_activities
    where site_activities.site_profile_id = approved_sites.site_profile_id
      and site_activities.site_status = 'Approved' and site_activities.status = 'Activated'
      and site_activities.reporting_year = any(${reporting_years}::integer[])
    order by site_activities.reporting_year, site_activities.approved_at desc, site_activities.id desc
  ) told on true
  where ${isChosenRegion(sql`approved_sites.region_id`, region_ids)} and ${narrowed}`
