-- Summaries of information for the UNFCCC, and certificates of approved records.

-- Which Cancun safeguards each principle answers. A version never changes; a frozen summary names its version.
create table crosswalks (
  version integer primary key,
  lines jsonb not null,
  created_by integer,
  created_at timestamptz not null default now(),
  constraint crosswalks_version_check check (version > 0),
  constraint crosswalks_created_by_fkey foreign key (created_by) references users (id)
);
create index crosswalks_created_by_idx on crosswalks (created_by);

-- The crosswalk of a new bureau, from db/seed/NOTICE.md; FMB may change it.
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

-- Summaries of information. A summary is a draft until it is frozen, and then an immutable document.
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
  withdrawn_at timestamptz,
  -- shown at its public address
  withdrawn_reason text,
  -- a published summary that a newer one of its year has replaced stays public at an address of its own
  replaced_at timestamptz,
  replaced_by integer,
  constraint summaries_replaced_check check (
    (replaced_at is null) = (replaced_by is null)
    and (replaced_at is null or (frozen_at is not null and published_at is null and withdrawn_at is null))
  ),
  constraint summaries_replaced_by_fkey foreign key (replaced_by) references summaries (id),
  constraint summaries_year_check check (year between 2000 and 2100),
  constraint summaries_title_length check (char_length(title) between 2 and 200),
  constraint summaries_reporting_years_check check (cardinality(reporting_years) between 1 and 10),
  constraint summaries_published_check check (published_at is null or frozen_at is not null),
  constraint summaries_created_by_fkey foreign key (created_by) references users (id),
  constraint summaries_updated_by_fkey foreign key (updated_by) references users (id),
  constraint summaries_frozen_by_fkey foreign key (frozen_by) references users (id),
  constraint summaries_published_by_fkey foreign key (published_by) references users (id)
);
-- at most one published summary per year
create unique index summaries_published_key on summaries (year) where published_at is not null;
create index summaries_created_by_idx on summaries (created_by);
create index summaries_updated_by_idx on summaries (updated_by);
create index summaries_frozen_by_idx on summaries (frozen_by);
create index summaries_published_by_idx on summaries (published_by);
create index summaries_replaced_by_idx on summaries (replaced_by);

-- The texts that FMB wrote. `taken_from` is the year of the summary that a text was copied from, until a user edits or
-- confirms it.
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

-- The statements of approved activities that FMB chose for each safeguard.
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

-- The records of a frozen summary: every site of the register in its regions, with the activities of its reporting
-- years. A site without such an activity has one row with a null activity.
create table summary_records (
  summary_id integer not null,
  site_profile_id integer not null,
  region_id integer not null,
  site_activity_id integer,
  reporting_year integer,
  -- whether this is the last of the site's years, whose grades are shown
  is_latest boolean not null,
  constraint summary_records_key unique nulls not distinct (summary_id, site_profile_id, reporting_year),
  constraint summary_records_activity_check check ((site_activity_id is null) = (reporting_year is null)),
  constraint summary_records_summary_fkey foreign key (summary_id) references summaries (id)
);

-- The list of the evidence files of a frozen summary, as a CSV file in pieces.
create table summary_evidence (
  summary_id integer not null,
  number integer not null,
  lines text not null,
  constraint summary_evidence_pkey primary key (summary_id, number),
  constraint summary_evidence_summary_fkey foreign key (summary_id) references summaries (id)
);

-- The frozen document, byte for byte, and its SHA-256.
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

-- The files that were made of a frozen document, byte for byte; its JSON file is the document itself.
create table summary_files (
  summary_id integer not null,
  format text not null,
  bytes bytea not null,
  sha256 text not null,
  constraint summary_files_pkey primary key (summary_id, format),
  constraint summary_files_format_check check (format in ('csv', 'docx')),
  constraint summary_files_sha256_check check (sha256 = encode(sha256(bytes), 'hex')),
  constraint summary_files_summary_fkey foreign key (summary_id) references summaries (id)
);

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
create trigger summary_files_no_change before update or delete on summary_files
  for each row execute function summaries_are_final();
create trigger summary_files_no_truncate before truncate on summary_files
  for each statement execute function summaries_are_final();
create trigger summary_files_no_more after insert on summary_files
  referencing new table as added for each statement execute function summary_parts_are_final();
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

-- Certificates of approved activities (docs/decisions/17-certificates.md): the content that was issued under each code.
-- One per activity and content, so that opening a certificate again adds no row.
create table certificates (
  code text not null,
  site_activity_id integer not null,
  -- the content of the page as JSON text, and the SHA-256 of that text
  content text not null,
  sha256 text not null,
  issued_at timestamptz not null,
  -- the first checkpoint that covers the approval; it may be made a little later than the certificate
  log_checkpoint text,
  constraint certificates_pkey primary key (code),
  constraint certificates_site_activity_id_fkey foreign key (site_activity_id) references site_activities (id),
  constraint certificates_content_key unique (site_activity_id, sha256),
  constraint certificates_code_check check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  constraint certificates_sha256_check check (sha256 ~ '^[0-9a-f]{64}$')
);

-- The content never changes; only the checkpoint may be added, once.
create function certificates_are_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.log_checkpoint is null
    and (new.code, new.site_activity_id, new.content, new.sha256, new.issued_at)
      is not distinct from (old.code, old.site_activity_id, old.content, old.sha256, old.issued_at) then
    return new;
  end if;
  raise exception 'certificates are never changed or removed' using errcode = 'restrict_violation';
end
$$;
create trigger certificates_no_change before update or delete on certificates
  for each row execute function certificates_are_final();
create trigger certificates_no_truncate before truncate on certificates
  for each statement execute function certificates_are_final();
