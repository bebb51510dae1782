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
