-- The first half of a new code ends nothing: it stands beside a code that is whole until its second half is issued.
drop index reset_codes_live_key;
create unique index reset_codes_live_key on reset_codes (user_id, (needs_two and second_issued_at is null))
  where ended_at is null;
