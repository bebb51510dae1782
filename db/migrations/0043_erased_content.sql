-- An operator may take the content of a row of the log away, with a reason (docs/decisions/045-public-log.md). The row
-- stays in its place: when, in which region and office, what kind of event, the number of a profile or an activity. Its seal and its entry in the public log stay
-- as they are; without the salt the entry says nothing.
create table audit_erasures (
  audit_log_id bigint not null,
  erased_at timestamptz not null,
  reason text not null,
  constraint audit_erasures_pkey primary key (audit_log_id)
);
create trigger audit_erasures_no_change before update or delete on audit_erasures
  for each row execute function audit_logs_are_final();
create trigger audit_erasures_no_truncate before truncate on audit_erasures
  for each statement execute function audit_logs_are_final();

-- Of a row that is noted there nothing may become of it but this.
create function audit_logs_are_erased_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and exists (select from audit_erasures where audit_log_id = old.id)
    and (new.id, new.created_at, new.access_level, new.region_id, new.office_id, new.auditable_type, new.event)
      is not distinct from
      (old.id, old.created_at, old.access_level, old.region_id, old.office_id, old.auditable_type, old.event)
    and new.field_change = '[{"field": "content_erased", "old": null, "new": null}]' and num_nonnulls(
      new.user_id, new.user_name, new.user_email, new.role_name, new.auditable_code, new.network_address,
      new.request_id
    ) = 0 and (new.auditable_id is null or new.auditable_id = old.auditable_id)
  then
    return new;
  end if;
  raise exception 'audit rows are never changed or removed' using errcode = 'restrict_violation';
end
$$;
create or replace trigger audit_logs_no_change before update or delete on audit_logs
  for each row execute function audit_logs_are_erased_only();
