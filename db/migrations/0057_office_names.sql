-- An office is called the same whatever the case, accents, blanks and signs, and with or without "PENRO" (ruling S-148).
-- `officeForm` in shared/offices says the same. What `search_form` does is written out: an index finds no other function.
create function office_form(given text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    btrim(regexp_replace(
      lower(regexp_replace(normalize(given, nfd), '[\u0300-\u036f]', '', 'g')), '[[:space:][:punct:]]+', ' ', 'g'
    )),
    '^penro (?=.)|(?<=.) penro$', '', 'g'
  )
$$;

-- Of those that were called the same in one region all but the oldest get their number, and the log says so: FMB merges them.
with twins as (
  select id, name, row_number() over (partition by region_id, office_form(name) order by id) as number from offices
), renamed as (
  update offices set name = offices.name || ' (' || offices.id || ')'
  from twins where twins.id = offices.id and twins.number > 1
  returning offices.id, twins.name as before, offices.name as after
)
insert into audit_logs (auditable_type, auditable_id, auditable_code, event, field_change, request_id)
select 'System', id, after, 'Location Data Changed',
  jsonb_build_array(jsonb_build_object('field', 'office', 'old', before, 'new', after)), 'migration 0057'
from renamed order by id;

drop index offices_name_key;
create unique index offices_name_key on offices (region_id, office_form(name));
