-- A change of an official word in another language that one person of FMB has proposed and no other one has confirmed yet.
create table text_proposals (
  id integer generated always as identity primary key,
  language text not null,
  key text not null,
  -- the English that the text translates, as it was then
  english text not null,
  text text not null,
  reviewed boolean not null,
  proposed_by integer not null,
  proposed_at timestamptz not null,
  constraint text_proposals_key unique (language, key),
  constraint text_proposals_text_length check (char_length(text) between 1 and 1000),
  constraint text_proposals_proposed_by_fkey foreign key (proposed_by) references users (id)
);
create index text_proposals_proposed_by_idx on text_proposals (proposed_by);

-- A translation of an official word that the log does not state.
alter table altered_records drop constraint altered_records_kind_check;
alter table altered_records add constraint altered_records_kind_check
  check (kind in ('site', 'certificate', 'summary', 'file', 'text'));
