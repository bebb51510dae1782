-- What a person has typed into a form and not sent yet. Nobody else reads it, and it is no part of any record. The text
-- is the form's own: nothing on the server looks inside, and jsonb would refuse letters that a person can paste.
create table form_drafts (
  id integer generated always as identity primary key,
  user_id integer not null,
  form text not null,
  -- the record the form changes; 0 for one that does not exist yet
  record_id integer not null,
  -- of the record when the form was opened; 0 for one that does not exist yet
  revision integer not null,
  content text not null,
  updated_at timestamptz not null default now(),
  constraint form_drafts_owner_key unique (user_id, form, record_id),
  constraint form_drafts_form_length check (char_length(form) between 1 and 50),
  constraint form_drafts_record_check check (record_id >= 0 and revision >= 0),
  constraint form_drafts_content_size check (octet_length(content) <= 786432),
  constraint form_drafts_user_fkey foreign key (user_id) references users (id)
);
create index form_drafts_updated_idx on form_drafts (updated_at);

-- A photograph without place, camera and every other thing it tells beside its pixels: what people outside its office
-- get in place of the original (docs/decisions/007-photographs.md). Made when one of them first asks.
create table file_renditions (
  file_id integer primary key,
  -- null: the picture cannot be read, so nobody outside its office gets anything
  storage_key uuid,
  size bigint,
  sha256 text,
  created_at timestamptz not null default now(),
  constraint file_renditions_storage_key_key unique (storage_key),
  constraint file_renditions_whole check (num_nonnulls(storage_key, size, sha256) in (0, 3)),
  constraint file_renditions_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint file_renditions_file_fkey foreign key (file_id) references files (id)
);
