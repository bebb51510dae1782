-- The rows of the log that state a public text: an office's name and address, the wording of a set of criteria, an official
-- word in another language. Pages are compared with the newest of each.
create index audit_logs_words_idx on audit_logs (id)
  where event in ('Location Data Changed', 'Criteria Stated', 'Text Proposed', 'Text Confirmed');
