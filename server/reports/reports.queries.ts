import { type RawBuilder, sql } from 'kysely'
import type { SiteProfiles } from '../../db/types.ts'
import type { Actor } from '../../shared/access/actor.ts'
import { gradeField } from '../../shared/activities/grades.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { scopeOf } from '../../shared/dashboard/report-scope.ts'
import type { ReportQuery, ReportRow, ReportWanted } from '../../shared/reports/reports.schema.ts'
import {
  type AreaField,
  ELIGIBLE_ACTIVITIES,
  type Having,
  REPORTED_FIELDS,
} from '../../shared/sites/sites.fields.ts'
import { type ListColumns, pageOf, sortOfRows } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { countOf, pageOfIds } from '../database/region-ids.ts'
import { changesIn, inRegion } from '../review/record-changes.queries.ts'
import {
  countScope,
  fromProfilesOf,
  fromReport,
  isSearched,
  listSites,
  recordOf,
} from './report-sites.queries.ts'

/** A column of the row's activity or, without one, of its profile; a row never mixes the two (S-79). */
const ofRecord = (column: string) =>
  sql`case when record.id is null then ${sql.ref(`site_profiles.${column}`)} else ${sql.ref(`record.${column}`)} end
    as ${sql.ref(column)}`

/** The columns of the place names; a reported field that is neither here nor in the profile does not compile. */
const PLACES: Record<Exclude<Having<'reported'>, keyof SiteProfiles>, string> = {
  region: 'regions.name',
  province: 'provinces.name',
  city: 'cities.name',
}

const ofProfile = (field: Having<'reported'>) =>
  sql`${sql.ref(field in PLACES ? PLACES[field as keyof typeof PLACES] : `site_profiles.${field}`)} as ${sql.ref(field)}`

const RECORD = ['site_status', 'created_at', 'submitted_at', 'returned_at', 'approved_at']
const GRADES = PRINCIPLE_NUMBERS.map(gradeField)
const AREAS = ELIGIBLE_ACTIVITIES.map(({ field }) => field)

type StoredRow = Omit<ReportRow, 'redd_eligible_activities_area'> &
  Record<AreaField, string | null> & { redd_eligible_activities_area: string[] }

/**
 * The columns of a row. Left joins, so that finding a page does not read the joined tables. Grades are the stored ones:
 * provisional in review, frozen after it (S-55).
 */
export const selectRows = (wanted: ReportWanted, from: RawBuilder<unknown>) => sql<StoredRow>`
  select
    site_profiles.id as site_profile_id,
    record.id as site_activity_id,
    site_profiles.region_id,
    site_profiles.province_id,
    site_profiles.city_id,
    ${sql.join(REPORTED_FIELDS.map(ofProfile))},
    ${sql.join(AREAS.map((name) => sql.ref(`site_profiles.${name}`)))},
    ${sql.join(GRADES.map((name) => sql.ref(`record.${name}`)))},
    ${sql.join(RECORD.map(ofRecord))}
  from (
    select site_profiles.*, ${recordOf(wanted)} as activity_id from ${from}
  ) as site_profiles
  left join site_activities as record on record.id = site_profiles.activity_id
  left join regions on regions.id = site_profiles.region_id
  left join provinces on provinces.id = site_profiles.province_id
  left join cities on cities.id = site_profiles.city_id`

/** Returns the row with its areas in the order of the form. */
const asReportRow = (row: StoredRow): ReportRow => ({
  ...row,
  redd_eligible_activities_area: ELIGIBLE_ACTIVITIES.filter(({ name }) =>
    row.redd_eligible_activities_area.includes(name),
  ).map(({ name, field }) => ({ name, hectares: row[field] ?? '0' })),
})

const LIST: ListColumns = {
  search: isSearched,
  sort: sortOfRows(
    'code',
    'region',
    'province',
    'city',
    'name_of_partner',
    'created_at',
    'submitted_at',
    'returned_at',
    'approved_at',
  ),
  // by region in official order, like the exports
  defaultSort: [{ column: 'rows.region_id', dir: 'asc' }],
  tieBreak: 'rows.site_profile_id',
}

const countAll = async (db: Db, actor: Actor, { as_of }: ReportQuery): Promise<number> =>
  as_of === undefined
    ? countScope(db, actor, scopeOf(actor, {}).region_id)
    : countOf(await listSites(db, actor, { as_of }))

/** Returns a page of the report; `totalCount` counts all sites that the caller may report on. */
export async function listReport(db: Db, actor: Actor, query: ReportQuery): Promise<PageReply<ReportRow>> {
  const counting = countAll(db, actor, query)
  const [page, totalCount] = await Promise.all([
    isByRegion(query) ? pageByRegion(db, actor, query) : pageInOrder(db, actor, query),
    counting,
  ])
  return { ...page, totalCount }
}

/** Whether the rows have the order of the exports and are not searched. */
const isByRegion = ({ search, order = [] }: ReportQuery): boolean =>
  !search?.trim() && !order.some(({ column }) => Object.hasOwn(LIST.sort, column))

async function pageByRegion(db: Db, actor: Actor, query: ReportQuery) {
  const regions = await listSites(db, actor, query)
  const ids = pageOfIds(regions, query.page, query.length)
  return { data: (await rowsOf(db, actor, query, ids)).map(asReportRow), filteredCount: countOf(regions) }
}

async function pageInOrder(db: Db, actor: Actor, query: ReportQuery) {
  const scoped = db
    .selectFrom(sql<StoredRow>`(${selectRows(query, fromReport(actor, query))})`.as('rows'))
    .selectAll('rows')
  const list = {
    scoped,
    columns: LIST,
    total: async () => countOf(await listSites(db, actor, query)),
    changes: changesIn(inRegion(scopeOf(actor, query).region_id), 'site_profiles'),
    rows: (ids: number[]) => rowsOf(db, actor, query, ids),
  }
  const page = await pageOf(db, list, query)
  return { data: page.data.map(asReportRow), filteredCount: page.filteredCount }
}

/** Returns the rows of these sites, in the order of `ids`, without those that have left the report since. */
async function rowsOf(db: Db, actor: Actor, wanted: ReportWanted, ids: number[]): Promise<StoredRow[]> {
  const { rows } = await selectRows(wanted, fromProfilesOf(actor, wanted, ids)).execute(db)
  const byId = new Map(rows.map((row) => [row.site_profile_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
