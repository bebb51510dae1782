-- Second factors, proofs of identity, and what ends them (docs/decisions/27-second-factor.md). Nothing is asked of anyone
-- until FMB demands it of a level.

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

alter table users
  -- an authenticator app, a passkey or a code sheet that has been proved; kept by the actions on factors
  add column has_factor boolean not null default false,
  -- set while a reset code has removed the factors and no new one counts: a password alone does not sign in
  add column factor_reset_at timestamptz,
  -- since the last right one
  add column wrong_codes integer not null default 0,
  -- the demanded day that the person was mailed about
  add column factor_told_for date,
  -- the sealed account of the operator: it signs in once, and every use is mailed to the administrators of FMB
  add column is_break_glass boolean not null default false,
  add constraint users_factor_reset_check check (not (has_factor and factor_reset_at is not null)),
  add constraint users_break_glass_check check (not is_break_glass or (access_level = 'FMB' and not has_factor));
create unique index users_break_glass_key on users (is_break_glass) where is_break_glass;

-- A change of what is in the row of the user; changes of a second or later factor and of the link to a provider raise
-- the epoch themselves.
create function raise_sign_in_epoch() returns trigger language plpgsql as $$
begin
  new.sign_in_epoch := nextval('sign_in_epochs');
  return new;
end $$;
create trigger users_sign_in_epoch before update on users for each row
  when (
    (old.password_hash, old.has_factor, old.factor_reset_at, old.role_id, old.region_id, old.office_id, old.status)
    is distinct from
    (new.password_hash, new.has_factor, new.factor_reset_at, new.role_id, new.region_id, new.office_id, new.status)
  ) execute function raise_sign_in_epoch();

-- When and how the person has proved their identity in this sitting.
alter table sessions
  add column proved_at timestamptz,
  add column proved_by text,
  -- password and second factor were both given in this sitting
  add column proved_in_full boolean not null default false,
  -- the number of records that the proof named; used up by the decision on them
  add column proved_count integer,
  add constraint sessions_proof_check check ((proved_at is null) = (proved_by is null)),
  add constraint sessions_proved_count_check check (proved_count > 0);

-- The proof of a decision on many, for the log rows of its records; null where none was asked.
alter table bulk_decisions add column proof jsonb;

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
create unique index reset_codes_live_key on reset_codes (user_id) where ended_at is null;
create index reset_codes_user_idx on reset_codes (user_id);
create index reset_codes_issued_by_idx on reset_codes (issued_by);
create index reset_codes_second_issued_by_idx on reset_codes (second_issued_by);
create index reset_codes_issued_idx on reset_codes (issued_at);

alter table throttle_events drop constraint throttle_events_kind_check;
alter table throttle_events add constraint throttle_events_kind_check
  check (kind in ('login_failed', 'reset_requested', 'second_step_failed', 'guessed_codes_mailed'));
