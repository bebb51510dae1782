-- Up to three links of a person live at once; a newer one voids nothing (ruling S-111).
alter table password_links drop constraint password_links_pkey;
alter table password_links
  add column id bigint generated always as identity primary key,
  add constraint password_links_token_hash_key unique (token_hash);
create index password_links_user_idx on password_links (user_id);

-- Failures are counted per address and network, and per network alone (ruling S-110): `network_address` holds an IPv4
-- address or the /64 of an IPv6 address.
create index throttle_events_network_idx on throttle_events (kind, network_address, at);

-- How many sign-ins failed in an hour; beyond the first of a network the log has them as one row.
create table login_failure_counts (
  network text not null,
  hour timestamptz not null,
  failures integer not null,
  constraint login_failure_counts_pkey primary key (network, hour),
  constraint login_failure_counts_failures_check check (failures > 0)
);
create index login_failure_counts_hour_idx on login_failure_counts (hour);

-- What a person has uploaded lately and no record uses.
create index files_unattached_idx on files (uploaded_by, created_at) where unused_since is not null;
