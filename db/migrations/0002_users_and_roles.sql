create table roles (
  id integer generated always as identity primary key,
  name text not null,
  access_level text not null,
  -- null for a role the bureau made itself; its hierarchy then follows from its permissions (ruling C-20)
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
create unique index roles_name_key on roles (access_level, lower(name));

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
  status text not null default 'Activated',
  deactivate_reason text,
  deactivated_at timestamptz,
  deactivated_by integer,
  created_at timestamptz not null default now(),
  created_by integer,
  updated_at timestamptz not null default now(),
  updated_by integer,
  last_logged_in timestamptz,
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
  constraint users_status_check check (status in ('Activated', 'Deactivated')),
  constraint users_region_fkey foreign key (region_id) references regions (id),
  constraint users_office_fkey foreign key (office_id) references offices (id),
  constraint users_role_fkey foreign key (role_id) references roles (id),
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
create index roles_deactivated_by_idx on roles (deactivated_by);
create index roles_created_by_idx on roles (created_by);
create index roles_updated_by_idx on roles (updated_by);

-- A live token; only its SHA-256 is kept. At most one per account (ruling S-06).
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

-- Mailed links to set or reset a password; single use, a newer one replaces the older (ruling S-10).
create table password_links (
  user_id integer primary key,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint password_links_user_fkey foreign key (user_id) references users (id)
);

-- Failed sign-ins and requested mails, counted per address and network address (rulings S-04, S-11).
create table throttle_events (
  id bigint generated always as identity primary key,
  kind text not null,
  email text not null,
  network_address text not null,
  at timestamptz not null default now(),
  constraint throttle_events_kind_check check (kind in ('login_failed', 'reset_requested'))
);
create index throttle_events_idx on throttle_events (kind, email, network_address, at);
