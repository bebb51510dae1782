-- What the keys of 0028 refer to (docs/decisions/026-migrations.md). By itself, because building an index keeps writers
-- waiting and a new constraint keeps readers waiting: neither may wait for the other.
create unique index roles_level_key on roles (id, access_level);
create unique index offices_region_key on offices (id, region_id);
create unique index cities_province_key on cities (id, province_id);
create unique index site_profiles_map_key on site_profiles (id, map_kml_id);
-- what an activity copies from its profile
create unique index site_profiles_copied_key
  on site_profiles (id, code, name_of_partner, region_id, office_id, city_id);

-- In which regions a profile may name a city, and which regions' profiles an office may have: those of the place itself
-- and, for the provinces that two regions share (S-99, Isabela City and the Special Geographic Area), the other one too.
create table city_regions (
  city_id integer not null,
  region_id integer not null,
  constraint city_regions_pkey primary key (city_id, region_id),
  constraint city_regions_city_fkey foreign key (city_id) references cities (id) on delete cascade
);
create table office_regions (
  office_id integer not null,
  region_id integer not null,
  constraint office_regions_pkey primary key (office_id, region_id),
  constraint office_regions_office_fkey foreign key (office_id) references offices (id) on delete cascade
);

-- All of them anew: there are few, and they change when a bureau names an office or a law draws a region.
create function keep_city_regions() returns trigger language plpgsql as $$
begin
  with now as (
    select cities.id as city_id, cities.region_id from cities
    union
    select cities.id, provinces.region_id from cities join provinces on provinces.id = cities.province_id
  ), gone as (
    delete from city_regions where (city_id, region_id) not in (select city_id, region_id from now)
  )
  insert into city_regions select city_id, region_id from now on conflict do nothing;
  return null;
end
$$;
create function keep_office_regions() returns trigger language plpgsql as $$
begin
  with now as (
    select offices.id as office_id, offices.region_id from offices
    union
    select offices.id, cities.region_id from offices join cities on cities.province_id = offices.province_id
  ), gone as (
    delete from office_regions where (office_id, region_id) not in (select office_id, region_id from now)
  )
  insert into office_regions select office_id, region_id from now on conflict do nothing;
  return null;
end
$$;
create trigger provinces_city_regions after update on provinces
  for each statement execute function keep_city_regions();
create trigger cities_city_regions after insert or update on cities
  for each statement execute function keep_city_regions();
create trigger cities_office_regions after insert or update or delete on cities
  for each statement execute function keep_office_regions();
create trigger offices_office_regions after insert or update on offices
  for each statement execute function keep_office_regions();

-- the triggers fill both from what is there
update cities set region_id = region_id where false;
update offices set region_id = region_id where false;
