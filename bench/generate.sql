-- # settings
set session_replication_role = replica;
set synchronous_commit = off;
set work_mem = '256MB';
set maintenance_work_mem = '1GB';
set jit = off;
create function pg_temp.pick(salt text, number bigint, choices bigint) returns bigint
  language sql immutable as $$ select abs(hashtextextended(salt || number::text, :seed) % choices) $$;

-- # offices
create temp table bench_offices as
select row_number() over (order by offices.id) - 1 as n, count(*) over () as offices, offices.id as office_id,
  offices.region_id, offices.province_id, city_id, short_code, provinces.label_lon, provinces.label_lat
from offices
join regions on regions.id = offices.region_id
join provinces on provinces.id = offices.province_id
join lateral (
  select min(cities.id) as city_id from cities
  where cities.province_id = offices.province_id and cities.region_id = offices.region_id
) as city on city_id is not null;

-- # people
insert into users (first_name, last_name, email, access_level, region_id, office_id, role_id, password_hash)
select 'Bench', 'Person ' || i, 'bench' || i || '@bureau.example', roles.access_level,
  case when roles.access_level <> 'FMB' then region_id end, case when roles.access_level = 'PENRO' then office_id end,
  roles.id, :password
from generate_series(1, :users) as i
join bench_offices on bench_offices.n = (i / 3 * 7) % bench_offices.offices
join roles on roles.access_level || ' ' || roles.kind = case
  when i <= 5 then 'FMB Super Administrator' when i <= 10 then 'FMB Approver' when i % 20 = 11 then 'Region Approver'
  when i % 3 = 0 then 'PENRO Approver' else 'PENRO Encoder' end;

-- # profiles
create temp table bench_profiles as
select i, bench_offices.*, people[1 + pg_temp.pick('person', i, cardinality(people))] as person,
  (array['Samahan ng mga Mangangalaga', 'Kooperatiba ng Kagubatan', 'Upland Farmers Association', 'Bantay Gubat',
    'Indigenous Peoples Organization', 'Watershed Management Council', 'Agroforestry Producers', 'Mangrove Stewards',
    'Community Forestry Federation', 'Likas-Yaman Cooperative', 'Peñaflor Reforestation', 'Mountain Communities Alliance'
  ])[1 + pg_temp.pick('words', i, 12)] || ' Chapter ' || to_char(i / 40, 'FM00000') as partner,
  pg_temp.pick('state', i, 100) as state, 2020 + pg_temp.pick('year', i, 6)::int as year,
  (100 + pg_temp.pick('area', i, 400000)) / 100.0 as area,
  timestamptz '2026-11-01 08:00+08' - make_interval(mins => (pg_temp.pick('age', i, 1500000))::int) as created
from (select i, pg_temp.pick('office', i, (select count(*) from bench_offices)) as office
  from generate_series(1, :profiles) as i) as picked
join bench_offices on bench_offices.n = picked.office
cross join (select array_agg(id) as people from users where access_level = 'PENRO') as encoders;
analyze bench_profiles;
insert into files (id, storage_key, kind, name, media_type, size, sha256, office_id, region_id, uploaded_by, created_at,
  unused_since)
overriding system value
select 2 * i - number, gen_random_uuid(), kind, kind || '-' || i || '.' || kind, media_type, 20000,
  encode(sha256((kind || i)::bytea), 'hex'), office_id, region_id, person, created, null
from bench_profiles cross join (
  values (1, 'pdf', 'application/pdf'), (0, 'kml', 'application/vnd.google-earth.kml+xml')
) as kinds (number, kind, media_type);
select setval(pg_get_serial_sequence('files', 'id'), 2 * :profiles);
insert into site_profiles (id, code, region_id, province_id, city_id, office_id, name_of_partner, project_area,
  year_implemented, project_year_start, project_year_end, redd_eligible_activities_area,
  emission_from_deforestation_area, implementation_arrangement, agreement_id, map_kml_id, status, deactivated_at,
  deactivated_by, deactivate_reason, site_status, penro_status, region_status, fmb_status, returned_by, returned_reason,
  created_at, created_by, updated_at, updated_by, submitted_at, submitted_by, returned_at, approved_at, waiting_since)
overriding system value
select i, 'SITES-' || short_code || '-' || year || '-' || to_char(i, 'FM9990000'), region_id, province_id, city_id,
  office_id, partner, area, year, year, year + 10, array['Reducing emissions from deforestation'], area, 'MOA/MOU',
  2 * i - 1, 2 * i,
  case when state = 99 then 'Deactivated' else 'Activated' end,
  case when state = 99 then created + interval '1 day' end, case when state = 99 then person end,
  case when state = 99 then 'Entered twice' else 'N/A' end,
  case when state < 81 then 'Approved' when state in (97, 98) then 'Returned' else 'Submitted' end,
  case when state < 93 then 'Approved' when state in (97, 98) then 'Returned' else 'Submitted' end,
  case when state < 89 then 'Approved' when state < 93 then 'Submitted' end,
  case when state < 81 then 'Approved' when state < 89 then 'Submitted' end,
  case when state in (97, 98) then 'PENRO' end, case when state in (97, 98) then 'Please correct the area.' end,
  created, person, created + interval '20 days', person, created, person,
  case when state in (97, 98) then created + interval '3 days' end,
  case when state < 81 then created + interval '20 days' end,
  case when state between 81 and 96 or state = 99 then created end
from bench_profiles order by i;
select setval(pg_get_serial_sequence('site_profiles', 'id'), :profiles);
-- whatever year the bench runs in, its new codes begin after these
insert into site_code_counters (region_id, year, last_number)
select id, year, :profiles from regions cross join generate_series(2020, 2060) as year;
insert into review_steps (record_id, round, action, user_id, user_name, role_name, at)
select record_id, 1, 'Submitted', person, 'Bench Person', 'PENRO Encoder', created
from bench_profiles join site_profiles on site_profiles.id = i;

-- # boundaries
insert into site_boundaries (site_profile_id, map_kml_id, geometry, area_ha, vertex_count, valid, overlap_state, min_lon,
  min_lat, max_lon, max_lat)
select i, 2 * i, jsonb_build_object('type', 'MultiPolygon', 'coordinates', jsonb_build_array(jsonb_build_array(
    jsonb_build_array(jsonb_build_array(lon, lat), jsonb_build_array(lon + 0.001, lat),
      jsonb_build_array(lon + 0.001, lat + 0.001), jsonb_build_array(lon, lat + 0.001), jsonb_build_array(lon, lat))))),
  area, 5, true, 'measured', lon, lat, lon + 0.001, lat + 0.001
from bench_profiles
cross join lateral (
  select round((label_lon + (pg_temp.pick('lon', i, 6000) - 3000) / 10000.0)::numeric, 6) as lon,
    round((label_lat + (pg_temp.pick('lat', i, 6000) - 3000) / 10000.0)::numeric, 6) as lat
) as corner;

-- # activities
insert into site_activities (site_profile_id, region_id, province_id, city_id, office_id, site_profile_code,
  site_profile_name, principle_batch_number, principle_number_1, principle_number_2, principle_number_3,
  principle_number_4, principle_number_5, principle_number_6, principle_number_7, principle_number_8, site_status,
  penro_status, region_status, fmb_status, created_at, created_by, updated_at, updated_by, submitted_at, submitted_by,
  approved_at, waiting_since, reporting_year)
select id, region_id, province_id, city_id, office_id, code, name_of_partner, 1, grades[1], grades[2], grades[3],
  grades[4], grades[5], grades[6], grades[7], grades[8], case when done then 'Approved' else 'Submitted' end,
  case when done then 'Approved' else 'Submitted' end, case when done then 'Approved' end,
  case when done then 'Approved' end, approved_at + interval '30 days', created_by, approved_at + interval '30 days',
  created_by, approved_at + interval '35 days', created_by, case when done then approved_at + interval '50 days' end,
  case when not done then approved_at + interval '35 days' end, case when done then 2025 else 2026 end
from site_profiles
cross join (values (true), (false)) as states (done)
cross join lateral (
  select array(
    select (array['Very Compliant', 'Somewhat Compliant', 'Not Compliant', 'Not Applicable'])
      [1 + pg_temp.pick('grade' || principle || ':', id, 10) / 3]
    from generate_series(1, 8) as principle
  ) as grades
) as graded
where site_status = 'Approved' and status = 'Activated' and (done or pg_temp.pick('again', id, 5) = 0);
