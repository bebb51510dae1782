-- What FMB says of the translated texts of pages and mails: its own wording, and what it has reviewed
-- (docs/decisions/35-languages.md). The texts themselves come with the product.

create table text_reviews (
  id integer generated always as identity primary key,
  language text not null,
  key text not null,
  -- the English that the text translates, as it was then
  english text not null,
  -- the translation: FMB's, or as it came with the product when it was reviewed
  text text not null,
  is_corrected boolean not null,
  reviewed_by integer,
  reviewed_at timestamptz,
  updated_by integer not null,
  updated_at timestamptz not null,
  -- their sum is the version of all texts, so rows are never removed
  revision integer not null default 1,
  constraint text_reviews_key unique (language, key),
  constraint text_reviews_text_length check (not is_corrected or char_length(text) between 1 and 1000),
  constraint text_reviews_reviewed_check check ((reviewed_by is null) = (reviewed_at is null)),
  constraint text_reviews_reviewed_by_fkey foreign key (reviewed_by) references users (id),
  constraint text_reviews_updated_by_fkey foreign key (updated_by) references users (id)
);
create index text_reviews_reviewed_by_idx on text_reviews (reviewed_by);
create index text_reviews_updated_by_idx on text_reviews (updated_by);

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
