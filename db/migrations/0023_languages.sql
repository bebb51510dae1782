-- The language of the mails to a person, as they chose it (docs/decisions/13-mails.md). Which languages there are is in the
-- code; a person whose language is not there any more gets English.

alter table users
  add column language text not null default 'en',
  add constraint users_language_form check (language ~ '^[a-z]{2,3}(-[a-z]{2,6})?$');
