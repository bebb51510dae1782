-- Notes between the offices of a record's chain: messages that decide nothing (docs/decisions/30-notes.md).

create table record_notes (
  id integer generated always as identity primary key,
  site_profile_id integer,
  site_activity_id integer,
  -- the place, as that of a point
  about text not null,
  field text,
  file_id integer,
  principle_number integer,
  sites_criteria_indicator_id integer,
  indicator_figure_id integer,
  -- its name when the note was written
  label text not null,
  text text not null,
  -- the people whom the text names: {id, name}
  mentioned jsonb not null default '[]',
  -- the author, as they were then
  user_id integer not null,
  user_name text not null,
  role_name text not null,
  access_level text not null,
  office text not null,
  at timestamptz not null,
  -- the row of the audit log that was erased, and with it the text of this note
  erased_row bigint,
  constraint record_notes_record_check check (num_nonnulls(site_profile_id, site_activity_id) = 1),
  constraint record_notes_level_check check (access_level in ('PENRO', 'Region', 'FMB')),
  constraint record_notes_text_check check (char_length(text) <= 2000 and (text = '') = (erased_row is not null)),
  constraint record_notes_place_check check (
    case about
      when 'record' then num_nonnulls(field, file_id, principle_number, sites_criteria_indicator_id, indicator_figure_id) = 0
      when 'field' then field is not null and num_nonnulls(file_id, principle_number, sites_criteria_indicator_id, indicator_figure_id) = 0
      when 'boundary' then site_profile_id is not null
        and num_nonnulls(field, file_id, principle_number, sites_criteria_indicator_id, indicator_figure_id) = 0
      when 'file' then file_id is not null and num_nonnulls(field, indicator_figure_id) = 0
      when 'principle' then principle_number is not null
        and num_nonnulls(field, file_id, sites_criteria_indicator_id, indicator_figure_id) = 0
      when 'indicator' then sites_criteria_indicator_id is not null and principle_number is not null
        and num_nonnulls(field, file_id, indicator_figure_id) = 0
      when 'figure' then indicator_figure_id is not null and sites_criteria_indicator_id is not null
        and principle_number is not null and num_nonnulls(field, file_id) = 0
      else false
    end
  ),
  constraint record_notes_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  -- a draft that its office discards is deleted, and its notes with it
  constraint record_notes_activity_fkey foreign key (site_activity_id) references site_activities (id) on delete cascade,
  constraint record_notes_user_fkey foreign key (user_id) references users (id)
);
create index record_notes_profile_idx on record_notes (site_profile_id, id);
create index record_notes_activity_idx on record_notes (site_activity_id, id);
create index record_notes_user_idx on record_notes (user_id, at);

-- A note is not changed or removed. Only erasing its row of the audit log (`operator erase`) empties its text.
create function hold_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.site_activity_id is null or exists (select from site_activities where id = old.site_activity_id) then
      raise exception 'A note is not removed.';
    end if;
    return old;
  end if;
  if (to_jsonb(new) - array['text', 'mentioned', 'erased_row']) <> (to_jsonb(old) - array['text', 'mentioned', 'erased_row'])
    or new.text <> '' or new.mentioned <> '[]' or old.erased_row is not null
  then
    raise exception 'A note is not changed.';
  end if;
  return new;
end
$$;
create trigger record_notes_held before update or delete on record_notes for each row execute function hold_note();
