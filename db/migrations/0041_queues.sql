-- Lists are narrowed by the warnings of their records (docs/decisions/044-queues.md). Most of what a warning is made of
-- changes with its record, which record_changes tells; what changes without it is counted here: land shared with another
-- site, that site switched on or off, a boundary measured afresh in the background, a file put into quarantine. Whoever
-- keeps the order of a list that is narrowed so reads it anew when this number is another one.
create table finding_changes (
  id boolean primary key default true,
  version bigint not null default 0,
  constraint finding_changes_single_check check (id)
);
insert into finding_changes default values;

-- Once per transaction and at its end: the one row is held for as long as a commit takes, and by nobody who waits.
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
  when (old.warnings is distinct from new.warnings or old.area_ha is distinct from new.area_ha)
  execute function count_finding_change();
create constraint trigger files_quarantined after update of scan_status on files
  deferrable initially deferred for each row
  when (old.scan_status is distinct from new.scan_status and 'quarantined' in (old.scan_status, new.scan_status))
  execute function count_finding_change();

-- The few files with a virus are found without reading the others.
create index files_quarantined_idx on files (id) where scan_status = 'quarantined';
