-- # settings
set session_replication_role = replica;
set synchronous_commit = off;
set work_mem = '256MB';
set maintenance_work_mem = '1GB';
set jit = off;
create function pg_temp.pick(salt text, number bigint, choices bigint) returns bigint
  language sql immutable as $$ select abs(hashtextextended(salt || number::text, :seed) % choices) $$;
