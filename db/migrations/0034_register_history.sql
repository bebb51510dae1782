-- Every state that a row of the public list has had, so that the list can be read as of any day: what approved_sites
-- held from `since` until `until`, without which it holds it now. Written by the trigger alone.
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

-- What the approvals alone tell: every state there was, for as long as an approved record cannot leave the list. Of a
-- database that has been filled without them, such as this one until now.
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
select restart_register_history();

create function keep_register_history() returns trigger language plpgsql as $$
declare
  -- not the beginning of the transaction: of two that wait for each other the later one began earlier now and then
  at timestamptz := clock_timestamp();
begin
  if tg_op = 'UPDATE' and new is not distinct from old then return null; end if;
  -- an insert as well: a row that somebody took away behind the triggers ends when it is mended
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
