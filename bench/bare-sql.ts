import { RECORD_STATUS } from './bare-rows.ts'

/** The statements of the bare server besides its lists, as one would write them by hand. */

const nameOf = (table: string) => `${table}.first_name || ' ' || ${table}.last_name`

export const RECORD = `
  select site_profiles.id, code, site_profiles.region_id, site_profiles.province_id, city_id,
    site_profiles.office_id, regions.name as region, provinces.name as province, cities.name as city,
    offices.name as office, name_of_partner, project_area, year_implemented, project_year_start, project_year_end,
    redd_eligible_activities_area, emission_from_deforestation_area, emission_from_forest_degradation_area,
    conservation_forest_carbon_stocks_area, enhancement_forest_carbon_stocks_area,
    sustainable_management_of_forest_area, implementation_arrangement, implementation_arrangement_others,
    agreement_id, agreements.name as agreement_file_name, agreements.scan_status as agreement_scan_status,
    site_profiles.map_kml_id, maps.name as map_kml_name, maps.scan_status as map_kml_scan_status,
    '/api/file/' || site_profiles.map_kml_id as map_kml_url, area_ha::float8 as mapped_area_ha, site_profiles.status,
    site_profiles.deactivated_at, ${nameOf('deactivators')} as deactivated_by, site_profiles.deactivate_reason,
    site_status, penro_status, region_status, fmb_status, returned_by, returned_reason, site_profiles.created_at,
    ${nameOf('creators')} as created_by, site_profiles.created_by as created_by_id,
    submitted_by as submitted_by_id, site_profiles.deactivated_by as deactivated_by_id, site_profiles.updated_at,
    ${nameOf('updaters')} as updated_by, submitted_at, returned_at, recalled_at, approved_at, revision,
    ${RECORD_STATUS} as record_status
  from site_profiles 
  join regions on regions.id = site_profiles.region_id
  left join provinces on provinces.id = site_profiles.province_id
  join cities on cities.id = site_profiles.city_id
  join offices on offices.id = site_profiles.office_id
  join users as creators on creators.id = site_profiles.created_by
  left join users as updaters on updaters.id = site_profiles.updated_by
  left join users as deactivators on deactivators.id = site_profiles.deactivated_by
  join files as agreements on agreements.id = agreement_id
  join files as maps on maps.id = site_profiles.map_kml_id
  left join site_boundaries on site_boundaries.site_profile_id = site_profiles.id
  where site_profiles.id = $1`

export const BOUNDARY = `
  select geometry, area_ha::float8, vertex_count, valid, warnings, array[min_lon, min_lat, max_lon, max_lat] as bbox
  from site_boundaries where site_profile_id = $1`

export const HISTORY = `
  select id, round, action, level, user_name as by, role_name as role, at, comment, comments, erased_at,
    reason as erased_reason
  from review_steps left join audit_erasures on audit_log_id = erased_row
  where site_profile_id = $1 order by id`

export const OVERLAPS = `
  select site_profiles.id, code, name_of_partner, region_id, office_id, site_status, overlap_ha, geometry
  from site_overlaps
  join site_profiles on site_profiles.id in (site_overlaps.site_profile_id, other_site_profile_id)
  where $1 in (site_overlaps.site_profile_id, other_site_profile_id) and site_profiles.id <> $1
    and site_profiles.status = 'Activated'
  order by overlap_ha desc nulls last, site_profiles.id limit 21`

/** The person behind a token, as long as it is live. */
export const ACTOR = `
  select users.id, first_name, last_name, email, users.access_level, users.region_id, users.office_id,
    offices.name as penro, roles.name as role, roles.permissions
  from sessions
  join users on users.id = sessions.user_id
  join roles on roles.id = users.role_id
  left join offices on offices.id = users.office_id
  where token_hash = $1 and users.status = 'Activated' and last_used_at > now() - interval '60 minutes'
    and sessions.created_at > now() - interval '12 hours'`

export const PUBLIC_COUNTS = `
  select regions.id as region_id, regions.name as region_name, count(site_profiles.id) as count
  from regions
  left join site_profiles on site_profiles.region_id = regions.id and site_status = 'Approved'
    and status = 'Activated'
  group by regions.id order by regions.sort_order`
