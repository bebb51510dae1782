-- The boundary in a location map as it was read at the upload, so that neither the form nor the save reads the file
-- again (docs/decisions/014). It belongs to these bytes alone, which the sum names; once the map is in use, the
-- boundary of its profile takes over and the daily clean-up forgets this one.
create table file_boundaries (
  file_id integer primary key,
  sha256 text not null,
  geometry jsonb not null,
  constraint file_boundaries_file_fkey foreign key (file_id) references files (id) on delete cascade,
  constraint file_boundaries_sha256_check check (sha256 ~ '^[0-9a-f]{64}$')
);
