-- The land: reference layers, what a boundary meets in them, instruments, and facts of photographs
-- (docs/decisions/32-land.md).

-- A layer with its written consideration; whoever sees a finding sees it too.
create table land_layers (
  id integer generated always as identity primary key,
  kind text not null,
  name text not null,
  audience text not null default 'staff',
  -- why it is needed and for whom
  purpose text not null,
  -- whether land in it is a constraint, and which
  effect text not null,
  legal_base text not null,
  not_good_for text not null,
  created_by integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revision integer not null default 1,
  -- no longer compared
  withdrawn_at timestamptz,
  withdrawn_reason text,
  constraint land_layers_kind_check check (kind in (
    'ancestral_domain', 'protected_area', 'tenure', 'forest_cover', 'municipal_boundary', 'other'
  )),
  constraint land_layers_audience_check check (audience in ('staff', 'public')),
  constraint land_layers_withdrawn_check check ((withdrawn_at is null) = (withdrawn_reason is null)),
  constraint land_layers_created_by_fkey foreign key (created_by) references users (id)
);
create unique index land_layers_name_key on land_layers (lower(name)) where withdrawn_at is null;

-- One import of a layer. A draft (reading, question, refused, read) is compared with nothing; of a layer one version at
-- most is a draft and one at most is current.
create table land_layer_versions (
  id integer generated always as identity primary key,
  land_layer_id integer not null,
  number integer not null,
  state text not null default 'reading',
  source text not null,
  licence text not null,
  source_date date not null,
  attribution text not null,
  -- from when and until when its outlines hold, where that is known: a province that was divided
  valid_from date,
  valid_until date,
  -- where it knows the land: in these regions and provinces, or in the whole country where both are null
  covers_regions integer[],
  covers_provinces integer[],
  -- whether these follow from where its features lie
  covers_touched boolean not null default false,
  file_name text not null,
  -- the coordinate system that the person named, and the one that was used
  crs_answer text,
  crs text,
  -- the columns of code and name that the person named
  code_column text,
  name_column text,
  -- why it was refused, what it asks, or what its reading waits for
  reason text,
  -- the columns of the file, to choose those of code and name from
  columns jsonb not null default '[]',
  -- readings begun and not ended: a file that stops the server again and again is refused
  begun integer not null default 0,
  feature_count integer not null default 0,
  vertex_count integer not null default 0,
  area_ha numeric(14, 2) not null default 0,
  -- features that are left out or repaired, the first of them: {number, name, reason, is_left_out}
  fault_count integer not null default 0,
  faults jsonb not null default '[]',
  -- features that lie far outside what it covers, and the most kilometres
  far_count integer not null default 0,
  far_km integer not null default 0,
  created_by integer not null,
  created_at timestamptz not null,
  read_at timestamptz,
  -- since when the sites are compared with a draft that was read
  compared_at timestamptz,
  imported_by integer,
  imported_at timestamptz,
  past_at timestamptz,
  -- since when the offices are mailed about the land that it found
  mailed_at timestamptz,
  constraint land_layer_versions_covers_check check (
    (covers_regions is null) = (covers_provinces is null)
    and (imported_at is null or covers_regions || covers_provinces <> '{}')
  ),
  constraint land_layer_versions_number_key unique (land_layer_id, number),
  constraint land_layer_versions_state_check
    check (state in ('reading', 'question', 'refused', 'read', 'current', 'past', 'discarded')),
  constraint land_layer_versions_imported_check check ((state in ('current', 'past')) = (imported_at is not null)),
  constraint land_layer_versions_past_check check ((state = 'past') = (past_at is not null)),
  constraint land_layer_versions_layer_fkey foreign key (land_layer_id) references land_layers (id),
  constraint land_layer_versions_created_by_fkey foreign key (created_by) references users (id),
  constraint land_layer_versions_imported_by_fkey foreign key (imported_by) references users (id)
);
create unique index land_layer_versions_current_key on land_layer_versions (land_layer_id) where state = 'current';
create unique index land_layer_versions_draft_key on land_layer_versions (land_layer_id)
  where state in ('reading', 'question', 'refused', 'read');

-- The sites that gain, lose or change findings if a draft becomes the current version, in the words of the features.
create table land_draft_sites (
  land_layer_version_id integer not null,
  site_profile_id integer not null,
  gained text[] not null,
  lost text[] not null,
  changed text[] not null,
  -- why the boundary could not be compared
  reason text,
  constraint land_draft_sites_pkey primary key (land_layer_version_id, site_profile_id),
  constraint land_draft_sites_version_fkey
    foreign key (land_layer_version_id) references land_layer_versions (id) on delete cascade,
  constraint land_draft_sites_profile_fkey foreign key (site_profile_id) references site_profiles (id)
);
create index land_draft_sites_profile_idx on land_draft_sites (site_profile_id);

-- A named piece of land in a version: whole for the arithmetic, simplified for the screen.
create table land_features (
  id integer generated always as identity primary key,
  land_layer_version_id integer not null,
  -- its position in the file
  number integer not null,
  -- the same land in the next version: the code, else the name, else the number; once per version
  key text not null,
  code text,
  name text,
  area_ha numeric(14, 2) not null,
  vertex_count integer not null,
  min_lon double precision not null,
  min_lat double precision not null,
  max_lon double precision not null,
  max_lat double precision not null,
  extent box generated always as (box(point(max_lon, max_lat), point(min_lon, min_lat))) stored,
  geometry jsonb not null,
  -- the same shape in another version, whatever its code
  geometry_sha256 text not null generated always as (encode(sha256(geometry::text::bytea), 'hex')) stored,
  drawing jsonb not null,
  -- of a municipal boundary: the place that it is the outline of
  province_id integer,
  city_id integer,
  constraint land_features_key unique (land_layer_version_id, key),
  constraint land_features_place_check check (num_nonnulls(province_id, city_id) <= 1),
  constraint land_features_version_fkey
    foreign key (land_layer_version_id) references land_layer_versions (id) on delete cascade,
  constraint land_features_province_fkey foreign key (province_id) references provinces (id),
  constraint land_features_city_fkey foreign key (city_id) references cities (id)
);
create index land_features_extent_idx on land_features using gist (extent);
create index land_features_number_idx on land_features (land_layer_version_id, number);

alter table place_outlines add constraint place_outlines_version_fkey
  foreign key (land_layer_version_id) references land_layer_versions (id);
create index place_outlines_version_idx on place_outlines (land_layer_version_id);

-- The last comparison of a boundary with a layer. It counts only for the version and the map that it names: with
-- others, or without a row, the boundary is not checked.
create table land_screenings (
  site_profile_id integer not null,
  land_layer_id integer not null,
  land_layer_version_id integer not null,
  map_kml_id integer not null,
  state text not null,
  at timestamptz not null,
  -- of failed ones
  tries integer not null default 0,
  next_try_at timestamptz,
  reason text,
  -- findings beyond the most that are stored of a site: the smallest
  left_out integer not null default 0,
  constraint land_screenings_pkey primary key (site_profile_id, land_layer_id),
  constraint land_screenings_state_check check (state in ('done', 'failed')),
  constraint land_screenings_failed_check check ((state = 'failed') = (reason is not null)),
  constraint land_screenings_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  constraint land_screenings_version_fkey foreign key (land_layer_version_id) references land_layer_versions (id)
);
create index land_screenings_version_idx on land_screenings (land_layer_version_id, state);
-- every five minutes the comparisons are found that failed and are due again
create index land_screenings_retry_idx on land_screenings (next_try_at) where next_try_at is not null;

-- Land of a feature that a boundary takes in: the newest state; what happened is in the steps of its thread, which has
-- the same number.
create table land_findings (
  id integer primary key default new_thread('finding'),
  site_profile_id integer not null,
  land_layer_id integer not null,
  -- the feature: its key and shape where it was found last
  feature_key text not null,
  feature_sha256 text,
  feature_code text,
  feature_name text,
  land_layer_version_id integer not null,
  overlap_ha numeric(14, 2) not null,
  -- of the boundary, 0 to 1
  share numeric(8, 6) not null,
  -- the land in both, simplified for the screen; null while it is gone
  geometry jsonb,
  state text not null default 'found',
  since timestamptz not null,
  -- the levels whose approval has accepted it as it is now
  accepted_levels text[] not null default '{}',
  constraint land_findings_profile_key unique (id, site_profile_id),
  -- at the end of the statement, since features may exchange their codes
  constraint land_findings_key exclude using btree
    (site_profile_id with =, land_layer_id with =, feature_key with =) where (state <> 'gone')
    deferrable initially immediate,
  constraint land_findings_state_check check (state in ('found', 'explained', 'accepted', 'gone')),
  constraint land_findings_accepted_check check ((state = 'accepted') = (accepted_levels <> '{}')),
  constraint land_findings_levels_check check (accepted_levels <@ array['PENRO', 'Region', 'FMB']),
  constraint land_findings_gone_check check ((state = 'gone') = (geometry is null)),
  constraint land_findings_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  constraint land_findings_layer_fkey foreign key (land_layer_id) references land_layers (id),
  constraint land_findings_version_fkey foreign key (land_layer_version_id) references land_layer_versions (id)
);
create index land_findings_profile_idx on land_findings (site_profile_id, land_layer_id);
create index land_findings_open_idx on land_findings (state, since) where state <> 'gone';
create index land_findings_version_idx on land_findings (land_layer_version_id);

-- Who was asked about a finding, and the answer.
create table land_requests (
  id integer generated always as identity primary key,
  land_finding_id integer not null,
  -- the body: NCIP, PAMB, or another by name
  asked text not null,
  asked_on date not null,
  answered_on date,
  answer text,
  words text,
  recorded_by integer not null,
  recorded_at timestamptz not null,
  revision integer not null default 1,
  constraint land_requests_answer_check check (answer in ('no objection', 'conditions', 'objection')),
  constraint land_requests_answered_check check ((answered_on is null) = (answer is null)),
  constraint land_requests_days_check check (answered_on >= asked_on),
  constraint land_requests_finding_fkey foreign key (land_finding_id) references land_findings (id),
  constraint land_requests_user_fkey foreign key (recorded_by) references users (id)
);
create index land_requests_finding_idx on land_requests (land_finding_id);

-- Papers about the right to the land: consents, clearances, titles and tenure.
create table land_instruments (
  id integer generated always as identity primary key,
  site_profile_id integer not null,
  kind text not null,
  -- of the kind 'other'
  other_kind text,
  number text,
  issuer text not null,
  asked_on date,
  issued_on date,
  valid_until date,
  -- the instrument of the profile that this one continues, as a person has said
  renews_id integer,
  recorded_by integer not null,
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  revision integer not null default 1,
  -- since when FMB has confirmed it, and so its kind and year are public
  confirmed_at timestamptz,
  removed_at timestamptz,
  removed_reason text,
  -- of the last notice before valid_until that was mailed: 90, then 30; null before the first
  noticed_days integer,
  constraint land_instruments_profile_key unique (id, site_profile_id),
  constraint land_instruments_kind_check check (kind in (
    'certification_precondition', 'certificate_of_non_overlap', 'fpic_memorandum', 'cadt_calt', 'pamb_clearance',
    'environmental_compliance_certificate', 'cbfma', 'ifma', 'sifma', 'other'
  )),
  constraint land_instruments_other_check check ((kind = 'other') = (other_kind is not null)),
  constraint land_instruments_days_check
    check (issued_on >= asked_on and valid_until >= issued_on and valid_until >= asked_on),
  constraint land_instruments_removed_check check ((removed_at is null) = (removed_reason is null)),
  constraint land_instruments_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  constraint land_instruments_user_fkey foreign key (recorded_by) references users (id),
  constraint land_instruments_renews_fkey foreign key (renews_id) references land_instruments (id),
  constraint land_instruments_renews_check check (renews_id <> id)
);
create index land_instruments_renews_idx on land_instruments (renews_id);
create index land_instruments_profile_idx on land_instruments (site_profile_id);
create index land_instruments_user_idx on land_instruments (recorded_by);
create index land_instruments_valid_idx on land_instruments (valid_until)
  where removed_at is null and valid_until is not null;

-- The found land that an instrument is for, as a person has ticked it. A finding is the same row in every version of its
-- layer, also while it is gone.
create table land_instrument_findings (
  land_instrument_id integer not null,
  land_finding_id integer not null,
  site_profile_id integer not null,
  constraint land_instrument_findings_pkey primary key (land_instrument_id, land_finding_id),
  constraint land_instrument_findings_instrument_fkey
    foreign key (land_instrument_id, site_profile_id) references land_instruments (id, site_profile_id),
  constraint land_instrument_findings_finding_fkey
    foreign key (land_finding_id, site_profile_id) references land_findings (id, site_profile_id)
);
create index land_instrument_findings_finding_idx on land_instrument_findings (land_finding_id, site_profile_id);

-- The files of layers, explanations, answers and instruments: each file has one place.
create table land_files (
  file_id integer primary key,
  -- null of a layer
  site_profile_id integer,
  land_layer_version_id integer,
  land_finding_id integer,
  land_request_id integer,
  land_instrument_id integer,
  constraint land_files_place_check
    check (num_nonnulls(land_layer_version_id, land_finding_id, land_request_id, land_instrument_id) = 1),
  constraint land_files_profile_check check ((site_profile_id is null) = (land_layer_version_id is not null)),
  constraint land_files_file_fkey foreign key (file_id) references files (id),
  constraint land_files_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  constraint land_files_version_fkey foreign key (land_layer_version_id) references land_layer_versions (id),
  constraint land_files_finding_fkey foreign key (land_finding_id) references land_findings (id),
  constraint land_files_request_fkey foreign key (land_request_id) references land_requests (id),
  constraint land_files_instrument_fkey foreign key (land_instrument_id) references land_instruments (id)
);
create index land_files_profile_idx on land_files (site_profile_id);
create index land_files_version_idx on land_files (land_layer_version_id);
create index land_files_finding_idx on land_files (land_finding_id);
create index land_files_request_idx on land_files (land_request_id);
create index land_files_instrument_idx on land_files (land_instrument_id);

-- Every key that others refer by stands at the front of an index.
create index land_features_province_idx on land_features (province_id);
create index land_features_city_idx on land_features (city_id);
create index land_findings_layer_idx on land_findings (land_layer_id);
create index land_layer_versions_created_by_idx on land_layer_versions (created_by);
create index land_layer_versions_imported_by_idx on land_layer_versions (imported_by);
create index land_layers_created_by_idx on land_layers (created_by);
create index land_requests_user_idx on land_requests (recorded_by);

-- What a photograph says of itself: a claim, seen by its office and its reviewers alone. Dates are as the camera wrote
-- them, without a time zone; serial numbers are not read.
create table photo_facts (
  file_id integer primary key,
  longitude double precision,
  latitude double precision,
  taken_at timestamp,
  written_at timestamp,
  -- of the satellites, UTC
  gps_at timestamptz,
  camera text,
  -- why nothing could be read
  fault text,
  -- outside the boundary of this map, 0 inside
  metres integer,
  measured_map_kml_id integer,
  constraint photo_facts_place_check check ((longitude is null) = (latitude is null)),
  constraint photo_facts_metres_check check ((metres is null) = (measured_map_kml_id is null)),
  constraint photo_facts_file_fkey foreign key (file_id) references files (id) on delete cascade
);
create index photo_facts_taken_idx on photo_facts (taken_at, camera);

-- The files of the records of each kind, with what each is there; the file of a layer of land without a record. One
-- branch per column that names a file: each is found by its own index, whoever asks.
create view record_files as
select 'site_profiles' as kind, id, agreement_id as file_id, 'agreement' as used_as from site_profiles
union all
select 'site_profiles', id, map_kml_id, 'map_kml' from site_profiles
union all
select 'site_profiles', site_profile_id, file_id, 'land' from land_files
union all
select 'site_activities', site_activity_id, file_id, 'evidence' from site_activity_means;
