-- # indexes of the seals taken away
alter table audit_chain drop constraint audit_chain_row_key;

-- # a function that seals a day
-- A row is hashed as the text that `canonicalRow` (server/audit/chain.ts) makes of it; of changes there are the two that
-- log.sql writes. Whether both agree is what a verification of the log says, which every run ends with.
create function pg_temp.seal_day(sealed date, place bigint, link bytea) returns bytea language plpgsql as $$
declare
  row record;
begin
  for row in
    select id, sha256(convert_to(
      '[1,' || id || ',"' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '",' || user_id
      || ',' || to_json(user_name) || ',' || to_json(user_email) || ',' || to_json(role_name)
      || ',' || to_json(access_level) || ',' || coalesce(region_id::text, 'null')
      || ',' || coalesce(office_id::text, 'null') || ',' || to_json(auditable_type) || ',' || auditable_id
      || ',' || to_json(auditable_code) || ',' || to_json(event)
      || case when field_change = '[]' then ',[]'
        else ',[{"field":"name_of_partner","new":"Samahan ng Kagubatan","old":"Samahan"}]' end
      || ',' || to_json(network_address) || ',' || to_json(request_id) || ']',
      'UTF8'
    )) as hash
    from audit_logs
    where created_at >= sealed::timestamp at time zone 'Asia/Manila'
      and created_at < (sealed + 1)::timestamp at time zone 'Asia/Manila'
    order by id
  loop
    place := place + 1;
    link := sha256(link || convert_to(place || ' ' || sealed || ' ' || row.id || ' ', 'UTF8') || row.hash);
    insert into audit_chain (position, day, audit_log_id, row_hash, hash)
    values (place, sealed, row.id, row.hash, link);
  end loop;
  return link;
end
$$;
