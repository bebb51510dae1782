/** The statements of the bare server for dashboard, report and export. */

const GRADES = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `principle_number_${number}`).join(', ')

const AREAS = [
  ['Reducing emissions from deforestation', 'emission_from_deforestation_area'],
  ['Reducing emissions from forest degradation', 'emission_from_forest_degradation_area'],
  ['Conservation of forest-carbon stocks', 'conservation_forest_carbon_stocks_area'],
  ['Enhancement of forest-carbon stocks', 'enhancement_forest_carbon_stocks_area'],
  ['Sustainable management of forests', 'sustainable_management_of_forest_area'],
] as const

/** Finds the page first and looks for the grades of its ten sites only. */
export const DASHBOARD = `
  select page.site_profile_id, latest.id as site_activity_id, page.region_id, page.office_id, region, province,
    name_of_partner,
    case when latest.id is null then to_jsonb('No site activities yet'::text) else jsonb_build_object(
      'principle_number_1', principle_number_1, 'principle_number_2', principle_number_2,
      'principle_number_3', principle_number_3, 'principle_number_4', principle_number_4,
      'principle_number_5', principle_number_5, 'principle_number_6', principle_number_6,
      'principle_number_7', principle_number_7, 'principle_number_8', principle_number_8
    ) end as gradient, code
  from (
    select site_profiles.id as site_profile_id, site_profiles.region_id, office_id, regions.name as region,
      provinces.name as province, name_of_partner, code
    from site_profiles
    join regions on regions.id = site_profiles.region_id
    left join provinces on provinces.id = site_profiles.province_id
    where site_status = 'Approved' and status = 'Activated'
    order by regions.name, site_profiles.id limit $1 offset $2
  ) as page
  left join lateral (
    select * from site_activities
    where site_activities.site_profile_id = page.site_profile_id and site_activities.site_status = 'Approved'
      and site_activities.status = 'Activated'
    order by site_activities.approved_at desc, site_activities.id desc limit 1
  ) as latest on true
  order by region, page.site_profile_id`

/** The activity in review or back with its encoder, else the latest approved one. */
const RECORD = `
  left join lateral (
    select * from site_activities
    where site_activities.site_profile_id = site_profiles.id and site_activities.status = 'Activated'
      and site_activities.site_status in ('Submitted', 'Returned', 'Approved')
    order by site_activities.site_status = 'Approved', site_activities.approved_at desc, site_activities.id desc
    limit 1
  ) as record on true`

const ofRecord = (column: string) =>
  `case when record.id is null then site_profiles.${column} else record.${column} end`

const PLACES = `
  join regions on regions.id = site_profiles.region_id
  left join provinces on provinces.id = site_profiles.province_id
  join cities on cities.id = site_profiles.city_id`

export const REPORT = `
  select site_profiles.id as site_profile_id, record.id as site_activity_id, site_profiles.region_id, code,
    regions.name as region, provinces.name as province, cities.name as city, name_of_partner, project_area,
    year_implemented, project_year_start, project_year_end,
    (
      select jsonb_agg(jsonb_build_object('name', name, 'hectares', hectares::text) order by place)
      from (values ${AREAS.map(([name, column], place) => `(${place}, '${name}', ${column})`).join(', ')})
        as areas (place, name, hectares)
      where name = any(redd_eligible_activities_area)
    ) as redd_eligible_activities_area,
    implementation_arrangement, implementation_arrangement_others, ${GRADES},
    ${['site_status', 'created_at', 'submitted_at', 'returned_at', 'approved_at']
      .map((column) => `${ofRecord(column)} as ${column}`)
      .join(', ')}
  from (
    select * from site_profiles where status = 'Activated' order by region_id, id limit $1 offset $2
  ) as site_profiles ${PLACES} ${RECORD}
  order by site_profiles.region_id, site_profiles.id`

export const REPORT_COUNT = `select count(*) from site_profiles where status = 'Activated'`

/** Every cell of a row but its number, in the order of the columns. */
const EXPORT = `
  select code, regions.name, provinces.name, cities.name, name_of_partner, project_area, year_implemented,
    project_year_start || ' - ' || project_year_end,
    concat_ws('; ', ${AREAS.map(
      ([name, column]) =>
        `case when '${name}' = any(redd_eligible_activities_area) then '${name}: ' || ${column} end`,
    ).join(', ')}),
    implementation_arrangement || coalesce(': ' || implementation_arrangement_others, ''), ${GRADES},
    ${['created_at', 'submitted_at', 'returned_at', 'approved_at']
      .map((column) => `(${ofRecord(column)} at time zone 'Asia/Manila')::date::text`)
      .join(', ')}
  from site_profiles ${PLACES} ${RECORD}
  where site_profiles.status = 'Activated'`

const IN_ORDER = 'order by site_profiles.region_id, site_profiles.id'

export const EXPORT_ALL = `${EXPORT} ${IN_ORDER}`
export const EXPORT_REGION = `${EXPORT} and site_profiles.region_id = $1 ${IN_ORDER}`
