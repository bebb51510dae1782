-- What a reviewer is warned of is one thing everywhere (docs/decisions/050-one-list-of-warnings.md).

-- Boundaries of the good rows of an import, compared with each other by its dry run; they go when it ends.
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

-- Overlaps that wait or were not all compared are a warning as well, so that their change is one of the lists.
drop trigger site_boundaries_measured on site_boundaries;
create constraint trigger site_boundaries_measured after update on site_boundaries
  deferrable initially deferred for each row
  when (
    old.warnings is distinct from new.warnings or old.area_ha is distinct from new.area_ha
    or old.overlap_state is distinct from new.overlap_state
  )
  execute function count_finding_change();

-- What was sent of a record to whom it waits for: only that can be opened.
create table record_sendings (
  id integer generated always as identity primary key,
  user_id integer not null,
  site_profile_id integer,
  site_activity_id integer,
  revision integer not null,
  marks text[] not null,
  constraint record_sendings_record_check check (num_nonnulls(site_profile_id, site_activity_id) = 1),
  constraint record_sendings_profile_key unique (site_profile_id, user_id),
  constraint record_sendings_activity_key unique (site_activity_id, user_id),
  constraint record_sendings_user_fkey foreign key (user_id) references users (id),
  constraint record_sendings_profile_fkey foreign key (site_profile_id) references site_profiles (id),
  constraint record_sendings_activity_fkey foreign key (site_activity_id) references site_activities (id)
    on delete cascade
);
create index record_sendings_user_idx on record_sendings (user_id);

-- A distance from a known point says nothing about a place that has no map: it was not checked.
update site_boundaries set checks = jsonb_build_object(
  'checked', (
    select coalesce(jsonb_agg(sentence order by place), '[]')
    from jsonb_array_elements(checks -> 'checked') with ordinality as said (sentence, place)
    where sentence #>> '{}' !~ '^(Province|Municipality): .* from the known point of '
  ),
  'not_checked', (
    select coalesce(jsonb_agg(to_jsonb(regexp_replace(
      sentence #>> '{}', '^Municipality: neither an outline of (.*) nor a point in it is known here$',
      'Municipality: There is no map of \1 here, so this was not checked.'
    )) order by place), '[]')
    from jsonb_array_elements(checks -> 'not_checked') with ordinality as said (sentence, place)
  ) || (
    select coalesce(jsonb_agg(to_jsonb(regexp_replace(
      sentence #>> '{}', '^(Province|Municipality): (.*) from the known point of (.*)$',
      '\1: There is no map of \3 here, so this was not checked. The boundary lies \2 from the known point of \3.'
    )) order by place), '[]')
    from jsonb_array_elements(checks -> 'checked') with ordinality as said (sentence, place)
    where sentence #>> '{}' ~ '^(Province|Municipality): .* from the known point of '
  )
)
where checks -> 'checked' is not null;
