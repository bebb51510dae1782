-- Roles, users and unfinished forms.

create table roles (
  id integer generated always as identity primary key,
  name text not null,
  access_level text not null,
  -- null for a role that the bureau has added; its rank then follows from its permissions (ruling C-20)
  kind text,
  permissions text[] not null default '{}',
  status text not null default 'Activated',
  deactivate_reason text,
  deactivated_at timestamptz,
  deactivated_by integer,
  created_at timestamptz not null default now(),
  created_by integer,
  updated_at timestamptz not null default now(),
  updated_by integer,
  constraint roles_name_length check (char_length(name) between 2 and 100),
  constraint roles_access_level_check check (access_level in ('FMB', 'Region', 'PENRO')),
  constraint roles_kind_check
    check (kind in ('Super Administrator', 'Administrator', 'Approver', 'Encoder', 'Auditor')),
  -- an auditor has no place, because whoever sees everything belongs to no region or office
  constraint roles_auditor_check check (kind <> 'Auditor' or access_level = 'FMB'),
  constraint roles_status_check check (status in ('Activated', 'Deactivated'))
);
-- names that differ only in case or accents are the same name (ruling S-128)
create unique index roles_name_key on roles (access_level, search_form(name));
create unique index roles_level_key on roles (id, access_level);
create index roles_deactivated_by_idx on roles (deactivated_by);
create index roles_created_by_idx on roles (created_by);
create index roles_updated_by_idx on roles (updated_by);

-- What begins before a change of what signs a person in ends with it: each such change takes the next number, for
-- users.sign_in_epoch, and what begins stores the last one (docs/decisions/12-sign-in-and-limits.md).
create sequence sign_in_epochs as integer;
select nextval('sign_in_epochs');

create table users (
  id integer generated always as identity primary key,
  first_name text not null,
  middle_name text,
  last_name text not null,
  sex text,
  email text not null,
  access_level text not null,
  region_id integer,
  office_id integer,
  role_id integer not null,
  -- argon2id; null until a mailed link has been used, so that no default password exists
  password_hash text,
  -- true from an administrator's reset until the user sets a password; the user is reminded meanwhile (S-14)
  password_is_generated boolean not null default false,
  -- a mailed password works once, and until this time (ruling S-133)
  password_expires_at timestamptz,
  password_used_at timestamptz,
  -- which mails about records the user wants (S-117); null is the bureau's default
  mail_choice text,
  -- the day in Manila of the last daily or weekly mail. The transaction that queues the mail sets it, so that a job
  -- that runs twice, or on two servers, sends one mail.
  daily_mail_on text,
  -- of mails, as the person chose it; one that is not there any more is English (docs/decisions/13-mails.md)
  language text not null default 'en',
  status text not null default 'Activated',
  deactivate_reason text,
  deactivated_at timestamptz,
  deactivated_by integer,
  created_at timestamptz not null default now(),
  created_by integer,
  updated_at timestamptz not null default now(),
  updated_by integer,
  last_logged_in timestamptz,
  -- the number of the last change of password, factors, role, place, status or link
  sign_in_epoch integer not null default 0,
  -- an authenticator app, a passkey or a code sheet that has been proved; kept by the actions on factors
  has_factor boolean not null default false,
  -- set while a reset code has removed the factors and no new one counts: a password alone does not sign in
  factor_reset_at timestamptz,
  -- since the last right one
  wrong_codes integer not null default 0,
  -- the demanded day that the person was mailed about
  factor_told_for date,
  -- the sealed account of the operator: it signs in once, and every use is mailed to the administrators of FMB
  is_break_glass boolean not null default false,
  constraint users_first_name_length check (char_length(first_name) between 2 and 50),
  constraint users_middle_name_length check (char_length(middle_name) between 2 and 50),
  constraint users_last_name_length check (char_length(last_name) between 2 and 50),
  constraint users_sex_check check (sex in ('Male', 'Female')),
  constraint users_access_level_check check (access_level in ('FMB', 'Region', 'PENRO')),
  constraint users_scope_check check (
    (access_level = 'FMB' and region_id is null and office_id is null)
    or (access_level = 'Region' and region_id is not null and office_id is null)
    or (access_level = 'PENRO' and region_id is not null and office_id is not null)
  ),
  constraint users_mail_choice_check check (mail_choice in ('each', 'daily', 'weekly', 'off')),
  constraint users_language_form check (language ~ '^[a-z]{2,3}(-[a-z]{2,6})?$'),
  constraint users_status_check check (status in ('Activated', 'Deactivated')),
  constraint users_factor_reset_check check (not (has_factor and factor_reset_at is not null)),
  constraint users_break_glass_check check (not is_break_glass or (access_level = 'FMB' and not has_factor)),
  constraint users_region_fkey foreign key (region_id) references regions (id),
  constraint users_office_fkey foreign key (office_id) references offices (id),
  -- the office is in the user's region, and the role is of the user's level
  constraint users_office_region_fkey foreign key (office_id, region_id)
    references offices (id, region_id) deferrable,
  constraint users_role_fkey foreign key (role_id) references roles (id),
  constraint users_role_level_fkey foreign key (role_id, access_level) references roles (id, access_level),
  constraint users_deactivated_by_fkey foreign key (deactivated_by) references users (id),
  constraint users_created_by_fkey foreign key (created_by) references users (id),
  constraint users_updated_by_fkey foreign key (updated_by) references users (id)
);
create unique index users_email_key on users (lower(email));
create unique index users_break_glass_key on users (is_break_glass) where is_break_glass;
create index users_region_idx on users (region_id);
create index users_office_idx on users (office_id);
create index users_role_idx on users (role_id);
create index users_deactivated_by_idx on users (deactivated_by);
create index users_created_by_idx on users (created_by);
create index users_updated_by_idx on users (updated_by);

-- A change of what is in the row of the user; changes of a second or later factor and of the link to a provider raise
-- the epoch themselves.
create function raise_sign_in_epoch() returns trigger language plpgsql as $$
begin
  new.sign_in_epoch := nextval('sign_in_epochs');
  return new;
end $$;
create trigger users_sign_in_epoch before update on users for each row
  when (
    (old.password_hash, old.has_factor, old.factor_reset_at, old.role_id, old.region_id, old.office_id, old.status)
    is distinct from
    (new.password_hash, new.has_factor, new.factor_reset_at, new.role_id, new.region_id, new.office_id, new.status)
  ) execute function raise_sign_in_epoch();

alter table roles
  add constraint roles_deactivated_by_fkey foreign key (deactivated_by) references users (id),
  add constraint roles_created_by_fkey foreign key (created_by) references users (id),
  add constraint roles_updated_by_fkey foreign key (updated_by) references users (id);

-- What a user has typed into a form and not sent yet. Only that user can read it, and it is part of no record. The
-- content is text, because the server does not read it and jsonb rejects some characters that a user can paste.
create table form_drafts (
  id integer generated always as identity primary key,
  user_id integer not null,
  form text not null,
  -- the record that the form changes; 0 for a new one
  record_id integer not null,
  -- the record's revision when the form was opened; 0 for a new one
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

-- The answer to each form that was sent, under the form key that the browser made when it opened the form. If the
-- answer is lost and the form is sent again, the server returns the same answer and saves no second record
-- (docs/decisions/06-drafts-and-second-savers.md).
create table form_submissions (
  -- null for a public form, which anyone sends
  user_id integer,
  form_key uuid not null,
  -- method and path: one form may send more than one call
  call text not null,
  body_hash bytea not null,
  -- the code of the saved record, for people
  record_code text,
  -- the answer as JSON text; null only inside the transaction that saves the form
  answer text,
  created_at timestamptz not null default now(),
  constraint form_submissions_key unique nulls not distinct (user_id, form_key, call),
  constraint form_submissions_user_fkey foreign key (user_id) references users (id)
);
create index form_submissions_created_idx on form_submissions (created_at);
