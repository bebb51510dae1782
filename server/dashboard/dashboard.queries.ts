import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { type Grades, gradeField, NO_ACTIVITIES } from '../../shared/activities/grading.ts'
import { ACTIVITIES, dashboardScopeOf, hasGrades } from '../../shared/dashboard/dashboard.rules.ts'
import type {
  DashboardExport,
  DashboardFilter,
  DashboardQuery,
  DashboardRow,
} from '../../shared/dashboard/dashboard.schema.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { type ListColumns, pageOf } from '../lib/datatable.ts'
import type { Db } from '../lib/db.ts'
import { inPlace, inTexts } from '../review/search.queries.ts'

/** C-34: some principle has the grade, or the one that is asked for. */
const hasGrade = ({ principle_grade, principle_number }: DashboardFilter) =>
  principle_number === undefined
    ? sql<boolean>`approved_sites.grades @> array[${principle_grade}]::text[]`
    : sql<boolean>`approved_sites.grades[${principle_number}::integer] = ${principle_grade}`

/**
 * The sites of the dashboard (S-76): finally approved, activated profiles in scope with their latest approved
 * activity. `scopeOf` keeps everybody but FMB in the own region, which is how far approved records may be seen (C-33).
 * A left join, so that counting them reads the profiles only where a province or a creator is asked for.
 */
export function dashboardSites(db: Db, actor: Actor, filter: DashboardFilter) {
  const { region_id, province_id, created_by } = dashboardScopeOf(actor, filter)
  return db
    .selectFrom('approved_sites')
    .leftJoin('site_profiles', 'site_profiles.id', 'approved_sites.site_profile_id')
    .$if(region_id !== null, (all) => all.where('approved_sites.region_id', '=', region_id))
    .$if(province_id !== null, (all) => all.where('site_profiles.province_id', '=', province_id))
    .$if(created_by !== null, (all) => all.where('site_profiles.created_by', '=', created_by))
    .$if(filter.category === ACTIVITIES, (all) =>
      all.where('approved_sites.site_activity_id', 'is not', null),
    )
    .$if(filter.principle_grade !== undefined && hasGrades(filter.category), (all) =>
      all.where(hasGrade(filter)),
    )
}

const withPlaces = (sites: ReturnType<typeof dashboardSites>) =>
  sites
    .innerJoin('regions', 'regions.id', 'approved_sites.region_id')
    .leftJoin('provinces', 'provinces.id', 'site_profiles.province_id')
    .select([
      'approved_sites.site_profile_id',
      'approved_sites.site_activity_id',
      'approved_sites.office_id',
      'site_profiles.region_id',
      'site_profiles.province_id',
      'approved_sites.grades',
      'regions.name as region',
      'provinces.name as province',
      'site_profiles.name_of_partner',
      'site_profiles.code',
    ])

/** A text in region, province, partner or code, each found by its index. */
const searched = (text: string) =>
  sql<boolean>`(${inTexts('rows.code', 'rows.name_of_partner', text)} or ${inPlace(['region', 'province'], text)})`

const LIST: ListColumns = {
  search: searched,
  sort: {
    region: 'rows.region',
    province: 'rows.province',
    name_of_partner: 'rows.name_of_partner',
    code: 'rows.code',
  },
  defaultSort: [{ column: 'rows.region', dir: 'asc' }],
  tieBreak: 'rows.site_profile_id',
}

type StoredRow = Omit<DashboardRow, 'gradient'> & { grades: string[] | null }

// the named checks of the table hold its texts to the unions of the contract; the reply schema checks them again
const asRow = ({ grades, ...row }: StoredRow): DashboardRow => ({
  ...row,
  gradient: grades
    ? (Object.fromEntries(
        PRINCIPLE_NUMBERS.map((number) => [gradeField(number), grades[number - 1]]),
      ) as Grades)
    : NO_ACTIVITIES,
})

async function countSites(db: Db, actor: Actor, filter: DashboardFilter): Promise<number> {
  const { count } = await dashboardSites(db, actor, filter)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A page of the table by region; `totalCount` counts everything in the person's reach (S-76). */
export async function listDashboard(
  db: Db,
  actor: Actor,
  query: DashboardQuery,
): Promise<PageReply<DashboardRow>> {
  const rows = withPlaces(dashboardSites(db, actor, query))
  const inFilters = countSites(db, actor, query)
  const page = await pageOf(db.selectFrom(rows.as('rows')).selectAll(), LIST, query, {
    total: () => inFilters,
  })
  return {
    data: (page.data as unknown as StoredRow[]).map(asRow),
    filteredCount: page.filteredCount,
    totalCount: isNarrowed(actor, query) ? await countSites(db, actor, {}) : page.totalCount,
  }
}

const isNarrowed = (actor: Actor, filter: DashboardFilter): boolean => {
  const [widest, chosen] = [dashboardScopeOf(actor, {}), dashboardScopeOf(actor, filter)]
  const { category, principle_grade } = filter
  return category === ACTIVITIES || principle_grade !== undefined || !isDeepStrictEqual(widest, chosen)
}

const IDS = ['approved_sites.site_profile_id', 'approved_sites.site_activity_id'] as const
const listed = (ids: string | null): number[] => (ids ? ids.split(',').map(Number) : [])

/** The profiles and activities of the whole filtered set, not of one page (S-76); joined as text, which is quickest. */
export async function listDashboardIds(
  db: Db,
  actor: Actor,
  query: DashboardFilter & { search?: string | undefined },
): Promise<{ ids: number[]; site_activity_ids: number[] }> {
  const sites = dashboardSites(db, actor, query)
  const text = query.search?.trim() ?? ''
  const { ids, site_activity_ids } = await db
    .selectFrom(text === '' ? sites.select(IDS).as('rows') : withPlaces(sites).as('rows'))
    .$if(text !== '', (all) => all.where(searched(text)))
    .select([
      sql<string | null>`array_to_string(array_agg(rows.site_profile_id), ',')`.as('ids'),
      sql<string | null>`array_to_string(array_agg(rows.site_activity_id), ',')`.as('site_activity_ids'),
    ])
    .executeTakeFirstOrThrow()
  return { ids: listed(ids), site_activity_ids: listed(site_activity_ids) }
}

/** The rows of an export: those of the lists that were sent, in the caller's scope and filters (S-78). */
function exported(db: Db, actor: Actor, wanted: DashboardExport) {
  const { site_profile_id, site_activity_id, search } = wanted
  const text = search?.trim() ?? ''
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
  return db.selectFrom(rows.as('rows')).$if(text !== '', (all) => all.where(searched(text)))
}

/** How many rows an export has. */
export async function countExport(db: Db, actor: Actor, wanted: DashboardExport): Promise<number> {
  const { count } = await exported(db, actor, wanted)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The rows of an export in the order of the table, read piece by piece. */
export async function* streamExport(
  db: Db,
  actor: Actor,
  wanted: DashboardExport,
): AsyncGenerator<DashboardRow> {
  const rows = exported(db, actor, wanted).selectAll().orderBy('rows.region').orderBy('rows.site_profile_id')
  for await (const row of rows.stream(500)) yield asRow(row as unknown as StoredRow)
}
