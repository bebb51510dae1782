-- This installation: its kind, its backups, running exports and public calls.

-- One row. Demo data can be loaded only into a demo installation.
create table installation (
  id integer primary key default 1,
  demo boolean not null,
  created_at timestamptz not null default now(),
  constraint installation_single_row check (id = 1)
);

-- The backups that the product has made (docs/decisions/25-backups.md). They are about this installation, so this table
-- is not part of any backup.
create table backups (
  started_at timestamptz primary key,
  finished_at timestamptz,
  -- the name under BACKUP_URL
  name text,
  bytes bigint,
  rows bigint,
  files integer,
  -- number of files whose bytes are missing from the file store
  missing integer,
  failure text,
  -- whether the administrators were mailed
  told boolean not null default false,
  -- when the last restore check of this backup succeeded
  drilled_at timestamptz,
  constraint backups_outcome_check check (
    case
      when finished_at is null then num_nonnulls(name, bytes, rows, files, missing, failure) = 0
      when failure is null then num_nulls(name, bytes, rows, files, missing) = 0
      else num_nonnulls(name, bytes, rows, files, missing) = 0
    end
  )
);

-- The progress of a running export, for the user who began it. Unlogged, because a crash also ends the export.
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

-- Public calls of each network in its current minute, added by all instances about once a second
-- (docs/decisions/12-sign-in-and-limits.md). Unlogged, because the rows are useless after a minute.
create unlogged table public_call_counts (
  network text primary key,
  began_at timestamptz not null,
  calls integer not null,
  constraint public_call_counts_calls_check check (calls > 0)
);
