-- The row of the log that a file was uploaded with, for its proof: the first thing it tells is the file's number.
create index audit_logs_uploaded_idx on audit_logs ((field_change -> 0 ->> 'new')) where event = 'File Uploaded';
