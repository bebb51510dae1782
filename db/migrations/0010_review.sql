-- The review of profiles and activities: its history, what reviewers have opened, decisions on many records, the rows of
-- the audit log about drafts, and approvals that were withdrawn.

-- Every submission, approval, return, recall and withdrawal of a record, never overwritten (ruling S-45).
create table review_steps (
  id bigint generated always as identity primary key,
  record_id integer not null,
  round integer not null,
  action text not null,
  level text,
  user_id integer not null,
  user_name text not null,
  role_name text not null,
  at timestamptz not null default now(),
  comment text,
  comments jsonb not null default '[]',
  -- spelling that an approver corrected while approving: {field, label, old, new}
  edits jsonb not null default '[]',
  -- what the approver looked at, in the words of the checklist then: {principle_number, text}
  looked jsonb not null default '[]',
  -- the row of the audit log that was erased, and with it the comment of this step. Rows of the log are never removed,
  -- so this needs no foreign key, and no index that every step would have to update.
  erased_row bigint,
  constraint review_steps_action_check
    check (action in ('Submitted', 'Approved', 'Returned', 'Recalled', 'Withdrawn')),
  constraint review_steps_level_check check (
    (action in ('Submitted', 'Recalled') and level is null)
    or (action in ('Approved', 'Returned') and level in ('PENRO', 'Region', 'FMB'))
    or (action = 'Withdrawn' and level = 'FMB')
  ),
  constraint review_steps_edits_check check (action = 'Approved' or edits = '[]'),
  constraint review_steps_looked_check check (action in ('Approved', 'Returned') or looked = '[]'),
  constraint review_steps_comment_check check (
    ((action in ('Returned', 'Withdrawn')) = (comment is not null or jsonb_array_length(comments) > 0))
    or (erased_row is not null and comment is null and comments = '[]')
  ),
  constraint review_steps_record_fkey foreign key (record_id) references records (id),
  constraint review_steps_user_fkey foreign key (user_id) references users (id)
);
create index review_steps_record_idx on review_steps (record_id, id);
create index review_steps_user_idx on review_steps (user_id);
-- the records that a reviewer returned
create index review_steps_returned_idx on review_steps (user_id) where action = 'Returned';

-- The content of a record at each submission, with which a later submission is compared (ruling S-45). A record cannot
-- be edited between a submission and its return, so this is also what was returned.
create table review_snapshots (
  id bigint generated always as identity primary key,
  record_id integer not null,
  round integer not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  constraint review_snapshots_record_key unique (record_id, round),
  constraint review_snapshots_record_fkey foreign key (record_id) references records (id)
);

-- The revision and the warnings of a pending record that the server last sent to a reviewer; only a revision that was
-- sent counts as opened (docs/decisions/04-queues-and-decisions.md).
create table record_sendings (
  id integer generated always as identity primary key,
  user_id integer not null,
  record_id integer not null,
  revision integer not null,
  marks text[] not null,
  constraint record_sendings_record_key unique (record_id, user_id),
  constraint record_sendings_user_fkey foreign key (user_id) references users (id),
  constraint record_sendings_record_fkey foreign key (record_id) references records (id) on delete cascade
);
create index record_sendings_user_idx on record_sendings (user_id);

-- The revision and the warnings of a record that a reviewer last opened. The audit log cannot answer this: it has at
-- most one View a minute, and no revision.
create table record_openings (
  id integer generated always as identity primary key,
  user_id integer not null,
  record_id integer not null,
  revision integer not null,
  marks text[] not null,
  opened_at timestamptz not null default now(),
  constraint record_openings_record_key unique (record_id, user_id),
  constraint record_openings_user_fkey foreign key (user_id) references users (id),
  constraint record_openings_record_fkey foreign key (record_id) references records (id) on delete cascade
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
  -- the proof of identity, for the rows of the log; null where none was asked
  proof jsonb,
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
  record_id integer not null,
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
  constraint bulk_decision_rows_state_check check (state in ('Waiting', 'Decided', 'Refused', 'Left')),
  constraint bulk_decision_rows_sentence_check check ((sentence is not null) = (state in ('Refused', 'Left'))),
  constraint bulk_decision_rows_record_key unique (record_id, bulk_decision_id),
  constraint bulk_decision_rows_bulk_fkey foreign key (bulk_decision_id) references bulk_decisions (id) on delete cascade,
  constraint bulk_decision_rows_record_fkey foreign key (record_id) references records (id) on delete cascade
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
  -- what releases it: the submission of this draft, or a record that begins to use this file; nothing, if the draft was
  -- discarded
  record_id integer,
  file_id integer,
  constraint audit_draft_rows_record_check check (num_nonnulls(record_id, file_id) <= 1)
);
create index audit_draft_rows_created_idx on audit_draft_rows (created_at, region_id);
create index audit_draft_rows_record_idx on audit_draft_rows (record_id) where record_id is not null;
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
-- the submission. A discarded draft is shown to its office alone, although it no longer exists; its earlier rows have
-- its number.
create function hold_draft_log() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  draft integer;
  upload integer;
begin
  if new.auditable_type = 'SITES Activities' and new.auditable_id is not null then
    if new.event = 'Discarded' then
      select record_id into draft from audit_logs join audit_draft_rows on audit_log_id = audit_logs.id
      where auditable_type = new.auditable_type and auditable_id = new.auditable_id and record_id is not null limit 1;
    elsif new.event <> 'Recalled' then
      select record_id into draft from site_activities
      where id = new.auditable_id and site_status = 'Save as Draft' for share;
    end if;
  else
    upload := audit_draft_file(new);
  end if;
  if draft is not null or upload is not null or new.event = 'Discarded' then
    insert into audit_draft_rows (audit_log_id, created_at, region_id, record_id, file_id)
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
  delete from audit_draft_rows where record_id = new.record_id;
  delete from audit_draft_rows
  where file_id = any (array(select file_id from record_files where kind = tg_table_name and id = new.id));
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

-- The same of a kind without drafts; its arguments are the columns of the files.
create function release_files() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  delete from audit_draft_rows
  where file_id = any (array(select (to_jsonb(new) ->> name)::integer from unnest(tg_argv) as name));
  return null;
end
$$;
create trigger site_profiles_released_insert after insert on site_profiles for each row
  execute function release_files('agreement_id', 'map_kml_id');
create trigger site_profiles_released_update after update on site_profiles for each row
  when (old.agreement_id <> new.agreement_id or old.map_kml_id <> new.map_kml_id)
  execute function release_files('agreement_id', 'map_kml_id');

-- FMB can end a final approval (docs/decisions/03-one-reviewed-record.md): one person proposes it, another confirms it, and
-- the record is then back with its office.
create table approval_withdrawals (
  id integer generated always as identity,
  record_id integer not null,
  -- null once an operator has erased it
  reason text,
  proposed_by integer not null,
  proposed_at timestamptz not null,
  confirmed_by integer,
  confirmed_at timestamptz,
  constraint approval_withdrawals_pkey primary key (id),
  constraint approval_withdrawals_reason_check check (reason is not null or confirmed_at is not null),
  constraint approval_withdrawals_confirmed_check check (num_nulls(confirmed_by, confirmed_at) in (0, 2)),
  constraint approval_withdrawals_people_check check (confirmed_by <> proposed_by),
  constraint approval_withdrawals_record_fkey foreign key (record_id) references records (id),
  constraint approval_withdrawals_proposed_by_fkey foreign key (proposed_by) references users (id),
  constraint approval_withdrawals_confirmed_by_fkey foreign key (confirmed_by) references users (id)
);
create index approval_withdrawals_record_idx on approval_withdrawals (record_id);
create index approval_withdrawals_proposed_by_idx on approval_withdrawals (proposed_by);
create index approval_withdrawals_confirmed_by_idx on approval_withdrawals (confirmed_by);
-- one waiting proposal per record
create unique index approval_withdrawals_open_key on approval_withdrawals (record_id) where confirmed_at is null;
