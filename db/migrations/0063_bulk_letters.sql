-- What people are to be told of a record that was decided on together with others, kept with its row until all are decided
-- on: then each of them gets one mail (S-140). Emptied when the mails are in the outbox.
alter table bulk_decision_rows add column letters jsonb;
create index bulk_decision_rows_letters on bulk_decision_rows (bulk_decision_id) where letters is not null;
