-- Records, site profiles, their boundaries and the land that two of them share.

-- A record of the review chain, of any kind (docs/decisions/03-one-reviewed-record.md). Its history, points, notes and
-- openings refer to this number; addresses, calls and the audit log use the id in the table of its kind.
create table records (
  id integer generated always as identity primary key,
  -- the table of its kind
  kind text not null,
  constraint records_kind_check check (kind in ('site_profiles', 'site_activities'))
);

-- Adds a record and returns its number: the default of `record_id` in the table of each kind, so that however a row is
-- inserted, its record is inserted with it.
create function new_record(kind text) returns integer language plpgsql as $$
declare
  record_id integer;
begin
  insert into records (kind) values (new_record.kind) returning id into record_id;
  return record_id;
end
$$;

-- The last running number of the SITES codes per region and year; a number is never used again (ruling S-39).
create table site_code_counters (
  region_id integer not null,
  year integer not null,
  last_number integer not null,
  constraint site_code_counters_pkey primary key (region_id, year),
  constraint site_code_counters_region_fkey foreign key (region_id) references regions (id)
);

create table site_profiles (
  id integer generated always as identity primary key,
  record_id integer not null default new_record('site_profiles'),
  code text not null,
  region_id integer not null,
  province_id integer,
  city_id integer not null,
  office_id integer not null,
  name_of_partner text not null,
  project_area numeric not null,
  year_implemented integer not null,
  project_year_start integer not null,
  project_year_end integer not null,
  redd_eligible_activities_area text[] not null,
  emission_from_deforestation_area numeric,
  emission_from_forest_degradation_area numeric,
  conservation_forest_carbon_stocks_area numeric,
  enhancement_forest_carbon_stocks_area numeric,
  sustainable_management_of_forest_area numeric,
  implementation_arrangement text not null,
  implementation_arrangement_others text,
  agreement_id integer not null,
  map_kml_id integer not null,
  status text not null default 'Activated',
  deactivated_at timestamptz,
  deactivated_by integer,
  deactivate_reason text not null default 'N/A',
  site_status text not null,
  penro_status text,
  region_status text,
  fmb_status text,
  returned_by text,
  returned_reason text,
  review_round integer not null default 1,
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
  -- since when the level that must act has been able to; null if the record is not pending
  waiting_since timestamptz,
  -- since when its approval is withdrawn; null again with its next approval
  withdrawn_at timestamptz,
  -- how many points are open, and how many are answered and not settled: for lists, filters and questions
  open_points integer not null default 0,
  answered_points integer not null default 0,
  revision integer not null default 1,
  constraint site_profiles_withdrawn_check check (withdrawn_at is null or site_status <> 'Approved'),
  constraint site_profiles_code_key unique (code),
  constraint site_profiles_record_key unique (record_id),
  constraint site_profiles_agreement_key unique (agreement_id),
  constraint site_profiles_map_kml_key unique (map_kml_id),
  constraint site_profiles_partner_length check (char_length(name_of_partner) between 2 and 200),
  constraint site_profiles_area_check check (project_area > 0),
  constraint site_profiles_years_check check (
    year_implemented >= 1970 and project_year_start >= 2000 and project_year_end between project_year_start and 2050
  ),
  constraint site_profiles_activities_check check (
    cardinality(redd_eligible_activities_area) >= 1
    and redd_eligible_activities_area <@ array[
      'Reducing emissions from deforestation', 'Reducing emissions from forest degradation',
      'Conservation of forest-carbon stocks', 'Enhancement of forest-carbon stocks',
      'Sustainable management of forests'
    ]
  ),
  constraint site_profiles_areas_add_up check (
    coalesce(emission_from_deforestation_area, 0) + coalesce(emission_from_forest_degradation_area, 0)
    + coalesce(conservation_forest_carbon_stocks_area, 0) + coalesce(enhancement_forest_carbon_stocks_area, 0)
    + coalesce(sustainable_management_of_forest_area, 0) = project_area
  ),
  -- only chosen eligible activities have hectares
  constraint site_profiles_chosen_areas_check check (
    (emission_from_deforestation_area is null
      or 'Reducing emissions from deforestation' = any (redd_eligible_activities_area))
    and (emission_from_forest_degradation_area is null
      or 'Reducing emissions from forest degradation' = any (redd_eligible_activities_area))
    and (conservation_forest_carbon_stocks_area is null
      or 'Conservation of forest-carbon stocks' = any (redd_eligible_activities_area))
    and (enhancement_forest_carbon_stocks_area is null
      or 'Enhancement of forest-carbon stocks' = any (redd_eligible_activities_area))
    and (sustainable_management_of_forest_area is null
      or 'Sustainable management of forests' = any (redd_eligible_activities_area))
  ),
  constraint site_profiles_arrangement_check check (
    implementation_arrangement in ('Tenure', 'MOA/MOU', 'Others')
    and (implementation_arrangement = 'MOA/MOU') = (implementation_arrangement_others is null)
  ),
  constraint site_profiles_status_check check (status in ('Activated', 'Deactivated')),
  constraint site_profiles_deactivation_check check ((status = 'Deactivated') = (deactivated_at is not null)),
  constraint site_profiles_returned_by_check check (returned_by in ('PENRO', 'Region', 'FMB')),
  constraint site_profiles_review_check check (
    (site_status, coalesce(penro_status, '-'), coalesce(region_status, '-'), coalesce(fmb_status, '-')) in (
      ('Submitted', 'Submitted', '-', '-'),
      ('Submitted', 'Approved', 'Submitted', '-'),
      ('Submitted', 'Approved', 'Approved', 'Submitted'),
      ('Approved', 'Approved', 'Approved', 'Approved'),
      ('Returned', 'Returned', '-', '-'),
      ('Returned', '-', 'Returned', '-'),
      ('Returned', '-', '-', 'Returned')
    )
  ),
  constraint site_profiles_approved_check check ((site_status = 'Approved') = (approved_at is not null)),
  constraint site_profiles_waiting_check check ((site_status = 'Submitted') = (waiting_since is not null)),
  -- the capital region, which is number 1, has no provinces
  constraint site_profiles_province_check check ((province_id is null) = (region_id = 1)),
  constraint site_profiles_record_fkey foreign key (record_id) references records (id),
  constraint site_profiles_region_fkey foreign key (region_id) references regions (id),
  constraint site_profiles_province_fkey foreign key (province_id) references provinces (id),
  constraint site_profiles_city_fkey foreign key (city_id) references cities (id),
  constraint site_profiles_office_fkey foreign key (office_id) references offices (id),
  -- Province, city and office agree with each other and with the region (S-99, S-101). A migration that moves a region
  -- must begin with `set constraints all deferred`.
  constraint site_profiles_city_province_fkey foreign key (city_id, province_id)
    references cities (id, province_id) deferrable,
  constraint site_profiles_city_region_fkey foreign key (city_id, region_id)
    references city_regions (city_id, region_id) deferrable,
  constraint site_profiles_office_region_fkey foreign key (office_id, region_id)
    references office_regions (office_id, region_id) deferrable,
  constraint site_profiles_agreement_fkey foreign key (agreement_id) references files (id),
  constraint site_profiles_map_kml_fkey foreign key (map_kml_id) references files (id),
  constraint site_profiles_deactivated_by_fkey foreign key (deactivated_by) references users (id),
  constraint site_profiles_created_by_fkey foreign key (created_by) references users (id),
  constraint site_profiles_updated_by_fkey foreign key (updated_by) references users (id),
  constraint site_profiles_submitted_by_fkey foreign key (submitted_by) references users (id)
);
create unique index site_profiles_map_key on site_profiles (id, map_kml_id);
-- the columns that an activity copies from its profile
create unique index site_profiles_copied_key
  on site_profiles (id, code, name_of_partner, region_id, office_id, city_id);
create index site_profiles_region_idx on site_profiles (region_id, id);
create index site_profiles_office_idx on site_profiles (office_id, id);
create index site_profiles_province_idx on site_profiles (province_id);
create index site_profiles_city_idx on site_profiles (city_id);
create index site_profiles_deactivated_by_idx on site_profiles (deactivated_by);
create index site_profiles_created_by_idx on site_profiles (created_by);
create index site_profiles_updated_by_idx on site_profiles (updated_by);
create index site_profiles_submitted_by_idx on site_profiles (submitted_by);
create index site_profiles_search_idx on site_profiles
  using gin (search_form(code || E'\n' || name_of_partner) gin_trgm_ops);
create index site_profiles_queue_idx on site_profiles (region_id, office_id, waiting_since) where status = 'Activated';
create index site_profiles_approved_idx on site_profiles (approved_at desc, id)
  where site_status = 'Approved' and status = 'Activated';
-- Every list counts and excludes the few deactivated records without reading the table.
create index site_profiles_deactivated_idx on site_profiles (region_id, office_id)
  include (id, created_by, deactivated_by) where status = 'Deactivated';
-- The columns that filter a report, so that counting and listing 200,000 sites reads two indexes and no rows.
create index site_profiles_report_idx on site_profiles (region_id, id)
  include (office_id, province_id, site_status) where status = 'Activated';
-- The records in the review chain and their ages, which the dashboard reads without reading the table.
create index site_profiles_waiting_idx on site_profiles (region_id, office_id)
  include (province_id, created_by, site_status, penro_status, region_status, waiting_since, returned_at)
  where status = 'Activated' and site_status in ('Submitted', 'Returned');

-- The boundary of a profile, read from its location map; shared/boundary computes the numbers.
create table site_boundaries (
  site_profile_id integer primary key,
  map_kml_id integer not null,
  geometry jsonb not null,
  area_ha numeric(14, 2) not null,
  vertex_count integer not null,
  valid boolean not null,
  min_lon double precision not null,
  min_lat double precision not null,
  max_lon double precision not null,
  max_lat double precision not null,
  extent box generated always as (box(point(max_lon, max_lat), point(min_lon, min_lat))) stored,
  warnings jsonb not null default '[]',
  -- how far the comparison with its neighbours has come
  overlap_state text not null default 'waiting',
  -- what else was checked, beside the warnings; null before the first check
  checks jsonb,
  constraint site_boundaries_overlap_state_check check (overlap_state in ('waiting', 'measured', 'part', 'tangled')),
  constraint site_boundaries_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  constraint site_boundaries_map_kml_fkey foreign key (map_kml_id) references files (id),
  -- The boundary belongs to the profile's current location map. A change of the map saves the profile first and then
  -- the boundary, so this is checked at the end of the transaction.
  constraint site_boundaries_profile_map_fkey foreign key (site_profile_id, map_kml_id)
    references site_profiles (id, map_kml_id) deferrable initially deferred
);
create index site_boundaries_extent_idx on site_boundaries using gist (extent);
create index site_boundaries_map_kml_idx on site_boundaries (map_kml_id);
create index site_boundaries_waiting_idx on site_boundaries (site_profile_id) where overlap_state = 'waiting';

-- The land that two profiles share, computed once after a boundary is saved (docs/decisions/08-boundaries.md).
-- One row per pair; the hectares are null if the two boundaries are too tangled to compare. The keys refer to the
-- boundaries and not to the profiles: a decision locks its profile, and must not wait for the save of a neighbour.
create table site_overlaps (
  site_profile_id integer not null,
  other_site_profile_id integer not null,
  overlap_ha numeric(14, 2),
  geometry jsonb,
  constraint site_overlaps_pkey primary key (site_profile_id, other_site_profile_id),
  constraint site_overlaps_order_check check (site_profile_id < other_site_profile_id),
  constraint site_overlaps_measured_check check ((overlap_ha is null) = (geometry is null)),
  constraint site_overlaps_site_fkey foreign key (site_profile_id) references site_boundaries (site_profile_id),
  constraint site_overlaps_other_fkey foreign key (other_site_profile_id) references site_boundaries (site_profile_id)
);
create index site_overlaps_other_idx on site_overlaps (other_site_profile_id);

-- The boundary of a location map that was submitted and later replaced. It remains after the daily clean-up has removed
-- the file (ruling S-97).
create table replaced_boundaries (
  site_profile_id integer not null,
  map_kml_id integer not null,
  geometry jsonb not null,
  area_ha numeric(14, 2) not null,
  created_at timestamptz not null default now(),
  constraint replaced_boundaries_pkey primary key (site_profile_id, map_kml_id),
  constraint replaced_boundaries_profile_fkey foreign key (site_profile_id) references site_profiles (id)
);

-- The land that two boundaries of one profile share: the submitted one and the one uploaded after its return. The
-- hectares are null if they could not be computed.
create table boundary_changes (
  site_profile_id integer not null,
  old_map_kml_id integer not null,
  new_map_kml_id integer not null,
  waiting boolean not null default true,
  shared_ha numeric(14, 2),
  constraint boundary_changes_pkey primary key (site_profile_id, old_map_kml_id, new_map_kml_id),
  constraint boundary_changes_site_fkey foreign key (site_profile_id) references site_boundaries (site_profile_id)
);
create index boundary_changes_waiting_idx on boundary_changes (site_profile_id) where waiting;
