-- # offices
create temp table bench_offices as
  select row_number() over (order by offices.id) - 1 as n, offices.id, offices.region_id, offices.province_id,
    regions.short_code, count(*) over () as all_of_them,
    (select count(*) from cities where cities.province_id = offices.province_id) as cities
  from offices join regions on regions.id = offices.region_id
  where offices.province_id is not null
    and exists (
      select from cities where cities.province_id = offices.province_id and cities.region_id = offices.region_id
    );
create temp table bench_cities as
  select province_id, id, name, row_number() over (partition by province_id order by id) - 1 as n
  from cities where province_id is not null;
create temp table bench_words as select * from (values
  (0, 'Samahan ng mga Mangangalaga'), (1, 'Kooperatiba ng Kagubatan'), (2, 'Upland Farmers Association'),
  (3, 'Bantay Gubat'), (4, 'Indigenous Peoples Organization'), (5, 'Watershed Management Council'),
  (6, 'Agroforestry Producers'), (7, 'Mangrove Stewards'), (8, 'Community Forestry Federation'),
  (9, 'Likas-Yaman Cooperative'), (10, 'Peñaflor Reforestation'), (11, 'Mountain Communities Alliance')
) as words (n, words);
analyze bench_offices, bench_cities, bench_words;

-- # people
insert into users (first_name, last_name, email, access_level, region_id, office_id, role_id, password_hash)
select 'Bench', 'Person ' || i, 'bench' || i || '@bureau.example', roles.access_level,
  case when roles.access_level <> 'FMB' then bench_offices.region_id end,
  case when roles.access_level = 'PENRO' then bench_offices.id end,
  roles.id, :password
from generate_series(1, :users) as i
join bench_offices on bench_offices.n = (i / 3 * 7) % bench_offices.all_of_them
join roles on roles.access_level || ' ' || roles.kind = case
  when i <= 5 then 'FMB Super Administrator' when i <= 10 then 'FMB Approver'
  when i % 20 = 11 then 'Region Approver' when i % 20 = 12 then 'Region Administrator'
  when i % 3 = 0 then 'PENRO Approver' else 'PENRO Encoder' end;
create temp table bench_encoders as
  select office_id, min(users.id) as id from users where access_level = 'PENRO' group by office_id;

-- # a second batch of criteria
insert into principle_batches (batch_number, principle_number) values (2, 1);
insert into site_principles (batch_number, principle_number, title, last_criteria_number, last_criteria_indicator_number)
select 2, principle_number, title, last_criteria_number, last_criteria_indicator_number
from site_principles where batch_number = 1;

-- # a second crosswalk
insert into crosswalks (version, lines, created_at) select 2, lines, created_at + interval '1 hour' from crosswalks;

-- # summaries
insert into summaries (year, title, reporting_years, region_ids, created_by, updated_by, updated_at)
select 2015 + n, 'Summary number ' || n * 7 % 12, array[2014 + n], array[n], first.id, first.id,
  timestamptz '2026-11-01' + n * 5 % 12 * interval '1 hour'
from generate_series(1, 12) as n, (select min(id) as id from users) as first;
