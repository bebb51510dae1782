import type pg from 'pg'
import { plural } from '../../shared/lib/format.ts'

/** Migrations add constraints `not valid`, so that no user waits; this validates the older rows while users work. */
export const VALIDATE = `
  do $$
  declare
    one record;
  begin
    for one in
      select conrelid::regclass as of, conname as name from pg_constraint
      where not convalidated and connamespace = current_schema()::regnamespace order by 1, 2
    loop
      begin
        execute format('alter table %s validate constraint %I', one.of, one.name);
      exception when foreign_key_violation or check_violation then
        null; -- told by whoever asks what is left
      end;
    end loop;
  end $$`

/** The constraints not validated, each with a query for the rows that break it, by the first column of their key. */
const UNVALIDATED = `
  select conname as name, conrelid::regclass::text as "table",
    case contype
      when 'c' then format('select %s as id from %s where not (%s)', key.name, conrelid::regclass,
        pg_get_expr(conbin, conrelid))
      else format('select %s as id from %s as child where %s and not exists (select from %s as parent where %s)',
        key.name, conrelid::regclass, pairs.present, confrelid::regclass, pairs.same)
    end as query
  from pg_constraint
  cross join lateral (
    select quote_ident(attname) as name from pg_index
    join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indrelid = conrelid and indisprimary
  ) as key
  cross join lateral (
    select string_agg(format('child.%I is not null', mine.attname), ' and ') as present,
      string_agg(format('parent.%I = child.%I', theirs.attname, mine.attname), ' and ') as same
    from unnest(conkey, confkey) as pair (mine, theirs)
    left join pg_attribute as mine on mine.attrelid = conrelid and mine.attnum = pair.mine
    left join pg_attribute as theirs on theirs.attrelid = confrelid and theirs.attnum = pair.theirs
    where contype = 'f'
  ) as pairs
  where not convalidated and connamespace = current_schema()::regnamespace
  order by 1`

const MAX_NAMED = 10

/** Returns a sentence for each constraint that older rows break, with their ids. */
export async function findViolations(client: pg.ClientBase): Promise<string[]> {
  const { rows: left } = await client.query<{ name: string; table: string; query: string }>(UNVALIDATED)
  const sentences: string[] = []
  for (const { name, table, query } of left) {
    const { rows } = await client.query<{ id: number; all: number }>(
      `select id, count(*) over () as all from (${query}) as broken order by id limit ${MAX_NAMED}`,
    )
    const all = rows[0]?.all ?? 0
    // corrected meanwhile
    if (all === 0) continue
    const ids = rows.map(({ id }) => id).join(', ')
    const which = all > rows.length ? `the first are ${ids}` : ids
    sentences.push(
      `${plural(all, 'row')} of ${table} from before ${name} ${all === 1 ? 'breaks' : 'break'} it (${which}): correct what is wrong in the database, and the next start checks again.`,
    )
  }
  return sentences
}
