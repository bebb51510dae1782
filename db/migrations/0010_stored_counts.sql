-- Stored counts and versions, because 200,000 records cannot be counted on every call
-- (docs/decisions/20-counts-and-orders.md). The transaction that changes a record updates them too;
-- `npm run operator -- recount` compares them with the records.
--
-- Triggers of one event run in the order of their names: "…changed…" before "…counted…". Each runs once per statement
-- and locks rows in the order of their key, so that two writers cannot deadlock.

-- How often the records of an office have changed, so that a cache can check region by region whether it is still
-- valid: `records` counts every change that a report can show, `approvals` those of the public list.
create table record_changes (
  office_id integer not null,
  region_id integer not null,
  records bigint not null default 0,
  approvals bigint not null default 0,
  constraint record_changes_pkey primary key (office_id, region_id)
);

-- The records that each of the last 64 changes of an office touched. With them a cache corrects its order of a list
-- instead of reading 200,000 rows again (docs/decisions/20-counts-and-orders.md). A row is written while its row of
-- record_changes is locked; `version` is the sum of that row's two counts. If a version is missing, the cache reads the
-- whole list again. The ids are null if one change touched more than 64 profiles.
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

create function note_record_change() returns trigger language plpgsql as $$
declare
  offices integer[];
  regions integer[];
  profiles integer[];
  activities integer[];
begin
  if tg_table_name = 'site_profiles' and tg_op = 'INSERT' then
    select array_agg(office_id), array_agg(region_id), array_agg(id) into offices, regions, profiles from added;
  elsif tg_table_name = 'site_profiles' and tg_op = 'DELETE' then
    select array_agg(office_id), array_agg(region_id), array_agg(id) into offices, regions, profiles from removed;
  elsif tg_table_name = 'site_profiles' then
    select array_agg(office_id), array_agg(region_id), array_agg(id) into offices, regions, profiles
    from (select office_id, region_id, id from added union select office_id, region_id, id from removed) as changed;
  elsif tg_op = 'INSERT' then
    select array_agg(office_id), array_agg(region_id), array_agg(site_profile_id), array_agg(id)
    into offices, regions, profiles, activities from added;
  elsif tg_op = 'DELETE' then
    select array_agg(office_id), array_agg(region_id), array_agg(site_profile_id), array_agg(id)
    into offices, regions, profiles, activities from removed;
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
create trigger site_profiles_changed_insert after insert on site_profiles
  referencing new table as added for each statement execute function note_record_change();
create trigger site_profiles_changed_update after update on site_profiles
  referencing new table as added old table as removed for each statement execute function note_record_change();
create trigger site_profiles_changed_delete after delete on site_profiles
  referencing old table as removed for each statement execute function note_record_change();
create trigger site_activities_changed_insert after insert on site_activities
  referencing new table as added for each statement execute function note_record_change();
create trigger site_activities_changed_update after update on site_activities
  referencing new table as added old table as removed for each statement execute function note_record_change();
create trigger site_activities_changed_delete after delete on site_activities
  referencing old table as removed for each statement execute function note_record_change();

-- Lists are ordered by the names of places. A new name raises every version and adds no row to the ring, so every cache
-- reads its lists again.
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

-- How many records each office has in each status.
create table site_profile_counts (
  office_id integer not null,
  region_id integer not null,
  status text not null,
  count integer not null,
  constraint site_profile_counts_pkey primary key (office_id, region_id, status)
);
create table site_activity_counts (
  office_id integer not null,
  region_id integer not null,
  status text not null,
  is_draft boolean not null,
  count integer not null,
  constraint site_activity_counts_pkey primary key (office_id, region_id, status, is_draft)
);

create function count_site_profiles() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into site_profile_counts as kept
    select office_id, region_id, status, count(*) from added group by 1, 2, 3 order by 1, 2, 3
    on conflict on constraint site_profile_counts_pkey do update set count = kept.count + excluded.count;
  elsif tg_op = 'DELETE' then
    insert into site_profile_counts as kept
    select office_id, region_id, status, -count(*) from removed group by 1, 2, 3 order by 1, 2, 3
    on conflict on constraint site_profile_counts_pkey do update set count = kept.count + excluded.count;
  else
    insert into site_profile_counts as kept
    select office_id, region_id, status, sum(change)
    from (
      select office_id, region_id, status, 1 as change from added
      union all select office_id, region_id, status, -1 from removed
    ) as changes
    group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
    on conflict on constraint site_profile_counts_pkey do update set count = kept.count + excluded.count;
  end if;
  return null;
end
$$;
create trigger site_profiles_counted_insert after insert on site_profiles
  referencing new table as added for each statement execute function count_site_profiles();
create trigger site_profiles_counted_update after update on site_profiles
  referencing new table as added old table as removed for each statement execute function count_site_profiles();
create trigger site_profiles_counted_delete after delete on site_profiles
  referencing old table as removed for each statement execute function count_site_profiles();

create function count_site_activities() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into site_activity_counts as kept
    select office_id, region_id, status, site_status = 'Save as Draft', count(*)
    from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict on constraint site_activity_counts_pkey do update set count = kept.count + excluded.count;
  elsif tg_op = 'DELETE' then
    insert into site_activity_counts as kept
    select office_id, region_id, status, site_status = 'Save as Draft', -count(*)
    from removed group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict on constraint site_activity_counts_pkey do update set count = kept.count + excluded.count;
  else
    insert into site_activity_counts as kept
    select office_id, region_id, status, is_draft, sum(change)
    from (
      select office_id, region_id, status, site_status = 'Save as Draft' as is_draft, 1 as change from added
      union all select office_id, region_id, status, site_status = 'Save as Draft', -1 from removed
    ) as changes
    group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
    on conflict on constraint site_activity_counts_pkey do update set count = kept.count + excluded.count;
  end if;
  return null;
end
$$;
create trigger site_activities_counted_insert after insert on site_activities
  referencing new table as added for each statement execute function count_site_activities();
create trigger site_activities_counted_update after update on site_activities
  referencing new table as added old table as removed for each statement execute function count_site_activities();
create trigger site_activities_counted_delete after delete on site_activities
  referencing old table as removed for each statement execute function count_site_activities();

-- Lists can be filtered by the warnings of their records (docs/decisions/04-queues-and-decisions.md). Most warnings
-- change only when their record changes, which record_changes counts. This version counts the other causes: land shared
-- with another site, that site activated or deactivated, a boundary measured in the background, a quarantined file. A
-- cached order of such a list is read again when the version has changed.
create table finding_changes (
  id boolean primary key default true,
  version bigint not null default 0,
  constraint finding_changes_single_check check (id)
);
insert into finding_changes default values;

-- Counts once per transaction, at its end, so that the one row is locked only while the transaction commits.
create function count_finding_change() returns trigger language plpgsql as $$
begin
  if current_setting('safeguards.findings_counted', true) is distinct from pg_current_xact_id()::text then
    update finding_changes set version = version + 1;
    perform set_config('safeguards.findings_counted', pg_current_xact_id()::text, true);
  end if;
  return null;
end
$$;
create constraint trigger site_overlaps_found after insert or update or delete on site_overlaps
  deferrable initially deferred for each row execute function count_finding_change();
create constraint trigger site_profiles_switched after update of status on site_profiles
  deferrable initially deferred for each row
  when (old.status is distinct from new.status) execute function count_finding_change();
create constraint trigger site_boundaries_measured after update on site_boundaries
  deferrable initially deferred for each row
  when (
    old.warnings is distinct from new.warnings or old.area_ha is distinct from new.area_ha
    or old.overlap_state is distinct from new.overlap_state
  )
  execute function count_finding_change();
create constraint trigger files_quarantined after update of scan_status on files
  deferrable initially deferred for each row
  when (old.scan_status is distinct from new.scan_status and 'quarantined' in (old.scan_status, new.scan_status))
  execute function count_finding_change();
