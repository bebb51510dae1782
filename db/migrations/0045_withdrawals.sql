-- FMB can end a final approval (docs/decisions/03-one-reviewed-record.md): one person proposes it, another confirms it, and
-- the record is then back with its office.
create table approval_withdrawals (
  id integer generated always as identity,
  site_profile_id integer,
  site_activity_id integer,
  -- null once an operator has erased it
  reason text,
  proposed_by integer not null,
  proposed_at timestamptz not null,
  confirmed_by integer,
  confirmed_at timestamptz,
  constraint approval_withdrawals_pkey primary key (id),
  constraint approval_withdrawals_record_check check (num_nonnulls(site_profile_id, site_activity_id) = 1),
  constraint approval_withdrawals_reason_check check (reason is not null or confirmed_at is not null),
  constraint approval_withdrawals_confirmed_check check (num_nulls(confirmed_by, confirmed_at) in (0, 2)),
  constraint approval_withdrawals_people_check check (confirmed_by <> proposed_by),
  constraint approval_withdrawals_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  constraint approval_withdrawals_activity_fkey foreign key (site_activity_id) references site_activities (id),
  constraint approval_withdrawals_proposed_by_fkey foreign key (proposed_by) references users (id),
  constraint approval_withdrawals_confirmed_by_fkey foreign key (confirmed_by) references users (id)
);
create index approval_withdrawals_profile_idx on approval_withdrawals (site_profile_id);
create index approval_withdrawals_activity_idx on approval_withdrawals (site_activity_id);
create index approval_withdrawals_proposed_by_idx on approval_withdrawals (proposed_by);
create index approval_withdrawals_confirmed_by_idx on approval_withdrawals (confirmed_by);
-- one waiting proposal per record
create unique index approval_withdrawals_open_profile_key on approval_withdrawals (site_profile_id)
  where confirmed_at is null and site_profile_id is not null;
create unique index approval_withdrawals_open_activity_key on approval_withdrawals (site_activity_id)
  where confirmed_at is null and site_activity_id is not null;

-- since when the record's approval is withdrawn; null again with its next approval
alter table site_profiles add column withdrawn_at timestamptz,
  add constraint site_profiles_withdrawn_check check (withdrawn_at is null or site_status <> 'Approved');
alter table site_activities add column withdrawn_at timestamptz,
  add constraint site_activities_withdrawn_check check (withdrawn_at is null or site_status <> 'Approved');

-- An activity whose approval was withdrawn is beside the open one of its profile, which could otherwise prevent it.
drop index site_activities_open_key;
create unique index site_activities_open_key on site_activities (site_profile_id)
  where status = 'Activated' and site_status <> 'Approved' and withdrawn_at is null;

alter table review_steps
  drop constraint review_steps_action_check, drop constraint review_steps_level_check,
  drop constraint review_steps_comment_check,
  add constraint review_steps_action_check
    check (action in ('Submitted', 'Approved', 'Returned', 'Recalled', 'Withdrawn')),
  add constraint review_steps_level_check check (
    (action in ('Submitted', 'Recalled') and level is null)
    or (action in ('Approved', 'Returned') and level in ('PENRO', 'Region', 'FMB'))
    or (action = 'Withdrawn' and level = 'FMB')
  ),
  add constraint review_steps_comment_check check (
    ((action in ('Returned', 'Withdrawn')) = (comment is not null or jsonb_array_length(comments) > 0))
    or (erased_row is not null and comment is null and comments = '[]')
  );
