import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Returns the time of the database's clock. */
export async function findTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(db)
  return new Date(rows[0]?.at ?? Number.NaN)
}
