-- # indexes of the log taken away
create temp table bench_indexes as
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index
  where indrelid = 'audit_logs'::regclass
    and not exists (select from pg_constraint where conindid = indexrelid);
do $$ begin execute (select 'drop index ' || string_agg(name, ', ') from bench_indexes); end $$;

-- # a search text that is made quickly
-- The function costs more than all the rest of a row. While these rows are written, in which there is one change, a
-- simpler one stands in its place.
create temp table bench_search_text as
  select pg_get_functiondef('audit_search_text(text[], jsonb)'::regprocedure) as definition;
do $$ begin
  execute format(
    $function$
      create or replace function audit_search_text(texts text[], changes jsonb) returns text
      language plpgsql immutable parallel safe as $body$ begin
        return lower(array_to_string(texts, E'\n') || case when changes = '[]' then '' else %L end);
      end $body$
    $function$,
    E'\n' || audit_change_text('{"field": "name_of_partner", "old": "Samahan", "new": "Samahan ng Kagubatan"}')
  );
end $$;

-- # audit log
insert into audit_logs (created_at, user_id, user_name, user_email, role_name, access_level, region_id, office_id,
  auditable_type, auditable_id, auditable_code, event, field_change, network_address, request_id)
select timestamptz '2026-11-20 20:00+08' - make_interval(secs => (:audit_rows - i) * 31536000.0 / :audit_rows),
  users.id, users.first_name || ' ' || users.last_name, users.email, 'PENRO Encoder', users.access_level,
  users.region_id, users.office_id, 'Profiling of SITES', 1 + pg_temp.pick('record', i, :profiles), 'SITES-' || i,
  (array['View', 'Updated', 'Submitted', 'Created'])[1 + pg_temp.pick('event', i, 4)],
  case when pg_temp.pick('event', i, 4) = 1
    then '[{"field": "name_of_partner", "old": "Samahan", "new": "Samahan ng Kagubatan"}]'::jsonb else '[]' end,
  '127.0.0.1', gen_random_uuid()::text
from generate_series(1, :audit_rows) as i
join users on users.id = (select min(id) from users) + pg_temp.pick('user', i, :users);

-- # the search text as before
do $$ begin execute (select definition from bench_search_text); end $$;

-- # indexes of the log made again
do $$ declare one record; begin
  for one in select definition from bench_indexes loop execute one.definition; end loop;
end $$;

-- # rows that wait for their seal
insert into audit_unsealed select id from audit_logs;
