-- One log: a row of the audit log gets its place, its salt and its entry by one step (docs/decisions/052-one-log.md).
-- The chain of days that stood beside it is gone.

-- How an entry was made of its row (server/public-log/entry.ts); those from before are of the first form.
alter table log_entries add column form smallint not null default 1;
alter table log_entries alter column form drop default;

-- Sealed rows that have no entry yet wait again, and are counted again when they get it.
with back as (
  insert into audit_unsealed select audit_log_id from audit_chain
  where not exists (select from log_entries where log_entries.audit_log_id = audit_chain.audit_log_id)
  on conflict do nothing
  returning audit_log_id
), counted as (
  select (created_at at time zone 'Asia/Manila')::date as day, coalesce(region_id, 0) as region_id,
    coalesce(office_id, 0) as office_id, count(*) as rows
  from audit_logs where id in (select audit_log_id from back)
  group by 1, 2, 3
)
update audit_day_counts set rows = audit_day_counts.rows - counted.rows
from counted
where (audit_day_counts.day, audit_day_counts.region_id, audit_day_counts.office_id)
  = (counted.day, counted.region_id, counted.office_id);

-- contract: the place in the chain of days, since 0.1.0
alter table log_entries drop column position;
alter table log_entries add constraint log_entries_lost_check check (audit_log_id is not null or salt is null);

create or replace function log_entries_are_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.salt is null and (new.log_index, new.audit_log_id, new.form, new.entry)
      is not distinct from (old.log_index, old.audit_log_id, old.form, old.entry) then
    return new;
  end if;
  raise exception 'entries of the public log are never changed or removed' using errcode = 'restrict_violation';
end
$$;

-- contract: the chain of days, since 0.1.0
drop table audit_chain;
-- contract: the heads of the chain, since 0.1.0
drop table audit_heads;
-- contract: the counter of the chain, since 0.1.0
drop sequence audit_chain_counter;

-- The file store may be any number of checkpoints behind, as long as they are beginnings of the last one.
-- contract: the checkpoint before the last one, since 0.1.0
alter table log_published drop column checkpoint_before;

-- The checkpoint of a day is its head. Each names the key that signed it, which may be a former one by now.
alter table log_days add column public_key bytea;
update log_days set public_key = log_published.public_key from log_published;

-- What was found in the chain has no words any more.
update audit_verifications set findings = '[]', findings_count = 0,
  failure = 'It was made by an older version, which had other findings. Verify the log again.'
where failure is null and jsonb_path_exists(findings, '$[*] ? (@.kind == "entry_rewritten"
  || @.kind == "day_rewritten" || @.kind == "end_cut" || @.kind like_regex "^(head|kept)_" || @.kind == "foreign_key"
  || @.kind like_regex "^log_entry_")');
