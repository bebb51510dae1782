-- When somebody was last noted to have taken bytes of an agreement or a location map: whatever parts a viewer asks for, the
-- log has one row per person, file and ten minutes (S-135).
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
