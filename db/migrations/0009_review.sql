-- The review of profiles and activities: its history, what reviewers have opened, decisions on many records, and the
-- rows of the audit log about drafts.

-- Every submission, approval, return and recall of a record, never overwritten (ruling S-45).
create table review_steps (
  id bigint generated always as identity primary key,
  site_profile_id integer,
  site_activity_id integer,
  round integer not null,
  action text not null,
  level text,
  user_id integer not null,
  user_name text not null,
  role_name text not null,
  at timestamptz not null default now(),
  comment text,
  comments jsonb not null default '[]',
  -- the row of the audit log that was erased, and with it the comment of this step. Rows of the log are never removed,
  -- so this needs no foreign key, and no index that every step would have to update.
  erased_row bigint,
  constraint review_steps_record_check check (num_nonnulls(site_profile_id, site_activity_id) = 1),
  constraint review_steps_action_check check (action in ('Submitted', 'Approved', 'Returned', 'Recalled')),
  constraint review_steps_level_check check (
    (action in ('Submitted', 'Recalled') and level is null)
    or (action in ('Approved', 'Returned') and level in ('PENRO', 'Region', 'FMB'))
  ),
  constraint review_steps_comment_check check (
    ((action = 'Returned') = (comment is not null or jsonb_array_length(comments) > 0))
    or (erased_row is not null and comment is null and comments = '[]')
  ),
  constraint review_steps_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  constraint review_steps_activity_fkey foreign key (site_activity_id) references site_activities (id),
  constraint review_steps_user_fkey foreign key (user_id) references users (id)
);
create index review_steps_profile_idx on review_steps (site_profile_id, id);
create index review_steps_activity_idx on review_steps (site_activity_id, id);
create index review_steps_user_idx on review_steps (user_id);
-- the records that a reviewer returned
create index review_steps_returned_idx on review_steps (user_id) where action = 'Returned';

-- The content of a record at each submission, with which a later submission is compared (ruling S-45). A record cannot
-- be edited between a submission and its return, so this is also what was returned.
create table review_snapshots (
  id bigint generated always as identity primary key,
  site_profile_id integer,
  site_activity_id integer,
  round integer not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  constraint review_snapshots_record_check check (num_nonnulls(site_profile_id, site_activity_id) = 1),
  constraint review_snapshots_profile_key unique (site_profile_id, round),
  constraint review_snapshots_activity_key unique (site_activity_id, round),
  constraint review_snapshots_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  constraint review_snapshots_activity_fkey foreign key (site_activity_id) references site_activities (id)
);

-- The revision and the warnings of a pending record that the server last sent to a reviewer; only a revision that was
-- sent counts as opened (docs/decisions/04-queues-and-decisions.md).
create table record_sendings (
  id integer generated always as identity primary key,
  user_id integer not null,
  site_profile_id integer,
  site_activity_id integer,
  revision integer not null,
  marks text[] not null,
  constraint record_sendings_record_check check (num_nonnulls(site_profile_id, site_activity_id) = 1),
  constraint record_sendings_profile_key unique (site_profile_id, user_id),
  constraint record_sendings_activity_key unique (site_activity_id, user_id),
  constraint record_sendings_user_fkey foreign key (user_id) references users (id),
  constraint record_sendings_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  constraint record_sendings_activity_fkey foreign key (site_activity_id) references site_activities (id)
    on delete cascade
);
create index record_sendings_user_idx on record_sendings (user_id);

-- The revision and the warnings of a record that a reviewer last opened. The audit log cannot answer this: it has at
-- most one View a minute, and no revision.
create table record_openings (
  id integer generated always as identity primary key,
  user_id integer not null,
  site_profile_id integer,
  site_activity_id integer,
  revision integer not null,
  marks text[] not null,
  opened_at timestamptz not null default now(),
  constraint record_openings_record_check check (num_nonnulls(site_profile_id, site_activity_id) = 1),
  constraint record_openings_profile_key unique (site_profile_id, user_id),
  constraint record_openings_activity_key unique (site_activity_id, user_id),
  constraint record_openings_user_fkey foreign key (user_id) references users (id),
  constraint record_openings_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  constraint record_openings_activity_fkey foreign key (site_activity_id) references site_activities (id)
    on delete cascade
);
create index record_openings_user_idx on record_openings (user_id);

-- Decisions on many records at once (docs/decisions/04-queues-and-decisions.md). Each record is decided on in its own
-- transaction, and its row has the result.
create table bulk_decisions (
  id integer generated always as identity primary key,
  -- the table of its records
  kind text not null,
  action text not null,
  state text not null default 'Running',
  created_by integer not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- why the remaining records were not decided on
  refusal text,
  -- of the request, for the rows of the audit log
  request_id text not null,
  network_address text not null,
  user_agent text not null,
  constraint bulk_decisions_kind_check check (kind in ('site_profiles', 'site_activities')),
  constraint bulk_decisions_action_check check (action in ('approve', 'return')),
  constraint bulk_decisions_state_check check (state in ('Running', 'Finished', 'Ended')),
  constraint bulk_decisions_ended_check check ((ended_at is null) = (state = 'Running')),
  constraint bulk_decisions_refusal_check check ((refusal is not null) = (state = 'Ended')),
  constraint bulk_decisions_created_by_fkey foreign key (created_by) references users (id)
);
create index bulk_decisions_created_by_idx on bulk_decisions (created_by, kind, id);
create index bulk_decisions_ended_idx on bulk_decisions (ended_at);
-- rejects a second decision on many while the first is running
create unique index bulk_decisions_running_key on bulk_decisions (created_by, kind) where state = 'Running';

create table bulk_decision_rows (
  id integer generated always as identity primary key,
  bulk_decision_id integer not null,
  site_profile_id integer,
  site_activity_id integer,
  -- the revision that the approver had opened
  revision integer not null,
  -- of a return: the comments, as columns of the record and of the step in its history
  comments jsonb,
  state text not null default 'Waiting',
  sentence text,
  -- how often the server failed on it for a reason that is not the record's
  tries integer not null default 0,
  -- the mails about this record, stored until all records are decided on, so that each recipient gets one mail (S-140);
  -- null again once the mails are in the outbox
  letters jsonb,
  constraint bulk_decision_rows_record_check check (num_nonnulls(site_profile_id, site_activity_id) = 1),
  constraint bulk_decision_rows_state_check check (state in ('Waiting', 'Decided', 'Refused', 'Left')),
  constraint bulk_decision_rows_sentence_check check ((sentence is not null) = (state in ('Refused', 'Left'))),
  constraint bulk_decision_rows_profile_key unique (site_profile_id, bulk_decision_id),
  constraint bulk_decision_rows_activity_key unique (site_activity_id, bulk_decision_id),
  constraint bulk_decision_rows_bulk_fkey foreign key (bulk_decision_id) references bulk_decisions (id) on delete cascade,
  constraint bulk_decision_rows_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  constraint bulk_decision_rows_activity_fkey foreign key (site_activity_id) references site_activities (id)
    on delete cascade
);
create index bulk_decision_rows_bulk_idx on bulk_decision_rows (bulk_decision_id, id);
create index bulk_decision_rows_letters on bulk_decision_rows (bulk_decision_id) where letters is not null;

-- Rows of the audit log about drafts, which only their office can read until the draft is submitted (ruling S-112,
-- docs/decisions/14-the-log.md). The log itself never changes, so this table lists them.
create table audit_draft_rows (
  audit_log_id bigint primary key,
  -- copied from the row, so that it can be subtracted from the counts of a scope
  created_at timestamptz not null,
  region_id integer,
  -- what releases it: the submission of this draft, or a record that begins to use this file
  site_activity_id integer,
  file_id integer,
  constraint audit_draft_rows_record_check check (num_nonnulls(site_activity_id, file_id) = 1)
);
create index audit_draft_rows_created_idx on audit_draft_rows (created_at, region_id);
create index audit_draft_rows_activity_idx on audit_draft_rows (site_activity_id) where site_activity_id is not null;
create index audit_draft_rows_file_idx on audit_draft_rows (file_id) where file_id is not null;

-- Returns the file of an upload or a quarantine if only a draft or no record uses it; null for every other row.
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

-- Lists a new row of the log that is about a draft. The draft is locked against a submission at the same time, or its
-- rows could be hidden again just after the submission has released them. A recall is shown to everyone who could read
-- the submission. A discarded draft is shown to its office alone, although it no longer exists.
create function hold_draft_log() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  draft integer;
  upload integer;
begin
  if new.auditable_type = 'SITES Activities' and new.auditable_id is not null then
    if new.event = 'Discarded' then
      draft := new.auditable_id;
    elsif new.event <> 'Recalled' then
      select id into draft from site_activities
      where id = new.auditable_id and site_status = 'Save as Draft' for share;
    end if;
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

-- A submission releases the rows of the draft and of its uploads.
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

-- A record that others can read already releases the rows of a file that it begins to use.
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
