import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { RecordTable } from './record.kind.ts'

/** Returns the number among all records of the one with this id in the table of its kind; null if there is none. */
export async function findRecordId(db: Db, { name }: RecordTable, id: number): Promise<number | null> {
  const { rows } = await sql<{ record_id: number }>`
    select record_id from ${sql.table(name)} where id = ${id}`.execute(db)
  return rows[0]?.record_id ?? null
}
