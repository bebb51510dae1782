-- Single sign-on: a door beside the password, when OIDC_ISSUER is set.

-- People as the provider knows them. Issuer and subject are who it is; name and address are what the provider reported
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
  constraint oidc_identities_subject_key unique (issuer, subject),
  constraint oidc_identities_user_key unique (user_id),
  constraint oidc_identities_subject_length check (char_length(subject) between 1 and 255),
  constraint oidc_identities_name_length check (char_length(name) <= 200 and char_length(email) <= 254),
  constraint oidc_identities_linked_check check ((user_id is null) = (linked_at is null)),
  constraint oidc_identities_user_fkey foreign key (user_id) references users (id)
);
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

-- The provider's token of a session that began with single sign-on: logging out presents it, so that the provider ends
-- its own session too. Empty when it is too long for an address; null for other sessions.
alter table sessions add column oidc_id_token text;
