-- Roles, users, sign-in and unfinished forms.

create table roles (
  id integer generated always as identity primary key,
  name text not null,
  access_level text not null,
  -- null for a role that the bureau has added; its rank then follows from its permissions (ruling C-20)
  kind text,
  permissions text[] not null default '{}',
  status text not null default 'Activated',
  deactivate_reason text,
  deactivated_at timestamptz,
  deactivated_by integer,
  created_at timestamptz not null default now(),
  created_by integer,
  updated_at timestamptz not null default now(),
  updated_by integer,
  constraint roles_name_length check (char_length(name) between 2 and 100),
  constraint roles_access_level_check check (access_level in ('FMB', 'Region', 'PENRO')),
  constraint roles_kind_check check (kind in ('Super Administrator', 'Administrator', 'Approver', 'Encoder')),
  constraint roles_status_check check (status in ('Activated', 'Deactivated'))
);
-- names that differ only in case or accents are the same name (ruling S-128)
create unique index roles_name_key on roles (access_level, search_form(name));
create unique index roles_level_key on roles (id, access_level);
create index roles_deactivated_by_idx on roles (deactivated_by);
create index roles_created_by_idx on roles (created_by);
create index roles_updated_by_idx on roles (updated_by);

-- What begins before a change of what signs a person in ends with it: each such change takes the next number, for
-- users.sign_in_epoch, and what begins stores the last one (docs/decisions/12-sign-in-and-limits.md).
create sequence sign_in_epochs as integer;
select nextval('sign_in_epochs');

create table users (
  id integer generated always as identity primary key,
  first_name text not null,
  middle_name text,
  last_name text not null,
  sex text,
  email text not null,
  access_level text not null,
  region_id integer,
  office_id integer,
  role_id integer not null,
  -- argon2id; null until a mailed link has been used, so that no default password exists
  password_hash text,
  -- true from an administrator's reset until the user sets a password; the user is reminded meanwhile (S-14)
  password_is_generated boolean not null default false,
  -- a mailed password works once, and until this time (ruling S-133)
  password_expires_at timestamptz,
  password_used_at timestamptz,
  -- which mails about records the user wants (S-117); null is the bureau's default
  mail_choice text,
  -- the day in Manila of the last daily or weekly mail. The transaction that queues the mail sets it, so that a job
  -- that runs twice, or on two servers, sends one mail.
  daily_mail_on text,
  status text not null default 'Activated',
  deactivate_reason text,
  deactivated_at timestamptz,
  deactivated_by integer,
  created_at timestamptz not null default now(),
  created_by integer,
  updated_at timestamptz not null default now(),
  updated_by integer,
  last_logged_in timestamptz,
  -- the number of the last change of password, factors, role, place, status or link
  sign_in_epoch integer not null default 0,
  constraint users_first_name_length check (char_length(first_name) between 2 and 50),
  constraint users_middle_name_length check (char_length(middle_name) between 2 and 50),
  constraint users_last_name_length check (char_length(last_name) between 2 and 50),
  constraint users_sex_check check (sex in ('Male', 'Female')),
  constraint users_access_level_check check (access_level in ('FMB', 'Region', 'PENRO')),
  constraint users_scope_check check (
    (access_level = 'FMB' and region_id is null and office_id is null)
    or (access_level = 'Region' and region_id is not null and office_id is null)
    or (access_level = 'PENRO' and region_id is not null and office_id is not null)
  ),
  constraint users_mail_choice_check check (mail_choice in ('each', 'daily', 'weekly', 'off')),
  constraint users_status_check check (status in ('Activated', 'Deactivated')),
  constraint users_region_fkey foreign key (region_id) references regions (id),
  constraint users_office_fkey foreign key (office_id) references offices (id),
  -- the office is in the user's region, and the role is of the user's level
  constraint users_office_region_fkey foreign key (office_id, region_id)
    references offices (id, region_id) deferrable,
  constraint users_role_fkey foreign key (role_id) references roles (id),
  constraint users_role_level_fkey foreign key (role_id, access_level) references roles (id, access_level),
  constraint users_deactivated_by_fkey foreign key (deactivated_by) references users (id),
  constraint users_created_by_fkey foreign key (created_by) references users (id),
  constraint users_updated_by_fkey foreign key (updated_by) references users (id)
);
create unique index users_email_key on users (lower(email));
create index users_region_idx on users (region_id);
create index users_office_idx on users (office_id);
create index users_role_idx on users (role_id);
create index users_deactivated_by_idx on users (deactivated_by);
create index users_created_by_idx on users (created_by);
create index users_updated_by_idx on users (updated_by);

alter table roles
  add constraint roles_deactivated_by_fkey foreign key (deactivated_by) references users (id),
  add constraint roles_created_by_fkey foreign key (created_by) references users (id),
  add constraint roles_updated_by_fkey foreign key (updated_by) references users (id);

-- The session of a user: at most one per account (ruling S-06). Only the SHA-256 of the token is stored.
create table sessions (
  id bigint generated always as identity primary key,
  user_id integer not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  network_address text,
  user_agent text,
  constraint sessions_user_key unique (user_id),
  constraint sessions_token_hash_key unique (token_hash),
  constraint sessions_user_fkey foreign key (user_id) references users (id)
);

-- Why a session ended other than by logging out; the next call with its token is answered with the reason. A row is
-- removed after a day, when the session would have expired anyway.
create table ended_sessions (
  token_hash bytea primary key,
  why text not null,
  ended_at timestamptz not null default now(),
  constraint ended_sessions_why_check check (why in ('elsewhere', 'administrator', 'deactivated', 'password', 'expired'))
);
create index ended_sessions_ended_idx on ended_sessions (ended_at);

-- Mailed links to set or reset a password. Each works once; up to three of one user are valid at a time, and a newer
-- link does not void an older one (ruling S-111).
create table password_links (
  id bigint generated always as identity primary key,
  user_id integer not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  sign_in_epoch integer not null default pg_sequence_last_value('sign_in_epochs'),
  constraint password_links_token_hash_key unique (token_hash),
  constraint password_links_user_fkey foreign key (user_id) references users (id)
);
create index password_links_user_idx on password_links (user_id);

-- Failed sign-ins and requested reset mails (rulings S-04, S-11), counted per mail address and network, and per network
-- alone (S-110). `network_address` is an IPv4 address or the /64 of an IPv6 address; `wide_network` is the /48 that
-- contains it, because networks are counted as a tree (S-132).
create table throttle_events (
  id bigint generated always as identity primary key,
  kind text not null,
  email text not null,
  network_address text not null,
  wide_network text not null generated always as (
    regexp_replace(network_address, '^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::/64$', '\1::/48')
  ) stored,
  at timestamptz not null default now(),
  constraint throttle_events_kind_check check (kind in ('login_failed', 'reset_requested'))
);
create index throttle_events_idx on throttle_events (kind, email, network_address, at);
create index throttle_events_network_idx on throttle_events (kind, network_address, at);
create index throttle_events_wide_idx on throttle_events (kind, wide_network, network_address, at);

-- Failed sign-ins per network and hour, apart for each account; the audit log shows all after the first as one row.
create table login_failure_counts (
  network text not null,
  hour timestamptz not null,
  -- of the account that was tried; empty for all addresses without one
  email text not null,
  failures integer not null,
  constraint login_failure_counts_pkey primary key (network, hour, email),
  constraint login_failure_counts_failures_check check (failures > 0)
);
create index login_failure_counts_hour_idx on login_failure_counts (hour);

-- Mail addresses whose password is being guessed, whether or not they have an account: until when the next attempt must
-- wait, how many there were, and when the last mail about it was queued (ruling S-132).
create table guessed_addresses (
  email text primary key,
  until timestamptz,
  tries integer not null default 0,
  mailed_at timestamptz,
  constraint guessed_addresses_tries_check check (tries >= 0)
);

-- The usual networks of a user: an IPv4 address or the /64 of an IPv6 address from which the user has signed in. From
-- there the user never waits because others guess the password. Removed after 90 days (ruling S-132).
create table sign_in_networks (
  user_id integer not null,
  network text not null,
  last_at timestamptz not null,
  constraint sign_in_networks_pkey primary key (user_id, network),
  constraint sign_in_networks_user_fkey foreign key (user_id) references users (id)
);
create index sign_in_networks_last_idx on sign_in_networks (last_at);

-- What a user has typed into a form and not sent yet. Only that user can read it, and it is part of no record. The
-- content is text, because the server does not read it and jsonb rejects some characters that a user can paste.
create table form_drafts (
  id integer generated always as identity primary key,
  user_id integer not null,
  form text not null,
  -- the record that the form changes; 0 for a new one
  record_id integer not null,
  -- the record's revision when the form was opened; 0 for a new one
  revision integer not null,
  content text not null,
  updated_at timestamptz not null default now(),
  constraint form_drafts_owner_key unique (user_id, form, record_id),
  constraint form_drafts_form_length check (char_length(form) between 1 and 50),
  constraint form_drafts_record_check check (record_id >= 0 and revision >= 0),
  constraint form_drafts_content_size check (octet_length(content) <= 786432),
  constraint form_drafts_user_fkey foreign key (user_id) references users (id)
);
create index form_drafts_updated_idx on form_drafts (updated_at);

-- The answer to each form that was sent, under the form key that the browser made when it opened the form. If the
-- answer is lost and the form is sent again, the server returns the same answer and saves no second record
-- (docs/decisions/06-drafts-and-second-savers.md).
create table form_submissions (
  user_id integer not null,
  form_key uuid not null,
  -- method and path: one form may send more than one call
  call text not null,
  body_hash bytea not null,
  -- the code of the saved record, for people
  record_code text,
  -- the answer as JSON text; null only inside the transaction that saves the form
  answer text,
  created_at timestamptz not null default now(),
  constraint form_submissions_pkey primary key (user_id, form_key, call),
  constraint form_submissions_user_fkey foreign key (user_id) references users (id)
);
create index form_submissions_created_idx on form_submissions (created_at);
