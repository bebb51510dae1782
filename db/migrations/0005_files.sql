-- Files: uploads, boundaries read from them, cleaned copies and downloads.

create table files (
  id integer generated always as identity primary key,
  -- random name in the file store; `name` is for display only (ruling S-95)
  storage_key uuid not null,
  kind text not null,
  name text not null,
  media_type text not null,
  size bigint not null,
  sha256 text not null,
  office_id integer,
  region_id integer,
  uploaded_by integer not null,
  created_at timestamptz not null default now(),
  -- since when no record uses the file; the daily clean-up removes it after 24 hours (ruling S-97). Null while in use.
  unused_since timestamptz default now(),
  scan_status text not null default 'not scanned',
  -- the question that a map asks before its boundary can be read, and the answers to it
  boundary_question text,
  boundary_answers jsonb,
  -- the tracks of a map that asks which of them are closed, for their drawing
  boundary_tracks jsonb,
  constraint files_boundary_question_check check (boundary_question in ('crs', 'close')),
  constraint files_storage_key_key unique (storage_key),
  constraint files_kind_check
    check (kind in ('pdf', 'kml', 'csv', 'image', 'shp', 'table', 'archive', 'boundary', 'layer')),
  constraint files_name_length check (char_length(name) between 1 and 200),
  constraint files_size_check check (size >= 0),
  constraint files_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint files_scan_status_check check (scan_status in ('checking', 'clean', 'quarantined', 'not scanned')),
  constraint files_office_fkey foreign key (office_id) references offices (id),
  constraint files_region_fkey foreign key (region_id) references regions (id),
  constraint files_uploaded_by_fkey foreign key (uploaded_by) references users (id)
);
create index files_office_idx on files (office_id);
create index files_region_idx on files (region_id);
create index files_uploaded_by_idx on files (uploaded_by);
create index files_sha256_idx on files (sha256);
create index files_unused_idx on files (unused_since) where unused_since is not null;
-- a user's recent uploads that no record uses yet
create index files_unattached_idx on files (uploaded_by, created_at) where unused_since is not null;
-- finds the few quarantined files without reading the others
create index files_quarantined_idx on files (id) where scan_status = 'quarantined';
-- every ten minutes the files are found that still wait for their virus check
create index files_checking_idx on files (created_at) where scan_status = 'checking';

-- Unfinished uploads, which can continue after a lost connection. The bytes are in the file store as pieces; the row
-- records how many have arrived and in which pieces, so that any instance can continue (docs/decisions/07-files.md).
create table file_uploads (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  name text not null,
  size bigint not null,
  received bigint not null default 0,
  received_at timestamptz not null default now(),
  -- names of the pieces in the file store, in order
  pieces uuid[] not null default '{}',
  uploaded_by integer not null,
  created_at timestamptz not null default now(),
  -- the finished file; finishing the upload again returns the same file
  file_id integer,
  constraint file_uploads_kind_check
    check (kind in ('pdf', 'kml', 'csv', 'image', 'shp', 'table', 'archive', 'boundary', 'layer')),
  constraint file_uploads_name_length check (char_length(name) between 1 and 200),
  constraint file_uploads_size_check check (size > 0),
  constraint file_uploads_received_check check (received between 0 and size),
  constraint file_uploads_pieces_check check ((received = 0) = (cardinality(pieces) = 0)),
  constraint file_uploads_uploaded_by_fkey foreign key (uploaded_by) references users (id),
  constraint file_uploads_file_fkey foreign key (file_id) references files (id) on delete cascade
);
create index file_uploads_uploaded_by_idx on file_uploads (uploaded_by, created_at);
create index file_uploads_file_idx on file_uploads (file_id);
create index file_uploads_created_idx on file_uploads (created_at);

-- The boundary that the upload of a location map read, so that neither the form nor the save reads the file again
-- (docs/decisions/19-statements.md). It is valid only for the bytes with this SHA-256. Once a profile uses the map, its
-- boundary is in site_boundaries, and the daily clean-up removes this row.
create table file_boundaries (
  file_id integer primary key,
  sha256 text not null,
  geometry jsonb not null,
  constraint file_boundaries_file_fkey foreign key (file_id) references files (id) on delete cascade,
  constraint file_boundaries_sha256_check check (sha256 ~ '^[0-9a-f]{64}$')
);

-- The cleaned copy of a photograph, which people outside its office see instead of the original: its pixels without
-- location, camera data or anything else (docs/decisions/07-files.md). Made at the first request.
create table file_renditions (
  file_id integer primary key,
  -- null: the picture cannot be read, so people outside its office cannot open it
  storage_key uuid,
  size bigint,
  sha256 text,
  created_at timestamptz not null default now(),
  constraint file_renditions_storage_key_key unique (storage_key),
  constraint file_renditions_whole check (num_nonnulls(storage_key, size, sha256) in (0, 3)),
  constraint file_renditions_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint file_renditions_file_fkey foreign key (file_id) references files (id)
);

-- When a download of an agreement or a location map was last logged. A viewer requests a file in parts; the audit log
-- has one row per user, file and ten minutes (S-135).
create table file_downloads (
  id integer generated always as identity primary key,
  user_id integer not null,
  file_id integer not null,
  noted_at timestamptz not null,
  constraint file_downloads_user_file_key unique (user_id, file_id),
  constraint file_downloads_user_fkey foreign key (user_id) references users (id),
  constraint file_downloads_file_fkey foreign key (file_id) references files (id) on delete cascade
);
create index file_downloads_file_idx on file_downloads (file_id);
