import { sql } from 'kysely'
import type { Opening } from '../../shared/review/bulk.ts'
import type { Db } from '../lib/db.ts'
import type { RecordTable } from './record.kind.ts'
import type { ReviewedRecord } from './review.queries.ts'
import { columnsOf } from './snapshots.queries.ts'

/** How rows about records name one of this table. */
export const referenceColumn = ({ name }: RecordTable) =>
  name === 'site_profiles' ? ('site_profile_id' as const) : ('site_activity_id' as const)

/** Notes that somebody has opened a record at this revision, with these warnings, in place of what they opened before. */
export async function noteOpening(
  db: Db,
  user_id: number,
  record: ReviewedRecord,
  { revision, marks, opened_at }: NonNullable<Opening> & { opened_at: string },
): Promise<void> {
  const { site_profile_id, site_activity_id } = columnsOf(record)
  const key = site_profile_id === null ? sql`site_activity_id, user_id` : sql`site_profile_id, user_id`
  await sql`
    insert into record_openings as opening (user_id, site_profile_id, site_activity_id, revision, marks, opened_at)
    values (${user_id}, ${site_profile_id}, ${site_activity_id}, ${revision}, ${[...marks]}, ${opened_at})
    on conflict (${key}) do update
      set revision = excluded.revision, marks = excluded.marks, opened_at = excluded.opened_at
      where excluded.revision >= opening.revision`.execute(db)
}

/** What this person has opened of these records. */
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
