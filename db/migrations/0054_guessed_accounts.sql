-- The /48 above an IPv6 /64, or the IPv4 address itself: networks are counted as a tree (ruling S-132).
alter table throttle_events add column wide_network text not null generated always as (
  regexp_replace(network_address, '^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::/64$', '\1::/48')
) stored;
create index throttle_events_wide_idx on throttle_events (kind, wide_network, network_address, at);

-- Addresses that somebody guesses passwords of, whether or not they have an account: for how long each further try
-- waits, how many have, and when the last mail about it was queued (ruling S-132).
create table guessed_addresses (
  email text primary key,
  until timestamptz,
  tries integer not null default 0,
  mailed_at timestamptz,
  constraint guessed_addresses_tries_check check (tries >= 0)
);

-- Where a person has signed in from, and when last: an IPv4 address or the /64 of an IPv6 address. From there, guesses of
-- others make nobody wait; forgotten after 90 days (ruling S-132).
create table sign_in_networks (
  user_id integer not null,
  network text not null,
  last_at timestamptz not null,
  constraint sign_in_networks_pkey primary key (user_id, network),
  constraint sign_in_networks_user_fkey foreign key (user_id) references users (id)
);
create index sign_in_networks_last_idx on sign_in_networks (last_at);

-- What the log knows of the last 90 days; addresses of IPv6 would have to be shortened and come with the next sign-in.
insert into sign_in_networks (user_id, network, last_at)
select user_id, network_address, max(created_at) from audit_logs
where event in ('Login', 'Forced Login') and created_at > now() - interval '90 days'
  and network_address ~ '^\d+\.\d+\.\d+\.\d+$' and user_id in (select id from users)
group by user_id, network_address;

-- A mailed password works once and until then; one that was mailed before this change has a day left (ruling S-133).
alter table users
  add column password_expires_at timestamptz,
  add column password_used_at timestamptz;
update users set password_expires_at = now() + interval '24 hours' where password_is_generated;
