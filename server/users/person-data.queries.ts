import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Db } from '../database/db.ts'

/** A column that names an account. */
type Place = { table: string; column: string }

/** What no export contains: keys and their hashes, and bytes that mean nothing to a reader. */
const SECRET = '(hash|secret|token|verifier|nonce)'

/**
 * Every column of the database that names an account: the account itself, each foreign key to it, and the rows of the log,
 * which keep its number without one.
 */
async function listPlaces(db: Db): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select conrelid::regclass::text as table, attname as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'users'::regclass and confkey = array[
      (select attnum from pg_attribute where attrelid = 'users'::regclass and attname = 'id')]
    order by 1, 2`.execute(db)
  return [{ table: 'users', column: 'id' }, { table: 'audit_logs', column: 'user_id' }, ...rows]
}

const columnsOf = async (db: Db, table: string): Promise<string[]> => {
  const { rows } = await sql<{ column: string }>`
    select attname as column from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and atttypid <> 'bytea'::regtype and attname !~ ${SECRET}
    order by attnum`.execute(db)
  return rows.map(({ column }) => column)
}

/** Each row about an account as a line of JSON, table by table, read in parts; without keys, hashes and bytes. */
export async function* personLines(db: Kysely<DB>, user_id: number): AsyncGenerator<string> {
  for (const { table, column } of await listPlaces(db)) {
    const columns = (await columnsOf(db, table)).map((one) => sql.ref(one))
    const held = await db.startTransaction().execute()
    try {
      await sql`
        declare person_rows cursor for
        select json_build_object('table', ${table}::text, 'as', ${column}::text, 'row', to_json(rows))::text as line
        from (select ${sql.join(columns)} from ${sql.table(table)} where ${sql.ref(column)} = ${user_id}) as rows`.execute(
        held,
      )
      let lines: { line: string }[]
      do {
        lines = (await sql<{ line: string }>`fetch 500 from person_rows`.execute(held)).rows
        for (const { line } of lines) yield `${line}\n`
      } while (lines.length > 0)
    } finally {
      await held.rollback().execute()
    }
  }
}
