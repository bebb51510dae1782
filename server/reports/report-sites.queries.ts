import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { gradeField } from '../../shared/activities/grades.ts'
import { ACTIVITIES, hasGrades, PROFILING } from '../../shared/dashboard/dashboard.rules.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { type ReportScope, scopeOf } from '../../shared/reports/report-scope.ts'
import type { ReportQuery, ReportWanted } from '../../shared/reports/reports.schema.ts'
import type { Db } from '../lib/db.ts'
import { inPlace, inTexts } from '../review/search.queries.ts'
import { inScope, reportableBy } from './report-scope.queries.ts'

/** C-34: some principle has the grade, or the one that is asked for. */
function hasGrade({ principle_grade, principle_number }: ReportWanted): RawBuilder<boolean> {
  const asked = PRINCIPLE_NUMBERS.filter((number) => (principle_number ?? number) === number).map(gradeField)
  const ofOpen = asked.map((name) => sql.ref(`site_activities.${name}`))
  const ofApproved =
    principle_number === undefined
      ? sql`approved_sites.grades @> array[${principle_grade}]::text[]`
      : sql`approved_sites.grades[${principle_number}::integer] = ${principle_grade}`
  return sql`case
    when site_activities.id is null then ${ofApproved} else ${principle_grade} in (${sql.join(ofOpen)})
  end`
}

function conditions(actor: Actor, wanted: ReportWanted): RawBuilder<boolean> {
  const { category, site_status, principle_grade } = wanted
  const status =
    category === PROFILING
      ? sql`site_profiles.site_status`
      : // an activity is approved on an approved profile only
        sql`coalesce(site_activities.site_status, site_profiles.site_status)`
  const all = [
    sql`site_profiles.status = 'Activated'`,
    reportableBy(actor, 'site_profiles'),
    inScope(scopeOf(actor, wanted)),
    ...(category === ACTIVITIES ? [sql`${recordId} is not null`] : []),
    ...(site_status ? [sql`${status} = ${site_status}`] : []),
    ...(principle_grade && hasGrades(category) ? [hasGrade(wanted)] : []),
  ]
  return sql`${sql.join(all, sql` and `)}`
}

const recordId = sql<number | null>`coalesce(site_activities.id, approved_sites.site_activity_id)`

/**
 * The sites of a report, each with the activity its row stands on: the one in review or back with its encoder, where
 * this person may see that, else the latest approved one; none where it stands on the profile, as all do in Profiling
 * of SITES (S-79, C-33). Preview, ids, count and exports all read from here.
 */
export const reportSites = (actor: Actor, wanted: ReportWanted) => {
  const hasActivities = wanted.category !== PROFILING
  return sql<{ region_id: number; site_profile_id: number; site_activity_id: number | null }>`(
    select
      site_profiles.region_id,
      site_profiles.id as site_profile_id,
      ${hasActivities ? recordId : sql`null::integer`} as site_activity_id
    from site_profiles
    ${hasActivities ? activities(actor) : sql``}
    where ${conditions(actor, wanted)}
  )`
}

const activities = (actor: Actor) => sql`
    left join approved_sites on approved_sites.site_profile_id = site_profiles.id
    left join site_activities on site_activities.site_profile_id = site_profiles.id
      and site_activities.status = 'Activated'
      and site_activities.site_status in ('Submitted', 'Returned')
      and ${reportableBy(actor, 'site_activities')}`

/** Everything a person may report on, from the kept counts; of a PENRO's neighbours what is approved (C-33). */
export async function countScope(db: Db, actor: Actor, region_id: number | null): Promise<number> {
  const isPenro = actor.access_level === 'PENRO'
  const office_id = actor.office_id ?? -1
  const own = sql`(
    select coalesce(sum(count), 0) from site_profile_counts
    where status = 'Activated'
      and ${region_id === null ? sql`true` : sql`region_id = ${region_id}`}
      and ${isPenro ? sql`office_id = ${office_id}` : sql`true`}
  )`
  const neighbours = sql`(
    select count(*) from approved_sites where region_id = ${region_id} and office_id <> ${office_id}
  )`
  const { rows } = await sql<{ count: number }>`
    select ${own} + ${isPenro ? neighbours : sql`0`} as count`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Whether a report is everything of its region, so that nothing needs counting. */
function isWholeScope(actor: Actor, wanted: ReportWanted): boolean {
  const { category, site_status, principle_grade } = wanted
  const isByRecord = category === ACTIVITIES || site_status !== undefined
  const isByGrade = principle_grade !== undefined && hasGrades(category)
  return !isByRecord && !isByGrade && scopeOf(actor, wanted).province_id === null
}

/** How many rows the report has. */
export async function countReport(db: Db, actor: Actor, wanted: ReportWanted): Promise<number> {
  if (isWholeScope(actor, wanted)) return countScope(db, actor, scopeOf(actor, wanted).region_id)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${reportSites(actor, wanted)} as sites`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether the profile of this id has a text in code, partner or place, each found by its index. */
export const isSearched = (id: string, text: string): RawBuilder<boolean> =>
  sql`${sql.ref(id)} = any(array(
    select rows.id from site_profiles as rows
    where ${inTexts('rows.code', 'rows.name_of_partner', text)} or ${inPlace(['region', 'province', 'city'], text)}
  ))`

export type ReportIds = { ids: number[]; site_activity_ids: number[] }

/** The ids of every row that filters and search leave, not of one page (S-76), in the order of the export. */
export async function listReportIds(db: Db, actor: Actor, query: ReportQuery): Promise<ReportIds> {
  const text = query.search?.trim() ?? ''
  const { rows } = await sql<ReportIds>`
    select
      coalesce(json_agg(site_profile_id), '[]') as ids,
      coalesce(json_agg(site_activity_id) filter (where site_activity_id is not null), '[]') as site_activity_ids
    from (
      select sites.site_profile_id, sites.site_activity_id
      from ${reportSites(actor, query)} as sites
      where ${text === '' ? sql`true` : isSearched('sites.site_profile_id', text)}
      order by sites.region_id, sites.site_profile_id
    ) as sites`.execute(db)
  return rows[0] ?? { ids: [], site_activity_ids: [] }
}

/** The sites of an export in its order; without what a preview tells beside them, so that the first byte comes early. */
export async function listSiteIds(db: Db, actor: Actor, wanted: ReportWanted): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(json_agg(site_profile_id), '[]') as ids
    from (
      select site_profile_id from ${reportSites(actor, wanted)} as sites order by region_id, site_profile_id
    ) as sites`.execute(db)
  return rows[0]?.ids ?? []
}

/** The names of the places of a scope; null where it is not narrowed. */
export async function findPlaceNames(
  db: Db,
  { region_id, province_id }: ReportScope,
): Promise<{ region: string | null; province: string | null }> {
  const { rows } = await sql<{ region: string | null; province: string | null }>`
    select
      (select name from regions where id = ${region_id}) as region,
      (select name from provinces where id = ${province_id}) as province`.execute(db)
  return rows[0] ?? { region: null, province: null }
}
