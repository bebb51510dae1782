import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { currentSchema, isOurObject } from '../database/own-objects.ts'
import type { Table } from './backup.queries.ts'

const columnsOf = ({ columns }: Table) => sql.join(columns.map(({ name }) => sql.id(name)))

/** Sets a sequence to its last value. */
export async function setSequence(db: Db, { name, value }: { name: string; value: number }): Promise<void> {
  await sql`select setval(${name}::regclass, ${value})`.execute(db)
}

/** Inserts rows from `readRows` with their ids; returns how many. */
export async function insertRows(db: Db, table: Table, lines: string[]): Promise<number> {
  const values = sql.join(
    table.columns.map(({ type }, index) => sql`(line ->> ${sql.lit(index)})::${sql.raw(type)}`),
  )
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table.name)} (${columnsOf(table)}) overriding system value
    select ${values} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) as line`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Drops every table, view, sequence and function of the product, and the queue of its jobs. */
export async function dropEverything(db: Db): Promise<void> {
  await sql`drop schema if exists graphile_worker cascade`.execute(db)
  await sql`
    do $$
    declare
      command text;
    begin
      for command in
        select format('drop table if exists %s cascade', found.oid::regclass) from pg_class as found
        where relnamespace = ${currentSchema} and relkind in ('r', 'p') and ${isOurObject('pg_class')}
      loop execute command; end loop;
      for command in
        select format('drop sequence if exists %s cascade', found.oid::regclass) from pg_class as found
        where relnamespace = ${currentSchema} and relkind = 'S' and ${isOurObject('pg_class')}
      loop execute command; end loop;
      for command in
        select format('drop function if exists %s cascade', found.oid::regprocedure) from pg_proc as found
        where pronamespace = ${currentSchema} and ${isOurObject('pg_proc')}
      loop execute command; end loop;
    end $$`.execute(db)
}

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Runs `work` without foreign keys and triggers, so that rows may be inserted in any order and no trigger counts or
 * logs them: what the triggers maintain is among the rows. Rows inserted by the migrations are deleted first. The keys
 * are checked when they are added back.
 */
export async function withoutConstraintsAndTriggers(
  db: Db,
  tables: readonly Table[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows: keys } = await sql<ForeignKey>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = ${currentSchema}`.execute(db)
  const names = sql.join(tables.map(({ name }) => sql.table(name)))
  for (const { table, name } of keys)
    await sql.raw(`alter table ${table} drop constraint ${name}`).execute(db)
  for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(db)
  await sql`truncate ${names}`.execute(db)
  await work()
  for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(db)
  for (const { table, name, definition } of keys)
    await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(db)
}

/** Returns how many other connections of the same account use this database now. */
export async function countOtherConnections(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(db)
  return rows[0]?.count ?? 0
}
