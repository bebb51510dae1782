-- Many records decided on by one press (docs/decisions/043-bulk-decisions.md): each by the action that decides on one,
-- in a transaction of its own, with what became of it.
create table bulk_decisions (
  id integer generated always as identity primary key,
  -- the table of its records
  kind text not null,
  action text not null,
  state text not null default 'Running',
  created_by integer not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- why the rest was not decided on
  refusal text,
  -- of the request, for the rows of the log
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
-- a second press while the first is worked through
create unique index bulk_decisions_running_key on bulk_decisions (created_by, kind) where state = 'Running';

create table bulk_decision_rows (
  id integer generated always as identity primary key,
  bulk_decision_id integer not null,
  site_profile_id integer,
  site_activity_id integer,
  -- what its approver had seen
  revision integer not null,
  -- of a return: the columns of the record and of the step of its history
  comments jsonb,
  state text not null default 'Waiting',
  sentence text,
  -- at which the server failed for a reason of its own
  tries integer not null default 0,
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

-- The revision at which somebody who reviews a record has opened it last, and the warnings that it carried then. The log
-- tells of a View once a minute and of no revision.
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
