-- What the public reads and the log does not say: one row per difference between a table and the log, noted by a
-- verification or by whoever read the record, until a verification no longer finds it.
create table altered_records (
  kind text not null,
  -- a profile, of a certificate its activity, a summary or a file
  record integer not null,
  sentence text not null,
  noticed_at timestamptz not null default clock_timestamp(),
  -- when the Super Administrators were mailed; null until then
  mailed_at timestamptz,
  constraint altered_records_pkey primary key (kind, record, sentence),
  constraint altered_records_kind_check check (kind in ('site', 'certificate', 'summary', 'file'))
);
