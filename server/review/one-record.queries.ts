import { type RawBuilder, sql } from 'kysely'
import type { Stamp } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'
import type { RecordTable } from './record.kind.ts'
import { ownColumns } from './record-lists.queries.ts'

/**
 * What both kinds say of one record, as the text of a select: its own columns, its places and who made, changed and
 * switched it off. Names are asked one by one, not joined: a statement that joins a dozen tables takes longer to plan
 * than to run, and what an update returns cannot join.
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
 * How one record of a table is read, locked and saved. `columns` are what each of the three statements gives of it, and
 * `recordOf` makes a record of them. All but `find` refuse an unknown one with 404; the caller decides who may see it.
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
    /** Waits for anyone who holds it, holds it until the transaction ends, and then reads it. */
    lock: async (db: Db, id: number): Promise<Record> => {
      await sql`select from ${table} where id = ${id} for update`.execute(db)
      return read(db, id)
    },
    /** Changes it, notes who and when, counts the revision up, and reads it again. */
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
