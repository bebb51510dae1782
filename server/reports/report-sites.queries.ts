import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { gradeField } from '../../shared/activities/grades.ts'
import { ACTIVITIES, hasGrades, PROFILING } from '../../shared/dashboard/dashboard.rules.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { type ReportScope, scopeOf } from '../../shared/dashboard/report-scope.ts'
import type { ReportQuery, ReportWanted } from '../../shared/reports/reports.schema.ts'
import { SEARCHED_PLACES } from '../../shared/sites/sites.fields.ts'
import { registerTable } from '../approved/register.queries.ts'
import { hasGrade as approvedHasGrade } from '../dashboard/dashboard.queries.ts'
import { inScope } from '../database/scope.ts'
import type { Db } from '../database/db.ts'
import { cacheByRegion, type Versions } from '../database/cached-by-region.ts'
import { allIds, asRegionIds, listed, type ListedRegion, type RegionIds } from '../database/region-ids.ts'
import { listRegionVersions } from '../review/record-changes.queries.ts'
import { inProfile } from '../review/search.queries.ts'
import { inReportScope, reportableBy } from './report-scope.queries.ts'

/** Whether the row's activity has the grade: the open one, or the latest approved one (C-34). */
function hasGrade(wanted: ReportWanted): RawBuilder<boolean> {
  const { principle_grade, principle_number } = wanted
  const asked = PRINCIPLE_NUMBERS.filter((number) => (principle_number ?? number) === number).map(gradeField)
  const ofOpen = asked.map((name) => sql.ref(`site_activities.${name}`))
  return sql`case
    when site_activities.id is null then ${approvedHasGrade(wanted)} else ${principle_grade} in (${sql.join(ofOpen)})
  end`
}

function conditions(actor: Actor, wanted: ReportWanted): RawBuilder<boolean> {
  const { category, site_status, principle_grade, as_of } = wanted
  const status =
    category === PROFILING
      ? sql`site_profiles.site_status`
      : // only an approved profile can have an activity
        sql`coalesce(site_activities.site_status, site_profiles.site_status)`
  const all = [
    // as of a day: the sites of the register then, whatever their status is now
    as_of === undefined
      ? sql`site_profiles.status = 'Activated'`
      : sql`approved_sites.site_profile_id is not null`,
    reportableBy(actor, 'site_profiles'),
    inReportScope(scopeOf(actor, wanted)),
    ...(category === ACTIVITIES ? [sql`${recordId} is not null`] : []),
    ...(site_status ? [sql`${status} = ${site_status}`] : []),
    ...(principle_grade && hasGrades(category) ? [hasGrade(wanted)] : []),
  ]
  return sql`${sql.join(all, sql` and `)}`
}

const recordId = sql<number | null>`coalesce(site_activities.id, approved_sites.site_activity_id)`

/** Whether the report shows only approved records, even if a later one is in review (S-109). */
const usesApprovedOnly = ({ site_status, as_of }: ReportWanted): boolean =>
  site_status === 'Approved' || as_of !== undefined

/** Whether the rows need more than the profiles. */
const readsRegister = ({ category, as_of }: ReportWanted): boolean =>
  category !== PROFILING || as_of !== undefined

const isOpen = (actor: Actor) => sql`
      site_activities.site_profile_id = site_profiles.id
      and site_activities.status = 'Activated'
      and site_activities.site_status in ('Submitted', 'Returned')
      and ${reportableBy(actor, 'site_activities')}`

const activities = (actor: Actor, wanted: ReportWanted) => sql`
    left join ${registerTable(wanted.as_of)} as approved_sites on approved_sites.site_profile_id = site_profiles.id
      and approved_sites.region_id = site_profiles.region_id
    left join site_activities on ${usesApprovedOnly(wanted) ? sql`false` : isOpen(actor)}`

const narrowsByActivity = ({ category, site_status, principle_grade, as_of }: ReportWanted): boolean =>
  as_of !== undefined ||
  category === ACTIVITIES ||
  (hasGrades(category) && (site_status ?? principle_grade) !== undefined)

/**
 * The rows of a report, for a `from`: profiles, each with the activity that `recordOf` returns (S-79, S-109, C-33).
 * That is the activity in review or returned, if the caller may see it and the report is not of approved records only,
 * else the latest approved one; in Profiling of SITES, none. Preview, ids, counts and exports all use these rows.
 */
export const fromReport = (actor: Actor, wanted: ReportWanted, and: RawBuilder<unknown> = sql`true`) =>
  sql`site_profiles ${readsRegister(wanted) ? activities(actor, wanted) : sql``}
    where ${conditions(actor, wanted)} and ${and}`

/**
 * The rows of these profiles. Nearly all of them satisfy the filters, so they should be found by id: inside a `case`,
 * the planner neither searches another index for a filter nor assumes that it is selective.
 */
export const fromProfilesOf = (actor: Actor, wanted: ReportWanted, ids: readonly number[]) =>
  sql`site_profiles ${readsRegister(wanted) ? activities(actor, wanted) : sql``}
    where site_profiles.id = any(${ids}::integer[])
      and case when ${conditions(actor, wanted)} then true else false end`

/** The id of the activity that a row shows, or null. */
export const recordOf = ({ category }: ReportWanted): RawBuilder<number | null> =>
  category === PROFILING ? sql`null::integer` : recordId

/** The rows for counting and finding them: activities are joined only if a filter needs them. */
const fromProfiles = (actor: Actor, wanted: ReportWanted, and: RawBuilder<unknown>) =>
  sql`site_profiles ${narrowsByActivity(wanted) ? activities(actor, wanted) : sql``}
    where ${conditions(actor, wanted)} and ${and}`

const inRegions = (regions: readonly number[]) => sql`site_profiles.region_id = any(${regions}::integer[])`

/** Counts the sites that the caller may report on: its scope and, for a PENRO, the region's approved ones (C-33). */
export async function countScope(db: Db, actor: Actor, region_id: number | null): Promise<number> {
  const isPenro = actor.access_level === 'PENRO'
  const office_id = actor.office_id ?? -1
  const own = sql`(
    select coalesce(sum(count), 0) from site_profile_counts
    where status = 'Activated'
      and ${region_id === null ? sql`true` : sql`region_id = ${region_id}`}
      and ${inScope(actor)}
  )`
  const neighbours = sql`(
    select count(*) from approved_sites where region_id = ${region_id} and office_id <> ${office_id}
  )`
  const { rows } = await sql<{ count: number }>`
    select ${own} + ${isPenro ? neighbours : sql`0`} as count`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** national lists are large; regional ones are many */
const cachedNationalOrders = cacheByRegion(12)
const cachedRegionalOrders = cacheByRegion(200)

/** Returns the regions of a report in official order, with the versions of their records. */
async function regionsOf(db: Db, { region_id }: ReportScope): Promise<Versions> {
  const all = await listRegionVersions(db)
  return all
    .filter((one) => region_id === null || one.region_id === region_id)
    .map((one) => ({ region_id: one.region_id, version: one.records }))
    .toSorted((a, b) => a.region_id - b.region_id)
}

/** Lists the site ids of a report by region, cached until a change there; the activity ids cost more. */
async function listRegionIds(
  db: Db,
  actor: Actor,
  wanted: ReportWanted,
  { withActivities }: { withActivities: boolean },
): Promise<RegionIds[]> {
  const scope = scopeOf(actor, wanted)
  const { category, site_status, principle_grade, principle_number, as_of } = wanted
  // a PENRO sees fewer records of its region than the Region does
  const office = actor.access_level === 'PENRO' ? actor.office_id : null
  const filters = [category, site_status, principle_grade, principle_number, as_of]
  const key = JSON.stringify([office, scope, filters, withActivities])
  const stored = scope.region_id === null ? cachedNationalOrders : cachedRegionalOrders
  const parts = await stored(db, key, await regionsOf(db, scope), async (regions) => {
    const { rows } = await sql<ListedRegion>`
      select region_id,
        array_to_string(array_agg(id), ',') as ids,
        ${withActivities ? sql`array_to_string(array_agg(coalesce(activity_id, 0)), ',')` : sql`''`} as activity_ids
      from (
        select site_profiles.region_id, site_profiles.id,
          ${withActivities ? recordOf(wanted) : sql`null`} as activity_id
        from ${withActivities ? fromReport(actor, wanted, inRegions(regions)) : fromProfiles(actor, wanted, inRegions(regions))}
        order by site_profiles.region_id, site_profiles.id
      ) as sites group by region_id`.execute(db)
    return asRegionIds(rows)
  })
  return listed(parts)
}

/** Lists the site ids of a report, by region in official order. */
export const listSites = (db: Db, actor: Actor, wanted: ReportWanted): Promise<RegionIds[]> =>
  listRegionIds(db, actor, wanted, { withActivities: false })

/** The search of a report: in code, partner and places, each by its index. */
export const isSearched = inProfile(...SEARCHED_PLACES)

export type ReportIds = { ids: number[]; site_activity_ids: number[] }

/** Lists the ids of all rows that match the filters and the search, not of one page (S-76), in export order. */
export async function listReportIds(db: Db, actor: Actor, query: ReportQuery): Promise<ReportIds> {
  const text = query.search?.trim() ?? ''
  if (text === '') return allIds(await listRegionIds(db, actor, query, { withActivities: true }))
  const found = sql`site_profiles.id = any(array(
    select rows.id from site_profiles as rows where ${await isSearched(text, db)}
  ))`
  const { rows } = await sql<{ id: number; activity_id: number | null }>`
    select site_profiles.id, ${recordOf(query)} as activity_id
    from ${fromReport(actor, query, found)}
    order by site_profiles.region_id, site_profiles.id`.execute(db)
  return {
    ids: rows.map(({ id }) => id),
    site_activity_ids: rows.flatMap(({ activity_id }) => activity_id ?? []),
  }
}
