import { sql } from 'kysely'
import { gradeField, type Gradient, type Grades, NO_ACTIVITIES } from '../../shared/activities/grading.ts'
import type {
  ApprovedQuery,
  ApprovedRow,
  ApprovedSite,
  RegionCount,
} from '../../shared/approved/approved.schema.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import { PRINCIPLE_NUMBERS, type SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { ELIGIBLE_ACTIVITIES } from '../../shared/sites/sites.schema.ts'
import { gradesColumn } from '../activities/means.queries.ts'
import { type ListColumns, pageOf } from '../lib/datatable.ts'
import type { Db } from '../lib/db.ts'
import { listPrinciples } from '../principles/principles.queries.ts'
import { inPlace, inTexts } from '../review/search.queries.ts'

/** What the public may see: finally approved, activated profiles, each with its latest approved activity (S-90). */
const approvedSites = (db: Db) =>
  db
    .selectFrom('approved_sites')
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

const LIST: ListColumns = {
  search: (text) =>
    sql<boolean>`(${inTexts('rows.code', 'rows.name_of_partner', text)} or ${inPlace(['region', 'province'], text)})`,
  sort: {
    region: 'rows.region',
    province: 'rows.province',
    name_of_partner: 'rows.name_of_partner',
    code: 'rows.code',
    approved_at: 'rows.approved_at',
  },
  defaultSort: [{ column: 'rows.approved_at', dir: 'desc' }],
  tieBreak: 'rows.site_profile_id',
}

/** A page of the public list, newest approval first; region and grade narrow it like the search does. */
export async function listApproved(db: Db, query: ApprovedQuery): Promise<PageReply<ApprovedRow>> {
  const { region_id, principle_grade } = query
  const isNarrowed = region_id !== undefined || principle_grade !== undefined
  const rows = approvedSites(db)
    .$if(region_id !== undefined, (all) => all.where('approved_sites.region_id', '=', region_id ?? 0))
    .$if(principle_grade !== undefined, (all) =>
      all.where(sql<boolean>`approved_sites.grades @> array[${principle_grade}]`),
    )
  const total = () => countApproved(db)
  const page = await pageOf(
    db.selectFrom(rows.as('rows')).selectAll(),
    LIST,
    query,
    isNarrowed ? {} : { total },
  )
  return {
    data: page.data.map(({ province_id: _place, grades, ...row }) => ({
      ...row,
      region: row.region ?? '',
      gradient: gradientOf(grades),
    })),
    filteredCount: page.filteredCount,
    totalCount: isNarrowed ? await total() : page.totalCount,
  }
}

// the named check of `site_activities` holds the grades to the four texts; the reply schema checks them again
const gradientOf = (grades: string[] | null): Gradient =>
  grades === null
    ? NO_ACTIVITIES
    : (Object.fromEntries(
        PRINCIPLE_NUMBERS.map((number) => [gradeField(number), grades[number - 1]]),
      ) as Grades)

async function countApproved(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('approved_sites')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** How many rows of the public list lie in each region, every region listed (S-92). */
export const countApprovedByRegion = (db: Db): Promise<RegionCount[]> =>
  db
    .selectFrom('regions')
    .leftJoin('approved_sites', 'approved_sites.region_id', 'regions.id')
    .select(['regions.id as region_id', 'regions.name as region_name'])
    .select((eb) => eb.fn.count<number>('approved_sites.site_profile_id').as('count'))
    .groupBy('regions.id')
    .orderBy('regions.sort_order')
    .execute()

/** Counts every change of what the public may see. */
export async function approvedVersion(db: Db): Promise<number> {
  const { version } = await db.selectFrom('approved_changes').select('version').executeTakeFirstOrThrow()
  return version
}

/** The newer of the two final approvals; greatest() leaves a missing one out. */
const approvedAt = sql<string>`greatest(site_profiles.approved_at, site_activities.approved_at)`

/** An approved activity with its site as the public may read it, or null (S-91). */
export async function findApproved(db: Db, activityId: number): Promise<ApprovedSite | null> {
  const row = await db
    .selectFrom('site_activities')
    .innerJoin('site_profiles', 'site_profiles.id', 'site_activities.site_profile_id')
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
      'site_profiles.redd_eligible_activities_area',
      'site_profiles.emission_from_deforestation_area',
      'site_profiles.emission_from_forest_degradation_area',
      'site_profiles.conservation_forest_carbon_stocks_area',
      'site_profiles.enhancement_forest_carbon_stocks_area',
      'site_profiles.sustainable_management_of_forest_area',
      'site_activities.principle_batch_number',
    ])
    .select([gradesColumn('site_activities').as('grades'), approvedAt.as('approved_at')])
    .where('site_activities.id', '=', activityId)
    .where('site_activities.site_status', '=', 'Approved')
    .where('site_activities.status', '=', 'Activated')
    .where('site_profiles.site_status', '=', 'Approved')
    .where('site_profiles.status', '=', 'Activated')
    .executeTakeFirst()
  if (!row) return null

  const areas = ELIGIBLE_ACTIVITIES.filter(({ name }) => row.redd_eligible_activities_area.includes(name))
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
    redd_eligible_activities_area: areas.map(({ name, field }) => ({ name, hectares: row[field] ?? '0' })),
    grades: row.grades,
    approved_at: row.approved_at,
    principles: principles.map(titlesOf),
  }
}

/** Titles only: the notes are working material of the bureau. */
const titlesOf = ({
  principle_number,
  title,
  criteria,
}: SitePrinciple): ApprovedSite['principles'][number] => ({
  principle_number,
  title,
  criteria: criteria.map((one) => ({
    order: one.order,
    title: one.title,
    indicators: one.criteria_indicator.map((indicator) => ({
      order: indicator.order,
      title: indicator.title,
    })),
  })),
})
