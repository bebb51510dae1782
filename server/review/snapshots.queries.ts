import { type Insertable, sql } from 'kysely'
import type { ReviewSnapshots } from '../../db/types.ts'
import type { SiteSnapshot } from '../../shared/sites/site-snapshot.schema.ts'
import type { ActivitySnapshot } from '../../shared/activities/activity-snapshot.schema.ts'
import type { Db } from '../lib/db.ts'
import type { ReviewedRecord } from './review.queries.ts'

/** The columns that name a record to its history and its snapshots. */
export const columnsOf = (record: ReviewedRecord) => ({
  site_profile_id: 'site_profile_id' in record ? record.site_profile_id : null,
  site_activity_id: 'site_activity_id' in record ? record.site_activity_id : null,
})

const snapshotsOf = (db: Db, record: ReviewedRecord, round: number) =>
  db
    .selectFrom('review_snapshots')
    .where('review_snapshots.round', '=', round)
    .$if('site_profile_id' in record, (query) =>
      query.where('review_snapshots.site_profile_id', '=', columnsOf(record).site_profile_id ?? 0),
    )
    .$if('site_activity_id' in record, (query) =>
      query.where('review_snapshots.site_activity_id', '=', columnsOf(record).site_activity_id ?? 0),
    )

/** Whether the record was kept as it was submitted in this round. */
export async function hasSnapshot(db: Db, record: ReviewedRecord, round: number): Promise<boolean> {
  const found = await snapshotsOf(db, record, round).select('review_snapshots.id').executeTakeFirst()
  return found !== undefined
}

/** The record as it was submitted in this round; null when it was not kept. Its schema checks it again. */
export async function findSnapshot(db: Db, record: ReviewedRecord, round: number): Promise<unknown> {
  const found = await snapshotsOf(db, record, round).select('review_snapshots.content').executeTakeFirst()
  return found?.content ?? null
}

/** Lets go of what was submitted in this round, which nobody has acted on and its office has taken back. */
export async function removeSnapshot(db: Db, record: ReviewedRecord, round: number): Promise<void> {
  const { site_profile_id, site_activity_id } = columnsOf(record)
  await sql`delete from review_snapshots where round = ${round}
    and (site_profile_id = ${site_profile_id} or site_activity_id = ${site_activity_id})`.execute(db)
}

type NewSnapshot = Pick<Insertable<ReviewSnapshots>, 'round' | 'content'> & {
  site_profile_id: number | null
  site_activity_id: number | null
  created_at: string
}

/** What was kept of a round is never replaced (S-45); that of a submission that was recalled is gone by then. */
export const insertSnapshot = (db: Pick<Db, 'insertInto'>, snapshot: NewSnapshot) =>
  db
    .insertInto('review_snapshots')
    .values(snapshot)
    .onConflict((conflict) => conflict.doNothing())

/** Keeps the record as it was submitted in this round. */
export async function keepSnapshot(
  db: Db,
  record: ReviewedRecord,
  round: number,
  content: SiteSnapshot | ActivitySnapshot,
  created_at: string,
): Promise<void> {
  const snapshot = { ...columnsOf(record), round, content: JSON.stringify(content), created_at }
  await insertSnapshot(db, snapshot).execute()
}
