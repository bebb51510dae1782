-- What a record consisted of at each of its submissions, so that a later one can be compared with it (ruling S-45).
-- Nothing can be edited between a submission and the return that follows, so this is also what was returned.
create table review_snapshots (
  id bigint generated always as identity primary key,
  site_profile_id integer,
  site_activity_id integer,
  round integer not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  constraint review_snapshots_record_check check (num_nonnulls(site_profile_id, site_activity_id) = 1),
  constraint review_snapshots_profile_key unique (site_profile_id, round),
  constraint review_snapshots_activity_key unique (site_activity_id, round),
  constraint review_snapshots_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  constraint review_snapshots_activity_fkey foreign key (site_activity_id) references site_activities (id)
);

-- The boundary of a location map that was submitted and later replaced. It outlives its file, which the daily clean-up
-- takes (ruling S-97); the boundary in use stands in site_boundaries.
create table replaced_boundaries (
  site_profile_id integer not null,
  map_kml_id integer not null,
  geometry jsonb not null,
  area_ha numeric(14, 2) not null,
  created_at timestamptz not null default now(),
  constraint replaced_boundaries_pkey primary key (site_profile_id, map_kml_id),
  constraint replaced_boundaries_profile_fkey foreign key (site_profile_id) references site_profiles (id)
);
