-- What became of each backup that the product made by itself (docs/decisions/032-backups.md). It is about this
-- installation, so no backup holds it.
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
  -- when it was last restored into a throw-away database, and found as it says
  drilled_at timestamptz,
  constraint backups_outcome_check check (
    case
      when finished_at is null then num_nonnulls(name, bytes, rows, files, missing, failure) = 0
      when failure is null then num_nulls(name, bytes, rows, files, missing) = 0
      else num_nonnulls(name, bytes, rows, files, missing) = 0
    end
  )
);
