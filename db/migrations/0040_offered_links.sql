-- A link between an account and an identity at the provider that an administrator has offered. The account's owner accepts
-- it by password and second factor, after the identity has come back to the same browser.
alter table oidc_identities
  add column offered_to integer,
  add column offered_by integer,
  add column offered_at timestamptz,
  add constraint oidc_identities_offered_key unique (offered_to),
  add constraint oidc_identities_offered_check check (
    num_nulls(offered_to, offered_by, offered_at) in (0, 3) and (offered_to is null or user_id is null)
  ),
  add constraint oidc_identities_offered_to_fkey foreign key (offered_to) references users (id),
  add constraint oidc_identities_offered_by_fkey foreign key (offered_by) references users (id);
create index oidc_identities_offered_by_idx on oidc_identities (offered_by);
