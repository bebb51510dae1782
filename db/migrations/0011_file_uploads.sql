-- Uploads that go on after a lost connection. Their bytes lie in the data folder under the same id until the last one is
-- there and the file is made of them (docs/decisions/006-resumable-uploads.md).
create table file_uploads (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  name text not null,
  size bigint not null,
  uploaded_by integer not null,
  created_at timestamptz not null default now(),
  -- the file it became; asking again gives the same one
  file_id integer,
  constraint file_uploads_kind_check check (kind in ('pdf', 'kml', 'csv', 'image', 'shp')),
  constraint file_uploads_name_length check (char_length(name) between 1 and 200),
  constraint file_uploads_size_check check (size > 0),
  constraint file_uploads_uploaded_by_fkey foreign key (uploaded_by) references users (id),
  constraint file_uploads_file_fkey foreign key (file_id) references files (id) on delete cascade
);
create index file_uploads_uploaded_by_idx on file_uploads (uploaded_by, created_at);
create index file_uploads_file_idx on file_uploads (file_id);
create index file_uploads_created_idx on file_uploads (created_at);
