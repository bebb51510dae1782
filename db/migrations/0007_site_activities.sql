create table site_activities (
  id integer generated always as identity primary key,
  site_profile_id integer not null,
  -- copies from the profile, so that scope and lists need no join (part 4.3, A01)
  region_id integer not null,
  province_id integer,
  city_id integer not null,
  office_id integer not null,
  site_profile_code text not null,
  site_profile_name text not null,
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
  approved_at timestamptz,
  waiting_since timestamptz,
  revision integer not null default 1,
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
  constraint site_activities_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  constraint site_activities_region_fkey foreign key (region_id) references regions (id),
  constraint site_activities_province_fkey foreign key (province_id) references provinces (id),
  constraint site_activities_city_fkey foreign key (city_id) references cities (id),
  constraint site_activities_office_fkey foreign key (office_id) references offices (id),
  constraint site_activities_batch_fkey foreign key (principle_batch_number)
    references principle_batches (batch_number),
  constraint site_activities_deactivated_by_fkey foreign key (deactivated_by) references users (id),
  constraint site_activities_created_by_fkey foreign key (created_by) references users (id),
  constraint site_activities_updated_by_fkey foreign key (updated_by) references users (id),
  constraint site_activities_submitted_by_fkey foreign key (submitted_by) references users (id)
);
-- One open activity per profile at a time (ruling S-48).
create unique index site_activities_open_key on site_activities (site_profile_id)
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
create index site_activities_queue_idx on site_activities (region_id, office_id, waiting_since)
  where status = 'Activated';

-- Evidence: a file under one indicator of one activity. A file belongs to one place only (ruling S-51).
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

-- Every submission, approval and return of a record, never overwritten (ruling S-45).
create table review_steps (
  id bigint generated always as identity primary key,
  site_profile_id integer,
  site_activity_id integer,
  round integer not null,
  action text not null,
  level text,
  user_id integer not null,
  user_name text not null,
  role_name text not null,
  at timestamptz not null default now(),
  comment text,
  comments jsonb not null default '[]',
  constraint review_steps_record_check check (num_nonnulls(site_profile_id, site_activity_id) = 1),
  constraint review_steps_action_check check (action in ('Submitted', 'Approved', 'Returned')),
  constraint review_steps_level_check check (
    (action = 'Submitted' and level is null) or level in ('PENRO', 'Region', 'FMB')
  ),
  constraint review_steps_comment_check check (
    (action = 'Returned') = (comment is not null or jsonb_array_length(comments) > 0)
  ),
  constraint review_steps_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  constraint review_steps_activity_fkey foreign key (site_activity_id) references site_activities (id),
  constraint review_steps_user_fkey foreign key (user_id) references users (id)
);
create index review_steps_profile_idx on review_steps (site_profile_id, id);
create index review_steps_activity_idx on review_steps (site_activity_id, id);
create index review_steps_user_idx on review_steps (user_id);
