import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Excludes the objects of extensions. */
export const isOurObject = (catalog: 'pg_class' | 'pg_proc') => sql`not exists (
  select from pg_depend where classid = ${sql.lit(catalog)}::regclass and objid = found.oid and deptype = 'e'
)`

export const currentSchema = sql`current_schema()::regnamespace`

/** The migrations that have run, which identify the schema. */
export const MIGRATION_TABLES = 'kysely_migration'

/** Returns whether the database has tables, and none of them notes the migrations of this product. */
export async function hasOtherTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_other: boolean }>`
    select count(*) > 0 and not exists (
      select from pg_attribute
      where attrelid = to_regclass(current_schema() || ${`.${MIGRATION_TABLES}`}) and attname = 'sha256'
    ) as is_other
    from pg_class as found
    where relnamespace = ${currentSchema} and relkind in ('r', 'p') and ${isOurObject('pg_class')}`.execute(
    db,
  )
  return rows[0]?.is_other ?? false
}
