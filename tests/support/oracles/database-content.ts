import { sql } from 'kysely'
import type { Db } from '../../../server/database/db.ts'

/** Returns a fingerprint of the rows of every table; `rowsOf` limits them by an SQL condition per table. */
export async function fingerprints(
  db: Db,
  rowsOf: Record<string, string> = {},
): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(db)
  const found = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await sql<{ print: string }>`
      select count(*) || ' rows, ' || coalesce(md5(string_agg(md5(kept::text), '' order by md5(kept::text))), '-') as print
      from ${sql.table(name)} as kept where ${sql.raw(rowsOf[name] ?? 'true')}`.execute(db)
    found.set(name, rows[0]?.print ?? '')
  }
  return found
}

/** Returns the schema as PostgreSQL prints it: columns, constraints, indexes, triggers, functions. */
export async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('trigger %s %s', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    order by 1`.execute(db)
  return rows.map((row) => row.line)
}

/** Returns the last value of every sequence. */
export async function countersOf(db: Db): Promise<Record<string, number | null>> {
  const { rows } = await sql<{ name: string; value: number | null }>`
    select sequencename as name, last_value as value from pg_sequences where schemaname = 'public'`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
