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
-- whole list again. `ids` are those in the table of the kind, so that a deleted record is named too; both lists are null
-- if one change touched more than 64 profiles.
create table record_change_ring (
  office_id integer not null,
  region_id integer not null,
  slot integer not null,
  version bigint not null,
  site_profile_ids integer[],
  kind text not null,
  ids integer[],
  constraint record_change_ring_pkey primary key (office_id, region_id, slot),
  constraint record_change_ring_slot_check check (slot = version % 64)
) with (fillfactor = 50);

create function note_changed(
  offices integer[], regions integer[], profiles integer[], kind text, ids integer[], more_records integer,
  more_approvals integer
) returns void language plpgsql as $$
begin
  with changed as (
    select office_id, region_id, array_agg(distinct profile) as profiles, array_agg(distinct id) as ids
    from unnest(offices, regions, profiles, note_changed.ids) as rows (office_id, region_id, profile, id)
    group by 1, 2
  ), counted as (
    insert into record_changes as kept (office_id, region_id, records, approvals)
    select office_id, region_id, more_records, more_approvals from changed order by 1, 2
    on conflict on constraint record_changes_pkey do update set
      records = kept.records + excluded.records, approvals = kept.approvals + excluded.approvals
    returning office_id, region_id, records + approvals as version
  )
  insert into record_change_ring as kept (office_id, region_id, slot, version, site_profile_ids, kind, ids)
  select office_id, region_id, version % 64, version,
    case when cardinality(changed.profiles) <= 64 then changed.profiles end, note_changed.kind,
    case when cardinality(changed.profiles) <= 64 then changed.ids end
  from counted join changed using (office_id, region_id)
  on conflict on constraint record_change_ring_pkey do update set
    version = excluded.version, site_profile_ids = excluded.site_profile_ids, kind = excluded.kind,
    ids = excluded.ids;
end
$$;

create function note_profile_change() returns trigger language plpgsql as $$
declare
  offices integer[];
  regions integer[];
  profiles integer[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(office_id), array_agg(region_id), array_agg(id) into offices, regions, profiles
    from (select office_id, region_id, id from changed union select office_id, region_id, id from before) as either;
  else
    select array_agg(office_id), array_agg(region_id), array_agg(id) into offices, regions, profiles from changed;
  end if;
  perform note_changed(offices, regions, profiles, tg_table_name, profiles, 1, 0);
  return null;
end
$$;
create trigger site_profiles_changed_insert after insert on site_profiles
  referencing new table as changed for each statement execute function note_profile_change();
create trigger site_profiles_changed_update after update on site_profiles
  referencing new table as changed old table as before for each statement execute function note_profile_change();
create trigger site_profiles_changed_delete after delete on site_profiles
  referencing old table as changed for each statement execute function note_profile_change();

-- For records of any kind that belong to a profile.
create function note_record_change() returns trigger language plpgsql as $$
declare
  offices integer[];
  regions integer[];
  profiles integer[];
  ids integer[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(office_id), array_agg(region_id), array_agg(site_profile_id), array_agg(id)
    into offices, regions, profiles, ids
    from (
      select office_id, region_id, site_profile_id, id from changed
      union select office_id, region_id, site_profile_id, id from before
    ) as either;
  else
    select array_agg(office_id), array_agg(region_id), array_agg(site_profile_id), array_agg(id)
    into offices, regions, profiles, ids from changed;
  end if;
  perform note_changed(offices, regions, profiles, tg_table_name, ids, 1, 0);
  return null;
end
$$;
create trigger site_activities_changed_insert after insert on site_activities
  referencing new table as changed for each statement execute function note_record_change();
create trigger site_activities_changed_update after update on site_activities
  referencing new table as changed old table as before for each statement execute function note_record_change();
create trigger site_activities_changed_delete after delete on site_activities
  referencing old table as changed for each statement execute function note_record_change();

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

-- The warnings of each record, written in the transaction of whoever learns of one (docs/decisions/05-warnings.md). The
-- words are made of code and params (shared/review/warning-labels.ts).
create table record_warnings (
  record_id integer not null,
  code text not null,
  params jsonb not null,
  since timestamptz not null,
  constraint record_warnings_pkey primary key (record_id, code, params),
  -- a draft that its office discards is deleted with its record
  constraint record_warnings_record_fkey foreign key (record_id) references records (id) on delete cascade
);
-- whose turn a finding is, and which layer a boundary is not compared with
create index record_warnings_code_idx on record_warnings (code, (params ->> 'turn'));

-- Lists can be filtered by the warnings of their records (docs/decisions/04-queues-and-decisions.md), which change
-- without their record. A cached order of such a list is read again when this version has changed.
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
create constraint trigger record_warnings_changed after insert or delete on record_warnings
  deferrable initially deferred for each row execute function count_finding_change();
