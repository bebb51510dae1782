-- Rows of the log about drafts, which nobody outside their office reads until the record is submitted (ruling S-112,
-- docs/decisions/020-drafts-in-the-log.md). The log itself is sealed and final, so what is held back stands beside it.
create table audit_draft_rows (
  audit_log_id bigint primary key,
  -- of the row, so that they can be taken off the counts of a scope
  created_at timestamptz not null,
  region_id integer,
  -- what it waits for: this draft, or the record that takes this file into use
  site_activity_id integer,
  file_id integer,
  constraint audit_draft_rows_record_check check (num_nonnulls(site_activity_id, file_id) = 1)
);
create index audit_draft_rows_created_idx on audit_draft_rows (created_at, region_id);
create index audit_draft_rows_activity_idx on audit_draft_rows (site_activity_id) where site_activity_id is not null;
create index audit_draft_rows_file_idx on audit_draft_rows (file_id) where file_id is not null;

-- The file of an upload or a quarantine while a draft has it or no record at all; null for every other row.
create function audit_draft_file(log audit_logs) returns integer language sql stable as $$
  select files.id
  from files
  left join site_activity_means on site_activity_means.file_id = files.id
  left join site_activities on site_activities.id = site_activity_means.site_activity_id
  where files.id = case log.event
      when 'File Quarantined' then log.auditable_id
      when 'File Uploaded' then (
        select (change ->> 'new')::integer from jsonb_array_elements(log.field_change) as change
        where change ->> 'field' = 'file_id' limit 1
      )
    end
    and (site_activities.site_status = 'Save as Draft' or (site_activities.id is null and files.unused_since is not null))
$$;

-- A draft is locked against its submission meanwhile, so that no row is held back that has just been let go.
create function hold_draft_log() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  draft integer;
  upload integer;
begin
  if new.auditable_type = 'SITES Activities' and new.auditable_id is not null then
    select id into draft from site_activities
    where id = new.auditable_id and site_status = 'Save as Draft' for share;
  else
    upload := audit_draft_file(new);
  end if;
  if draft is not null or upload is not null then
    insert into audit_draft_rows (audit_log_id, created_at, region_id, site_activity_id, file_id)
    values (new.id, new.created_at, new.region_id, draft, upload);
  end if;
  return null;
end
$$;
create trigger audit_logs_held after insert on audit_logs for each row
  when (new.auditable_type = 'SITES Activities' or new.event in ('File Uploaded', 'File Quarantined'))
  execute function hold_draft_log();

-- Submitted, a draft lets go of its rows and of the uploads that it was submitted with.
create function release_submitted_draft() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  delete from audit_draft_rows where site_activity_id = new.id;
  delete from audit_draft_rows
  where file_id = any (array(select file_id from site_activity_means where site_activity_id = new.id));
  return null;
end
$$;
create trigger site_activities_released after update on site_activities for each row
  when (old.site_status = 'Save as Draft' and new.site_status <> 'Save as Draft')
  execute function release_submitted_draft();

-- So does a file that a record takes into use which others see already.
create function release_evidence() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  delete from audit_draft_rows
  where file_id = new.file_id and exists (
    select from site_activities where id = new.site_activity_id and site_status <> 'Save as Draft'
  );
  return null;
end
$$;
create trigger site_activity_means_released after insert on site_activity_means for each row
  execute function release_evidence();

create function release_profile_files() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  delete from audit_draft_rows where file_id = any (array[new.agreement_id, new.map_kml_id]);
  return null;
end
$$;
create trigger site_profiles_released_insert after insert on site_profiles for each row
  execute function release_profile_files();
create trigger site_profiles_released_update after update on site_profiles for each row
  when (old.agreement_id <> new.agreement_id or old.map_kml_id <> new.map_kml_id)
  execute function release_profile_files();

-- What stands in the log already: drafts of today, and files of today that no record seen by others holds.
insert into audit_draft_rows (audit_log_id, created_at, region_id, site_activity_id)
select audit_logs.id, audit_logs.created_at, audit_logs.region_id, site_activities.id
from site_activities join audit_logs on audit_logs.auditable_id = site_activities.id
where site_activities.site_status = 'Save as Draft' and audit_logs.auditable_type = 'SITES Activities';
insert into audit_draft_rows (audit_log_id, created_at, region_id, file_id)
select id, created_at, region_id, audit_draft_file(audit_logs)
from audit_logs
where event in ('File Uploaded', 'File Quarantined') and audit_draft_file(audit_logs) is not null;
