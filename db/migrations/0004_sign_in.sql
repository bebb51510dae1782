-- Signing in: sessions, links, what is counted against guessing, second factors and proofs of identity
-- (docs/decisions/27-second-factor.md), and single sign-on.

-- The session of a user: at most one per account (ruling S-06). Only the SHA-256 of the token is stored.
create table sessions (
  id bigint generated always as identity primary key,
  user_id integer not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  network_address text,
  user_agent text,
  -- when and how the person has proved their identity in this sitting
  proved_at timestamptz,
  proved_by text,
  -- password and second factor were both given in this sitting
  proved_in_full boolean not null default false,
  -- the number of records that the proof named; used up by the decision on them
  proved_count integer,
  -- the provider's token of a session that began with single sign-on: logging out presents it, so that the provider ends
  -- its own session too; empty when it is too long for an address, null for other sessions
  oidc_id_token text,
  constraint sessions_proof_check check ((proved_at is null) = (proved_by is null)),
  constraint sessions_proved_count_check check (proved_count > 0),
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
  constraint throttle_events_kind_check
    check (kind in ('login_failed', 'reset_requested', 'second_step_failed', 'guessed_codes_mailed'))
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

-- Whether a level must have a second factor; nothing is asked of anyone until FMB demands it.
create table factor_demands (
  access_level text primary key,
  demand text not null default 'off',
  -- the day in Manila from which nobody of the level works without a second factor
  required_from date,
  revision integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by integer,
  constraint factor_demands_level_check check (access_level in ('FMB', 'Region', 'PENRO')),
  constraint factor_demands_demand_check check (demand in ('off', 'offered', 'required')),
  constraint factor_demands_date_check check ((demand = 'required') = (required_from is not null)),
  constraint factor_demands_updated_by_fkey foreign key (updated_by) references users (id)
);
create index factor_demands_updated_by_idx on factor_demands (updated_by);
insert into factor_demands (access_level) values ('FMB'), ('Region'), ('PENRO');

-- An authenticator app: the secret is encrypted with the key of the server, `last_step` is the time step of the last
-- code, so that no code works twice.
create table app_factors (
  user_id integer primary key,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  sign_in_epoch integer not null default pg_sequence_last_value('sign_in_epochs'),
  constraint app_factors_user_fkey foreign key (user_id) references users (id)
);

-- Numbered codes on paper, computed from an encrypted secret. Ten are recovery codes beside another factor; forty are a
-- factor of their own, once one of them was typed. Until then an older sheet goes on working.
create table code_sheets (
  id integer generated always as identity primary key,
  user_id integer not null,
  secret bytea not null,
  size integer not null,
  used integer[] not null default '{}',
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  sign_in_epoch integer not null default pg_sequence_last_value('sign_in_epochs'),
  constraint code_sheets_size_check check (size in (10, 40)),
  constraint code_sheets_user_fkey foreign key (user_id) references users (id)
);
create unique index code_sheets_user_key on code_sheets (user_id, (confirmed_at is not null));

-- Passkeys; one counts once it has signed in for a test.
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  -- copied between the devices of the person by their maker
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  proved_at timestamptz,
  last_used_at timestamptz,
  sign_in_epoch integer not null default pg_sequence_last_value('sign_in_epochs'),
  constraint passkeys_credential_key unique (credential_id),
  constraint passkeys_name_length check (char_length(name) between 1 and 60),
  constraint passkeys_user_fkey foreign key (user_id) references users (id)
);
create index passkeys_user_idx on passkeys (user_id);

-- What a passkey must sign, once; `user_id` is null before a passkey has said who it is.
create table passkey_challenges (
  challenge text primary key,
  user_id integer,
  purpose text not null,
  own_computer boolean not null default false,
  expires_at timestamptz not null,
  sign_in_epoch integer not null default pg_sequence_last_value('sign_in_epochs'),
  constraint passkey_challenges_purpose_check check (purpose in ('add', 'test', 'prove', 'second step', 'log in')),
  constraint passkey_challenges_user_fkey foreign key (user_id) references users (id)
);
create index passkey_challenges_user_idx on passkey_challenges (user_id);
create index passkey_challenges_expires_idx on passkey_challenges (expires_at);

-- Logins that wait for their second step. `passed_by` is set when it was passed and only another session is in the way.
create table second_steps (
  token_hash bytea primary key,
  user_id integer not null,
  -- how the first step was proved
  proved_by text not null,
  wrong_codes integer not null default 0,
  passed_by text,
  expires_at timestamptz not null,
  -- of the account when its first step was passed
  sign_in_epoch integer not null,
  constraint second_steps_user_fkey foreign key (user_id) references users (id)
);
create index second_steps_user_idx on second_steps (user_id);
create index second_steps_expires_idx on second_steps (expires_at);

-- Browsers that their person has called their own: no second step is asked there for 30 days.
create table own_computers (
  id integer generated always as identity primary key,
  user_id integer not null,
  token_hash bytea not null,
  device text not null,
  network_address text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint own_computers_token_key unique (token_hash),
  constraint own_computers_user_fkey foreign key (user_id) references users (id)
);
create index own_computers_user_idx on own_computers (user_id);
create index own_computers_expires_idx on own_computers (expires_at);

-- The devices, such as "Chrome on Windows", from which a person has signed in; a login from a new network and a new
-- device is mailed.
create table sign_in_devices (
  user_id integer not null,
  device text not null,
  last_at timestamptz not null,
  constraint sign_in_devices_pkey primary key (user_id, device),
  constraint sign_in_devices_user_fkey foreign key (user_id) references users (id)
);
create index sign_in_devices_last_idx on sign_in_devices (last_at);

-- Codes for people who have lost their second factor. For an approver or administrator of FMB two administrators issue
-- half of the signs each. Rows stay for the list; their hashes go when they end.
create table reset_codes (
  id integer generated always as identity primary key,
  user_id integer not null,
  needs_two boolean not null,
  code_hash text,
  second_code_hash text,
  issued_by integer not null,
  issued_at timestamptz not null default now(),
  second_issued_by integer,
  second_issued_at timestamptz,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- how it ended; a newer code replaces an older one
  ended_by text,
  -- the weekly mail to the administrators that names the code
  listed_at timestamptz,
  constraint reset_codes_two_check check (
    (second_issued_by is null) = (second_issued_at is null) and (needs_two or second_issued_by is null)
  ),
  constraint reset_codes_other_check check (issued_by <> user_id and second_issued_by <> user_id),
  constraint reset_codes_pair_check check (issued_by <> second_issued_by),
  constraint reset_codes_ended_check check ((ended_at is null) = (ended_by is null)),
  constraint reset_codes_ended_by_check check (ended_by in ('used', 'replaced', 'expired', 'not needed')),
  constraint reset_codes_user_fkey foreign key (user_id) references users (id),
  constraint reset_codes_issued_by_fkey foreign key (issued_by) references users (id),
  constraint reset_codes_second_issued_by_fkey foreign key (second_issued_by) references users (id)
);
-- the first half of a new code ends nothing: it stands beside a code that is whole until its second half is issued
create unique index reset_codes_live_key on reset_codes (user_id, (needs_two and second_issued_at is null))
  where ended_at is null;
create index reset_codes_user_idx on reset_codes (user_id);
create index reset_codes_issued_by_idx on reset_codes (issued_by);
create index reset_codes_second_issued_by_idx on reset_codes (second_issued_by);
create index reset_codes_issued_idx on reset_codes (issued_at);

-- Single sign-on, a door beside the password, when OIDC_ISSUER is set: people as the provider knows them. Issuer and subject are who it is; name and address are what the provider reported
-- last, for people who read a list, and nothing is ever found by them. One identity has one account, and one account has
-- one identity.
create table oidc_identities (
  id integer generated always as identity primary key,
  issuer text not null,
  subject text not null,
  user_id integer,
  linked_at timestamptz,
  name text not null default '',
  email text not null default '',
  first_seen timestamptz not null default now(),
  last_used timestamptz not null default now(),
  -- the account that an administrator has offered to link. Its owner accepts by password and second factor, after the
  -- identity has come back to the same browser.
  offered_to integer,
  offered_by integer,
  offered_at timestamptz,
  constraint oidc_identities_subject_key unique (issuer, subject),
  constraint oidc_identities_user_key unique (user_id),
  constraint oidc_identities_offered_key unique (offered_to),
  constraint oidc_identities_offered_check check (
    num_nulls(offered_to, offered_by, offered_at) in (0, 3) and (offered_to is null or user_id is null)
  ),
  constraint oidc_identities_subject_length check (char_length(subject) between 1 and 255),
  constraint oidc_identities_name_length check (char_length(name) <= 200 and char_length(email) <= 254),
  constraint oidc_identities_linked_check check ((user_id is null) = (linked_at is null)),
  constraint oidc_identities_user_fkey foreign key (user_id) references users (id),
  constraint oidc_identities_offered_to_fkey foreign key (offered_to) references users (id),
  constraint oidc_identities_offered_by_fkey foreign key (offered_by) references users (id)
);
create index oidc_identities_offered_by_idx on oidc_identities (offered_by);
-- the identities without an account, of which a limited number is stored
create index oidc_identities_unlinked_idx on oidc_identities (last_used, id) where user_id is null;

-- Visits to the provider. A row is one visit of one browser, which has what browser_hash is the hash of in a cookie. It
-- is taken once, before the provider is asked; then it names who came back, until this visitor signs in, which is once
-- too.
create table oidc_sign_ins (
  state_hash bytea primary key,
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  purpose text not null,
  -- who links their account, and how they had proved their identity
  user_id integer,
  proof text,
  expires_at timestamptz not null,
  taken_at timestamptz,
  ended_at timestamptz,
  identity_id integer,
  id_token text,
  sign_in_epoch integer not null default pg_sequence_last_value('sign_in_epochs'),
  constraint oidc_sign_ins_purpose_check check (purpose in ('sign_in', 'link')),
  constraint oidc_sign_ins_user_check check ((purpose = 'link') = (user_id is not null)),
  constraint oidc_sign_ins_identity_check check (identity_id is null or taken_at is not null),
  constraint oidc_sign_ins_user_fkey foreign key (user_id) references users (id),
  constraint oidc_sign_ins_identity_fkey foreign key (identity_id) references oidc_identities (id) on delete cascade
);
create index oidc_sign_ins_expires_idx on oidc_sign_ins (expires_at);
create index oidc_sign_ins_user_idx on oidc_sign_ins (user_id);
create index oidc_sign_ins_identity_idx on oidc_sign_ins (identity_id);
