-- # indexes taken away
create temp table bench_indexes as
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index
  where indrelid in (
      'files'::regclass, 'site_profiles'::regclass, 'site_boundaries'::regclass, 'site_activities'::regclass,
      'site_activity_means'::regclass, 'review_steps'::regclass
    )
    and not exists (select from pg_constraint where conindid = indexrelid);
do $$ begin execute (select 'drop index ' || string_agg(name, ', ') from bench_indexes); end $$;

-- # profiles
create temp table bench_profiles as
select i, bench_offices.id as office_id, bench_offices.region_id, bench_offices.province_id, bench_offices.short_code,
  bench_cities.id as city_id, coalesce(bench_encoders.id, (select min(id) from users)) as encoder,
  words.words || ' ng ' || bench_cities.name || case when i % 4 = 0 then ', Inc.' else '' end as partner,
  pg_temp.pick('state', i, 100) as state,
  2020 + pg_temp.pick('year', i, 6)::int as year,
  (100 + pg_temp.pick('area', i, 400000)) / 100.0 as area,
  timestamptz '2026-11-01 08:00+08' - make_interval(mins => (pg_temp.pick('age', i, 1500000))::int) as created
from (
  select i, pg_temp.pick('office', i, (select count(*) from bench_offices)) as office,
    pg_temp.pick('words', i, 12) as words
  from generate_series(1, :profiles) as i
) as picked
join bench_offices on bench_offices.n = picked.office
join bench_words as words on words.n = picked.words
-- picked before it is joined: otherwise every city of the province would be picked for every profile
cross join lateral (select pg_temp.pick('city', i, bench_offices.cities) as city offset 0) as place
join bench_cities on bench_cities.province_id = bench_offices.province_id and bench_cities.n = place.city
left join bench_encoders on bench_encoders.office_id = bench_offices.id;
analyze bench_profiles;
insert into files (storage_key, kind, name, media_type, size, sha256, office_id, region_id, uploaded_by, created_at,
  unused_since)
select gen_random_uuid(), kind, kind || '-' || i || '.' || kind,
  case kind when 'pdf' then 'application/pdf' else 'application/vnd.google-earth.kml+xml' end,
  20000 + pg_temp.pick(kind, i, 900000), encode(sha256((kind || i)::bytea), 'hex'), office_id, region_id, encoder,
  created, null
from bench_profiles cross join (values ('pdf'), ('kml')) as kinds (kind)
order by i, kind desc;
insert into site_profiles (code, region_id, province_id, city_id, office_id, name_of_partner, project_area,
  year_implemented, project_year_start, project_year_end, redd_eligible_activities_area,
  emission_from_deforestation_area, implementation_arrangement, implementation_arrangement_others, agreement_id,
  map_kml_id, status, deactivated_at, deactivated_by, deactivate_reason, site_status, penro_status, region_status,
  fmb_status, returned_by, returned_reason, created_at, created_by, updated_at, updated_by, submitted_at, submitted_by,
  returned_at, approved_at, waiting_since)
select 'SITES-' || short_code || '-' || year || '-'
    || to_char(row_number() over (partition by region_id, year order by i), 'FM9990000'),
  region_id, province_id, city_id, office_id, partner, area, year, year, year + 10,
  array['Reducing emissions from deforestation'], area, 'MOA/MOU', null,
  (select min(id) - 2 from files) + 2 * row_number() over (order by i),
  (select min(id) - 1 from files) + 2 * row_number() over (order by i),
  case when state = 99 then 'Deactivated' else 'Activated' end,
  case when state = 99 then created + interval '1 day' end, case when state = 99 then encoder end,
  case when state = 99 then 'Entered twice' else 'N/A' end,
  case when state < 85 then 'Approved' when state in (97, 98) then 'Returned' else 'Submitted' end,
  case when state < 93 then 'Approved' when state between 97 and 98 then 'Returned' else 'Submitted' end,
  case when state < 89 then 'Approved' when state < 93 then 'Submitted' end,
  case when state < 85 then 'Approved' when state < 89 then 'Submitted' end,
  case when state in (97, 98) then 'PENRO' end, case when state in (97, 98) then 'Please correct the area.' end,
  created, encoder, created + interval '20 days', encoder, created, encoder,
  case when state in (97, 98) then created + interval '3 days' end,
  case when state < 85 then created + interval '20 days' end,
  case when state between 85 and 96 or state = 99 then created end
from bench_profiles order by i;
-- whatever year the bench runs in, its new codes begin after these
insert into site_code_counters (region_id, year, last_number)
select id, year, :profiles from regions cross join generate_series(2020, 2060) as year;

-- # boundaries
insert into site_boundaries (site_profile_id, map_kml_id, geometry, area_ha, vertex_count, valid, overlap_state, min_lon,
  min_lat, max_lon, max_lat)
select site_profiles.id, site_profiles.map_kml_id,
  jsonb_build_object('type', 'MultiPolygon', 'coordinates', jsonb_build_array(jsonb_build_array(jsonb_build_array(
    jsonb_build_array(lon, lat), jsonb_build_array(lon + side, lat), jsonb_build_array(lon + side, lat + side),
    jsonb_build_array(lon, lat + side), jsonb_build_array(lon, lat))))),
  100, 5, true, 'measured', lon, lat, lon + side, lat + side
from site_profiles
join provinces on provinces.id = site_profiles.province_id
cross join lateral (
  select round((provinces.label_lon + (pg_temp.pick('lon', site_profiles.id, 6000) - 3000) / 10000.0)::numeric, 6) as lon,
    round((provinces.label_lat + (pg_temp.pick('lat', site_profiles.id, 6000) - 3000) / 10000.0)::numeric, 6) as lat,
    0.001 as side
) as corner;

-- # activities
create temp table bench_approved as
  select id, row_number() over (order by id) - 1 as n from site_profiles
  where site_status = 'Approved' and status = 'Activated';
analyze bench_approved;
insert into site_activities (site_profile_id, region_id, province_id, city_id, office_id, site_profile_code,
  site_profile_name, principle_batch_number, principle_number_1, principle_number_2, principle_number_3,
  principle_number_4, principle_number_5, principle_number_6, principle_number_7, principle_number_8,
  site_status, penro_status, region_status, fmb_status, created_at, created_by, updated_at, updated_by, submitted_at,
  submitted_by, approved_at, waiting_since, reporting_year)
select site.id, site.region_id, site.province_id, site.city_id, site.office_id, site.code, site.name_of_partner, 1,
  grades[1], grades[2], grades[3], grades[4], grades[5], grades[6], grades[7], grades[8],
  case when done then 'Approved' when step = 0 then 'Save as Draft' else 'Submitted' end,
  case when done or step > 1 then 'Approved' when step = 1 then 'Submitted' end,
  case when done or step > 2 then 'Approved' when step = 2 then 'Submitted' end,
  case when done then 'Approved' when step = 3 then 'Submitted' end,
  started, site.created_by, started, site.created_by, case when done or step > 0 then started + interval '5 days' end,
  case when done or step > 0 then site.created_by end, case when done then started + interval '20 days' end,
  case when not done and step > 0 then started + interval '5 days' end,
  case when pg_temp.pick('year', i, 10) > 0 then 2025 + i % 2 end
from generate_series(1, :activities) as i
join bench_approved on bench_approved.n = (i - 1) % (select count(*) from bench_approved)
join site_profiles as site on site.id = bench_approved.id
cross join lateral (
  select i <= (select count(*) from bench_approved) as done, pg_temp.pick('step', i, 4) as step,
    site.approved_at + interval '30 days' as started,
    array(
      select (array['Very Compliant', 'Somewhat Compliant', 'Not Compliant', 'Not Applicable'])
        [1 + pg_temp.pick('grade' || principle || ':', i, 10) / 3]
      from generate_series(1, 8) as principle
    ) as grades
) as chosen;

-- # evidence
create temp table bench_indicators as
select site_criteria_indicators.id, row_number() over (order by site_criteria_indicators.id) - 1 as n,
  count(*) over () as all_of_them
from site_criteria_indicators
join site_criteria on site_criteria.id = site_criteria_indicators.sites_criteria_id
join site_principles on site_principles.id = site_criteria.sites_principle_id
where site_principles.batch_number = 1;
create temp table bench_evidence as
select site_activities.id as activity, site_activities.office_id, site_activities.region_id,
  site_activities.created_by, site_activities.created_at, number,
  (select max(id) from files) + row_number() over (order by site_activities.id, number) as file_id
from site_activities cross join generate_series(0, 2) as number;
insert into files (id, storage_key, kind, name, media_type, size, sha256, office_id, region_id, uploaded_by,
  created_at, unused_since)
overriding system value
select file_id, gen_random_uuid(), 'image', 'photo-' || number || '.jpg', 'image/jpeg', 3000000,
  encode(sha256(('photo' || file_id)::bytea), 'hex'), office_id, region_id, created_by, created_at, null
from bench_evidence;
select setval(pg_get_serial_sequence('files', 'id'), (select max(id) from files));
insert into site_activity_means (site_activity_id, sites_criteria_indicator_id, file_id, created_at, created_by)
select activity, bench_indicators.id, file_id, created_at, created_by
from bench_evidence
join bench_indicators on bench_indicators.n = (activity * 7 + number * 11) % bench_indicators.all_of_them;

-- # figures and statements
insert into site_activity_figures (site_activity_id, indicator_figure_id, value)
select site_activities.id, indicator_figures.id,
  pg_temp.pick('value' || indicator_figures.id || ':', site_activities.id, 5000)
from site_activities cross join indicator_figures
where site_activities.reporting_year is not null;
insert into site_activity_statements (site_activity_id, sites_criteria_indicator_id, what_happened)
select activity, sites_criteria_indicator_id, 'Two meetings were held in the barangay hall, and the minutes were signed.'
from bench_evidence
join site_activity_means on site_activity_means.file_id = bench_evidence.file_id
where number = 0;

-- # history
insert into review_steps (site_profile_id, round, action, user_id, user_name, role_name, at)
select id, 1, 'Submitted', created_by, 'Bench Person', 'PENRO Encoder', created_at from site_profiles;
insert into review_steps (site_activity_id, round, action, user_id, user_name, role_name, at)
select id, 1, 'Submitted', created_by, 'Bench Person', 'PENRO Encoder', submitted_at
from site_activities where submitted_at is not null;

-- # indexes made again
do $$ declare one record; begin
  for one in select definition from bench_indexes loop execute one.definition; end loop;
end $$;
