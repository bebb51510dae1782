import { sql } from 'kysely'
import type { Opening } from '../../shared/review/bulk.ts'
import type { Db } from '../database/db.ts'

type SentRecord = NonNullable<Opening>
type Seen = { user_id: number; record_id: number; revision: number }

/** Stores the revision and the warnings that are sent to a reviewer of a pending record, replacing the last ones. */
export async function recordSending(
  db: Db,
  { user_id, record_id, revision, marks }: Seen & SentRecord,
): Promise<void> {
  await sql`
    insert into record_sendings (user_id, record_id, revision, marks)
    values (${user_id}, ${record_id}, ${revision}, ${[...marks]})
    on conflict (record_id, user_id) do update set revision = excluded.revision, marks = excluded.marks`.execute(
    db,
  )
}

/**
 * Stores that a reviewer has opened a record at this revision, with the warnings that were sent, replacing an older
 * opening. Stores nothing if this revision was not sent to the reviewer.
 */
export async function recordOpening(
  db: Db,
  { user_id, record_id, revision, opened_at }: Seen & { opened_at: string },
): Promise<void> {
  await sql`
    insert into record_openings as opening (user_id, record_id, revision, marks, opened_at)
    select user_id, record_id, revision, marks, ${opened_at}::timestamptz from record_sendings
    where user_id = ${user_id} and record_id = ${record_id} and revision = ${revision}
    on conflict (record_id, user_id) do update
      set revision = excluded.revision, marks = excluded.marks, opened_at = excluded.opened_at
      where excluded.revision >= opening.revision`.execute(db)
}

/** Returns the user's last opening of each of these records, by the number of the record. */
export async function listOpenings(
  db: Db,
  user_id: number,
  record_ids: readonly number[],
): Promise<Map<number, NonNullable<Opening>>> {
  const { rows } = await sql<NonNullable<Opening> & { record_id: number }>`
    select record_id, revision, marks from record_openings
    where user_id = ${user_id} and record_id = any(${[...record_ids]}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.record_id, row]))
}
