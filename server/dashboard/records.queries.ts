import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { LEVELS, STATUS_OF } from '../../shared/access/levels.ts'
import { ACTIVITIES, dashboardScopeOf, PROFILING } from '../../shared/dashboard/dashboard.rules.ts'
import type { DashboardFilter, RecordRow, RecordsQuery } from '../../shared/dashboard/dashboard.schema.ts'
import type { ChosenScope } from '../../shared/dashboard/report-scope.ts'
import { lastMonths } from '../../shared/dashboard/figures.rules.ts'
import { manilaMoment } from '../../shared/lib/dates.ts'
import { POINT } from '../../shared/review/points.rules.ts'
import type { PlaceKind } from '../../shared/review/points.schema.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import { type ListColumns, pageOf, sortOfRows } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { inScope } from '../database/scope.ts'
import { dashboardSites } from './dashboard.queries.ts'

/* The records that the dashboard counts besides the approved sites; its charts and the lists behind them ask here. */

export type Table = 'site_profiles' | 'site_activities'

/** The kinds of record of a category. */
export const tablesOf = ({ category }: DashboardFilter): Table[] => [
  ...(category === ACTIVITIES ? [] : (['site_profiles'] as const)),
  ...(category === PROFILING ? [] : (['site_activities'] as const)),
]

/** The stage of an open record. */
export const STAGE = sql<string>`case ${sql.join(
  LEVELS.map((level) => sql`when ${sql.ref(STATUS_OF[level])} = 'Submitted' then ${sql.lit(level)}`),
  sql` `,
)} else 'Encoder' end`

/** the few deactivated profiles, which hide their activities (S-37) */
const PROFILE_IS_ON = sql`site_profile_id not in (select id from site_profiles where status = 'Deactivated')`

/** Whether a record is in review or returned. */
export const IS_OPEN = sql<boolean>`(site_status in ('Submitted', 'Returned'))`

/** Whether a record is in review or returned, within the caller's scope. */
export const isOpen = (actor: Actor, filter: DashboardFilter, table: Table): RawBuilder<boolean> =>
  sql<boolean>`${IS_OPEN} and ${isInReach(actor, filter, table)}`

/** Whether a record is activated and within the caller's scope, whatever its state (S-35, S-36, S-38). */
export function isInReach(actor: Actor, filter: ChosenScope, table: Table): RawBuilder<boolean> {
  const { region_id, province_id, created_by } = dashboardScopeOf(actor, filter)
  const isOffice = actor.access_level === 'PENRO'
  const tests = [
    sql`status = 'Activated'`,
    ...(table === 'site_activities' ? [PROFILE_IS_ON] : []),
    ...(region_id === null ? [] : [sql`region_id = ${region_id}`]),
    // a PENRO sees only approved records outside its office (C-33), so the filter of province has no effect here
    ...(isOffice ? [inScope(actor)] : []),
    ...(province_id === null || isOffice ? [] : [sql`province_id = ${province_id}`]),
    ...(created_by === null ? [] : [sql`created_by = ${created_by}`]),
  ]
  return sql<boolean>`${sql.join(tests, sql` and `)}`
}

type Months = { first: string; last: string }

const monthAfter = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}
export const startOf = (month: string): string => new Date(manilaMoment(`${month}-01`)).toISOString()

/** Whether a record of the approved sites has its final approval in these months, in Manila. */
export function isApprovedIn(
  db: Db,
  actor: Actor,
  filter: DashboardFilter,
  { first, last }: Months,
  table: Table,
  regions?: number[],
): RawBuilder<boolean> {
  const within = regions && sql<boolean>`region_id = any(${regions}::integer[])`
  const sites = dashboardSites(db, actor, filter)
    .$if(within !== undefined, (all) =>
      all.where('approved_sites.region_id', '=', sql<number>`any(${regions}::integer[])`),
    )
    .select('approved_sites.site_profile_id')
  return sql<boolean>`site_status = 'Approved' and status = 'Activated'
    and approved_at >= ${startOf(first)} and approved_at < ${startOf(monthAfter(last))}
    and ${within ?? sql`true`}
    and ${sql.ref(table === 'site_profiles' ? 'id' : 'site_profile_id')} in (${sites})`
}

const NAMES: Record<Table, { record: RecordRow['record']; code: string; partner: string }> = {
  site_profiles: { record: 'profiles', code: 'code', partner: 'name_of_partner' },
  site_activities: { record: 'activities', code: 'site_profile_code', partner: 'site_profile_name' },
}

/** The records of a list, with the places of both kinds joined once. */
function recordsOf(db: Db, actor: Actor, query: RecordsQuery, now: Date): RawBuilder<RecordRow> {
  const months = lastMonths(now)
  const { month } = query
  const all = { first: month ?? months[0] ?? '', last: month ?? months.at(-1) ?? '' }
  const isShown = query.shown === 'open'
  const parts = tablesOf(query).map((table) => {
    const { record, code, partner } = NAMES[table]
    return sql`
      select ${sql.lit(record)} as record, id, record_id as key, region_id, province_id, office_id,
        ${sql.ref(code)} as code, ${sql.ref(partner)} as name_of_partner,
        ${isShown ? STAGE : sql`null::text`} as stage,
        ${isShown ? sql`coalesce(waiting_since, greatest(returned_at, recalled_at), created_at)` : sql`approved_at`} as since
      from ${sql.table(table)}
      where ${isShown ? isOpen(actor, query, table) : isApprovedIn(db, actor, query, all, table)}`
  })
  return sql<RecordRow>`(
    select records.*, regions.name as region, provinces.name as province, offices.name as office
    from (${sql.join(parts, sql` union all `)}) as records
    left join regions on regions.id = records.region_id
    left join provinces on provinces.id = records.province_id
    left join offices on offices.id = records.office_id
  )`
}

const columns = (dir: 'asc' | 'desc'): ListColumns => ({
  search: ['rows.code', 'rows.name_of_partner', 'rows.region', 'rows.province', 'rows.office'],
  sort: sortOfRows('record', 'code', 'name_of_partner', 'region', 'province', 'office', 'stage', 'since'),
  defaultSort: [{ column: 'rows.since', dir }],
  tieBreak: 'rows.key',
})
/** the longest waiting first, the newest approval first */
const COLUMNS = { open: columns('asc'), approved: columns('desc') }

/** Whether a row has an open point about such a place. */
const isAsked = (about: PlaceKind) => sql<boolean>`rows.key in (
  select record_id from threads join review_points as points using (id)
  where threads.kind = ${POINT.name} and points.state = 'open' and place ->> 'about' = ${about})`

/** Lists the records that a number of the dashboard counts; `totalCount` counts without the kind and the stage. */
export function listCountedRecords(
  db: Db,
  actor: Actor,
  query: RecordsQuery,
  now: Date,
): Promise<PageReply<RecordRow>> {
  const { record, stage, about } = query
  const tests = [
    ...(record === undefined ? [] : [sql`rows.record = ${record}`]),
    ...(stage === undefined ? [] : [sql`rows.stage = ${stage}`]),
    ...(about === undefined ? [] : [isAsked(about)]),
  ]
  const rows = recordsOf(db, actor, query, now).as('rows')
  return pageOf(
    db,
    {
      scoped: db.selectFrom(rows).selectAll(),
      columns: COLUMNS[query.shown],
      filter: tests.length === 0 ? undefined : sql<boolean>`${sql.join(tests, sql` and `)}`,
    },
    query,
  ) as unknown as Promise<PageReply<RecordRow>>
}
