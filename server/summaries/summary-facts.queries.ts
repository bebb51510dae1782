import { type RawBuilder, sql } from 'kysely'
import { type Grade, GRADES } from '../../shared/activities/grades.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { ELIGIBLE_ACTIVITIES } from '../../shared/sites/sites.fields.ts'
import { REDD_ACTIVITIES } from '../../shared/summaries/redd-activities.ts'
import type { PrincipleFacts, RegionFacts } from '../../shared/summaries/summary-facts.ts'
import type { Db } from '../database/db.ts'

type Graded = { principle_number: number; grade: Grade; sites: number }
type Evidenced = Pick<PrincipleFacts, 'principle_number' | 'indicators' | 'without_evidence'>
type Row = Omit<RegionFacts, 'principles'> & { graded: Graded[]; evidenced: Evidenced[] }

/** The REDD+ activities by key, with their name in profiles and the column of their hectares. */
const CLAIMS = sql.join(
  REDD_ACTIVITIES.flatMap(({ key, in_profile }) =>
    ELIGIBLE_ACTIVITIES.filter(({ name }) => name === in_profile).map(
      ({ name, field }) => sql`(${key}::text, ${name}::text, site_profiles.${sql.ref(field)})`,
    ),
  ),
)

/**
 * Computes the facts of these records of one region, for a draft's scope as well as for the records of a frozen
 * summary. One region at a time, so that no query is long. The database computes the sums, exactly.
 */
export async function factsOf(db: Db, records: RawBuilder<unknown>, region_id: number): Promise<RegionFacts> {
  const { rows } = await sql<Row>`
    with records as materialized (${records}),
    told as materialized (
      select records.region_id, records.is_latest, records.reporting_year, site_activities.id,
        site_activities.principle_batch_number, site_activities.disabled_principle,
        site_activities.disabled_indicator,
        array[
          principle_number_1, principle_number_2, principle_number_3, principle_number_4,
          principle_number_5, principle_number_6, principle_number_7, principle_number_8
        ] as grades
      from records join site_activities on site_activities.id = records.site_activity_id
    ),
    sites as (
      select records.region_id, count(*) as registered, count(records.site_activity_id) as sites,
        sum(site_profiles.project_area) filter (where records.site_activity_id is not null) as hectares
      from records join site_profiles on site_profiles.id = records.site_profile_id
      where records.is_latest group by records.region_id
    ),
    claimed as (
      select region_id, json_agg(json_build_object(
        'activity', activity, 'sites', sites, 'hectares', hectares::text
      ) order by activity) as activities
      from (
        select records.region_id, claims.activity, count(*) as sites, coalesce(sum(claims.hectares), 0) as hectares
        from records join site_profiles on site_profiles.id = records.site_profile_id
        cross join lateral (values ${CLAIMS}) as claims (activity, name, hectares)
        where records.is_latest and records.site_activity_id is not null
          and claims.name = any(site_profiles.redd_eligible_activities_area)
        group by 1, 2
      ) as counted group by region_id
    ),
    batches as (
      select region_id, array_agg(distinct principle_batch_number order by principle_batch_number) as batches
      from told group by region_id
    ),
    graded as (
      select region_id, json_agg(json_build_object(
        'principle_number', principle_number, 'grade', grade, 'sites', sites
      )) as graded
      from (
        select told.region_id, graded.principle_number, graded.grade, count(*) as sites
        from told, unnest(told.grades) with ordinality as graded (grade, principle_number)
        where told.is_latest group by 1, 2, 3
      ) as counted group by region_id
    ),
    indicators as materialized (
      select site_criteria_indicators.id, site_principles.id as site_principle_id, site_principles.batch_number,
        site_principles.principle_number, site_criteria."order" as criteria_order,
        site_criteria_indicators."order" as indicator_order
      from site_principles
      join site_criteria on site_criteria.sites_principle_id = site_principles.id
      join site_criteria_indicators on site_criteria_indicators.sites_criteria_id = site_criteria.id
    ),
    -- sites that are switched alike are counted together
    switched as (
      select region_id, principle_batch_number, disabled_principle, disabled_indicator, count(*) as sites
      from told where is_latest group by 1, 2, 3, 4
    ),
    applying as (
      select switched.region_id, indicators.principle_number, sum(switched.sites) as indicators
      from switched
      join indicators on indicators.batch_number = switched.principle_batch_number
        and indicators.site_principle_id <> all(switched.disabled_principle)
        and indicators.id::text <> all(switched.disabled_indicator)
      group by 1, 2
    ),
    means as (
      select told.region_id, indicators.principle_number,
        count(distinct (told.id, indicators.id)) as with_evidence
      from told
      join site_activity_means on site_activity_means.site_activity_id = told.id
      join indicators on indicators.id = site_activity_means.sites_criteria_indicator_id
        and indicators.batch_number = told.principle_batch_number
        and indicators.site_principle_id <> all(told.disabled_principle)
        and indicators.id::text <> all(told.disabled_indicator)
      where told.is_latest group by 1, 2
    ),
    evidenced as (
      select region_id, json_agg(json_build_object(
        'principle_number', principle_number, 'indicators', indicators,
        'without_evidence', indicators - coalesce(with_evidence, 0)
      )) as evidenced
      from applying left join means using (region_id, principle_number) group by region_id
    ),
    -- of several sets of criteria the first place that any of them gave a figure
    places as (
      select indicators.principle_number, indicators.criteria_order, indicators.indicator_order,
        indicator_figures.name, indicator_figures.unit, min(indicator_figures."order") as figure_order
      from indicator_figures
      join indicators on indicators.id = indicator_figures.sites_criteria_indicator_id
      group by 1, 2, 3, 4, 5
    ),
    reported as materialized (
      select told.region_id, indicators.principle_number, indicators.criteria_order, indicators.indicator_order,
        indicator_figures.name, indicator_figures.unit, told.reporting_year, indicator_figures.adds_up,
        site_activity_figures.value
      from told
      join site_activity_figures on site_activity_figures.site_activity_id = told.id
      join indicator_figures on indicator_figures.id = site_activity_figures.indicator_figure_id
      join indicators on indicators.id = indicator_figures.sites_criteria_indicator_id
    ),
    summed as (
      select region_id, principle_number, criteria_order, indicator_order, name, unit, reporting_year,
        count(*) as sites, sum(value)::text as total
      from reported where adds_up group by 1, 2, 3, 4, 5, 6, 7
    ),
    figures as (
      select region_id, json_agg(json_build_object(
        'principle_number', principle_number,
        'indicator', concat_ws('.', principle_number, criteria_order, indicator_order),
        'place', array[criteria_order, indicator_order, figure_order],
        'name', name, 'unit', unit, 'reporting_year', reporting_year, 'sites', sites, 'total', total
      ) order by principle_number, criteria_order, indicator_order, figure_order, name collate "C", unit collate "C",
        reporting_year) as figures
      from summed
      join places using (principle_number, criteria_order, indicator_order, name, unit)
      group by region_id
    ),
    -- each value of a figure that does not add up once, with the number of its sites
    spread as (
      select region_id, principle_number, criteria_order, indicator_order, name, unit, reporting_year,
        json_agg(json_build_object('value', trim_scale(value)::text, 'sites', sites) order by value) as "values"
      from (
        select region_id, principle_number, criteria_order, indicator_order, name, unit, reporting_year, value,
          count(*) as sites
        from reported where not adds_up group by 1, 2, 3, 4, 5, 6, 7, 8
      ) as counted group by 1, 2, 3, 4, 5, 6, 7
    ),
    spreads as (
      select region_id, json_agg(json_build_object(
        'principle_number', principle_number,
        'indicator', concat_ws('.', principle_number, criteria_order, indicator_order),
        'place', array[criteria_order, indicator_order, figure_order],
        'name', name, 'unit', unit, 'reporting_year', reporting_year, 'values', "values"
      ) order by principle_number, criteria_order, indicator_order, figure_order, name collate "C", unit collate "C",
        reporting_year) as spreads
      from spread
      join places using (principle_number, criteria_order, indicator_order, name, unit)
      group by region_id
    )
    select regions.id as region_id, regions.name as region, coalesce(sites.registered, 0) as registered,
      coalesce(sites.sites, 0) as sites, coalesce(sites.hectares, 0)::text as hectares,
      coalesce(batches.batches, '{}') as batches, coalesce(graded.graded, '[]') as graded,
      coalesce(evidenced.evidenced, '[]') as evidenced, coalesce(figures.figures, '[]') as figures,
      coalesce(spreads.spreads, '[]') as spreads, coalesce(claimed.activities, '[]') as activities
    from regions
    left join sites on sites.region_id = regions.id
    left join batches on batches.region_id = regions.id
    left join graded on graded.region_id = regions.id
    left join evidenced on evidenced.region_id = regions.id
    left join figures on figures.region_id = regions.id
    left join spreads on spreads.region_id = regions.id
    left join claimed on claimed.region_id = regions.id
    where regions.id = ${region_id}`.execute(db)
  const [found] = rows
  if (!found) throw new Error(`There is no region ${region_id}.`)
  const { graded, evidenced, ...row } = found
  return { ...row, principles: PRINCIPLE_NUMBERS.map((number) => principleOf(number, graded, evidenced)) }
}

function principleOf(
  principle_number: number,
  graded: readonly Graded[],
  evidenced: readonly Evidenced[],
): PrincipleFacts {
  const mine = graded.filter((one) => one.principle_number === principle_number)
  const sitesOf = (grade: Grade) => mine.find((one) => one.grade === grade)?.sites ?? 0
  const found = evidenced.find((one) => one.principle_number === principle_number)
  return {
    principle_number,
    grades: Object.fromEntries(GRADES.map((grade) => [grade, sitesOf(grade)])) as Record<Grade, number>,
    indicators: found?.indicators ?? 0,
    without_evidence: found?.without_evidence ?? 0,
  }
}
