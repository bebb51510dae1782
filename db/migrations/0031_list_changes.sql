-- 0032 builds wider ones, in a migration of its own.
drop index site_profiles_deactivated_idx, site_activities_deactivated_idx;

-- Which profiles changed at which change of their office, themselves or through an activity, so that a reader mends the
-- order it keeps of a list instead of reading 200,000 rows anew (docs/decisions/033-kept-orders.md): a ring of the last
-- 64 changes beside each row of record_changes, under whose lock it is written; `version` is that row's sum. Whoever
-- finds a version missing reads anew. Of more than 64 profiles at once none are named.
create table record_change_ring (
  office_id integer not null,
  region_id integer not null,
  slot integer not null,
  version bigint not null,
  site_profile_ids integer[],
  site_activity_ids integer[],
  constraint record_change_ring_pkey primary key (office_id, region_id, slot),
  constraint record_change_ring_slot_check check (slot = version % 64)
) with (fillfactor = 50);

create function note_changed(
  offices integer[], regions integer[], profiles integer[], activities integer[], more_records integer,
  more_approvals integer
) returns void language plpgsql as $$
begin
  with changed as (
    select office_id, region_id, array_agg(distinct profile) as profiles, array_agg(distinct activity) as activities
    from unnest(offices, regions, profiles, activities) as rows (office_id, region_id, profile, activity)
    group by 1, 2
  ), counted as (
    insert into record_changes as kept (office_id, region_id, records, approvals)
    select office_id, region_id, more_records, more_approvals from changed order by 1, 2
    on conflict on constraint record_changes_pkey do update set
      records = kept.records + excluded.records, approvals = kept.approvals + excluded.approvals
    returning office_id, region_id, records + approvals as version
  )
  insert into record_change_ring as kept (office_id, region_id, slot, version, site_profile_ids, site_activity_ids)
  select office_id, region_id, version % 64, version,
    case when cardinality(changed.profiles) <= 64 then changed.profiles end,
    case when cardinality(changed.profiles) <= 64 then changed.activities end
  from counted join changed using (office_id, region_id)
  on conflict on constraint record_change_ring_pkey do update set
    version = excluded.version, site_profile_ids = excluded.site_profile_ids,
    site_activity_ids = excluded.site_activity_ids;
end
$$;

create or replace function note_record_change() returns trigger language plpgsql as $$
declare
  offices integer[];
  regions integer[];
  profiles integer[];
  activities integer[];
begin
  if tg_table_name = 'site_profiles' and tg_op = 'INSERT' then
    select array_agg(office_id), array_agg(region_id), array_agg(id) into offices, regions, profiles from added;
  elsif tg_table_name = 'site_profiles' then
    select array_agg(office_id), array_agg(region_id), array_agg(id) into offices, regions, profiles
    from (select office_id, region_id, id from added union select office_id, region_id, id from removed) as changed;
  elsif tg_op = 'INSERT' then
    select array_agg(office_id), array_agg(region_id), array_agg(site_profile_id), array_agg(id)
    into offices, regions, profiles, activities from added;
  else
    select array_agg(office_id), array_agg(region_id), array_agg(site_profile_id), array_agg(id)
    into offices, regions, profiles, activities
    from (
      select office_id, region_id, site_profile_id, id from added
      union select office_id, region_id, site_profile_id, id from removed
    ) as changed;
  end if;
  perform note_changed(offices, regions, profiles, activities, 1, 0);
  return null;
end
$$;

create or replace function note_record_removal() returns trigger language plpgsql as $$
declare
  offices integer[];
  regions integer[];
  profiles integer[];
  activities integer[];
begin
  if tg_table_name = 'site_profiles' then
    select array_agg(office_id), array_agg(region_id), array_agg(id) into offices, regions, profiles from removed;
  else
    select array_agg(office_id), array_agg(region_id), array_agg(site_profile_id), array_agg(id)
    into offices, regions, profiles, activities from removed;
  end if;
  perform note_changed(offices, regions, profiles, activities, 1, 0);
  return null;
end
$$;

create or replace function note_approved_change() returns trigger language plpgsql as $$
declare
  offices integer[];
  regions integer[];
  profiles integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(office_id), array_agg(region_id), array_agg(site_profile_id)
    into offices, regions, profiles from added;
  elsif tg_op = 'DELETE' then
    select array_agg(office_id), array_agg(region_id), array_agg(site_profile_id)
    into offices, regions, profiles from removed;
  else
    select array_agg(office_id), array_agg(region_id), array_agg(site_profile_id) into offices, regions, profiles
    from (
      select office_id, region_id, site_profile_id from added
      union select office_id, region_id, site_profile_id from removed
    ) as changed;
  end if;
  perform note_changed(offices, regions, profiles, null, 0, 1);
  return null;
end
$$;

-- The name of a place is in the order of every list: a new one is a change of all of them, of which no record is named.
create function note_place_name() returns trigger language plpgsql as $$
begin
  perform from record_changes order by office_id, region_id for update;
  update record_changes set records = records + 1, approvals = approvals + 1;
  return null;
end
$$;
create trigger regions_renamed after update of name on regions
  for each statement execute function note_place_name();
create trigger provinces_renamed after update of name on provinces
  for each statement execute function note_place_name();
create trigger cities_renamed after update of name on cities
  for each statement execute function note_place_name();
create trigger offices_renamed after update of name on offices
  for each statement execute function note_place_name();
