-- Activities: the compliance of a site in one reporting year, with its evidence, statements and figures.

create table site_activities (
  id integer generated always as identity primary key,
  record_id integer not null default new_record('site_activities'),
  site_profile_id integer not null,
  -- copied from the profile, so that scopes and lists need no join (part 4.3, A01)
  region_id integer not null,
  province_id integer,
  city_id integer not null,
  office_id integer not null,
  site_profile_code text not null,
  site_profile_name text not null,
  -- null if it is not known
  reporting_year integer,
  principle_batch_number integer not null,
  disabled_principle integer[] not null default '{}',
  disabled_indicator text[] not null default '{}',
  principle_number_1 text not null,
  principle_number_2 text not null,
  principle_number_3 text not null,
  principle_number_4 text not null,
  principle_number_5 text not null,
  principle_number_6 text not null,
  principle_number_7 text not null,
  principle_number_8 text not null,
  status text not null default 'Activated',
  deactivated_at timestamptz,
  deactivated_by integer,
  deactivate_reason text not null default 'N/A',
  site_status text not null,
  penro_status text,
  region_status text,
  fmb_status text,
  returned_by text,
  returned_reason_1 text,
  returned_reason_2 text,
  returned_reason_3 text,
  returned_reason_4 text,
  returned_reason_5 text,
  returned_reason_6 text,
  returned_reason_7 text,
  returned_reason_8 text,
  review_round integer not null default 0,
  created_at timestamptz not null default now(),
  created_by integer not null,
  updated_at timestamptz not null default now(),
  updated_by integer,
  submitted_at timestamptz,
  submitted_by integer,
  returned_at timestamptz,
  -- when the submission was last recalled (S-146); the next submission sets it to null
  recalled_at timestamptz,
  approved_at timestamptz,
  waiting_since timestamptz,
  -- since when its approval is withdrawn; null again with its next approval
  withdrawn_at timestamptz,
  -- how many points are open, and how many are answered and not settled: for lists, filters and questions
  open_points integer not null default 0,
  answered_points integer not null default 0,
  revision integer not null default 1,
  -- the revision at which texts and figures were copied from last time; this can be undone until the next save
  taken_over_revision integer,
  constraint site_activities_withdrawn_check check (withdrawn_at is null or site_status <> 'Approved'),
  constraint site_activities_record_key unique (record_id),
  constraint site_activities_reporting_year_check check (reporting_year between 2000 and 2050),
  constraint site_activities_grades_check check (
    array[
      principle_number_1, principle_number_2, principle_number_3, principle_number_4, principle_number_5,
      principle_number_6, principle_number_7, principle_number_8
    ] <@ array['Very Compliant', 'Somewhat Compliant', 'Not Compliant', 'Not Applicable']
  ),
  constraint site_activities_status_check check (status in ('Activated', 'Deactivated')),
  constraint site_activities_deactivation_check check ((status = 'Deactivated') = (deactivated_at is not null)),
  constraint site_activities_returned_by_check check (returned_by in ('PENRO', 'Region', 'FMB')),
  constraint site_activities_review_check check (
    (site_status, coalesce(penro_status, '-'), coalesce(region_status, '-'), coalesce(fmb_status, '-')) in (
      ('Save as Draft', '-', '-', '-'),
      ('Submitted', 'Submitted', '-', '-'),
      ('Submitted', 'Approved', 'Submitted', '-'),
      ('Submitted', 'Approved', 'Approved', 'Submitted'),
      ('Approved', 'Approved', 'Approved', 'Approved'),
      ('Returned', 'Returned', '-', '-'),
      ('Returned', '-', 'Returned', '-'),
      ('Returned', '-', '-', 'Returned')
    )
  ),
  constraint site_activities_approved_check check ((site_status = 'Approved') = (approved_at is not null)),
  constraint site_activities_waiting_check check ((site_status = 'Submitted') = (waiting_since is not null)),
  constraint site_activities_province_check check ((province_id is null) = (region_id = 1)),
  -- a draft that its office discards is deleted with its record
  constraint site_activities_record_fkey foreign key (record_id) references records (id) on delete cascade,
  constraint site_activities_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  -- The copies equal the profile (A01). The product never changes these columns of a profile that has activities; a
  -- change made in the database cascades. The province follows from the city and the region.
  constraint site_activities_copy_fkey
    foreign key (site_profile_id, site_profile_code, site_profile_name, region_id, office_id, city_id)
    references site_profiles (id, code, name_of_partner, region_id, office_id, city_id) on update cascade,
  constraint site_activities_region_fkey foreign key (region_id) references regions (id),
  constraint site_activities_province_fkey foreign key (province_id) references provinces (id),
  constraint site_activities_city_fkey foreign key (city_id) references cities (id),
  constraint site_activities_city_province_fkey foreign key (city_id, province_id)
    references cities (id, province_id) deferrable,
  constraint site_activities_office_fkey foreign key (office_id) references offices (id),
  constraint site_activities_batch_fkey foreign key (principle_batch_number)
    references principle_batches (batch_number),
  constraint site_activities_deactivated_by_fkey foreign key (deactivated_by) references users (id),
  constraint site_activities_created_by_fkey foreign key (created_by) references users (id),
  constraint site_activities_updated_by_fkey foreign key (updated_by) references users (id),
  constraint site_activities_submitted_by_fkey foreign key (submitted_by) references users (id)
);
-- One open activity per profile at a time (ruling S-48). An activity whose approval was withdrawn is beside it, which could
-- otherwise prevent the withdrawal.
create unique index site_activities_open_key on site_activities (site_profile_id)
  where status = 'Activated' and site_status <> 'Approved' and withdrawn_at is null;
-- counts the open activities of each batch
create index site_activities_open_batch_idx on site_activities (principle_batch_number)
  where status = 'Activated' and site_status <> 'Approved';
create index site_activities_profile_idx on site_activities (site_profile_id, approved_at desc);
create index site_activities_region_idx on site_activities (region_id, site_profile_code);
create index site_activities_office_idx on site_activities (office_id, site_profile_code);
create index site_activities_code_idx on site_activities (site_profile_code, id);
create index site_activities_province_idx on site_activities (province_id);
create index site_activities_city_idx on site_activities (city_id);
create index site_activities_batch_idx on site_activities (principle_batch_number);
create index site_activities_deactivated_by_idx on site_activities (deactivated_by);
create index site_activities_created_by_idx on site_activities (created_by);
create index site_activities_updated_by_idx on site_activities (updated_by);
create index site_activities_submitted_by_idx on site_activities (submitted_by);
create index site_activities_search_idx on site_activities
  using gin (search_form(site_profile_code || E'\n' || site_profile_name) gin_trgm_ops);
create index site_activities_queue_idx on site_activities (region_id, office_id, waiting_since)
  where status = 'Activated';
create index site_activities_approved_idx on site_activities (approved_at) include (site_profile_id)
  where site_status = 'Approved' and status = 'Activated';
-- for lists, reports and the dashboard, like those of site_profiles
create index site_activities_deactivated_idx on site_activities (region_id, office_id)
  include (site_status, created_by, deactivated_by) where status = 'Deactivated';
create index site_activities_report_idx on site_activities (site_profile_id)
  include (id, region_id, office_id, site_status) where status = 'Activated' and site_status in ('Submitted', 'Returned');
create index site_activities_waiting_idx on site_activities (region_id, office_id)
  include (province_id, created_by, site_status, penro_status, region_status, waiting_since, returned_at)
  where status = 'Activated' and site_status in ('Submitted', 'Returned');

-- Means of verification: a file under one indicator of one activity. A file is used in one place only (ruling S-51).
create table site_activity_means (
  id integer generated always as identity primary key,
  site_activity_id integer not null,
  sites_criteria_indicator_id integer not null,
  file_id integer not null,
  created_at timestamptz not null default now(),
  created_by integer not null,
  constraint site_activity_means_file_key unique (file_id),
  constraint site_activity_means_activity_fkey foreign key (site_activity_id) references site_activities (id),
  constraint site_activity_means_indicator_fkey foreign key (sites_criteria_indicator_id)
    references site_criteria_indicators (id),
  constraint site_activity_means_file_fkey foreign key (file_id) references files (id),
  constraint site_activity_means_created_by_fkey foreign key (created_by) references users (id)
);
create index site_activity_means_activity_idx on site_activity_means (site_activity_id, sites_criteria_indicator_id);
create index site_activity_means_indicator_idx on site_activity_means (sites_criteria_indicator_id);
create index site_activity_means_created_by_idx on site_activity_means (created_by);

-- What happened under an indicator, as the office wrote it. `taken_from` is the reporting year of the activity that the
-- text was copied from, until a user edits or confirms it.
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

-- The value of a figure, with its decimals as typed.
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
