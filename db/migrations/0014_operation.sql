-- This installation: what it is, its backups, and what runs at the moment.

-- One row that says what this database is. Demo data is loaded into no other.
create table installation (
  id integer primary key default 1,
  demo boolean not null,
  created_at timestamptz not null default now(),
  constraint installation_single_row check (id = 1)
);

-- The backups that the product made by itself (docs/decisions/25-backups.md). They are about this installation, so no
-- backup holds them.
create table backups (
  started_at timestamptz primary key,
  finished_at timestamptz,
  -- under BACKUP_URL
  name text,
  bytes bigint,
  rows bigint,
  files integer,
  -- files whose bytes the store has lost
  missing integer,
  failure text,
  -- whether the administrators were mailed
  told boolean not null default false,
  -- when it was last restored into a throw-away database and found whole
  drilled_at timestamptz,
  constraint backups_outcome_check check (
    case
      when finished_at is null then num_nonnulls(name, bytes, rows, files, missing, failure) = 0
      when failure is null then num_nulls(name, bytes, rows, files, missing) = 0
      else num_nonnulls(name, bytes, rows, files, missing) = 0
    end
  )
);

-- How far a running export is, for the user who began it. Unlogged: a crash of the server ends the export as well.
create unlogged table report_exports (
  key text not null,
  user_id integer not null,
  rows_done integer not null default 0,
  rows_total integer not null,
  updated_at timestamptz not null default now(),
  constraint report_exports_pkey primary key (key),
  constraint report_exports_user_fkey foreign key (user_id) references users (id)
);
create index report_exports_user_idx on report_exports (user_id);

-- How many public calls each network has made in its present minute, reported by all instances about once a second
-- (docs/decisions/12-sign-in-and-limits.md). Unlogged: it is worth nothing after a minute.
create unlogged table public_call_counts (
  network text primary key,
  began_at timestamptz not null,
  calls integer not null,
  constraint public_call_counts_calls_check check (calls > 0)
);
