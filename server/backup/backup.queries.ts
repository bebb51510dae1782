import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Db } from '../database/db.ts'
import { currentSchema, isOurObject, MIGRATION_TABLES } from '../database/own-objects.ts'

/**
 * Tables that a restored product does not need: sessions, links and attempts of the moment, unfinished uploads,
 * renditions that are made again, and the list of backups.
 */
const SKIPPED_TABLES = [
  'sessions',
  'password_links',
  'oidc_sign_ins',
  'throttle_events',
  'guessed_addresses',
  'file_uploads',
  'file_renditions',
  'backups',
]

type Column = { name: string; type: string }
export type Table = { name: string; columns: Column[] }

/** Returns the tables to back up, with their columns that are not generated. */
export async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select found.relname as name, json_agg(
      json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum
    ) as columns
    from pg_class as found
    join pg_attribute on attrelid = found.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = ${currentSchema} and relkind = 'r' and relpersistence = 'p' and ${isOurObject('pg_class')}
      and relname <> all (${[...SKIPPED_TABLES, MIGRATION_TABLES]})
    group by 1 order by 1`.execute(db)
  return rows
}

/** Returns the last values of the sequences; those never used are absent. */
export async function listSequences(db: Db): Promise<{ name: string; value: number }[]> {
  const { rows } = await sql<{ name: string; value: number }>`
    select sequencename as name, last_value as value from pg_sequences
    where schemaname = current_schema() and last_value is not null order by 1`.execute(db)
  return rows
}

/** Sets no time limits, and formats in which every server reads each value alike. */
export async function setUpTransaction(db: Db): Promise<void> {
  await sql`
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
    set local timezone = 'UTC';
    set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'iso_8601';
    set local bytea_output = 'hex';
    set local extra_float_digits = 1`.execute(db)
}

/** A few megabytes at a time, whether rows are short or contain a boundary. */
const BYTES_AT_ONCE = 4 * 1_048_576
const MAX_ROWS_AT_ONCE = 500

/** Yields all rows of a table, each as a JSON list of texts, a few megabytes at a time. */
export async function* readRows(db: Transaction<DB>, table: Table): AsyncGenerator<string[]> {
  const texts = sql.join(table.columns.map(({ name }) => sql`${sql.id(name)}::text`))
  await sql`
    declare kept_rows no scroll cursor for
    select to_json(array[${texts}])::text as line from ${sql.table(table.name)}`.execute(db)
  let waiting: string[] = []
  let bytes = 0
  let atOnce = 10
  for (;;) {
    const { rows } = await sql<{ line: string }>`
      fetch forward ${sql.lit(atOnce)} from kept_rows`.execute(db)
    const read = rows.reduce((total, { line }) => total + line.length, 0)
    waiting.push(...rows.map(({ line }) => line))
    bytes += read
    if (waiting.length > 0 && (bytes >= BYTES_AT_ONCE || rows.length < atOnce)) {
      yield waiting
      waiting = []
      bytes = 0
    }
    if (rows.length < atOnce) break
    const fitting = Math.floor((atOnce * BYTES_AT_ONCE) / Math.max(1, read))
    atOnce = Math.max(1, Math.min(fitting, MAX_ROWS_AT_ONCE))
  }
  await sql`close kept_rows`.execute(db)
}

export type StoredFileRow = { id: number; name: string; storage_key: string; size: number; sha256: string }

/** Returns the next files of the store by id, up to the last one in the backup's tables. */
export const listStoredFiles = (db: Db, after: number, last: number): Promise<StoredFileRow[]> =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'storage_key', 'size', 'sha256'])
    .where('id', '>', after)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(500)
    .execute()

/** Returns the number of files and the highest id. */
export async function countStoredFiles(db: Db): Promise<{ count: number; last: number }> {
  const row = await db
    .selectFrom('files')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('id').as('last')])
    .executeTakeFirst()
  return { count: row?.count ?? 0, last: row?.last ?? 0 }
}

/** Whether the file still has its row: the clean-up may have deleted it meanwhile. */
export const isStillStored = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
