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
