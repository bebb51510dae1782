import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { GRADES } from '../../shared/activities/grading.ts'
import { STAGES } from '../../shared/dashboard/counted.ts'
import type {
  DashboardFilter,
  GradeCount,
  MonthCount,
  StageCount,
} from '../../shared/dashboard/dashboard.schema.ts'
import { GRADE_KEYS } from '../../shared/dashboard/leads.ts'
import { lastMonths, medianDays, type RegionFigures } from '../../shared/dashboard/figures.rules.ts'
import { TIME_ZONE } from '../../shared/lib/dates.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import type { Db } from '../database/db.ts'
import { dashboardSites, isGraded } from './dashboard.queries.ts'
import { isApprovedIn, isOpen, STAGE, type Table, tablesOf } from './records.queries.ts'

const NO_GRADES: GradeCount[] = PRINCIPLE_NUMBERS.map((number) => ({
  principle_number: number,
  very: 0,
  somewhat: 0,
  not: 0,
  none: 0,
}))

/** Counts the sites of each region, and their grades per principle, in one pass. */
async function countGrades(db: Db, actor: Actor, filter: DashboardFilter, regions: number[]) {
  const columns = PRINCIPLE_NUMBERS.flatMap((number) =>
    GRADES.map((grade, index) =>
      sql<number>`count(*) filter (where ${isGraded(grade, number)})`.as(`${GRADE_KEYS[index]}_${number}`),
    ),
  )
  const rows = await dashboardSites(db, actor, filter)
    .where('approved_sites.region_id', '=', sql<number>`any(${regions}::integer[])`)
    .groupBy('approved_sites.region_id')
    .select(['approved_sites.region_id', sql<number>`count(*)`.as('sites')])
    .select(sql<number>`count(approved_sites.site_activity_id)`.as('graded'))
    .select(columns)
    .execute()
  return new Map(
    rows.map(({ region_id, sites, graded, ...counts }) => {
      const count = (key: string, number: number) =>
        (counts as Record<string, number>)[`${key}_${number}`] ?? 0
      const grades = PRINCIPLE_NUMBERS.map((number) => ({
        principle_number: number,
        very: count('very', number),
        somewhat: count('somewhat', number),
        not: count('not', number),
        none: count('none', number),
      }))
      return [region_id, { sites, graded, grades }]
    }),
  )
}

/** Counts the sites per province; a region without provinces counts its sites under its own name. */
const countProvinces = (db: Db, actor: Actor, filter: DashboardFilter, regions: number[]) =>
  dashboardSites(db, actor, filter)
    .where('approved_sites.region_id', '=', sql<number>`any(${regions}::integer[])`)
    .leftJoin('provinces', 'provinces.id', 'approved_sites.province_id')
    .innerJoin('regions', 'regions.id', 'approved_sites.region_id')
    .groupBy(['approved_sites.region_id', 'provinces.id', 'provinces.name', 'regions.name'])
    .select(['approved_sites.region_id', 'provinces.id'])
    .select([
      sql<string>`coalesce(provinces.name, regions.name)`.as('name'),
      sql<number>`count(*)`.as('count'),
    ])
    .orderBy('count', 'desc')
    .orderBy('name')
    .execute()

/** The open records of one table by stage, and their age. */
function waiting(actor: Actor, filter: DashboardFilter, now: Date, table: Table) {
  const since = sql`${now.toISOString()}::timestamptz - coalesce(waiting_since, returned_at)`
  return sql`select ${STAGE} as stage, floor(date_part('epoch', ${since}) / 86400)::integer as days,
    ${sql.lit(table)} as record from ${sql.table(table)} where ${isOpen(actor, filter, table)}`
}

type WaitingTimes = { stage: StageCount['stage']; days: number; profiles: number; activities: number }

/** Counts the records at each stage of the review chain, with the median and the longest number of days. */
export async function countStages(
  db: Db,
  actor: Actor,
  filter: DashboardFilter,
  now: Date,
): Promise<StageCount[]> {
  const records = tablesOf(filter).map((table) => waiting(actor, filter, now, table))
  const { rows } = await sql<WaitingTimes>`
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

/** Counts the final approvals of these sites and their activities per month, from the first of `months`, in Manila. */
async function countMonths(
  db: Db,
  actor: Actor,
  filter: DashboardFilter,
  months: string[],
  regions: number[],
): Promise<(MonthCount & { region_id: number })[]> {
  const range = { first: months[0] ?? '', last: months.at(-1) ?? '' }
  const approvals = (table: Table) => sql`
    select region_id, approved_at, ${sql.lit(table)} as record from ${sql.table(table)}
    where ${isApprovedIn(db, actor, filter, range, table, regions)}`
  const both = tablesOf(filter).map((table) => approvals(table))
  const { rows } = await sql<MonthCount & { region_id: number }>`
    select region_id, to_char(approved_at at time zone ${TIME_ZONE}, 'YYYY-MM') as month,
      count(*) filter (where record = 'site_profiles') as profiles,
      count(*) filter (where record = 'site_activities') as activities
    from (${sql.join(both, sql` union all `)}) as approvals
    group by 1, 2
  `.execute(db)
  return rows
}

/** Returns the figures of the approved sites of these regions; they change with a final approval and with the month. */
export async function findRegionFigures(
  db: Db,
  actor: Actor,
  filter: DashboardFilter,
  now: Date,
  regions: number[],
): Promise<Map<number, RegionFigures>> {
  const months = lastMonths(now)
  const [names, grades, provinces, approvals] = await Promise.all([
    db
      .selectFrom('regions')
      .select(['id', 'name'])
      .where('id', '=', sql<number>`any(${regions}::integer[])`)
      .execute(),
    countGrades(db, actor, filter, regions),
    countProvinces(db, actor, filter, regions),
    countMonths(db, actor, filter, months, regions),
  ])
  return new Map(
    names.map(({ id, name }) => {
      const inMonth = (month: string) =>
        approvals.find((one) => one.region_id === id && one.month === month) ?? { profiles: 0, activities: 0 }
      return [
        id,
        {
          id,
          ...(grades.get(id) ?? { sites: 0, graded: 0, grades: NO_GRADES }),
          name,
          provinces: provinces
            .filter(({ region_id }) => region_id === id)
            .map(({ region_id: _region, ...province }) => province),
          months: months.map((month) => {
            const { profiles, activities } = inMonth(month)
            return { month, profiles, activities }
          }),
        },
      ]
    }),
  )
}
