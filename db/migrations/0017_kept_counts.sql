-- What 200,000 records cannot afford to be asked afresh on every call: how many there are, which of them a text is
-- in, and which approved activity is the newest of its profile. Each is kept by the change that alters it.

create extension if not exists pg_trgm;
create index site_profiles_search_idx on site_profiles
  using gin ((code || E'\n' || name_of_partner) gin_trgm_ops);
create index site_activities_search_idx on site_activities
  using gin ((site_profile_code || E'\n' || site_profile_name) gin_trgm_ops);

-- Few rows are deactivated; a person who sees only some of them counts those one by one.
create index site_profiles_deactivated_idx on site_profiles (region_id, office_id) where status = 'Deactivated';
create index site_activities_deactivated_idx on site_activities (region_id, office_id) where status = 'Deactivated';

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

-- Statement by statement and in the order of the key, so that two writers never wait for each other in a circle.
create function count_site_profiles() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into site_profile_counts as kept
    select office_id, region_id, status, count(*) from added group by 1, 2, 3 order by 1, 2, 3
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

create function count_site_activities() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into site_activity_counts as kept
    select office_id, region_id, status, site_status = 'Save as Draft', count(*)
    from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
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

insert into site_profile_counts
select office_id, region_id, status, count(*) from site_profiles group by 1, 2, 3;
insert into site_activity_counts
select office_id, region_id, status, site_status = 'Save as Draft', count(*) from site_activities group by 1, 2, 3, 4;

-- What the public, the dashboard and the reports read (rulings S-76, S-90): every finally approved, activated profile
-- with its latest approved activity. It refers to nothing, so that writing it waits for no other record.
create table approved_sites (
  site_profile_id integer primary key,
  region_id integer not null,
  office_id integer not null,
  site_activity_id integer,
  -- the newer of the two final approvals
  approved_at timestamptz not null,
  grades text[],
  constraint approved_sites_grades_check check ((site_activity_id is null) = (grades is null))
);
create index approved_sites_newest_idx on approved_sites (approved_at desc, site_profile_id);
create index approved_sites_region_idx on approved_sites (region_id, approved_at desc, site_profile_id);
create index approved_sites_office_idx on approved_sites (office_id);
create index approved_sites_grades_idx on approved_sites using gin (grades);

create view approved_sites_now as
select site_profiles.id as site_profile_id, site_profiles.region_id, site_profiles.office_id,
  latest.id as site_activity_id, greatest(site_profiles.approved_at, latest.approved_at) as approved_at, latest.grades
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

-- one profile at a time is always found by its index, also before the tables' statistics know how much there is
create function keep_approved_site() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  profile integer;
begin
  if tg_table_name = 'site_profiles' then profile := new.id; else profile := new.site_profile_id; end if;
  insert into approved_sites as kept
  select * from approved_sites_now where approved_sites_now.site_profile_id = profile
  on conflict (site_profile_id) do update set
    region_id = excluded.region_id, office_id = excluded.office_id, site_activity_id = excluded.site_activity_id,
    approved_at = excluded.approved_at, grades = excluded.grades;
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

insert into approved_sites select * from approved_sites_now;

-- Counts every change of the rows above, so that a reader knows whether what it kept is still true.
create table approved_changes (
  id boolean primary key default true,
  version bigint not null default 0,
  constraint approved_changes_single_check check (id)
);
insert into approved_changes default values;
create function count_approved_change() returns trigger language plpgsql as $$
begin
  update approved_changes set version = version + 1;
  return null;
end
$$;
create trigger approved_sites_changed after insert or update or delete on approved_sites
  for each statement execute function count_approved_change();
