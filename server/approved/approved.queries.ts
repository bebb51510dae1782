import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { gradeField, type Grades, gradientOf, NO_ACTIVITIES } from '../../shared/activities/grading.ts'
import type {
  ApprovedFilter,
  ApprovedProperties,
  ApprovedQuery,
  ApprovedRow,
  ApprovedSite,
  RegionCount,
} from '../../shared/approved/approved.schema.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import type { ResponsibleOffice } from '../../shared/public/public-page.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principles.schema.ts'
import { titlesOf } from '../../shared/principles/wording.ts'
import { type AreaField, ELIGIBLE_ACTIVITIES } from '../../shared/sites/sites.fields.ts'
import { gradesColumn } from '../activities/means.queries.ts'
import { type ListColumns, pageOf, searchCondition, sortOfRows } from '../database/datatable.ts'
import { listAlteredSites } from '../claims/altered-sites.actions.ts'
import { isAmong, isUnlikeLog } from '../claims/unlike-log.queries.ts'
import type { Named } from '../claims/stated.queries.ts'
import { haveShippedNames, regionOfOffice, shippedRegion } from '../claims/word-differences.queries.ts'
import type { Db } from '../database/db.ts'
import { listPrinciples } from '../principles/principles.queries.ts'
import { changesIn, inRegion } from '../review/record-changes.queries.ts'
import { inProfile } from '../review/search.queries.ts'
import { endOf, registerAsOf } from './register.queries.ts'

/** The public list with the filters of region and grade (S-90). */
const narrowedSites = (db: Db, { region_id, principle_grade, as_of }: ApprovedFilter) =>
  registerAsOf(db, as_of)
    .$if(region_id !== undefined, (all) => all.where('approved_sites.region_id', '=', region_id ?? 0))
    .$if(principle_grade !== undefined, (all) =>
      all.where(sql<boolean>`approved_sites.grades @> array[${principle_grade}]`),
    )

const approvedSites = (db: Db, filter: ApprovedFilter, altered: readonly number[] = []) =>
  narrowedSites(db, filter)
    .innerJoin('site_profiles', 'site_profiles.id', 'approved_sites.site_profile_id')
    .leftJoin('regions', 'regions.id', 'site_profiles.region_id')
    .leftJoin('provinces', 'provinces.id', 'site_profiles.province_id')
    .select([
      'approved_sites.site_activity_id',
      'approved_sites.site_profile_id',
      'approved_sites.region_id',
      'approved_sites.approved_at',
      'approved_sites.grades',
      'regions.name as region',
      'provinces.name as province',
      'site_profiles.province_id',
      'site_profiles.name_of_partner',
      'site_profiles.code',
    ])
    .select(
      sql<boolean>`${isAmong('approved_sites.site_profile_id', altered)} or ${isUnlikeLog({ boundary: false, at: endOf(filter.as_of) })}`.as(
        'altered',
      ),
    )

type PlacedRow = { altered: boolean; region_id: number; region: string | null } & {
  province_id: number | null
  province: string | null
}

/** Whether a row of the public list does not match the log, or a place is not called as the product names it. */
const isForged = (row: PlacedRow, city: Named | null = null): boolean =>
  row.altered ||
  !haveShippedNames({
    region: { id: row.region_id, name: row.region ?? '' },
    province: row.province_id === null ? null : { id: row.province_id, name: row.province ?? '' },
    city,
  })

const isForgedIn = (row: PlacedRow & { city_id: number; city: string | null }): boolean =>
  isForged(row, { id: row.city_id, name: row.city ?? '' })

const alteredMark = (altered: boolean) => (altered ? { altered: true as const } : {})

const LIST: ListColumns = {
  search: inProfile('region', 'province'),
  sort: sortOfRows('region', 'province', 'name_of_partner', 'code', 'approved_at'),
  defaultSort: [{ column: 'rows.approved_at', dir: 'desc' }],
  tieBreak: 'rows.site_profile_id',
}

/** Lists the profile ids of the public list, newest approval first. */
export async function listApprovedIds(db: Db, filter: ApprovedFilter): Promise<Int32Array> {
  const condition = await searchCondition(db, LIST, filter.search)
  const sites = (condition ? approvedSites(db, filter) : narrowedSites(db, filter).selectAll()).as('rows')
  const { ids } = await db
    .selectFrom(sites)
    .$if(condition !== null, (all) => all.where(condition ?? sql<boolean>`true`))
    .select(
      sql<string | null>`array_to_string(array_agg(rows.site_profile_id
        order by rows.approved_at desc, rows.site_profile_id), ',')`.as('ids'),
    )
    .executeTakeFirstOrThrow()
  return ids ? Int32Array.from(ids.split(','), Number) : new Int32Array(0)
}

/** rows per query; between two queries the connection is free */
const CHUNK = 1000

const NO_GRADES = Object.fromEntries(PRINCIPLE_NUMBERS.map((number) => [gradeField(number), null])) as Record<
  keyof Grades,
  null
>

type ActivityAreas = Record<AreaField, string | null> & { redd_eligible_activities_area: string[] }

const ACTIVITY_COLUMNS = [
  'site_profiles.redd_eligible_activities_area',
  ...ELIGIBLE_ACTIVITIES.map(({ field }) => `site_profiles.${field}` as const),
] as const

/** The chosen activities in their official order, with their hectares. */
const chosenActivities = (row: ActivityAreas) =>
  ELIGIBLE_ACTIVITIES.filter(({ name }) => row.redd_eligible_activities_area.includes(name)).map(
    ({ name, field }) => ({ name, hectares: row[field] ?? '0' }),
  )

export type ReportAltered = (site_profile_ids: number[]) => Promise<void>
export type PlacedSite = ApprovedProperties & { lat: number; lon: number }

/**
 * Reads these sites in chunks, with the point of their region, without those that have left the list since; passes the ids
 * of those that do not match the log to `report`.
 */
export async function* readApproved(
  db: Db,
  ids: Int32Array,
  { as_of, public_url, report }: { as_of: string | undefined; public_url: string; report: ReportAltered },
): AsyncGenerator<PlacedSite[]> {
  const recorded = await listAlteredSites(db)
  for (let at = 0; at < ids.length; at += CHUNK) {
    const wanted = Array.from(ids.subarray(at, at + CHUNK))
    const rows = await approvedSites(db, { as_of }, recorded)
      .where('approved_sites.site_profile_id', '=', sql<number>`any(${wanted}::integer[])`)
      .leftJoin('cities', 'cities.id', 'site_profiles.city_id')
      .leftJoin('site_activities', 'site_activities.id', 'approved_sites.site_activity_id')
      .select(['regions.label_lat', 'regions.label_lon', 'cities.name as city', 'site_profiles.city_id'])
      .select(['site_activities.reporting_year', 'site_profiles.project_area', ...ACTIVITY_COLUMNS])
      .select(['site_profiles.year_implemented', 'site_profiles.project_year_start'])
      .select('site_profiles.project_year_end')
      .execute()
    await report(rows.flatMap((row) => (isForgedIn(row) ? [row.site_profile_id] : [])))
    const byId = new Map(rows.map((row) => [row.site_profile_id, row]))
    yield wanted.flatMap((id) => {
      const row = byId.get(id)
      if (!row) return []
      const altered = isForgedIn(row)
      const shown = <Fact>(fact: Fact) => (altered ? null : fact)
      const grades = altered ? NO_ACTIVITIES : gradientOf(row.grades)
      return {
        code: row.code,
        region: row.region ?? '',
        province: row.province,
        city: row.city,
        name_of_partner: row.name_of_partner,
        ...(grades === NO_ACTIVITIES ? NO_GRADES : grades),
        reporting_year: shown(row.reporting_year),
        project_area: shown(Number(row.project_area)),
        redd_eligible_activities_area: shown(
          chosenActivities(row).map(({ name, hectares }) => ({ name, hectares: Number(hectares) })),
        ),
        year_implemented: shown(row.year_implemented),
        project_year_start: shown(row.project_year_start),
        project_year_end: shown(row.project_year_end),
        approved_at: row.approved_at,
        page: row.site_activity_id === null ? null : `${public_url}/site/approved/${row.site_activity_id}`,
        ...alteredMark(altered),
        lat: Number(row.label_lat),
        lon: Number(row.label_lon),
      }
    })
  }
}

const sumOf = (counts: readonly RegionCount[]): number => counts.reduce((sum, { count }) => sum + count, 0)

/** Returns the hectares inside the boundary of each of these sites that has one. */
async function boundaryAreas(db: Db, site_profile_ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('site_boundaries')
    .select(['site_profile_id', 'area_ha'])
    .where('site_profile_id', '=', sql<number>`any(${site_profile_ids}::integer[])`)
    .execute()
  return new Map(rows.map(({ site_profile_id, area_ha }) => [site_profile_id, Number(area_ha)]))
}

/** Returns a page of the public list, newest approval first. `countRegions` returns the number of sites per region. */
export async function listApproved(
  db: Db,
  query: ApprovedQuery,
  countRegions: () => Promise<RegionCount[]>,
): Promise<PageReply<ApprovedRow>> {
  const { region_id, principle_grade, as_of } = query
  const counting = countRegions()
  const total = async () =>
    sumOf((await counting).filter((one) => region_id === undefined || one.region_id === region_id))
  const rows = approvedSites(db, query, await listAlteredSites(db))
  const [page, counts] = await Promise.all([
    pageOf(
      db,
      {
        scoped: db.selectFrom(rows.as('rows')).selectAll(),
        columns: LIST,
        total: principle_grade === undefined ? total : undefined,
        changes: changesIn(inRegion(region_id), 'site_profiles'),
        indexed: as_of === undefined ? ['rows.approved_at'] : undefined,
      },
      query,
    ),
    counting,
  ])
  // of the boundary as it is now, so not in a list of a past day
  const drawn = as_of === undefined ? page.data.filter((row) => !isForged(row)) : []
  const areas = await boundaryAreas(
    db,
    drawn.flatMap((row) => (row.site_activity_id === null ? [] : [row.site_profile_id])),
  )
  return {
    data: page.data.map((listed) => {
      const { province_id: _place, grades, altered: _recorded, ...row } = listed
      const altered = isForged(listed)
      const boundary_ha = areas.get(row.site_profile_id)
      return {
        ...row,
        region: row.region ?? '',
        gradient: altered ? NO_ACTIVITIES : gradientOf(grades),
        ...(boundary_ha === undefined ? {} : { boundary_ha }),
        ...alteredMark(altered),
      }
    }),
    filteredCount: page.filteredCount,
    totalCount: sumOf(counts),
  }
}

/** Returns the number of sites of the public list per region (S-92), in the official order. */
export async function listApprovedCounts(db: Db): Promise<RegionCount[]> {
  const rows = await db
    .selectFrom('regions')
    .leftJoin('approved_site_counts', 'approved_site_counts.region_id', 'regions.id')
    .select(['regions.id as region_id', 'regions.name as region_name'])
    .select(sql<number>`coalesce(sum(approved_site_counts.count), 0)::integer`.as('count'))
    .groupBy('regions.id')
    .orderBy('regions.sort_order')
    .execute()
  return rows.map(named)
}

/** with the name that the product gives the region */
const named = <Row extends RegionCount>(row: Row): Row => ({
  ...row,
  region_name: shippedRegion({ id: row.region_id, name: row.region_name }),
})

/** Counts the sites of these regions as of a day, with the place of each region in the official order. */
export async function countApproved(
  db: Db,
  regions: number[],
  as_of: string,
): Promise<Map<number, RegionCount & { sort_order: number }>> {
  const sites = registerAsOf(db, as_of).select(['approved_sites.region_id', 'approved_sites.site_profile_id'])
  const rows = await db
    .selectFrom('regions')
    .leftJoin(sites.as('approved_sites'), 'approved_sites.region_id', 'regions.id')
    .where('regions.id', '=', sql<number>`any(${regions}::integer[])`)
    .select(['regions.id as region_id', 'regions.name as region_name', 'regions.sort_order'])
    .select((eb) => eb.fn.count<number>('approved_sites.site_profile_id').as('count'))
    .groupBy('regions.id')
    .execute()
  return new Map(rows.map((row) => [row.region_id, named(row)]))
}

/** The later of the two final approvals; greatest() ignores null. */
const approvedAt = sql<string>`greatest(site_profiles.approved_at, site_activities.approved_at)`

/** The activities that the public may read, with their sites: both approved and activated. */
export const publicActivities = (db: Db) =>
  db
    .selectFrom('site_activities')
    .innerJoin('site_profiles', 'site_profiles.id', 'site_activities.site_profile_id')
    .where('site_activities.site_status', '=', 'Approved')
    .where('site_activities.status', '=', 'Activated')
    .where('site_profiles.site_status', '=', 'Approved')
    .where('site_profiles.status', '=', 'Activated')

/** Returns an approved activity with its site as the public may read it, or null (S-91). */
export async function findApproved(
  db: Db,
  activityId: number,
): Promise<Omit<ApprovedSite, 'instruments'> | null> {
  const row = await publicActivities(db)
    .innerJoin('regions', 'regions.id', 'site_profiles.region_id')
    .leftJoin('provinces', 'provinces.id', 'site_profiles.province_id')
    .innerJoin('cities', 'cities.id', 'site_profiles.city_id')
    .select([
      'site_activities.id',
      'site_profiles.code',
      'site_profiles.region_id',
      'regions.name as region',
      'provinces.name as province',
      'cities.name as city',
      'site_profiles.name_of_partner',
      'site_profiles.project_area',
      'site_profiles.year_implemented',
      'site_profiles.project_year_start',
      'site_profiles.project_year_end',
      ...ACTIVITY_COLUMNS,
      'site_activities.principle_batch_number',
    ])
    .select((eb) => [
      gradesColumn('site_activities').as('grades'),
      approvedAt.as('approved_at'),
      'site_activities.reporting_year',
      jsonArrayFrom(
        eb
          .selectFrom('site_activities as other')
          .select(['other.id', 'other.approved_at', 'other.reporting_year'])
          .select(gradesColumn('other').as('grades'))
          .whereRef('other.site_profile_id', '=', 'site_profiles.id')
          .where('other.site_status', '=', 'Approved')
          .where('other.status', '=', 'Activated')
          .orderBy('other.approved_at', 'desc')
          .orderBy('other.id', 'desc'),
      ).as('approvals'),
    ])
    .where('site_activities.id', '=', activityId)
    .executeTakeFirst()
  if (!row) return null

  const principles = await listPrinciples(db, row.principle_batch_number)
  return {
    id: row.id,
    code: row.code,
    region_id: row.region_id,
    region: row.region,
    province: row.province,
    city: row.city,
    name_of_partner: row.name_of_partner,
    project_area: row.project_area,
    year_implemented: row.year_implemented,
    project_year_start: row.project_year_start,
    project_year_end: row.project_year_end,
    redd_eligible_activities_area: chosenActivities(row),
    grades: row.grades,
    approved_at: row.approved_at,
    reporting_year: row.reporting_year,
    ...neighboursOf((row.approvals as EarlierApproval[]).map(withIsoTime), row.id),
    principles: principles.map(titlesOf),
  }
}

/** Returns the office that entered the site of an activity, whatever has become of the two since. */
export async function findResponsibleOffice(db: Db, site_activity_id: number): Promise<ResponsibleOffice> {
  const { id, region_id, region, ...shown } = await db
    .selectFrom('site_activities')
    .innerJoin('site_profiles', 'site_profiles.id', 'site_activities.site_profile_id')
    .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
    .innerJoin('regions', 'regions.id', 'offices.region_id')
    .select(['offices.id', 'offices.region_id', 'regions.name as region'])
    .select(['offices.name as office', 'offices.address'])
    .where('site_activities.id', '=', site_activity_id)
    .executeTakeFirstOrThrow()
  return { ...shown, region: shippedRegion({ id: regionOfOffice(id, region_id), name: region }) }
}

type EarlierApproval = ApprovedSite['earlier'][number]

/** PostgreSQL writes a time inside JSON in its own format. */
const withIsoTime = ({ approved_at, ...one }: EarlierApproval): EarlierApproval => ({
  ...one,
  approved_at: new Date(approved_at).toISOString(),
})

/** Returns the approval that replaced this one, and the earlier ones; `approvals` are the newest first. */
function neighboursOf(
  approvals: readonly EarlierApproval[],
  id: number,
): Pick<ApprovedSite, 'replaced' | 'earlier'> {
  const at = approvals.findIndex((one) => one.id === id)
  const [newest] = approvals
  const next = approvals[at - 1]
  return {
    replaced:
      newest && next ? { at: next.approved_at, id: newest.id, approved_at: newest.approved_at } : null,
    earlier: approvals.slice(at + 1),
  }
}
