-- The audit log, and the public log with one entry for each of its rows (docs/decisions/14-the-log.md).

-- The text of a change as people read it; it must agree with shared/audit/field-changes.ts. Searches use this text.
create function audit_field_words(field text) returns text language sql immutable parallel safe as $$
  select case
    when field ~ '^[a-z]+([A-Z][a-z]+)+$' then lower(regexp_replace(field, '([A-Z])', ' \1', 'g'))
    when field = 'implementation_arrangement_others' then 'implementation arrangement (please specify)'
    else replace(field, '_', ' ')
  end
$$;
create function audit_change_text(change jsonb) returns text language sql immutable parallel safe as $$
  select audit_field_words(change ->> 'field') || case
    when change ->> 'old' is null and change ->> 'new' is null then ''
    when change ->> 'old' is null or change ->> 'old' = change ->> 'new' then ': ' || (change ->> 'new')
    when change ->> 'new' is null then ': ' || (change ->> 'old') || ' (removed)'
    else ': ' || (change ->> 'old') || ' to ' || (change ->> 'new')
  end
$$;
create function audit_search_text(texts text[], changes jsonb) returns text
language sql immutable parallel safe as $$
  select search_form(array_to_string(
    texts || array(select audit_change_text(change) from jsonb_array_elements(changes) as change),
    E'\n'
  ))
$$;

-- One row per event. It stores the user's name, mail address and role at the time (ruling S-89), so it refers to no
-- other table.
create table audit_logs (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default clock_timestamp(),
  user_id integer,
  user_name text,
  user_email text,
  role_name text,
  access_level text,
  region_id integer,
  office_id integer,
  auditable_type text not null,
  auditable_id integer,
  auditable_code text,
  event text not null,
  field_change jsonb not null default '[]',
  network_address text,
  request_id text,
  -- not part of the entry in the public log, so it may be computed again
  search_text text not null generated always as (
    audit_search_text(
      array[user_name, user_email, role_name, auditable_type, auditable_code, event], field_change
    )
  ) stored,
  constraint audit_logs_type_check check (
    auditable_type in (
      'Authentication', 'User Management', 'Role Management', 'Profiling of SITES', 'SITES Activities',
      'Compliance to Safeguards', 'Summary of Information', 'Reports', 'System', 'Auditor'
    )
  ),
  constraint audit_logs_field_change_check check (jsonb_typeof(field_change) = 'array')
);
-- newest first within each scope, in the exact order of the list
create index audit_logs_created_idx on audit_logs (created_at desc, id desc);
create index audit_logs_region_idx on audit_logs (region_id, created_at desc, id desc);
create index audit_logs_office_idx on audit_logs (office_id, created_at desc, id desc);
create index audit_logs_record_idx on audit_logs (auditable_type, auditable_id, id);
create index audit_logs_user_idx on audit_logs (user_id, auditable_type, auditable_id, event, created_at desc);
-- the rows about one record, by the code that the list shows
create index audit_logs_code_idx on audit_logs (lower(auditable_code), created_at desc, id desc);
-- finds the row of an upload for the proof of its file: the row's first change is the file's id
create index audit_logs_uploaded_idx on audit_logs ((field_change -> 0 ->> 'new')) where event = 'File Uploaded';
-- the rows that state the public facts of a record and the steps before; a public record is compared with them each time
-- it is read
create index audit_logs_stated_idx on audit_logs (auditable_type, auditable_id) where event in (
  'Created', 'Submitted', 'Recalled', 'Approved (PENRO)', 'Approved (Region)', 'Approved (FMB)', 'Returned (PENRO)',
  'Returned (Region)', 'Returned (FMB)', 'Withdrawal Proposed', 'Withdrawal Cancelled', 'Withdrawn (FMB)', 'Activated',
  'Deactivated', 'Certificate Issued', 'Frozen', 'Published', 'Replaced', 'Withdrawn', 'Import Started'
);
-- what a role could do when a record was approved
create index audit_logs_roles_idx on audit_logs (auditable_code, id) where auditable_type = 'Role Management'
  and event in ('Created', 'Updated', 'Activated', 'Deactivated');
-- The rows of the log that state a public text: an office's name and address, the wording of a set of criteria, an official
-- word in another language. Pages are compared with the newest of each.
create index audit_logs_words_idx on audit_logs (id)
  where event in ('Location Data Changed', 'Criteria Stated', 'Text Proposed', 'Text Confirmed');

create function audit_logs_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'audit rows are never changed or removed' using errcode = 'restrict_violation';
end
$$;
create trigger audit_logs_no_truncate before truncate on audit_logs
  for each statement execute function audit_logs_are_final();

-- Committed rows that have no entry in the public log yet. Writers only insert and one process deletes, so that neither
-- waits for the other.
create table audit_unsealed (
  audit_log_id bigint primary key
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create function queue_audit_logs() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed select id from added;
  return null;
end
$$;
create trigger audit_logs_queued after insert on audit_logs
  referencing new table as added for each statement execute function queue_audit_logs();

-- Sealed rows per day in Manila, region and office; 0 is no region or office. The list adds the rows not sealed yet.
create table audit_day_counts (
  day date not null,
  region_id integer not null,
  office_id integer not null,
  rows integer not null,
  constraint audit_day_counts_pkey primary key (day, region_id, office_id)
);

-- The entry of each sealed row: 32 bytes that reveal nothing without the salt.
create table log_entries (
  log_index bigint not null,
  -- null if the row was lost when the database was restored from an older copy
  audit_log_id bigint,
  -- null if it was destroyed with the content of the row, or lost with the row
  salt bytea,
  entry bytea not null,
  -- how the entry was computed from the row (server/public-log/entry.ts)
  form smallint not null,
  constraint log_entries_pkey primary key (log_index),
  constraint log_entries_row_key unique (audit_log_id),
  constraint log_entries_index_check check (log_index >= 0),
  constraint log_entries_bytes_check check (octet_length(entry) = 32 and octet_length(salt) = 16),
  constraint log_entries_lost_check check (audit_log_id is not null or salt is null)
);

-- An entry never changes; only its salt may be destroyed.
create function log_entries_are_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.salt is null and (new.log_index, new.audit_log_id, new.form, new.entry)
      is not distinct from (old.log_index, old.audit_log_id, old.form, old.entry) then
    return new;
  end if;
  raise exception 'entries of the public log are never changed or removed' using errcode = 'restrict_violation';
end
$$;
create trigger log_entries_no_change before update or delete on log_entries
  for each row execute function log_entries_are_final();
create trigger log_entries_no_truncate before truncate on log_entries
  for each statement execute function log_entries_are_final();

-- The last published checkpoint. The file store may be any number of checkpoints behind, as long as this one extends
-- them all.
create table log_published (
  is_last boolean not null default true,
  size bigint not null,
  checkpoint text not null,
  public_key bytea not null,
  published_at timestamptz not null,
  constraint log_published_pkey primary key (is_last),
  constraint log_published_one_check check (is_last),
  constraint log_published_size_check check (size > 0)
);

-- Why the public log stopped: the database does not match what was published. At most one row is open.
create table log_disagreements (
  id integer generated always as identity,
  noticed_at timestamptz not null,
  sentence text not null,
  -- the checkpoint from outside that an operator entered with the command
  outside text,
  settled_at timestamptz,
  reason text,
  constraint log_disagreements_pkey primary key (id),
  constraint log_disagreements_settled_check check ((settled_at is null) = (reason is null))
);
create unique index log_disagreements_open_key on log_disagreements ((true)) where settled_at is null;

-- The checkpoint that covers a whole day in Manila: mailed once, and stamped by a time stamp authority.
create table log_days (
  day date not null,
  size bigint not null,
  checkpoint text not null,
  made_at timestamptz not null,
  -- number of addresses it was mailed to
  mailed integer not null,
  -- the time in the time stamp; null until there is one
  stamped_at timestamptz,
  stamp_fault text,
  -- the key that signed the checkpoint, which may have been replaced since
  public_key bytea not null,
  constraint log_days_pkey primary key (day),
  constraint log_days_size_check check (size > 0),
  constraint log_days_stamp_check check (stamped_at is null or stamp_fault is null)
);

-- The last checkpoint that each witness has co-signed, and why the last request failed, in one sentence.
create table log_witnesses (
  -- the witness's key from the settings: another key is another witness
  key text not null,
  asked_at timestamptz not null,
  size bigint,
  checkpoint text,
  cosignature text,
  cosigned_at timestamptz,
  fault text,
  -- since when it says that the log is not the one that it has co-signed
  refused_since timestamptz,
  constraint log_witnesses_pkey primary key (key),
  constraint log_witnesses_cosigned_check check (num_nulls(size, checkpoint, cosignature, cosigned_at) in (0, 4))
);

-- Rows whose names and comments an operator has erased, and why. The rows themselves remain.
create table audit_erasures (
  audit_log_id bigint not null,
  erased_at timestamptz not null,
  reason text not null,
  -- the remaining parts as a proof shows them, with their salts and the hashes of the erased parts
  kept jsonb,
  constraint audit_erasures_pkey primary key (audit_log_id)
);
create trigger audit_erasures_no_change before update or delete on audit_erasures
  for each row execute function audit_logs_are_final();
create trigger audit_erasures_no_truncate before truncate on audit_erasures
  for each statement execute function audit_logs_are_final();

-- The changes of a row that are facts. The list must equal FACT_FIELDS of server/public-log/entry.ts. Adding or
-- removing a field requires a new form of entries.
create function audit_facts(module text, changes jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(change order by place), '[]')
  from jsonb_array_elements(changes) with ordinality as element (change, place)
  where module in ('Profiling of SITES', 'SITES Activities', 'Summary of Information', 'System')
    and change ->> 'field' in (
      'penro_status', 'region_status', 'fmb_status', 'site_status', 'status',
      'principle_number_1', 'principle_number_2', 'principle_number_3', 'principle_number_4',
      'principle_number_5', 'principle_number_6', 'principle_number_7', 'principle_number_8',
      'code', 'name_of_partner', 'region_id', 'province_id', 'city_id', 'project_area', 'year_implemented',
      'project_year_start', 'project_year_end', 'emission_from_deforestation_area',
      'emission_from_forest_degradation_area', 'conservation_forest_carbon_stocks_area',
      'enhancement_forest_carbon_stocks_area', 'sustainable_management_of_forest_area',
      'redd_eligible_activities_area', 'approved_at', 'map_sha256', 'boundary_sha256', 'boundary_ha',
      'site_profile_id', 'reporting_year', 'principle_batch_number', 'disabled_principle', 'disabled_indicator',
      'figures', 'statements_sha256', 'evidence_sha256',
      'file_id', 'size', 'sha256', 'certificate', 'issued_at', 'records', 'files', 'crosswalk_version',
      'frozen_at', 'published_at', 'replaced_at', 'withdrawn_at', 'row'
    )
$$;

-- A row listed in audit_erasures can be erased once: its names and comments are removed, its facts remain.
create function audit_logs_are_erased_only() returns trigger language plpgsql as $$
declare
  mark constant jsonb := '[{"field": "content_erased", "old": null, "new": null}]';
  is_about_record constant boolean := old.auditable_type in (
    'Profiling of SITES', 'SITES Activities', 'Summary of Information', 'System'
  );
begin
  if tg_op = 'UPDATE' and not old.field_change @> mark
    and exists (select from audit_erasures where audit_log_id = old.id and kept is not null)
    and (new.id, new.created_at, new.access_level, new.region_id, new.office_id, new.auditable_type,
      new.auditable_id, new.auditable_code, new.event, new.field_change)
      is not distinct from
      (old.id, old.created_at, old.access_level, old.region_id, old.office_id, old.auditable_type,
      old.auditable_id, case when is_about_record then old.auditable_code end, old.event,
      audit_facts(old.auditable_type, old.field_change) || mark)
    and num_nonnulls(
      new.user_id, new.user_name, new.user_email, new.role_name, new.network_address, new.request_id
    ) = 0
  then
    return new;
  end if;
  raise exception 'audit rows are never changed or removed' using errcode = 'restrict_violation';
end
$$;
create trigger audit_logs_no_change before update or delete on audit_logs
  for each row execute function audit_logs_are_erased_only();

-- Verifications of the log, with their progress and findings.
create table audit_verifications (
  id integer generated always as identity primary key,
  requested_at timestamptz not null,
  progress_at timestamptz not null,
  finished_at timestamptz,
  rows_total bigint not null default 0,
  rows_checked bigint not null default 0,
  findings_count integer not null default 0,
  findings jsonb not null default '[]',
  notes jsonb not null default '[]',
  failure text
);

-- Differences between a public record and the log, found by a verification or when the record was read. A row remains
-- until a verification no longer finds the difference.
create table altered_records (
  kind text not null,
  -- the id of the profile, summary, file, or translation of an official word; of a certificate, the id of its activity
  record integer not null,
  sentence text not null,
  noticed_at timestamptz not null default clock_timestamp(),
  -- when the Super Administrators were mailed; null until then
  mailed_at timestamptz,
  constraint altered_records_pkey primary key (kind, record, sentence),
  constraint altered_records_kind_check check (kind in ('site', 'certificate', 'summary', 'file', 'text'))
);
