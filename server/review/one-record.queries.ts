import { type RawBuilder, sql } from 'kysely'
import type { Stamp } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'
import type { RecordTable } from './record.kind.ts'
import { ownColumns } from './record-lists.queries.ts'

/**
 * The columns of one record that both kinds have, as SQL text: its own columns, its places, and the names of the users
 * who created, updated and deactivated it. Names are subqueries and not joins: a statement with a dozen joins takes
 * longer to plan than to run, and the `returning` of an update cannot join.
 */
export function recordColumns(table: RecordTable['name']): string {
  const name = (places: string, column: string) =>
    `(select name from ${places} where id = ${table}.${column}_id) as ${column}`
  const person = (column: string) =>
    `(select first_name || ' ' || last_name from users where id = ${table}.${column}) as ${column}`
  return [
    ...ownColumns(table),
    ...['deactivated_at', 'deactivate_reason', 'updated_at', 'approved_at', 'review_round', 'revision'].map(
      (column) => `${table}.${column}`,
    ),
    name('regions', 'region'),
    name('provinces', 'province'),
    name('cities', 'city'),
    name('offices', 'office'),
    ...['created_by', 'updated_by', 'deactivated_by'].map(person),
  ].join(', ')
}

/**
 * Returns the functions that find, read, lock and save one record of a table. Each selects `columns`, from which
 * `recordOf` makes a record. All but `find` reject an unknown id with 404. None checks permissions.
 */
export function oneRecord<Stored, Record, Columns extends object>(
  { name }: RecordTable,
  columns: RawBuilder<unknown>,
  recordOf: (db: Db, stored: Stored) => Record | Promise<Record>,
) {
  const table = sql.table(name)

  const find = async (db: Db, id: number): Promise<Record | null> => {
    const { rows } = await sql<Stored>`select ${columns} from ${table} where id = ${id}`.execute(db)
    return rows[0] ? recordOf(db, rows[0]) : null
  }

  const read = async (db: Db, id: number): Promise<Record> => {
    const found = await find(db, id)
    if (!found) throw new AppError('scope')
    return found
  }

  return {
    find,
    read,
    /** Locks the record until the transaction ends, and then reads it. */
    lock: async (db: Db, id: number): Promise<Record> => {
      const locked = sql`select from ${table} where id = ${id} for update`.execute(db)
      const [, record] = await Promise.all([locked, read(db, id)])
      return record
    },
    /** Updates the record with its stamp, increments the revision, and returns the new state. */
    save: async (db: Db, id: number, by: Stamp, values: Columns): Promise<Record> => {
      const set = Object.entries({ ...values, ...by })
        .filter(([, value]) => value !== undefined)
        .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
      const { rows } = await sql<Stored>`update ${table} set ${sql.join(set)}, revision = revision + 1
        where id = ${id} returning ${columns}`.execute(db)
      if (!rows[0]) throw new AppError('scope')
      return recordOf(db, rows[0])
    },
  }
}
