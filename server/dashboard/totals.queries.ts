import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { dashboardScopeOf } from '../../shared/dashboard/dashboard.rules.ts'
import type { FigureTotal, FigureTotals, TotalsQuery } from '../../shared/dashboard/dashboard.schema.ts'
import type { Db } from '../database/db.ts'

type Row = Omit<FigureTotal, 'regions'> & { region_id: number | null; region: string | null }

/** The approved, activated activities of the approved sites that the caller may see. */
const reportingActivities = (actor: Actor, query: TotalsQuery) => {
  const { region_id, province_id, created_by } = dashboardScopeOf(actor, query)
  const all = [
    sql`site_activities.site_status = 'Approved' and site_activities.status = 'Activated'`,
    sql`approved_sites.site_profile_id = site_activities.site_profile_id`,
    ...(region_id === null ? [] : [sql`approved_sites.region_id = ${region_id}`]),
    ...(province_id === null ? [] : [sql`approved_sites.province_id = ${province_id}`]),
    ...(created_by === null ? [] : [sql`approved_sites.created_by = ${created_by}`]),
  ]
  return sql`site_activities, approved_sites where ${sql.join(all, sql` and `)}`
}

/** Each site's latest approved activity of a reporting year. */
const latestOfYear = (actor: Actor, query: TotalsQuery, reporting_year: number | null) => sql`
  select distinct on (site_activities.site_profile_id) site_activities.id, site_activities.site_profile_id,
    site_activities.region_id
  from ${reportingActivities(actor, query)} and site_activities.reporting_year = ${reporting_year}
  order by site_activities.site_profile_id, site_activities.approved_at desc, site_activities.id desc`

/** The figures of `latest` that add up, with their places among the criteria. */
const ITS_FIGURES = sql`
  join site_activity_figures on site_activity_figures.site_activity_id = latest.id
  join indicator_figures on indicator_figures.id = site_activity_figures.indicator_figure_id
    and indicator_figures.adds_up
  join site_criteria_indicators on site_criteria_indicators.id = indicator_figures.sites_criteria_indicator_id
  join site_criteria on site_criteria.id = site_criteria_indicators.sites_criteria_id
  join site_principles on site_principles.id = site_criteria.sites_principle_id`

const INDICATOR = sql`site_principles.principle_number || '.' || site_criteria."order" || '.'
  || site_criteria_indicators."order"`

/** The sites that report on a year, or those whose latest report of that year has a figure, by `figureName`. */
export const reportingSites = (
  actor: Actor,
  query: TotalsQuery & { figure?: string | undefined },
  reporting_year: number,
) => sql<number>`(select latest.site_profile_id from (${latestOfYear(actor, query, reporting_year)}) as latest
  ${
    query.figure === undefined
      ? sql``
      : sql`${ITS_FIGURES} where ${INDICATOR} || ' ' || indicator_figures.name || ' (' || indicator_figures.unit || ')'
          = ${query.figure}`
  })`

/** Lists the reporting years of these activities, newest first. */
async function listYears(db: Db, actor: Actor, query: TotalsQuery): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select distinct site_activities.reporting_year as year from ${reportingActivities(actor, query)}
      and site_activities.reporting_year is not null order by year desc`.execute(db)
  return rows.map(({ year }) => year)
}

/**
 * Returns the totals of the figures that add up, for one reporting year, by region and in all. Each site counts with
 * its latest approved activity of that year. The database computes the sums, exactly.
 */
export async function findFigureTotals(db: Db, actor: Actor, query: TotalsQuery): Promise<FigureTotals> {
  const years = await listYears(db, actor, query)
  const reporting_year = query.reporting_year ?? years[0] ?? null
  const { rows } = await sql<Row>`
    with latest as (${latestOfYear(actor, query, reporting_year)}), told as (
      select latest.region_id, site_principles.principle_number, ${INDICATOR} as indicator,
        site_criteria."order" as criteria_order, site_criteria_indicators."order" as indicator_order,
        indicator_figures.name, indicator_figures.unit, indicator_figures."order" as figure_order,
        site_activity_figures.value
      from latest ${ITS_FIGURES}
    )
    select principle_number, indicator, told.name, unit, told.region_id, max(regions.name) as region,
      count(*) as sites, sum(value)::text as total
    from told join regions on regions.id = told.region_id
    group by grouping sets (
      (principle_number, criteria_order, indicator_order, indicator, told.name, unit),
      (principle_number, criteria_order, indicator_order, indicator, told.name, unit, told.region_id, regions.sort_order)
    )
    order by principle_number, criteria_order, indicator_order,
      -- of several sets of criteria the first place that any of them gave it
      min(min(figure_order)) over (partition by indicator, told.name, unit), told.name, unit,
      regions.sort_order nulls first`.execute(db)
  return { reporting_year, years, data: totalsOf(rows) }
}

/** Groups the rows by figure; the rows of its regions follow the row of its total. */
function totalsOf(rows: readonly Row[]): FigureTotal[] {
  const totals: FigureTotal[] = []
  for (const { region_id, region, ...summed } of rows) {
    const { sites, total } = summed
    if (region_id === null) totals.push({ ...summed, regions: [] })
    else totals.at(-1)?.regions.push({ region_id, region: region ?? '', sites, total })
  }
  return totals
}
