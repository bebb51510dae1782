-- Rows keep the person's name, address and role at the time (ruling S-89), so they refer to nothing.
create table audit_logs (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default clock_timestamp(),
  user_id integer,
  user_name text,
  user_email text,
  role_name text,
  access_level text,
  region_id integer,
  office_id integer,
  auditable_type text not null,
  auditable_id integer,
  auditable_code text,
  event text not null,
  field_change jsonb not null default '[]',
  network_address text,
  request_id text,
  constraint audit_logs_type_check check (
    auditable_type in (
      'Authentication', 'User Management', 'Role Management', 'Profiling of SITES', 'SITES Activities',
      'Compliance to Safeguards', 'Reports', 'System'
    )
  ),
  constraint audit_logs_field_change_check check (jsonb_typeof(field_change) = 'array')
);
create index audit_logs_created_idx on audit_logs (created_at desc, id desc);
create index audit_logs_record_idx on audit_logs (auditable_type, auditable_id, id);
create index audit_logs_user_idx on audit_logs (user_id, auditable_type, auditable_id, event, created_at desc);
create index audit_logs_region_idx on audit_logs (region_id, created_at desc);
create index audit_logs_office_idx on audit_logs (office_id, created_at desc);

create function audit_logs_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'audit rows are never changed or removed' using errcode = 'restrict_violation';
end
$$;
create trigger audit_logs_no_change before update or delete on audit_logs
  for each row execute function audit_logs_are_final();
create trigger audit_logs_no_truncate before truncate on audit_logs
  for each statement execute function audit_logs_are_final();
