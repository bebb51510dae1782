import { type RawBuilder, sql } from 'kysely'
import type { ActivitySnapshot } from '../../shared/activities/activity-snapshot.schema.ts'
import type { SpellingEdit } from '../../shared/review/review.schema.ts'
import type { SiteSnapshot } from '../../shared/sites/site-snapshot.schema.ts'
import type { Db } from '../database/db.ts'
import type { ReviewedRecord } from './review.queries.ts'

/** The columns that refer to a record in its history and snapshots. */
export const columnsOf = (record: ReviewedRecord) => ({
  site_profile_id: 'site_profile_id' in record ? record.site_profile_id : null,
  site_activity_id: 'site_activity_id' in record ? record.site_activity_id : null,
})

/** A condition for the rows of a record's history or snapshots. */
export const isAbout = (record: ReviewedRecord): RawBuilder<boolean> =>
  'site_profile_id' in record
    ? sql`site_profile_id = ${record.site_profile_id}`
    : sql`site_activity_id = ${record.site_activity_id}`

/** Returns the content of the snapshot of a submitted round; the caller parses it. */
export async function readSnapshot(db: Db, record: ReviewedRecord, round: number): Promise<unknown> {
  const { content } = await db
    .selectFrom('review_snapshots')
    .select('review_snapshots.content')
    .where('review_snapshots.round', '=', round)
    .where(isAbout(record))
    .executeTakeFirstOrThrow()
  return content
}

/** A record as it was submitted in a round, the spelling that reviewers have corrected since, in order, and its return. */
export type ReturnedState = { content: unknown; edits: SpellingEdit[]; returned_at: string | null }

/** Returns the states of a record in these rounds, by round; a round without a snapshot is left out. */
export async function listReturnedStates(
  db: Db,
  record: ReviewedRecord,
  rounds: readonly number[],
): Promise<Map<number, ReturnedState>> {
  const { rows } = await sql<ReturnedState & { round: number }>`
    select round, content, (
      select coalesce(jsonb_agg(edit order by steps.id, place), '[]')
      from review_steps as steps, jsonb_array_elements(steps.edits) with ordinality as element (edit, place)
      where ${isAbout(record)} and steps.round >= snapshots.round
    ) as edits, (
      select max(steps.at) from review_steps as steps
      where ${isAbout(record)} and steps.round = snapshots.round and steps.action in ('Returned', 'Withdrawn')
    ) as returned_at
    from review_snapshots as snapshots where round = any(${rounds}::integer[]) and ${isAbout(record)}`.execute(
    db,
  )
  return new Map(rows.map(({ round, ...state }) => [round, state]))
}

/** Removes the snapshot of this round, whose submission was recalled. */
export async function removeSnapshot(db: Db, record: ReviewedRecord, round: number): Promise<void> {
  await sql`delete from review_snapshots where round = ${round} and ${isAbout(record)}`.execute(db)
}

/** The statement that stores a snapshot. It never replaces one (S-45); a recall has removed the one before. */
export function insertSnapshot(
  record: ReviewedRecord,
  round: number,
  content: SiteSnapshot | ActivitySnapshot,
  created_at: string,
) {
  const { site_profile_id, site_activity_id } = columnsOf(record)
  return sql`
    insert into review_snapshots (site_profile_id, site_activity_id, round, content, created_at)
    values (${site_profile_id}, ${site_activity_id}, ${round}, ${JSON.stringify(content)}, ${created_at})
    on conflict do nothing`
}
