/** The statements of the bare server: one read each, joined and indexed as one would by hand. */

const PLACES = `
  join regions on regions.id = site_profiles.region_id
  left join provinces on provinces.id = site_profiles.province_id
  join cities on cities.id = site_profiles.city_id
  join offices on offices.id = site_profiles.office_id`

const RECORD_STATUS = `case when penro_status = 'Approved' then 'Approved' else site_status end`

const ROW = `
  site_profiles.id, code, site_profiles.region_id, site_profiles.office_id, regions.name as region, provinces.name as province,
  cities.name as city, offices.name as office, name_of_partner, site_profiles.status, site_status, penro_status, region_status,
  fmb_status, returned_by, returned_at, created_by as created_by_id, submitted_by as submitted_by_id,
  deactivated_by as deactivated_by_id, site_profiles.created_at, submitted_at, ${RECORD_STATUS} as record_status`

export const LIST = `
  select ${ROW} from site_profiles ${PLACES}
  order by site_profiles.id desc limit $1 offset $2`

export const LIST_COUNT = 'select count(*) from site_profiles'

const SEARCHED = `
  (regions.name ilike $1 or provinces.name ilike $1 or cities.name ilike $1 or code ilike $1
    or name_of_partner ilike $1 or site_profiles.status ilike $1 or ${RECORD_STATUS} ilike $1)`

export const SEARCHED_LIST = `
  select ${ROW} from site_profiles ${PLACES} where ${SEARCHED.replaceAll('$1', '$3')}
  order by site_profiles.id desc limit $1 offset $2`

export const SEARCHED_COUNT = `select count(*) from site_profiles ${PLACES} where ${SEARCHED}`

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
    ${nameOf('updaters')} as updated_by, submitted_at, returned_at, approved_at, revision,
    ${RECORD_STATUS} as record_status
  from site_profiles ${PLACES}
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
  select id, round, action, level, user_name as by, role_name as role, at, comment, comments
  from review_steps where site_profile_id = $1 order by id`

export const LOCK = 'select * from site_profiles where id = $1 for update'

export const APPROVE = `
  update site_profiles set fmb_status = 'Approved', site_status = 'Approved', approved_at = now(),
    waiting_since = null, returned_by = null, returned_reason = null, updated_at = now(), updated_by = $2,
    revision = revision + 1
  where id = $1`

export const STEP = `
  insert into review_steps (site_profile_id, round, action, level, user_id, user_name, role_name)
  select $1, 1, $3, $4, users.id, first_name || ' ' || last_name, roles.name
  from users join roles on roles.id = users.role_id where users.id = $2`

export const AUDIT = `
  insert into audit_logs (user_id, user_name, user_email, role_name, access_level, auditable_type, auditable_id,
    auditable_code, event, network_address)
  select users.id, first_name || ' ' || last_name, email, roles.name, users.access_level, 'Profiling of SITES', $1,
    $2, $3, '127.0.0.1'
  from users join roles on roles.id = users.role_id where users.id = $4`

export const NEXT_NUMBER = `
  update site_code_counters set last_number = last_number + 1 where region_id = $1 and year = 2026
  returning last_number`

export const TAKE_FILES = 'update files set unused_since = null where id = any($1)'

export const CREATE = `
  insert into site_profiles (code, region_id, province_id, city_id, office_id, name_of_partner, project_area,
    year_implemented, project_year_start, project_year_end, redd_eligible_activities_area,
    emission_from_deforestation_area, implementation_arrangement, agreement_id, map_kml_id, site_status,
    penro_status, created_by, updated_by, submitted_by, submitted_at, waiting_since)
  values ($1, $2, $3, $4, $5, $6, $7, 2024, 2024, 2034, array['Reducing emissions from deforestation'], $7,
    'MOA/MOU', $8, $9, 'Submitted', 'Submitted', $10, $10, $10, now(), now())
  returning id`

export const CREATE_BOUNDARY = `
  insert into site_boundaries (site_profile_id, map_kml_id, geometry, area_ha, vertex_count, valid, min_lon, min_lat,
    max_lon, max_lat)
  values ($1, $2, $3, 100, 5, true, $4::float8, $5::float8, $4::float8 + 0.001, $5::float8 + 0.001)`

export const PERSON = `
  select users.*, roles.name as role, roles.permissions
  from users join roles on roles.id = users.role_id where lower(email) = lower($1)`

export const SESSION = `
  insert into sessions (user_id, token_hash) values ($1, sha256(gen_random_uuid()::text::bytea))
  on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = now(), last_used_at = now()`

const LATEST = `
  left join lateral (
    select * from site_activities
    where site_activities.site_profile_id = site_profiles.id and site_activities.site_status = 'Approved'
      and site_activities.status = 'Activated'
    order by site_activities.approved_at desc, site_activities.id desc limit 1
  ) as latest on true
  where site_profiles.site_status = 'Approved' and site_profiles.status = 'Activated'`

export const PUBLIC_LIST = `
  select latest.id as site_activity_id, site_profiles.id as site_profile_id, site_profiles.region_id,
    regions.name as region, provinces.name as province, name_of_partner, code,
    greatest(site_profiles.approved_at, latest.approved_at) as approved_at,
    case when latest.id is null then to_jsonb('No site activities yet'::text) else jsonb_build_object(
      'principle_number_1', principle_number_1, 'principle_number_2', principle_number_2,
      'principle_number_3', principle_number_3, 'principle_number_4', principle_number_4,
      'principle_number_5', principle_number_5, 'principle_number_6', principle_number_6,
      'principle_number_7', principle_number_7, 'principle_number_8', principle_number_8
    ) end as gradient
  from site_profiles
  join regions on regions.id = site_profiles.region_id
  left join provinces on provinces.id = site_profiles.province_id
  ${LATEST}
  order by greatest(site_profiles.approved_at, latest.approved_at) desc, site_profiles.id limit $1 offset $2`

export const PUBLIC_COUNT = `
  select count(*) from site_profiles where site_status = 'Approved' and status = 'Activated'`

export const PUBLIC_COUNTS = `
  select regions.id as region_id, regions.name as region_name, count(site_profiles.id) as count
  from regions
  left join site_profiles on site_profiles.region_id = regions.id and site_status = 'Approved'
    and status = 'Activated'
  group by regions.id order by regions.sort_order`

const WEEK = `
  from audit_logs where created_at >= timestamptz '2026-11-12 00:00+08'
    and created_at < timestamptz '2026-11-19 00:00+08'`

export const AUDIT_RANGE = `
  select id, created_at, user_name, user_email, role_name, auditable_type, auditable_id, auditable_code, event,
    field_change
  ${WEEK} order by created_at desc, id desc limit $1 offset $2`

export const AUDIT_COUNT = `select count(*) ${WEEK}`
