-- How many sites of the public list lie in each office and region, so that the page after an approval counts nothing.
-- Kept as the other counts are (0017), by triggers whose names put them after those that note the change.
create table approved_site_counts (
  office_id integer not null,
  region_id integer not null,
  count integer not null,
  constraint approved_site_counts_pkey primary key (office_id, region_id)
);
insert into approved_site_counts select office_id, region_id, count(*) from approved_sites group by 1, 2;

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
