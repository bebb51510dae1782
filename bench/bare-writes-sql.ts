/** The statements with which the bare server writes: the same rows as the product. */

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
  insert into audit_logs (user_id, user_name, user_email, role_name, access_level, region_id, office_id,
    auditable_type, auditable_id, auditable_code, event, field_change, network_address, request_id)
  select users.id, first_name || ' ' || last_name, email, roles.name, users.access_level, region_id, office_id,
    'Profiling of SITES', $1, $2, $3, $5, '127.0.0.1', gen_random_uuid()
  from users join roles on roles.id = users.role_id where users.id = $4`

export const NEXT_NUMBER = `
  update site_code_counters set last_number = last_number + 1 where region_id = $1 and year = $2
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

/** The profile as it was submitted, with what its files were. */
export const SNAPSHOT = `
  insert into review_snapshots (site_profile_id, round, content)
  select site_profiles.id, 1, to_jsonb(site_profiles) || jsonb_build_object(
    'agreement', (select to_jsonb(files) from files where files.id = agreement_id),
    'map_kml', (select to_jsonb(files) from files where files.id = map_kml_id)
  )
  from site_profiles where site_profiles.id = $1`

/**
 * One mail for each approver of the office and, of a decision, for the encoder. Nobody sends these, so they lie where
 * whoever looks for work does not walk past them.
 */
export const MAILS = `
  select graphile_worker.add_job('bench_mail', json_build_object(
    'to', email, 'subject', $2::text || ': a profile', 'text', 'See https://bench.example/sitemap/view/' || $2
  ), run_at => now() + interval '1 year')
  from users join roles on roles.id = users.role_id
  where users.status = 'Activated' and roles.status = 'Activated' and (
    users.id = $3 or (office_id = $1 and users.access_level = 'PENRO' and 'site_maps_approval' = any(permissions))
  )`

export const PERSON = `
  select users.*, roles.name as role, roles.permissions
  from users join roles on roles.id = users.role_id where lower(email) = lower($1)`

export const SESSION = `
  insert into sessions (user_id, token_hash) values ($1, sha256(gen_random_uuid()::text::bytea))
  on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = now(), last_used_at = now()`
