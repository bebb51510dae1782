-- The public log beside the chain (docs/decisions/045-public-log.md): each sealed row as 32 bytes that reveal nothing
-- without its salt, in the order of the seals.
create table log_entries (
  log_index bigint not null,
  -- the seal and the row; null where a database that was set back has lost them
  position bigint,
  audit_log_id bigint,
  -- null where it was destroyed with the content of the row, or lost with the row
  salt bytea,
  entry bytea not null,
  constraint log_entries_pkey primary key (log_index),
  constraint log_entries_row_key unique (audit_log_id),
  constraint log_entries_position_key unique (position),
  constraint log_entries_index_check check (log_index >= 0),
  constraint log_entries_bytes_check check (octet_length(entry) = 32 and octet_length(salt) = 16),
  constraint log_entries_lost_check check (
    (audit_log_id is null) = (position is null) and (audit_log_id is not null or salt is null)
  )
);

-- An entry stays as it is; its salt alone may be destroyed.
create function log_entries_are_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.salt is null and (new.log_index, new.position, new.audit_log_id, new.entry)
      is not distinct from (old.log_index, old.position, old.audit_log_id, old.entry) then
    return new;
  end if;
  raise exception 'entries of the public log are never changed or removed' using errcode = 'restrict_violation';
end
$$;
create trigger log_entries_no_change before update or delete on log_entries
  for each row execute function log_entries_are_final();
create trigger log_entries_no_truncate before truncate on log_entries
  for each statement execute function log_entries_are_final();

-- The last checkpoint that left the house, and the one before it: the file store may still hold that one after a kill.
create table log_published (
  is_last boolean not null default true,
  size bigint not null,
  checkpoint text not null,
  checkpoint_before text,
  public_key bytea not null,
  published_at timestamptz not null,
  constraint log_published_pkey primary key (is_last),
  constraint log_published_one_check check (is_last),
  constraint log_published_size_check check (size > 0)
);

-- What stopped the log: the database and what was published do not belong together. One is open at a time.
create table log_disagreements (
  id integer generated always as identity,
  noticed_at timestamptz not null,
  sentence text not null,
  -- the checkpoint from outside that was shown to an operator's command
  outside text,
  settled_at timestamptz,
  reason text,
  constraint log_disagreements_pkey primary key (id),
  constraint log_disagreements_settled_check check ((settled_at is null) = (reason is null))
);
create unique index log_disagreements_open_key on log_disagreements ((true)) where settled_at is null;
