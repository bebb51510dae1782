-- What an outcome indicator asks for in numbers. Frozen with its batch, like the indicator itself.
create table indicator_figures (
  id integer generated always as identity primary key,
  sites_criteria_indicator_id integer not null,
  "order" integer not null,
  name text not null,
  unit text not null,
  is_whole boolean not null,
  -- whether the values of several sites make a sum
  adds_up boolean not null,
  constraint indicator_figures_order_check check ("order" between 1 and 4),
  constraint indicator_figures_order_key unique (sites_criteria_indicator_id, "order"),
  constraint indicator_figures_name_length check (char_length(name) between 2 and 100),
  constraint indicator_figures_unit_length check (char_length(unit) between 1 and 40),
  constraint indicator_figures_indicator_fkey foreign key (sites_criteria_indicator_id)
    references site_criteria_indicators (id)
);
create unique index indicator_figures_name_key on indicator_figures (sites_criteria_indicator_id, lower(name));

-- The year an activity reports on; unknown where nobody said.
alter table site_activities add column reporting_year integer;
alter table site_activities add constraint site_activities_reporting_year_check
  check (reporting_year between 2000 and 2050) not valid;

-- What happened under an indicator, in the words of the office. `taken_from`: the year of the activity it was taken
-- over from, until somebody edits or confirms it.
create table site_activity_statements (
  site_activity_id integer not null,
  sites_criteria_indicator_id integer not null,
  what_happened text not null,
  taken_from integer,
  constraint site_activity_statements_pkey primary key (site_activity_id, sites_criteria_indicator_id),
  constraint site_activity_statements_length check (char_length(what_happened) between 1 and 2000),
  constraint site_activity_statements_activity_fkey foreign key (site_activity_id) references site_activities (id),
  constraint site_activity_statements_indicator_fkey foreign key (sites_criteria_indicator_id)
    references site_criteria_indicators (id)
);
create index site_activity_statements_indicator_idx on site_activity_statements (sites_criteria_indicator_id);

-- The value of a figure, with the decimals as they were typed.
create table site_activity_figures (
  site_activity_id integer not null,
  indicator_figure_id integer not null,
  value numeric not null,
  taken_from integer,
  constraint site_activity_figures_pkey primary key (site_activity_id, indicator_figure_id),
  constraint site_activity_figures_value_check check (abs(value) < 1000000000000 and scale(value) <= 3),
  constraint site_activity_figures_activity_fkey foreign key (site_activity_id) references site_activities (id),
  constraint site_activity_figures_figure_fkey foreign key (indicator_figure_id) references indicator_figures (id)
);
create index site_activity_figures_figure_idx on site_activity_figures (indicator_figure_id);
