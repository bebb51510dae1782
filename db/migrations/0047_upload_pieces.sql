-- The bytes of an upload that can go on lie in the file store as pieces, and its row says how much of it is there and in
-- which of them, so that every instance knows the same (docs/decisions/048-pieces-in-the-store.md).
alter table file_uploads
  add column received bigint not null default 0,
  add column received_at timestamptz not null default now(),
  -- names of the pieces, in their order
  add column pieces uuid[] not null default '{}';
alter table file_uploads
  add constraint file_uploads_received_check check (received between 0 and size) not valid,
  add constraint file_uploads_pieces_check check ((received = 0) = (cardinality(pieces) = 0)) not valid;
