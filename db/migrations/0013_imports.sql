-- Imports of profiles from a table and zip files (docs/decisions/10-imports.md).

-- The names of the files are stored here, because the files are removed a day after the import has ended and their
-- columns then become null.
create table imports (
  id integer generated always as identity primary key,
  state text not null default 'Uploaded',
  table_id integer,
  table_name text not null,
  created_at timestamptz not null default now(),
  created_by integer not null,
  started_at timestamptz,
  started_by integer,
  ended_at timestamptz,
  -- null until the table has been read
  rows_total integer,
  -- the position of each column in the table, counted from 0
  columns jsonb not null default '{}',
  ignored_columns text[] not null default '{}',
  -- the headers of the table as they were written, for the table of the rows to correct
  headers text[] not null default '{}',
  refusal text,
  trouble text,
  -- the row on which the server failed for a reason that is not the row's, and how often
  stuck_at integer,
  stuck_tries integer not null default 0,
  -- sentences about the whole table, besides the findings
  notices text[] not null default '{}',
  -- how often it was begun without progress; an import that has crashed the server twice is not begun again (S-156)
  begun integer not null default 0,
  constraint imports_state_check
    check (state in ('Uploaded', 'Checked', 'Importing', 'Finished', 'Cancelled', 'Refused')),
  constraint imports_ended_check check ((ended_at is not null) = (state in ('Finished', 'Cancelled', 'Refused'))),
  constraint imports_started_check check (
    case when state in ('Importing', 'Finished') then started_at is not null
    when state in ('Uploaded', 'Checked', 'Refused') then started_at is null
    else true end
  ),
  constraint imports_started_by_check check ((started_at is null) = (started_by is null)),
  constraint imports_read_check check (state not in ('Checked', 'Importing', 'Finished') or rows_total is not null),
  constraint imports_refusal_check check (state <> 'Refused' or refusal is not null),
  constraint imports_table_fkey foreign key (table_id) references files (id) on delete set null,
  constraint imports_created_by_fkey foreign key (created_by) references users (id),
  constraint imports_started_by_fkey foreign key (started_by) references users (id)
);
create index imports_table_idx on imports (table_id);
create index imports_created_by_idx on imports (created_by);
create index imports_started_by_idx on imports (started_by);
create index imports_open_idx on imports (id) where state in ('Uploaded', 'Importing');

create table import_archives (
  import_id integer not null,
  "order" integer not null,
  file_id integer,
  name text not null,
  constraint import_archives_pkey primary key (import_id, "order"),
  constraint import_archives_import_fkey foreign key (import_id) references imports (id),
  constraint import_archives_file_fkey foreign key (file_id) references files (id) on delete set null
);
create index import_archives_file_idx on import_archives (file_id);

create table import_rows (
  id integer generated always as identity primary key,
  import_id integer not null,
  -- the row number in the spreadsheet
  number integer not null,
  state text not null default 'Read',
  -- cells by field, such as {"kind": "text", "text": "Laguna"}
  cells jsonb not null,
  -- texts of the table's other columns by their position, which only the table of the rows to correct has
  others jsonb not null default '{}',
  -- hash of the cells and of the bytes of the row's files; null until the row was found good
  fingerprint bytea,
  -- hash of partner, municipality and project years; null while one of them cannot be read
  project bytea,
  is_total boolean not null default false,
  -- the profile of an imported row; of a known row, the profile that already exists
  site_profile_id integer,
  constraint import_rows_number_key unique (import_id, number),
  constraint import_rows_state_check check (
    state in ('Read', 'Good', 'Wrong', 'LeftOut', 'Known', 'Repeated', 'Imported', 'Failed')
  ),
  constraint import_rows_fingerprint_check check (
    state not in ('Good', 'Known', 'Repeated', 'Imported') or fingerprint is not null
  ),
  constraint import_rows_site_check check (
    case state when 'Imported' then site_profile_id is not null when 'Known' then true else site_profile_id is null end
  ),
  constraint import_rows_import_fkey foreign key (import_id) references imports (id),
  constraint import_rows_site_fkey foreign key (site_profile_id) references site_profiles (id)
);
create index import_rows_state_idx on import_rows (import_id, state, number);
create index import_rows_print_idx on import_rows (fingerprint);
create index import_rows_project_idx on import_rows (import_id, project, number);
create index import_rows_site_idx on import_rows (site_profile_id);
-- the same row is never imported twice
create unique index import_rows_imported_key on import_rows (fingerprint) where state = 'Imported';

create table import_findings (
  id integer generated always as identity primary key,
  import_row_id integer not null,
  field text not null,
  kind text not null,
  sentence text not null,
  constraint import_findings_kind_check check (kind in ('error', 'warning')),
  constraint import_findings_row_fkey foreign key (import_row_id) references import_rows (id)
);
create index import_findings_row_idx on import_findings (import_row_id);

-- Boundaries of the good rows of an import, which are compared with each other; removed when the import ends.
create table import_boundaries (
  import_row_id integer not null,
  import_id integer not null,
  geometry jsonb not null,
  extent box not null,
  constraint import_boundaries_pkey primary key (import_row_id),
  constraint import_boundaries_row_fkey foreign key (import_row_id) references import_rows (id) on delete cascade,
  constraint import_boundaries_import_fkey foreign key (import_id) references imports (id)
);
create index import_boundaries_import_idx on import_boundaries (import_id);
create index import_boundaries_extent_idx on import_boundaries using gist (extent);
