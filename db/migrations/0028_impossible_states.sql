-- States that cannot be are refused by name, whoever writes (docs/decisions/026-migrations.md). Rows from before are
-- looked at by the start, which names those that break a rule: `not valid` until then, so that nobody waits for it here.
-- The strongest locks come first and all at once: only catalogues are written while they are held.
lock table users, site_profiles, site_activities, site_boundaries in access exclusive mode;

-- Somebody's office lies in their region, and their role is one of their level.
alter table users
  add constraint users_office_region_fkey foreign key (office_id, region_id)
    references offices (id, region_id) deferrable not valid,
  add constraint users_role_level_fkey foreign key (role_id, access_level)
    references roles (id, access_level) not valid;

-- Province, city and office of a profile fit together and with its region (S-99, S-101); in the capital region, which is
-- number 1, there are no provinces. A data migration that moves a region begins with `set constraints all deferred`.
alter table site_profiles
  add constraint site_profiles_province_check check ((province_id is null) = (region_id = 1)) not valid,
  add constraint site_profiles_city_province_fkey foreign key (city_id, province_id)
    references cities (id, province_id) deferrable not valid,
  add constraint site_profiles_city_region_fkey foreign key (city_id, region_id)
    references city_regions (city_id, region_id) deferrable not valid,
  add constraint site_profiles_office_region_fkey foreign key (office_id, region_id)
    references office_regions (office_id, region_id) deferrable not valid,
  -- hectares stand only at eligible activities that were chosen
  add constraint site_profiles_chosen_areas_check check (
    (emission_from_deforestation_area is null
      or 'Reducing emissions from deforestation' = any (redd_eligible_activities_area))
    and (emission_from_forest_degradation_area is null
      or 'Reducing emissions from forest degradation' = any (redd_eligible_activities_area))
    and (conservation_forest_carbon_stocks_area is null
      or 'Conservation of forest-carbon stocks' = any (redd_eligible_activities_area))
    and (enhancement_forest_carbon_stocks_area is null
      or 'Enhancement of forest-carbon stocks' = any (redd_eligible_activities_area))
    and (sustainable_management_of_forest_area is null
      or 'Sustainable management of forests' = any (redd_eligible_activities_area))
  ) not valid;

-- An activity says of its profile what the profile says (A01). The product changes no profile that has activities;
-- what somebody changes in the database is carried over. Its province follows from city and region.
alter table site_activities
  add constraint site_activities_copy_fkey
    foreign key (site_profile_id, site_profile_code, site_profile_name, region_id, office_id, city_id)
    references site_profiles (id, code, name_of_partner, region_id, office_id, city_id) on update cascade not valid,
  add constraint site_activities_province_check check ((province_id is null) = (region_id = 1)) not valid,
  add constraint site_activities_city_province_fkey foreign key (city_id, province_id)
    references cities (id, province_id) deferrable not valid;

-- A boundary is that of its profile's location map. Whoever replaces a map saves the profile and then the boundary, so
-- the end of the transaction is asked.
alter table site_boundaries
  add constraint site_boundaries_profile_map_fkey foreign key (site_profile_id, map_kml_id)
    references site_profiles (id, map_kml_id) deferrable initially deferred not valid;

-- Kept numbers hold when a record is removed, which only somebody at the database can do. The triggers come in the
-- order of their names, as those of 0017 and 0019 do.
create function note_record_removal() returns trigger language plpgsql as $$
begin
  insert into record_changes as kept (office_id, region_id, records)
  select distinct office_id, region_id, 1 from removed order by 1, 2
  on conflict on constraint record_changes_pkey do update set records = kept.records + 1;
  return null;
end
$$;
create trigger site_profiles_changed_delete after delete on site_profiles
  referencing old table as removed for each statement execute function note_record_removal();
create trigger site_activities_changed_delete after delete on site_activities
  referencing old table as removed for each statement execute function note_record_removal();

create function uncount_site_profiles() returns trigger language plpgsql as $$
begin
  insert into site_profile_counts as kept
  select office_id, region_id, status, -count(*) from removed group by 1, 2, 3 order by 1, 2, 3
  on conflict on constraint site_profile_counts_pkey do update set count = kept.count + excluded.count;
  return null;
end
$$;
create trigger site_profiles_counted_delete after delete on site_profiles
  referencing old table as removed for each statement execute function uncount_site_profiles();

create function uncount_site_activities() returns trigger language plpgsql as $$
begin
  insert into site_activity_counts as kept
  select office_id, region_id, status, site_status = 'Save as Draft', -count(*)
  from removed group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict on constraint site_activity_counts_pkey do update set count = kept.count + excluded.count;
  return null;
end
$$;
create trigger site_activities_counted_delete after delete on site_activities
  referencing old table as removed for each statement execute function uncount_site_activities();

create function forget_approved_site() returns trigger language plpgsql as $$
begin
  delete from approved_sites where site_profile_id = old.id;
  return null;
end
$$;
create trigger site_profiles_approved_delete after delete on site_profiles
  for each row when (old.site_status = 'Approved') execute function forget_approved_site();

-- the activity approved before it, if there is one, gives the grades again
create function forget_approved_activity() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update approved_sites set
    site_activity_id = latest.site_activity_id, approved_at = latest.approved_at, grades = latest.grades
  from approved_sites_now as latest
  where approved_sites.site_profile_id = old.site_profile_id and latest.site_profile_id = old.site_profile_id;
  return null;
end
$$;
create trigger site_activities_approved_delete after delete on site_activities
  for each row when (old.site_status = 'Approved') execute function forget_approved_activity();
