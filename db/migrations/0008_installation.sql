-- One row that says what this database is; demo data never goes into one that is anything else.
create table installation (
  id integer primary key default 1,
  demo boolean not null,
  created_at timestamptz not null default now(),
  constraint installation_single_row check (id = 1)
);
