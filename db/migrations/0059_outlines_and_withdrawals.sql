-- Outlines of provinces, cities and municipalities that a bureau has loaded; without one a place is not checked
-- (docs/decisions/050-one-list-of-warnings.md).
create table place_outlines (
  id integer generated always as identity primary key,
  province_id integer,
  city_id integer,
  geometry jsonb not null,
  -- the file it came from
  source text not null,
  loaded_at timestamptz not null,
  constraint place_outlines_place_check check (num_nonnulls(province_id, city_id) = 1),
  constraint place_outlines_province_key unique (province_id),
  constraint place_outlines_city_key unique (city_id),
  constraint place_outlines_province_fkey foreign key (province_id) references provinces (id),
  constraint place_outlines_city_fkey foreign key (city_id) references cities (id)
);

-- When a summary was withdrawn, and the reason that its public address shows. Reasons from before were given for the log
-- alone and stay there.
alter table summaries
  add column withdrawn_at timestamptz,
  add column withdrawn_reason text;
update summaries set withdrawn_at = (
  select max(created_at) from audit_logs
  where auditable_type = 'Summary of Information' and auditable_id = summaries.id and event = 'Withdrawn'
)
where published_at is null and frozen_at is not null;
