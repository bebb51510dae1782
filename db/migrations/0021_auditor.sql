-- Auditors: a kind of role of FMB that reads everything and changes nothing, and the module of the log for what they have
-- seen (docs/decisions/31-auditor.md).

alter table roles drop constraint roles_kind_check;
alter table roles add constraint roles_kind_check
  check (kind in ('Super Administrator', 'Administrator', 'Approver', 'Encoder', 'Auditor'));
-- an auditor has no place, because whoever sees everything belongs to no region or office
alter table roles add constraint roles_auditor_check check (kind <> 'Auditor' or access_level = 'FMB');

alter table audit_logs drop constraint audit_logs_type_check;
alter table audit_logs add constraint audit_logs_type_check check (
  auditable_type in (
    'Authentication', 'User Management', 'Role Management', 'Profiling of SITES', 'SITES Activities',
    'Compliance to Safeguards', 'Summary of Information', 'Reports', 'System', 'Auditor'
  )
) not valid;

-- a bureau that exists gets the role; a new one gets it with the others. A bureau may have used its name already.
insert into roles (name, access_level, kind, permissions)
select names.name, 'FMB', 'Auditor', array[
  'user_show', 'user_access', 'role_show', 'role_access', 'audit_access', 'audit_export', 'site_map_access',
  'sites_activity_access', 'sites_posting_access', 'dashboard_access'
]
from (
  select 'FMB Auditor' as name, 0 as number
  union all select 'FMB Auditor ' || number, number from generate_series(2, 99) as number
) as names
where exists (select from roles)
  and not exists (
    select from roles where access_level = 'FMB' and search_form(roles.name) = search_form(names.name)
  )
order by names.number
limit 1;
