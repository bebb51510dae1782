-- How often the records of an office changed, so that a reader knows region by region whether what it kept is still
-- true: `records` counts every change that a report can see, `approvals` those of the approved sites. It takes the
-- place of one number for the whole country, for which every approval waited and after which everything was read anew.
drop trigger approved_sites_changed on approved_sites;
drop function count_approved_change;
drop table approved_changes;

create table record_changes (
  office_id integer not null,
  region_id integer not null,
  records bigint not null default 0,
  approvals bigint not null default 0,
  constraint record_changes_pkey primary key (office_id, region_id)
);

-- Its triggers come before those of the kept counts (their names decide), and in the order of the key, so that two
-- writers never wait for each other in a circle.
create function note_record_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into record_changes as kept (office_id, region_id, records)
    select distinct office_id, region_id, 1 from added order by 1, 2
    on conflict on constraint record_changes_pkey do update set records = kept.records + 1;
  else
    insert into record_changes as kept (office_id, region_id, records)
    select distinct office_id, region_id, 1
    from (select office_id, region_id from added union all select office_id, region_id from removed) as changed
    order by 1, 2
    on conflict on constraint record_changes_pkey do update set records = kept.records + 1;
  end if;
  return null;
end
$$;
create trigger site_profiles_changed_insert after insert on site_profiles
  referencing new table as added for each statement execute function note_record_change();
create trigger site_profiles_changed_update after update on site_profiles
  referencing new table as added old table as removed for each statement execute function note_record_change();
create trigger site_activities_changed_insert after insert on site_activities
  referencing new table as added for each statement execute function note_record_change();
create trigger site_activities_changed_update after update on site_activities
  referencing new table as added old table as removed for each statement execute function note_record_change();

create function note_approved_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into record_changes as kept (office_id, region_id, approvals)
    select distinct office_id, region_id, 1 from added order by 1, 2
    on conflict on constraint record_changes_pkey do update set approvals = kept.approvals + 1;
  elsif tg_op = 'DELETE' then
    insert into record_changes as kept (office_id, region_id, approvals)
    select distinct office_id, region_id, 1 from removed order by 1, 2
    on conflict on constraint record_changes_pkey do update set approvals = kept.approvals + 1;
  else
    insert into record_changes as kept (office_id, region_id, approvals)
    select distinct office_id, region_id, 1
    from (select office_id, region_id from added union all select office_id, region_id from removed) as changed
    order by 1, 2
    on conflict on constraint record_changes_pkey do update set approvals = kept.approvals + 1;
  end if;
  return null;
end
$$;
create trigger approved_sites_changed_insert after insert on approved_sites
  referencing new table as added for each statement execute function note_approved_change();
create trigger approved_sites_changed_update after update on approved_sites
  referencing new table as added old table as removed for each statement execute function note_approved_change();
create trigger approved_sites_changed_delete after delete on approved_sites
  referencing old table as removed for each statement execute function note_approved_change();

-- What the dashboard narrows by stands with the approved sites, so that counting them reads nothing else.
alter table approved_sites add column province_id integer, add column created_by integer;
create or replace view approved_sites_now as
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
create or replace function keep_approved_site() returns trigger language plpgsql set enable_seqscan = off as $$
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
update approved_sites set province_id = site_profiles.province_id, created_by = site_profiles.created_by
from site_profiles where site_profiles.id = approved_sites.site_profile_id;
alter table approved_sites alter column created_by set not null;

-- Pages and exports go through a region by number.
create index approved_sites_pages_idx on approved_sites (region_id, site_profile_id) include (site_activity_id);
create index approved_sites_created_idx on approved_sites (created_by);
drop index site_profiles_report_idx;
create index site_profiles_report_idx on site_profiles (region_id, id)
  include (office_id, province_id, site_status) where status = 'Activated';
