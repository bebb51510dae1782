import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Stamp } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import type { RecordTable } from './record.kind.ts'

/**
 * As `db`, but the table of a kind is what this statement gives: so a record is read, with all that is joined to it, in
 * the statement that holds or writes it.
 */
export const readingFrom = (db: Db, { name }: RecordTable, rows: Expression<unknown>): Db =>
  // it only reads what it is asked, and the columns are those of the table
  db.with(name, () => rows as RawBuilder<object>) as unknown as Kysely<DB>

/**
 * Holds a record until the transaction ends. `is_current` is false where somebody changed it while this waited: what
 * belongs to it is then read as it was before, and must be read again.
 */
export const heldRecord = ({ name }: RecordTable, id: number) => sql`(
  select *, revision = (select seen.revision from ${sql.table(name)} as seen where seen.id = held.id) as is_current
  from ${sql.table(name)} as held where id = ${id} for update
)`

/** Changes these columns of a record, notes who and when, and counts the revision up. */
export const savedRecord = ({ name }: RecordTable, id: number, columns: Stamp) => sql`(
  update ${sql.table(name)}
  set ${sql.join(Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))},
    revision = revision + 1
  where id = ${id} returning *
)`
