create table files (
  id integer generated always as identity primary key,
  -- random name in the file store; the original name is for display only (ruling S-95)
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
  -- since when no record uses it; the daily clean-up removes it 24 hours later (ruling S-97); null while in use
  unused_since timestamptz default now(),
  scan_status text not null default 'not scanned',
  constraint files_storage_key_key unique (storage_key),
  constraint files_kind_check check (kind in ('pdf', 'kml', 'csv', 'image', 'shp')),
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
