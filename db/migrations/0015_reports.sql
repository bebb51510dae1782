-- What a report narrows by, so that counting and listing 200,000 sites reads two indexes and no rows.
create index site_profiles_report_idx on site_profiles (id)
  include (region_id, office_id, province_id, site_status) where status = 'Activated';
create index site_activities_report_idx on site_activities (site_profile_id)
  include (id, region_id, office_id, site_status) where status = 'Activated' and site_status in ('Submitted', 'Returned');

-- How far a running export is, for whoever started it. Gone with the server's next start after a crash: so is the export.
create unlogged table report_exports (
  key text not null,
  user_id integer not null,
  rows_done integer not null default 0,
  rows_total integer not null,
  updated_at timestamptz not null default now(),
  constraint report_exports_pkey primary key (key),
  constraint report_exports_user_fkey foreign key (user_id) references users (id)
);
create index report_exports_user_idx on report_exports (user_id);
