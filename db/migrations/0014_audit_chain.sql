-- The log proves itself (docs/decisions/013-audit-chain.md) and answers at a million rows.

-- What a person reads of a change, as shared/audit/field-changes.ts says it; the search looks into the same words.
create function audit_change_text(change jsonb) returns text language sql immutable parallel safe as $$
  select replace(change ->> 'field', '_', ' ') || case
    when change ->> 'old' is null and change ->> 'new' is null then ''
    when change ->> 'old' is null or change ->> 'old' = change ->> 'new' then ': ' || (change ->> 'new')
    when change ->> 'new' is null then ': ' || (change ->> 'old') || ' (removed)'
    else ': ' || (change ->> 'old') || ' to ' || (change ->> 'new')
  end
$$;
create function audit_search_text(texts text[], changes jsonb) returns text language sql immutable parallel safe as $$
  select lower(array_to_string(
    texts || array(select audit_change_text(change) from jsonb_array_elements(changes) as change),
    E'\n'
  ))
$$;
alter table audit_logs add column search_text text not null generated always as (
  audit_search_text(
    array[user_name, user_email, role_name, auditable_type, auditable_code, event], field_change
  )
) stored;

-- Newest first within a scope, in the order of the list to the last row.
drop index audit_logs_region_idx, audit_logs_office_idx;
create index audit_logs_region_idx on audit_logs (region_id, created_at desc, id desc);
create index audit_logs_office_idx on audit_logs (office_id, created_at desc, id desc);

-- Rows that are committed and not sealed yet. Writers append, the one sealer empties; nobody waits for anybody.
create table audit_unsealed (
  audit_log_id bigint primary key
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create function queue_audit_logs() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed select id from added;
  return null;
end
$$;
create trigger audit_logs_queued after insert on audit_logs
  referencing new table as added for each statement execute function queue_audit_logs();
insert into audit_unsealed select id from audit_logs;

-- The seals in their order. The counter is what the last position has been: it never falls, so a cut end shows.
create table audit_chain (
  position bigint primary key,
  day date not null,
  audit_log_id bigint not null,
  row_hash bytea not null,
  hash bytea not null,
  constraint audit_chain_row_key unique (audit_log_id),
  constraint audit_chain_hash_check check (octet_length(row_hash) = 32 and octet_length(hash) = 32)
);
create sequence audit_chain_counter as bigint minvalue 0 start 0;

-- Each ended day with its last hash, signed.
create table audit_heads (
  day date primary key,
  first_position bigint not null,
  last_position bigint not null,
  rows integer not null,
  head bytea not null,
  previous_signature bytea,
  signature bytea not null,
  public_key bytea not null,
  constraint audit_heads_positions_check check (last_position >= first_position and rows > 0)
);

create trigger audit_chain_no_change before update or delete on audit_chain
  for each row execute function audit_logs_are_final();
create trigger audit_chain_no_truncate before truncate on audit_chain
  for each statement execute function audit_logs_are_final();
create trigger audit_heads_no_change before update or delete on audit_heads
  for each row execute function audit_logs_are_final();
create trigger audit_heads_no_truncate before truncate on audit_heads
  for each statement execute function audit_logs_are_final();

-- How many sealed rows a day in Manila has per place; 0 stands for none. The list adds what is not sealed yet.
create table audit_day_counts (
  day date not null,
  region_id integer not null,
  office_id integer not null,
  rows integer not null,
  constraint audit_day_counts_pkey primary key (day, region_id, office_id)
);

create table audit_verifications (
  id integer generated always as identity primary key,
  requested_at timestamptz not null,
  progress_at timestamptz not null,
  finished_at timestamptz,
  rows_total bigint not null default 0,
  rows_checked bigint not null default 0,
  findings_count integer not null default 0,
  findings jsonb not null default '[]',
  notes jsonb not null default '[]',
  failure text
);
