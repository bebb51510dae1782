-- The public list, which the public pages, the dashboard and the reports read (rulings S-76, S-90): every finally
-- approved, activated profile with its latest approved activity. It has no foreign keys, so that a write never waits
-- for another record.

-- The columns must have the order of approved_sites_now below, which fills the table.
create table approved_sites (
  site_profile_id integer primary key,
  region_id integer not null,
  office_id integer not null,
  site_activity_id integer,
  -- the later of the two final approvals
  approved_at timestamptz not null,
  grades text[],
  -- filters of the dashboard, so that counting reads no other table
  province_id integer,
  created_by integer not null,
  constraint approved_sites_grades_check check ((site_activity_id is null) = (grades is null))
);
create index approved_sites_newest_idx on approved_sites (approved_at desc, site_profile_id);
create index approved_sites_region_idx on approved_sites (region_id, approved_at desc, site_profile_id);
create index approved_sites_office_idx on approved_sites (office_id);
create index approved_sites_grades_idx on approved_sites using gin (grades);
create index approved_sites_created_idx on approved_sites (created_by);
-- pages and exports read a region in the order of the profile ids
create index approved_sites_pages_idx on approved_sites (region_id, site_profile_id) include (site_activity_id);

create view approved_sites_now as
select site_profiles.id as site_profile_id, site_profiles.region_id, site_profiles.office_id,
  latest.id as site_activity_id, greatest(site_profiles.approved_at, latest.approved_at) as approved_at, latest.grades,
  site_profiles.province_id, site_profiles.created_by
from site_profiles
left join lateral (
  select site_activities.id, site_activities.approved_at,
    array[
      principle_number_1, principle_number_2, principle_number_3, principle_number_4,
      principle_number_5, principle_number_6, principle_number_7, principle_number_8
    ] as grades
  from site_activities
  where site_activities.site_profile_id = site_profiles.id
    and site_activities.site_status = 'Approved' and site_activities.status = 'Activated'
  order by site_activities.approved_at desc, site_activities.id desc
  limit 1
) as latest on true
where site_profiles.site_status = 'Approved' and site_profiles.status = 'Activated';

-- Sequential scans are off, so that the profile is found by its index even before the tables have statistics.
create function keep_approved_site() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  profile integer;
begin
  if tg_table_name = 'site_profiles' then profile := new.id; else profile := new.site_profile_id; end if;
  insert into approved_sites as kept
  select * from approved_sites_now where approved_sites_now.site_profile_id = profile
  on conflict (site_profile_id) do update set
    region_id = excluded.region_id, office_id = excluded.office_id, site_activity_id = excluded.site_activity_id,
    approved_at = excluded.approved_at, grades = excluded.grades, province_id = excluded.province_id,
    created_by = excluded.created_by;
  if not found then
    delete from approved_sites where approved_sites.site_profile_id = profile;
  end if;
  return null;
end
$$;
create trigger site_profiles_approved_insert after insert on site_profiles
  for each row when (new.site_status = 'Approved') execute function keep_approved_site();
create trigger site_profiles_approved_update after update on site_profiles
  for each row when (new.site_status = 'Approved' or old.site_status = 'Approved')
  execute function keep_approved_site();
create trigger site_activities_approved_insert after insert on site_activities
  for each row when (new.site_status = 'Approved') execute function keep_approved_site();
create trigger site_activities_approved_update after update on site_activities
  for each row when (new.site_status = 'Approved' or old.site_status = 'Approved')
  execute function keep_approved_site();

create function forget_approved_site() returns trigger language plpgsql as $$
begin
  delete from approved_sites where site_profile_id = old.id;
  return null;
end
$$;
create trigger site_profiles_approved_delete after delete on site_profiles
  for each row when (old.site_status = 'Approved') execute function forget_approved_site();

-- The grades are again those of the activity approved before it, if there is one.
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

create function note_approved_change() returns trigger language plpgsql as $$
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
  perform note_changed(offices, regions, profiles, 'site_profiles', profiles, 0, 1);
  return null;
end
$$;
create trigger approved_sites_changed_insert after insert on approved_sites
  referencing new table as added for each statement execute function note_approved_change();
create trigger approved_sites_changed_update after update on approved_sites
  referencing new table as added old table as removed for each statement execute function note_approved_change();
create trigger approved_sites_changed_delete after delete on approved_sites
  referencing old table as removed for each statement execute function note_approved_change();

-- Sites of the public list per office and region, so that the first page after an approval need not count them.
create table approved_site_counts (
  office_id integer not null,
  region_id integer not null,
  count integer not null,
  constraint approved_site_counts_pkey primary key (office_id, region_id)
);

create function count_approved_sites() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into approved_site_counts as kept
    select office_id, region_id, count(*) from added group by 1, 2 order by 1, 2
    on conflict on constraint approved_site_counts_pkey do update set count = kept.count + excluded.count;
  elsif tg_op = 'DELETE' then
    insert into approved_site_counts as kept
    select office_id, region_id, -count(*) from removed group by 1, 2 order by 1, 2
    on conflict on constraint approved_site_counts_pkey do update set count = kept.count + excluded.count;
  else
    insert into approved_site_counts as kept
    select office_id, region_id, sum(change)
    from (
      select office_id, region_id, 1 as change from added
      union all select office_id, region_id, -1 from removed
    ) as changes
    group by 1, 2 having sum(change) <> 0 order by 1, 2
    on conflict on constraint approved_site_counts_pkey do update set count = kept.count + excluded.count;
  end if;
  return null;
end
$$;
create trigger approved_sites_counted_insert after insert on approved_sites
  referencing new table as added for each statement execute function count_approved_sites();
create trigger approved_sites_counted_delete after delete on approved_sites
  referencing old table as removed for each statement execute function count_approved_sites();
create trigger approved_sites_counted_update after update on approved_sites
  referencing new table as added old table as removed for each statement execute function count_approved_sites();

-- Every state of each row of approved_sites, so that the public list can be read as of any day
-- (docs/decisions/16-public-pages.md): the row was like this from `since` until `until`; null is the present state.
-- Only the trigger writes it.
create table approved_site_history (
  id bigint generated always as identity primary key,
  site_profile_id integer not null,
  region_id integer not null,
  office_id integer not null,
  site_activity_id integer,
  approved_at timestamptz not null,
  grades text[],
  province_id integer,
  created_by integer not null,
  since timestamptz not null,
  until timestamptz,
  constraint approved_site_history_order_check check (until >= since)
);
create unique index approved_site_history_now_key on approved_site_history (site_profile_id) where until is null;
create index approved_site_history_site_idx on approved_site_history (site_profile_id, since desc);

create function keep_register_history() returns trigger language plpgsql as $$
declare
  -- not now(): of two writers, the transaction that waits may have begun first
  at timestamptz := clock_timestamp();
begin
  if tg_op = 'UPDATE' and new is not distinct from old then return null; end if;
  -- on an insert too, for a row that was removed with the triggers disabled and is inserted again
  update approved_site_history set until = greatest(at, since)
  where site_profile_id = coalesce(new.site_profile_id, old.site_profile_id) and until is null;
  if tg_op <> 'DELETE' then
    insert into approved_site_history
      (site_profile_id, region_id, office_id, site_activity_id, approved_at, grades, province_id, created_by, since)
    values (new.site_profile_id, new.region_id, new.office_id, new.site_activity_id, new.approved_at, new.grades,
      new.province_id, new.created_by, at);
  end if;
  return null;
end
$$;
create trigger approved_sites_history after insert or update or delete on approved_sites
  for each row execute function keep_register_history();

-- Computes the history from the approvals alone, which is complete as long as no approved record was ever deactivated.
-- For a database that was filled at once: the demo bureau and the one for measurements.
create function restart_register_history() returns void language sql as $$
  delete from approved_site_history;
  insert into approved_site_history
    (site_profile_id, region_id, office_id, site_activity_id, approved_at, grades, province_id, created_by, since, until)
  select site_profile_id, region_id, office_id, site_activity_id, at, grades, province_id, created_by, at,
    lead(at) over (partition by site_profile_id order by at, site_activity_id nulls first)
  from (
    select id as site_profile_id, region_id, office_id, null::integer as site_activity_id, approved_at as at,
      null::text[] as grades, province_id, created_by
    from site_profiles where site_status = 'Approved' and status = 'Activated'
    union all
    select profiles.id, profiles.region_id, profiles.office_id, site_activities.id,
      greatest(profiles.approved_at, site_activities.approved_at),
      array[
        principle_number_1, principle_number_2, principle_number_3, principle_number_4,
        principle_number_5, principle_number_6, principle_number_7, principle_number_8
      ], profiles.province_id, profiles.created_by
    from site_profiles profiles
    join site_activities on site_activities.site_profile_id = profiles.id
      and site_activities.site_status = 'Approved' and site_activities.status = 'Activated'
    where profiles.site_status = 'Approved' and profiles.status = 'Activated'
  ) as states;
$$;
