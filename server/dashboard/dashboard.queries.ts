import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { type Grade, GRADES, gradientOf } from '../../shared/activities/grading.ts'
import { APPLIES, type CountedSites, NO_PROVINCE } from '../../shared/dashboard/counted.ts'
import { ACTIVITIES, dashboardScopeOf, hasGrades } from '../../shared/dashboard/dashboard.rules.ts'
import type {
  DashboardExport,
  DashboardFilter,
  DashboardQuery,
  DashboardRow,
} from '../../shared/dashboard/dashboard.schema.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import type { AsOfDay } from '../../shared/lib/as-of.ts'
import { manilaMoment } from '../../shared/lib/dates.ts'
import { registerAsOf } from '../approved/register.queries.ts'
import { type ListColumns, pageOf, searchCondition, sortOfRows } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { cacheByRegion } from '../database/cached-by-region.ts'
import { allIds, asRegionIds, countOf, listed, pageOfIds, type RegionIds } from '../database/region-ids.ts'
import {
  changesIn,
  inRegion,
  listRegionVersions,
  type RegionVersion,
} from '../review/record-changes.queries.ts'
import { inProfile } from '../review/search.queries.ts'
import { reportingSites } from './totals.queries.ts'

type GradeAt = { principle_grade?: string | undefined; principle_number?: number | undefined }

/** Whether the chosen principle has the grade; without a principle, whether any has it (C-34). */
export const hasGrade = ({ principle_grade, principle_number }: GradeAt) =>
  principle_number === undefined
    ? sql<boolean>`approved_sites.grades @> array[${principle_grade}]::text[]`
    : sql<boolean>`approved_sites.grades[${principle_number}::integer] = ${principle_grade}`

/** The same with both written into the statement, for the counts of all grades. */
export const isGraded = (grade: Grade, principle: number) =>
  sql<boolean>`approved_sites.grades[${sql.lit(principle)}] = ${sql.lit(grade)}`

/** Whether a principle applies: any grade except the last. */
const applies = (principle: number | undefined) =>
  principle === undefined
    ? sql<boolean>`approved_sites.grades && ${GRADES.slice(0, -1)}::text[]`
    : sql<boolean>`approved_sites.grades[${principle}::integer] = any(${GRADES.slice(0, -1)}::text[])`

/** The filters of the table; `approved_before` selects the sites without an approval since that day. */
type DashboardScope = DashboardFilter & AsOfDay & CountedSites & { approved_before?: string | undefined }

/**
 * The sites of the dashboard (S-76): finally approved, activated profiles with their latest approved activity.
 * `dashboardScopeOf` limits users of other levels than FMB to their region, where they may see approved records (C-33).
 */
export function dashboardSites(db: Db, actor: Actor, filter: DashboardScope) {
  const { region_id, province_id, created_by } = dashboardScopeOf(actor, filter)
  return registerAsOf(db, filter.as_of)
    .$if(region_id !== null, (all) => all.where('approved_sites.region_id', '=', region_id ?? 0))
    .$if(province_id !== null, (all) => all.where('approved_sites.province_id', '=', province_id))
    .$if(created_by !== null, (all) => all.where('approved_sites.created_by', '=', created_by ?? 0))
    .$if(filter.approved_before !== undefined, (all) =>
      all.where('approved_sites.approved_at', '<', manilaMoment(filter.approved_before ?? '')),
    )
    .$if(filter.category === ACTIVITIES, (all) =>
      all.where('approved_sites.site_activity_id', 'is not', null),
    )
    .$if(filter.principle_grade !== undefined && hasGrades(filter.category), (all) =>
      all.where(hasGrade(filter)),
    )
    .$if(filter.in_region !== undefined, (all) =>
      all.where('approved_sites.region_id', '=', filter.in_region ?? 0),
    )
    .$if(filter.in_province !== undefined, (all) =>
      filter.in_province === NO_PROVINCE
        ? all.where('approved_sites.province_id', 'is', null)
        : all.where('approved_sites.province_id', '=', filter.in_province ?? 0),
    )
    .$if(filter.graded !== undefined && hasGrades(filter.category), (all) =>
      all.where(
        filter.graded === APPLIES
          ? applies(filter.graded_at)
          : hasGrade({ principle_grade: filter.graded, principle_number: filter.graded_at }),
      ),
    )
    .$if(filter.reporting_year !== undefined, (all) =>
      all.where(
        'approved_sites.site_profile_id',
        'in',
        reportingSites(actor, filter, filter.reporting_year ?? 0),
      ),
    )
}

/** Left joins, so that counting and finding a page do not read the joined tables. */
const withPlaces = (sites: ReturnType<typeof dashboardSites>) =>
  sites
    .leftJoin('site_profiles', 'site_profiles.id', 'approved_sites.site_profile_id')
    .leftJoin('regions', 'regions.id', 'approved_sites.region_id')
    .leftJoin('provinces', 'provinces.id', 'approved_sites.province_id')
    .select([
      'approved_sites.site_profile_id',
      'approved_sites.site_activity_id',
      'approved_sites.office_id',
      'approved_sites.region_id',
      'approved_sites.province_id',
      'approved_sites.grades',
      'regions.name as region',
      'provinces.name as province',
      'site_profiles.name_of_partner',
      'site_profiles.code',
    ])

const LIST: ListColumns = {
  search: inProfile('region', 'province'),
  sort: sortOfRows('region', 'province', 'name_of_partner', 'code'),
  defaultSort: [{ column: 'rows.region', dir: 'asc' }],
  tieBreak: 'rows.site_profile_id',
}

type StoredRow = Omit<DashboardRow, 'gradient'> & { grades: string[] | null }

const asRow = ({ grades, ...row }: StoredRow): DashboardRow => ({ ...row, gradient: gradientOf(grades) })

/** national lists are large; regional ones are many */
const cachedNationalOrders = cacheByRegion(12)
const cachedRegionalOrders = cacheByRegion(200)

/** Returns the region of a scope, or all regions by name. */
export const regionsOf = (versions: RegionVersion[], region_id: number | null): RegionVersion[] =>
  versions.filter((one) => region_id === null || one.region_id === region_id)

/** Lists the profile and activity ids of each region in scope, in the order of the table; cached until an approval. */
async function listIds(
  db: Db,
  actor: Actor,
  filter: DashboardScope,
  versions: RegionVersion[],
): Promise<RegionIds[]> {
  const { region_id, province_id, created_by } = dashboardScopeOf(actor, filter)
  const { category, principle_grade, principle_number, as_of, approved_before } = filter
  const { in_region, in_province, graded, graded_at, reporting_year, figure } = filter
  const key = JSON.stringify([
    as_of,
    approved_before,
    region_id,
    province_id,
    created_by,
    category,
    principle_grade,
    principle_number,
    { in_region, in_province, graded, graded_at, reporting_year, figure },
  ])
  const orders = region_id === null ? cachedNationalOrders : cachedRegionalOrders
  const ofScope = regionsOf(versions, region_id).map((one) => ({
    region_id: one.region_id,
    version: one.approvals,
  }))
  const parts = await orders(db, key, ofScope, async (regions) => {
    const inOrder = dashboardSites(db, actor, filter)
      .where('approved_sites.region_id', '=', sql<number>`any(${regions}::integer[])`)
      .select([
        'approved_sites.region_id',
        'approved_sites.site_profile_id',
        'approved_sites.site_activity_id',
      ])
      .orderBy('approved_sites.region_id')
      .orderBy('approved_sites.site_profile_id')
    const rows = await db
      .selectFrom(inOrder.as('sites'))
      .groupBy('sites.region_id')
      .select([
        'sites.region_id',
        sql<string>`array_to_string(array_agg(sites.site_profile_id), ',')`.as('ids'),
        sql<string>`array_to_string(array_agg(coalesce(sites.site_activity_id, 0)), ',')`.as('activity_ids'),
      ])
      .execute()
    return asRegionIds(rows)
  })
  return listed(parts)
}

/** Returns the direction of the regions; null if the table is searched or sorted by another column. */
function regionOrder({ search, order = [] }: DashboardQuery): 'asc' | 'desc' | null {
  const [first, second] = order.filter(({ column }) => Object.hasOwn(LIST.sort, column))
  if (search?.trim() || second || (first && first.column !== 'region')) return null
  return first?.dir.toLowerCase() === 'desc' ? 'desc' : 'asc'
}

/** Returns a page of the table; `totalCount` counts every site that the caller may see (S-76). */
export async function listDashboard(
  db: Db,
  actor: Actor,
  query: DashboardQuery,
): Promise<PageReply<DashboardRow>> {
  const versions = await listRegionVersions(db)
  const [regions, reach] = await Promise.all([
    listIds(db, actor, query, versions),
    listIds(db, actor, { as_of: query.as_of }, versions),
  ])
  const totalCount = countOf(reach)
  const dir = regionOrder(query)
  if (dir === null) {
    const rows = withPlaces(dashboardSites(db, actor, query)).as('rows')
    const list = {
      scoped: db.selectFrom(rows).selectAll(),
      columns: LIST,
      total: async () => countOf(regions),
      changes: changesIn(inRegion(dashboardScopeOf(actor, query).region_id), 'site_profiles'),
    }
    const page = await pageOf(db, list, query)
    return { ...page, data: (page.data as unknown as StoredRow[]).map(asRow), totalCount }
  }
  const ids = pageOfIds(dir === 'asc' ? regions : regions.toReversed(), query.page, query.length)
  return { data: await rowsOf(db, ids, query.as_of), totalCount, filteredCount: countOf(regions) }
}

/** Returns the rows of these sites, in the order of `ids`. */
async function rowsOf(db: Db, ids: number[], as_of: string | undefined): Promise<DashboardRow[]> {
  const rows = await withPlaces(registerAsOf(db, as_of))
    .where('approved_sites.site_profile_id', '=', sql<number>`any(${ids}::integer[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.site_profile_id, asRow(row as unknown as StoredRow)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Lists the profile and activity ids of all pages of the filtered table, in its default order (S-76). */
export async function listDashboardIds(
  db: Db,
  actor: Actor,
  query: DashboardScope & { search?: string | undefined },
): Promise<{ ids: number[]; site_activity_ids: number[] }> {
  const regions = await listIds(db, actor, query, await listRegionVersions(db))
  const condition = await searchCondition(db, LIST, query.search)
  if (!condition) return allIds(regions)
  const rows = await db
    .selectFrom(withPlaces(dashboardSites(db, actor, query)).as('rows'))
    .where(condition)
    .select(['rows.site_profile_id', 'rows.site_activity_id'])
    .orderBy('rows.region')
    .orderBy('rows.site_profile_id')
    .execute()
  return {
    ids: rows.map((row) => row.site_profile_id),
    site_activity_ids: rows.flatMap((row) => row.site_activity_id ?? []),
  }
}

/** The sites of an export: those of the ids in the request, within the caller's scope and the filters (S-78). */
async function exportedSites(db: Db, actor: Actor, wanted: DashboardExport) {
  const { site_profile_id, site_activity_id, search } = wanted
  const condition = await searchCondition(db, LIST, search)
  const rows = withPlaces(dashboardSites(db, actor, wanted))
    .$if(site_profile_id !== undefined, (all) =>
      all.where(sql<boolean>`approved_sites.site_profile_id = any(${site_profile_id}::integer[])`),
    )
    .$if(site_activity_id !== undefined, (all) =>
      all.where(
        sql<boolean>`(approved_sites.site_activity_id is null
          or approved_sites.site_activity_id = any(${site_activity_id}::integer[]))`,
      ),
    )
  const all = db.selectFrom(rows.as('rows'))
  return condition ? all.where(condition) : all
}

/** Counts the rows of an export; without ids or a search, from the cached lists. */
export async function countExport(db: Db, actor: Actor, wanted: DashboardExport): Promise<number> {
  const { site_profile_id, site_activity_id, search } = wanted
  if (!site_profile_id && !site_activity_id && !search?.trim())
    return countOf(await listIds(db, actor, wanted, await listRegionVersions(db)))
  const { count } = await (await exportedSites(db, actor, wanted))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** rows per query; between two queries the connection is free */
const CHUNK = 1000

/** Reads the rows of an export in chunks, in the order of the table. */
export async function* readExport(
  db: Db,
  actor: Actor,
  wanted: DashboardExport,
): AsyncGenerator<DashboardRow[]> {
  const { region_id } = dashboardScopeOf(actor, wanted)
  const all = (await exportedSites(db, actor, wanted)).selectAll()
  for (const region of regionsOf(await listRegionVersions(db), region_id))
    for (let last = 0, more = true; more; ) {
      const rows = await all
        .where('rows.region_id', '=', region.region_id)
        .where('rows.site_profile_id', '>', last)
        .orderBy('rows.site_profile_id')
        .limit(CHUNK)
        .execute()
      if (rows.length > 0) yield (rows as unknown as StoredRow[]).map(asRow)
      last = rows.at(-1)?.site_profile_id ?? last
      more = rows.length === CHUNK
    }
}
