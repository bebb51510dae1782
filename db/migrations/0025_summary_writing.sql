-- Comments on a draft of a summary: what people of FMB say about a part of it or one of its paragraphs, and how it was
-- answered (docs/decisions/18-summaries.md). A frozen summary keeps them; they are never public.

create table summary_comments (
  id integer generated always as identity primary key,
  summary_id integer not null,
  -- a written part, or the letter of a safeguard; null: the whole summary
  section text,
  -- of a written part, counted from 1 when the comment was added
  paragraph integer,
  constraint summary_comments_paragraph_check check (paragraph is null or (paragraph > 0 and section is not null)),
  -- a draft that is discarded takes its comments with it
  constraint summary_comments_summary_fkey foreign key (summary_id) references summaries (id) on delete cascade
);
create index summary_comments_summary_idx on summary_comments (summary_id, id);

-- What was said, in order; the state of a comment follows from its last step.
create table summary_comment_steps (
  id integer generated always as identity primary key,
  summary_comment_id integer not null,
  action text not null,
  at timestamptz not null,
  -- the author, as they were then
  user_id integer not null,
  user_name text not null,
  role_name text not null,
  text text,
  -- of a step that asks: the text of its part then, which a later one is compared with
  seen text,
  -- of an answer: what was changed in the part since it was asked, {old, new}
  change jsonb,
  -- the row of the audit log that was erased, and with it the text of this step
  erased_row bigint,
  constraint summary_comment_steps_action_check check (action in ('Added', 'Answered', 'Settled', 'Asked Again')),
  constraint summary_comment_steps_text_check check (
    char_length(text) between 1 and 2000
    or (text is null and (erased_row is not null or action = 'Settled' or (action = 'Answered' and change is not null)))
  ),
  constraint summary_comment_steps_seen_check check ((seen is null) or action in ('Added', 'Asked Again')),
  constraint summary_comment_steps_change_check check ((change is null) or action = 'Answered'),
  constraint summary_comment_steps_comment_fkey foreign key (summary_comment_id)
    references summary_comments (id) on delete cascade,
  constraint summary_comment_steps_user_fkey foreign key (user_id) references users (id)
);
create index summary_comment_steps_comment_idx on summary_comment_steps (summary_comment_id, id);
create index summary_comment_steps_user_idx on summary_comment_steps (user_id);

-- A comment is removed only together with its draft.
create function hold_summary_comment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' or exists (select from summaries where id = old.summary_id) then
    raise exception 'A comment is not changed or removed.';
  end if;
  return old;
end
$$;
create trigger summary_comments_held before update or delete on summary_comments
  for each row execute function hold_summary_comment();

-- Only erasing its row of the audit log (`operator erase`) empties the text of a step.
create function hold_summary_comment_step() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    raise exception 'A step of a comment is not removed.';
  end if;
  if tg_op = 'DELETE' then
    if exists (select from summary_comments where id = old.summary_comment_id) then
      raise exception 'A step of a comment is not removed.';
    end if;
    return old;
  end if;
  if (to_jsonb(new) - array['text', 'erased_row']) <> (to_jsonb(old) - array['text', 'erased_row'])
    or new.text is not null or old.erased_row is not null
  then
    raise exception 'A step of a comment is not changed.';
  end if;
  return new;
end
$$;
create trigger summary_comment_steps_held before update or delete on summary_comment_steps
  for each row execute function hold_summary_comment_step();
create trigger summary_comment_steps_no_truncate before truncate on summary_comment_steps
  for each statement execute function hold_summary_comment_step();
