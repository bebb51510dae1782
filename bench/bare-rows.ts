import { ELIGIBLE_ACTIVITIES } from '../shared/sites/sites.fields.ts'

/** What the rows of the bare server's lists hold, and the joins that they take. */

export const RECORD_STATUS = `case when penro_status = 'Approved' then 'Approved' else site_status end`

export const SITE_ROW = `
  site_profiles.id, code, site_profiles.region_id, site_profiles.office_id, regions.name as region,
  provinces.name as province, cities.name as city, offices.name as office, name_of_partner, site_profiles.status,
  site_status, penro_status, region_status, fmb_status, returned_by, returned_at, recalled_at, created_by as created_by_id,
  submitted_by as submitted_by_id, deactivated_by as deactivated_by_id, site_profiles.created_at, submitted_at,
  ${RECORD_STATUS} as record_status`

/** The latest approved activity of a profile. */
export const LATEST = `
  left join lateral (
    select * from site_activities
    where site_activities.site_profile_id = site_profiles.id and site_activities.site_status = 'Approved'
      and site_activities.status = 'Activated'
    order by site_activities.approved_at desc, site_activities.id desc limit 1
  ) as latest on true`

export const GRADES = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `principle_number_${number}`)

const GRADIENT = `
  case when latest.id is null then to_jsonb('No site activities yet'::text)
    else jsonb_build_object(${GRADES.map((grade) => `'${grade}', ${grade}`).join(', ')}) end as gradient`

const APPROVED_ROW = `
  latest.id as site_activity_id, site_profiles.id as site_profile_id, site_profiles.region_id, regions.name as region,
  provinces.name as province, name_of_partner, code, ${GRADIENT}`

export const PUBLIC_ROW = `${APPROVED_ROW}, greatest(site_profiles.approved_at, latest.approved_at) as approved_at`
export const DASHBOARD_ROW = `${APPROVED_ROW}, site_profiles.office_id`

/** The activity in review or back with its encoder, else the latest approved one. */
export const REPORT_RECORD = `
  left join lateral (
    select * from site_activities
    where site_activities.site_profile_id = site_profiles.id and site_activities.status = 'Activated'
      and site_activities.site_status in ('Submitted', 'Returned', 'Approved')
    order by site_activities.site_status = 'Approved', site_activities.approved_at desc, site_activities.id desc
    limit 1
  ) as record on true`

/** A row of the report stands on its activity or, without one, on its profile. */
export const ofRecord = (column: string): string =>
  `case when record.id is null then site_profiles.${column} else record.${column} end`

export const AREAS = ELIGIBLE_ACTIVITIES

export const REPORT_ROW = `
  site_profiles.id as site_profile_id, record.id as site_activity_id, site_profiles.region_id, code,
  regions.name as region, provinces.name as province, cities.name as city, name_of_partner, project_area,
  year_implemented, project_year_start, project_year_end,
  (
    select jsonb_agg(jsonb_build_object('name', name, 'hectares', hectares::text) order by place)
    from (values ${AREAS.map(({ name, field }, place) => `(${place}, '${name}', ${field})`).join(', ')})
      as areas (place, name, hectares)
    where name = any(redd_eligible_activities_area)
  ) as redd_eligible_activities_area,
  implementation_arrangement, implementation_arrangement_others, ${GRADES.join(', ')},
  ${['site_status', 'created_at', 'submitted_at', 'returned_at', 'approved_at']
    .map((column) => `${ofRecord(column)} as ${column}`)
    .join(', ')}`
