-- A submission that nobody has acted on can be recalled (docs/decisions/042-recall.md). It is a step of the history, by
-- nobody's level. Rows are looked at by the start, so that nobody waits for them here.
alter table review_steps
  drop constraint review_steps_action_check,
  add constraint review_steps_action_check
    check (action in ('Submitted', 'Approved', 'Returned', 'Recalled')) not valid,
  drop constraint review_steps_level_check,
  add constraint review_steps_level_check check (
    (action in ('Submitted', 'Recalled') and level is null)
    or (action in ('Approved', 'Returned') and level in ('PENRO', 'Region', 'FMB'))
  ) not valid;

-- As in 0022: what is told of a draft is held back. That a submission was recalled is told to whoever could read that it
-- was submitted; that a draft was discarded to nobody outside its office, though the draft is gone by then.
create or replace function hold_draft_log() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  draft integer;
  upload integer;
begin
  if new.auditable_type = 'SITES Activities' and new.auditable_id is not null then
    if new.event = 'Discarded' then
      draft := new.auditable_id;
    elsif new.event <> 'Recalled' then
      select id into draft from site_activities
      where id = new.auditable_id and site_status = 'Save as Draft' for share;
    end if;
  else
    upload := audit_draft_file(new);
  end if;
  if draft is not null or upload is not null then
    insert into audit_draft_rows (audit_log_id, created_at, region_id, site_activity_id, file_id)
    values (new.id, new.created_at, new.region_id, draft, upload);
  end if;
  return null;
end
$$;

-- One mail a week is a choice as well (S-117). `daily_mail_on` is the day of the last summary, of a day or of a week.
alter table users
  drop constraint users_mail_choice_check,
  add constraint users_mail_choice_check check (mail_choice in ('each', 'daily', 'weekly', 'off')) not valid;
