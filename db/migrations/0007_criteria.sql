-- The eight principles with their criteria, outcome indicators and figures.

-- A batch is a frozen set of all eight principles (ruling S-59); every change of the criteria adds one.
create table principle_batches (
  batch_number integer primary key,
  -- the principle whose criteria this batch changed; null for the first batch
  principle_number integer,
  created_at timestamptz not null default now(),
  created_by integer,
  constraint principle_batches_number_check check (batch_number >= 1),
  constraint principle_batches_principle_check check (principle_number between 1 and 8),
  constraint principle_batches_created_by_fkey foreign key (created_by) references users (id)
);
create index principle_batches_created_by_idx on principle_batches (created_by);

create table site_principles (
  id integer generated always as identity primary key,
  batch_number integer not null,
  principle_number integer not null,
  title text not null,
  -- the highest order numbers ever used, so that the number of a removed "3.4" is never used again (ruling S-63)
  last_criteria_number integer not null,
  last_criteria_indicator_number integer not null,
  constraint site_principles_number_check check (principle_number between 1 and 8),
  constraint site_principles_batch_key unique (batch_number, principle_number),
  constraint site_principles_batch_fkey foreign key (batch_number) references principle_batches (batch_number)
);

create table site_criteria (
  id integer generated always as identity primary key,
  sites_principle_id integer not null,
  "order" integer not null,
  title text not null,
  constraint site_criteria_title_length check (char_length(title) between 2 and 500),
  constraint site_criteria_order_check check ("order" >= 1),
  constraint site_criteria_order_key unique (sites_principle_id, "order"),
  constraint site_criteria_principle_fkey foreign key (sites_principle_id) references site_principles (id)
);

create table site_criteria_indicators (
  id integer generated always as identity primary key,
  sites_criteria_id integer not null,
  "order" integer not null,
  title text not null,
  helper text not null default '[]',
  constraint site_criteria_indicators_title_length check (char_length(title) between 2 and 500),
  constraint site_criteria_indicators_helper_length check (char_length(helper) <= 20000),
  constraint site_criteria_indicators_order_check check ("order" >= 1),
  constraint site_criteria_indicators_order_key unique (sites_criteria_id, "order"),
  constraint site_criteria_indicators_criteria_fkey foreign key (sites_criteria_id) references site_criteria (id)
);

-- The numbers that an outcome indicator asks for; frozen with the batch, like the indicator.
create table indicator_figures (
  id integer generated always as identity primary key,
  sites_criteria_indicator_id integer not null,
  "order" integer not null,
  name text not null,
  unit text not null,
  is_whole boolean not null,
  -- whether the values of several sites may be added
  adds_up boolean not null,
  -- the name of the figure of the same indicator that includes this one: women are part of the participants
  part_of text,
  constraint indicator_figures_order_check check ("order" between 1 and 4),
  constraint indicator_figures_order_key unique (sites_criteria_indicator_id, "order"),
  constraint indicator_figures_name_length check (char_length(name) between 2 and 100),
  constraint indicator_figures_unit_length check (char_length(unit) between 1 and 40),
  constraint indicator_figures_part_check check (part_of is null or lower(part_of) <> lower(name)),
  constraint indicator_figures_indicator_fkey foreign key (sites_criteria_indicator_id)
    references site_criteria_indicators (id)
);
create unique index indicator_figures_name_key on indicator_figures (sites_criteria_indicator_id, lower(name));

-- The checklist of a principle: lines that a reviewer may say to have looked at. Frozen with the batch, like its criteria;
-- what was ticked is stored in words (`review_steps.looked`).
create table principle_checks (
  id integer generated always as identity primary key,
  sites_principle_id integer not null,
  position integer not null,
  text text not null,
  constraint principle_checks_position_check check (position between 1 and 10),
  constraint principle_checks_text_length check (char_length(text) between 2 and 200),
  constraint principle_checks_position_key unique (sites_principle_id, position),
  constraint principle_checks_principle_fkey foreign key (sites_principle_id) references site_principles (id)
);
