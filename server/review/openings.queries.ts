import { sql } from 'kysely'
import type { Opening } from '../../shared/review/bulk.ts'
import type { Db } from '../database/db.ts'
import type { RecordTable } from './record.kind.ts'
import type { ReviewedRecord } from './review.queries.ts'
import { columnsOf } from './snapshots.queries.ts'

/** The column in which rows about records refer to this table. */
export const referenceColumn = ({ name }: RecordTable) =>
  name === 'site_profiles' ? ('site_profile_id' as const) : ('site_activity_id' as const)

type SentRecord = NonNullable<Opening>
type Seen = { user_id: number; record: ReviewedRecord; revision: number }

const keyOf = ({ site_profile_id }: ReturnType<typeof columnsOf>) =>
  site_profile_id === null ? sql`site_activity_id, user_id` : sql`site_profile_id, user_id`

/** Stores the revision and the warnings that are sent to a reviewer of a pending record, replacing the last ones. */
export async function recordSending(
  db: Db,
  { user_id, record, revision, marks }: Seen & SentRecord,
): Promise<void> {
  const columns = columnsOf(record)
  await sql`
    insert into record_sendings (user_id, site_profile_id, site_activity_id, revision, marks)
    values (${user_id}, ${columns.site_profile_id}, ${columns.site_activity_id}, ${revision}, ${[...marks]})
    on conflict (${keyOf(columns)}) do update set revision = excluded.revision, marks = excluded.marks`.execute(
    db,
  )
}

/**
 * Stores that a reviewer has opened a record at this revision, with the warnings that were sent, replacing an older
 * opening. Stores nothing if this revision was not sent to the reviewer.
 */
export async function recordOpening(
  db: Db,
  { user_id, record, revision, opened_at }: Seen & { opened_at: string },
): Promise<void> {
  const columns = columnsOf(record)
  await sql`
    insert into record_openings as opening (user_id, site_profile_id, site_activity_id, revision, marks, opened_at)
    select user_id, site_profile_id, site_activity_id, revision, marks, ${opened_at}::timestamptz from record_sendings
    where user_id = ${user_id} and revision = ${revision}
      and (site_profile_id = ${columns.site_profile_id} or site_activity_id = ${columns.site_activity_id})
    on conflict (${keyOf(columns)}) do update
      set revision = excluded.revision, marks = excluded.marks, opened_at = excluded.opened_at
      where excluded.revision >= opening.revision`.execute(db)
}

/** Returns the user's last opening of each of these records, by id. */
export async function listOpenings(
  db: Db,
  user_id: number,
  table: RecordTable,
  ids: readonly number[],
): Promise<Map<number, NonNullable<Opening>>> {
  const id = sql.ref<number>(referenceColumn(table))
  const { rows } = await sql<NonNullable<Opening> & { id: number }>`
    select ${id} as id, revision, marks from record_openings
    where user_id = ${user_id} and ${id} = any(${[...ids]}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
