-- Points: what a return asks for, each about one place of a record, and how it was answered. A return without points has
-- one point of the kind 'comment' for each of its comments (docs/decisions/29-points.md).

create table review_points (
  id integer generated always as identity primary key,
  site_profile_id integer,
  site_activity_id integer,
  kind text not null,
  -- the place
  about text not null,
  field text,
  file_id integer,
  principle_number integer,
  sites_criteria_indicator_id integer,
  indicator_figure_id integer,
  -- its name when the point was sent: "Project Area", "3.2.1 Trainings held", "minutes.pdf"
  label text not null,
  text text not null,
  -- the return that sent it
  round integer not null,
  level text not null,
  sent_at timestamptz not null,
  -- the newest of its steps, stored for lists and counts
  state text not null default 'open',
  since timestamptz not null,
  answered_at timestamptz,
  -- what its office has typed as an answer and not submitted yet
  draft_answer text,
  constraint review_points_record_check check (num_nonnulls(site_profile_id, site_activity_id) = 1),
  constraint review_points_kind_check check (kind in ('correct', 'replace', 'add', 'explain', 'comment')),
  constraint review_points_level_check check (level in ('PENRO', 'Region', 'FMB')),
  constraint review_points_state_check check (state in ('open', 'answered', 'settled', 'withdrawn')),
  constraint review_points_draft_check check (draft_answer is null or state = 'open'),
  constraint review_points_place_check check (
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
  constraint review_points_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  constraint review_points_activity_fkey foreign key (site_activity_id) references site_activities (id)
);
create index review_points_profile_idx on review_points (site_profile_id, id);
create index review_points_activity_idx on review_points (site_activity_id, id);
create index review_points_sent_idx on review_points (sent_at);

-- What happened to a point, never overwritten. Its state follows from these rows (`stateAfter`).
create table review_point_steps (
  id bigint generated always as identity primary key,
  review_point_id integer not null,
  action text not null,
  round integer not null,
  level text,
  at timestamptz not null,
  user_id integer not null,
  user_name text not null,
  role_name text not null,
  -- the words of an answer, or why it was reopened or withdrawn
  text text,
  -- what was changed at its place since the return: {what, old, new}
  change jsonb,
  constraint review_point_steps_action_check
    check (action in ('Sent', 'Answered', 'Recalled', 'Settled', 'Reopened', 'Withdrawn')),
  constraint review_point_steps_level_check check (level in ('PENRO', 'Region', 'FMB')),
  constraint review_point_steps_answer_check check ((action = 'Answered') or change is null),
  constraint review_point_steps_point_fkey foreign key (review_point_id) references review_points (id),
  constraint review_point_steps_user_fkey foreign key (user_id) references users (id)
);
create index review_point_steps_point_idx on review_point_steps (review_point_id, id);
create index review_point_steps_user_idx on review_point_steps (user_id);

-- Only the state of a point and the draft of its answer change. Texts are erased only together with the comment of
-- their return (`operator erase`), which leaves them empty.
create function hold_point() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE'
    or (to_jsonb(new) - array['state', 'since', 'answered_at', 'draft_answer', 'text'])
      <> (to_jsonb(old) - array['state', 'since', 'answered_at', 'draft_answer', 'text'])
    or (new.text <> old.text and new.text <> '')
  then
    raise exception 'A point of a return is not changed or removed.';
  end if;
  return new;
end
$$;
create trigger review_points_held before update or delete on review_points for each row execute function hold_point();
create trigger review_points_no_truncate before truncate on review_points for each statement execute function hold_point();

create function hold_point_step() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or (to_jsonb(new) - array['text', 'change']) <> (to_jsonb(old) - array['text', 'change'])
    or new.text is not null or new.change is not null
  then
    raise exception 'A step of a point is not changed or removed.';
  end if;
  return new;
end
$$;
create trigger review_point_steps_held before update or delete on review_point_steps
  for each row execute function hold_point_step();
create trigger review_point_steps_no_truncate before truncate on review_point_steps
  for each statement execute function hold_point_step();

-- How many points of a record are open, and how many are answered and not settled: for lists, filters and questions.
alter table site_profiles add column open_points integer not null default 0;
alter table site_profiles add column answered_points integer not null default 0;
alter table site_activities add column open_points integer not null default 0;
alter table site_activities add column answered_points integer not null default 0;

-- Spelling that an approver corrected while approving: {field, label, old, new}; and what the approver looked at, in the
-- words of the checklist then: {principle_number, text}.
alter table review_steps add column edits jsonb not null default '[]';
alter table review_steps add column looked jsonb not null default '[]';
alter table review_steps add constraint review_steps_edits_check check (action = 'Approved' or edits = '[]');
alter table review_steps add constraint review_steps_looked_check
  check (action in ('Approved', 'Returned') or looked = '[]');

-- The usual points of an office: typed once, chosen often. Region and FMB have their own.
create table point_templates (
  id integer generated always as identity primary key,
  access_level text not null,
  region_id integer,
  office_id integer,
  position integer not null,
  kind text not null,
  text text not null,
  constraint point_templates_kind_check check (kind in ('correct', 'replace', 'add', 'explain')),
  constraint point_templates_place_check check (
    case access_level
      when 'PENRO' then office_id is not null and region_id is null
      when 'Region' then region_id is not null and office_id is null
      when 'FMB' then num_nonnulls(region_id, office_id) = 0
      else false
    end
  ),
  constraint point_templates_key unique nulls not distinct (access_level, region_id, office_id, position),
  constraint point_templates_region_fkey foreign key (region_id) references regions (id),
  constraint point_templates_office_fkey foreign key (office_id) references offices (id)
);
create index point_templates_office_idx on point_templates (office_id);
create index point_templates_region_idx on point_templates (region_id);
