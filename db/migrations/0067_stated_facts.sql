-- The rows of the log that state what is public of a record, so that it is compared with them each time it is read.
create index audit_logs_stated_idx on audit_logs (auditable_type, auditable_id) where event in (
  'Approved (FMB)', 'Public Facts Noted', 'Activated', 'Deactivated', 'Certificate Issued', 'Frozen', 'Published', 'Withdrawn'
);
