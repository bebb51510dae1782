-- Which Cancun safeguards each principle answers; a version is never changed, summaries name the one they were made with.
create table crosswalks (
  version integer primary key,
  lines jsonb not null,
  created_by integer,
  created_at timestamptz not null default now(),
  constraint crosswalks_version_check check (version > 0),
  constraint crosswalks_created_by_fkey foreign key (created_by) references users (id)
);
create index crosswalks_created_by_idx on crosswalks (created_by);

-- The crosswalk of a new bureau, which FMB may change.
insert into crosswalks (version, lines) values (1, '[
  {"principle_number": 1, "primary": ["a"], "supporting": ["b"], "why": "Consistency with national forest programmes, Philippine law and treaties is safeguard (a); permits and tenure also show governance in practice (b)."},
  {"principle_number": 2, "primary": ["b"], "supporting": [], "why": "Disclosure, accountability, integrity and grievance handling are the substance of safeguard (b)."},
  {"principle_number": 3, "primary": ["c"], "supporting": ["d"], "why": "Tenure, FPIC and knowledge are safeguard (c); the consent process is also a form of participation (d)."},
  {"principle_number": 4, "primary": ["d"], "supporting": ["b", "c"], "why": "Full and effective participation is safeguard (d); seats in decision bodies support (b) and recognition of communities supports (c)."},
  {"principle_number": 5, "primary": ["b"], "supporting": ["d"], "why": "No Cancun safeguard names capacity; skills and staffing make governance (b) and participation (d) effective."},
  {"principle_number": 6, "primary": ["e"], "supporting": ["c", "b"], "why": "Social benefits are the last part of safeguard (e); fair shares protect rights of communities (c) and need open accounting (b)."},
  {"principle_number": 7, "primary": ["f", "g"], "supporting": [], "why": "Reversals are safeguard (f), displacement is safeguard (g); climate and disaster risk is treated as a cause of reversal."},
  {"principle_number": 8, "primary": ["e"], "supporting": [], "why": "Natural forest and biodiversity conservation and the services they give are safeguard (e)."}
]');

-- Summaries of information: a draft until it is frozen, then one immutable document.
create table summaries (
  id integer generated always as identity primary key,
  year integer not null,
  title text not null,
  reporting_years integer[] not null,
  -- empty: the whole country
  region_ids integer[] not null,
  created_by integer not null,
  created_at timestamptz not null default now(),
  updated_by integer not null,
  updated_at timestamptz not null default now(),
  frozen_by integer,
  frozen_at timestamptz,
  published_by integer,
  published_at timestamptz,
  constraint summaries_year_check check (year between 2000 and 2100),
  constraint summaries_title_length check (char_length(title) between 2 and 200),
  constraint summaries_reporting_years_check check (cardinality(reporting_years) between 1 and 10),
  constraint summaries_published_check check (published_at is null or frozen_at is not null),
  constraint summaries_created_by_fkey foreign key (created_by) references users (id),
  constraint summaries_updated_by_fkey foreign key (updated_by) references users (id),
  constraint summaries_frozen_by_fkey foreign key (frozen_by) references users (id),
  constraint summaries_published_by_fkey foreign key (published_by) references users (id)
);
-- one is published under each year
create unique index summaries_published_key on summaries (year) where published_at is not null;
create index summaries_created_by_idx on summaries (created_by);
create index summaries_updated_by_idx on summaries (updated_by);
create index summaries_frozen_by_idx on summaries (frozen_by);
create index summaries_published_by_idx on summaries (published_by);

-- What FMB wrote. `taken_from`: the year of the summary it was taken over from, until somebody edits or confirms it.
create table summary_texts (
  summary_id integer not null,
  section text not null,
  text text not null,
  written_by integer not null,
  written_at timestamptz not null,
  taken_from integer,
  constraint summary_texts_pkey primary key (summary_id, section),
  constraint summary_texts_length check (char_length(text) <= 10000),
  constraint summary_texts_summary_fkey foreign key (summary_id) references summaries (id),
  constraint summary_texts_written_by_fkey foreign key (written_by) references users (id)
);
create index summary_texts_section_idx on summary_texts (section, written_at desc);
create index summary_texts_written_by_idx on summary_texts (written_by);

-- The statements of approved records that were chosen for each safeguard.
create table summary_statements (
  summary_id integer not null,
  safeguard text not null,
  site_activity_id integer not null,
  sites_criteria_indicator_id integer not null,
  chosen_by integer not null,
  chosen_at timestamptz not null default now(),
  constraint summary_statements_pkey
    primary key (summary_id, safeguard, site_activity_id, sites_criteria_indicator_id),
  constraint summary_statements_safeguard_check check (safeguard in ('a', 'b', 'c', 'd', 'e', 'f', 'g')),
  constraint summary_statements_summary_fkey foreign key (summary_id) references summaries (id),
  constraint summary_statements_activity_fkey foreign key (site_activity_id) references site_activities (id),
  constraint summary_statements_indicator_fkey foreign key (sites_criteria_indicator_id)
    references site_criteria_indicators (id),
  constraint summary_statements_chosen_by_fkey foreign key (chosen_by) references users (id)
);
create index summary_statements_activity_idx on summary_statements (site_activity_id);
create index summary_statements_indicator_idx on summary_statements (sites_criteria_indicator_id);
create index summary_statements_chosen_by_idx on summary_statements (chosen_by);

-- What a frozen summary is made of: every site of the register in its regions, with the activities that report on its
-- years; a site without one has a row without activity.
create table summary_records (
  summary_id integer not null,
  site_profile_id integer not null,
  region_id integer not null,
  site_activity_id integer,
  reporting_year integer,
  -- of several years of a site the last, which its grades are read from
  is_latest boolean not null,
  constraint summary_records_key unique nulls not distinct (summary_id, site_profile_id, reporting_year),
  constraint summary_records_activity_check check ((site_activity_id is null) = (reporting_year is null)),
  constraint summary_records_summary_fkey foreign key (summary_id) references summaries (id)
);

-- The evidence behind it, in the order of its list.
create table summary_evidence (
  summary_id integer not null,
  number integer not null,
  code text not null,
  indicator text not null,
  reporting_year integer not null,
  sha256 text not null,
  size bigint not null,
  constraint summary_evidence_pkey primary key (summary_id, number),
  constraint summary_evidence_summary_fkey foreign key (summary_id) references summaries (id)
);

-- The frozen document, byte for byte, and its fingerprint.
create table summary_documents (
  summary_id integer primary key,
  document text not null,
  sha256 text not null,
  crosswalk_version integer not null,
  constraint summary_documents_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint summary_documents_summary_fkey foreign key (summary_id) references summaries (id),
  constraint summary_documents_crosswalk_fkey foreign key (crosswalk_version) references crosswalks (version)
);
create index summary_documents_crosswalk_idx on summary_documents (crosswalk_version);

create function summaries_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'a frozen summary is never changed or removed' using errcode = 'restrict_violation';
end
$$;
create function summary_parts_are_final() returns trigger language plpgsql as $$
begin
  if exists (select from summary_documents where summary_id in (select summary_id from added)) then
    raise exception 'a frozen summary is never changed or removed' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
create trigger summary_documents_no_change before update or delete on summary_documents
  for each row execute function summaries_are_final();
create trigger summary_documents_no_truncate before truncate on summary_documents
  for each statement execute function summaries_are_final();
create trigger summary_evidence_no_change before update or delete on summary_evidence
  for each row execute function summaries_are_final();
create trigger summary_evidence_no_truncate before truncate on summary_evidence
  for each statement execute function summaries_are_final();
create trigger summary_evidence_no_more after insert on summary_evidence
  referencing new table as added for each statement execute function summary_parts_are_final();
create trigger summary_records_no_change before update or delete on summary_records
  for each row execute function summaries_are_final();
create trigger summary_records_no_truncate before truncate on summary_records
  for each statement execute function summaries_are_final();
create trigger summary_records_no_more after insert on summary_records
  referencing new table as added for each statement execute function summary_parts_are_final();
create trigger crosswalks_no_change before update or delete on crosswalks
  for each row execute function summaries_are_final();

-- the log tells what happens to summaries; the rows from before are looked at after the start
alter table audit_logs drop constraint audit_logs_type_check;
alter table audit_logs add constraint audit_logs_type_check check (
  auditable_type in (
    'Authentication', 'User Management', 'Role Management', 'Profiling of SITES', 'SITES Activities',
    'Compliance to Safeguards', 'Summary of Information', 'Reports', 'System'
  )
) not valid;
