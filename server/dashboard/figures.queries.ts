import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { GRADES } from '../../shared/activities/grading.ts'
import { ACTIVITIES, dashboardScopeOf, PROFILING } from '../../shared/dashboard/dashboard.rules.ts'
import {
  type DashboardFigures,
  type DashboardFilter,
  type GradeCount,
  type MonthCount,
  type PlaceCount,
  STAGES,
  type StageCount,
} from '../../shared/dashboard/dashboard.schema.ts'
import { lastMonths, medianDays } from '../../shared/dashboard/figures.rules.ts'
import { TIME_ZONE } from '../../shared/lib/dates.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import type { Db } from '../lib/db.ts'
import { dashboardSites } from './dashboard.queries.ts'

/** the counts of a principle, in the order of GRADES */
const KEYS = ['very', 'somewhat', 'not', 'none'] as const satisfies readonly (keyof GradeCount)[]

/** How many sites have which grade at which principle, in one pass over them. */
async function countGrades(db: Db, actor: Actor, filter: DashboardFilter): Promise<GradeCount[]> {
  const columns = PRINCIPLE_NUMBERS.flatMap((number) =>
    GRADES.map((grade, index) =>
      sql<number>`count(*) filter (where approved_sites.grades[${sql.lit(number)}] = ${sql.lit(grade)})`.as(
        `${KEYS[index]}_${number}`,
      ),
    ),
  )
  const counts: Record<string, number> = await dashboardSites(db, actor, filter)
    .where('approved_sites.site_activity_id', 'is not', null)
    .select(columns)
    .executeTakeFirstOrThrow()
  const count = (key: string, number: number) => counts[`${key}_${number}`] ?? 0
  return PRINCIPLE_NUMBERS.map((number) => ({
    principle_number: number,
    very: count('very', number),
    somewhat: count('somewhat', number),
    not: count('not', number),
    none: count('none', number),
  }))
}

type Places = { sites: number; graded: number; regions: PlaceCount[]; provinces: PlaceCount[] }

/** The sites of each region in reach; where that is one region, of each of its provinces too. */
async function countPlaces(db: Db, actor: Actor, filter: DashboardFilter): Promise<Places> {
  const { region_id } = dashboardScopeOf(actor, filter)
  const sites = dashboardSites(db, actor, filter)
    .groupBy('approved_sites.region_id')
    .select(['approved_sites.region_id', sql<number>`count(*)`.as('count')])
    .select(sql<number>`count(approved_sites.site_activity_id)`.as('graded'))
  const regions = await db
    .selectFrom('regions')
    .leftJoin(sites.as('sites'), 'sites.region_id', 'regions.id')
    .select(['regions.id', 'regions.name'])
    .select([
      sql<number>`coalesce(sites.count, 0)`.as('count'),
      sql<number>`coalesce(sites.graded, 0)`.as('graded'),
    ])
    .$if(region_id !== null, (all) => all.where('regions.id', '=', region_id ?? 0))
    .orderBy('regions.sort_order')
    .execute()
  return {
    sites: regions.reduce((sum, { count }) => sum + count, 0),
    graded: regions.reduce((sum, { graded }) => sum + graded, 0),
    regions: regions.map(({ id, name, count }) => ({ id, name, count })),
    provinces: region_id === null ? [] : await countProvinces(db, actor, filter),
  }
}

/** Only provinces with sites; a region without provinces shows its sites under its own name. */
const countProvinces = (db: Db, actor: Actor, filter: DashboardFilter): Promise<PlaceCount[]> =>
  dashboardSites(db, actor, filter)
    .leftJoin('provinces', 'provinces.id', 'site_profiles.province_id')
    .innerJoin('regions', 'regions.id', 'approved_sites.region_id')
    .groupBy(['provinces.id', 'provinces.name', 'regions.name'])
    .select(['provinces.id', sql<string>`coalesce(provinces.name, regions.name)`.as('name')])
    .select(sql<number>`count(*)`.as('count'))
    .orderBy('count', 'desc')
    .orderBy('name')
    .execute()

const STAGE = sql`case when site_status = 'Returned' then 'Encoder' when region_status = 'Approved' then 'FMB'
  when penro_status = 'Approved' then 'Region' else 'PENRO' end`

type Table = 'site_profiles' | 'site_activities'
const tablesOf = ({ category }: DashboardFilter): Table[] => [
  ...(category === ACTIVITIES ? [] : (['site_profiles'] as const)),
  ...(category === PROFILING ? [] : (['site_activities'] as const)),
]

/** What waits in one table: all of FMB, a region's, an office's, or what one person created (S-35, S-36, S-38). */
function waiting(actor: Actor, filter: DashboardFilter, now: Date, table: Table) {
  const { region_id, province_id, created_by } = dashboardScopeOf(actor, filter)
  const isOffice = actor.access_level === 'PENRO'
  const tests = [
    sql`status = 'Activated' and site_status in ('Submitted', 'Returned')`,
    ...(region_id === null ? [] : [sql`region_id = ${region_id}`]),
    // the wider look of a PENRO is for approved records only (C-33), so its provinces do not narrow this
    ...(isOffice ? [sql`office_id = ${actor.office_id ?? -1}`] : []),
    ...(province_id === null || isOffice ? [] : [sql`province_id = ${province_id}`]),
    ...(created_by === null ? [] : [sql`created_by = ${created_by}`]),
  ]
  const since = sql`${now.toISOString()}::timestamptz - coalesce(waiting_since, returned_at)`
  return sql`select ${STAGE} as stage, floor(date_part('epoch', ${since}) / 86400)::integer as days,
    ${sql.lit(table)} as record from ${sql.table(table)} where ${sql.join(tests, sql` and `)}`
}

type Waited = { stage: StageCount['stage']; days: number; profiles: number; activities: number }

/** How many records wait at each stage of the chain, and how many days the middle one and the longest have waited. */
export async function countStages(
  db: Db,
  actor: Actor,
  filter: DashboardFilter,
  now: Date,
): Promise<StageCount[]> {
  const records = tablesOf(filter).map((table) => waiting(actor, filter, now, table))
  const { rows } = await sql<Waited>`
    select stage, greatest(days, 0) as days,
      count(*) filter (where record = 'site_profiles') as profiles,
      count(*) filter (where record = 'site_activities') as activities
    from (${sql.join(records, sql` union all `)}) as records
    group by 1, 2 order by 1, 2
  `.execute(db)
  return STAGES.map((stage) => {
    const waited = rows.filter((row) => row.stage === stage)
    return {
      stage,
      profiles: waited.reduce((sum, { profiles }) => sum + profiles, 0),
      activities: waited.reduce((sum, { activities }) => sum + activities, 0),
      median_days: medianDays(
        waited.map((row) => ({ days: row.days, count: row.profiles + row.activities })),
      ),
      longest_days: waited.at(-1)?.days ?? null,
    }
  })
}

/** The final approvals of these sites and of their activities in the last twelve months of Manila. */
async function countMonths(db: Db, actor: Actor, filter: DashboardFilter, now: Date): Promise<MonthCount[]> {
  const months = lastMonths(now)
  const from = new Date(`${months[0]}-01T00:00:00+08:00`).toISOString()
  const sites = dashboardSites(db, actor, filter).select('approved_sites.site_profile_id')
  const approvals = (table: Table) => sql`
    select approved_at, ${sql.lit(table)} as record from ${sql.table(table)}
    where site_status = 'Approved' and status = 'Activated' and approved_at >= ${from}
      and ${sql.ref(table === 'site_profiles' ? 'id' : 'site_profile_id')} in (${sites})`
  const both = tablesOf(filter).map((table) => approvals(table))
  const { rows } = await sql<MonthCount>`
    select to_char(approved_at at time zone ${TIME_ZONE}, 'YYYY-MM') as month,
      count(*) filter (where record = 'site_profiles') as profiles,
      count(*) filter (where record = 'site_activities') as activities
    from (${sql.join(both, sql` union all `)}) as approvals
    group by 1
  `.execute(db)
  return months.map(
    (month) => rows.find((row) => row.month === month) ?? { month, profiles: 0, activities: 0 },
  )
}

/** What the pictures show of approved sites; it changes with a final approval or the month. */
export async function findApprovedFigures(
  db: Db,
  actor: Actor,
  filter: DashboardFilter,
  now: Date,
): Promise<Omit<DashboardFigures, 'stages'>> {
  const [places, grades, months] = await Promise.all([
    countPlaces(db, actor, filter),
    countGrades(db, actor, filter),
    countMonths(db, actor, filter, now),
  ])
  return { ...places, grades, months }
}
