-- What each network has asked of the public replies in its present minute, told by all instances about once a second
-- (docs/decisions/031-watched.md). Worth nothing after a minute, so it is written past the log of the database.
create unlogged table public_call_counts (
  network text primary key,
  began_at timestamptz not null,
  calls integer not null,
  constraint public_call_counts_calls_check check (calls > 0)
);
