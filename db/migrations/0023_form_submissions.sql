-- What became of a form that a person sent, under the key the form got when it was opened: whoever sends it again,
-- because the answer was lost, gets that answer and no second record (docs/decisions/021-the-same-form-again.md).
create table form_submissions (
  user_id integer not null,
  form_key uuid not null,
  -- method and path: one form may send more than one call
  call text not null,
  body_hash bytea not null,
  -- of the record that was written, for people
  record_code text,
  -- what the change gave, as JSON in a text; null only until its own transaction ends
  answer text,
  created_at timestamptz not null default now(),
  constraint form_submissions_pkey primary key (user_id, form_key, call),
  constraint form_submissions_user_fkey foreign key (user_id) references users (id)
);
create index form_submissions_created_idx on form_submissions (created_at);

-- Why a token is dead that nobody logged out with: the next call with it is told, so that its owner learns the reason.
-- Rows go after a day, by when every session would have ended by itself.
create table ended_sessions (
  token_hash bytea primary key,
  why text not null,
  ended_at timestamptz not null default now(),
  constraint ended_sessions_why_check check (why in ('elsewhere', 'administrator', 'deactivated', 'password', 'expired'))
);
create index ended_sessions_ended_idx on ended_sessions (ended_at);
