import { type Insertable, sql, type Updateable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { SiteActivities } from '../../db/types.ts'
import { reasonField, type SiteActivity } from '../../shared/activities/activities.schema.ts'
import { principlesOf } from '../../shared/activities/verification.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { recordStatus } from '../../shared/review/review-chain.ts'
import type { Stamp } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { fixedQuery } from '../lib/fixed-query.ts'
import { AppError } from '../lib/errors.ts'
import type { RecordTable } from '../review/record.kind.ts'
import { heldRecord, readingFrom, recordColumns, savedRecord } from '../review/one-record.queries.ts'
import { rowColumns } from '../review/record-lists.queries.ts'
import { factsColumn } from './facts.queries.ts'
import { gradesColumn, listVerification } from './means.queries.ts'

export const ACTIVITIES: RecordTable = {
  name: 'site_activities',
  code: 'site_profile_code',
  partner: 'site_profile_name',
}

/** An activity as the server works with it. */
export type Activity = SiteActivity & {
  /** 0 for a draft, one more for each submission */
  review_round: number
}

/** Activities with the names of their places: what every list row and every record starts from. */
export const withPlaces = (db: Db) =>
  db
    .selectFrom('site_activities')
    .leftJoin('regions', 'regions.id', 'site_activities.region_id')
    .leftJoin('provinces', 'provinces.id', 'site_activities.province_id')
    .leftJoin('cities', 'cities.id', 'site_activities.city_id')
    .leftJoin('offices', 'offices.id', 'site_activities.office_id')
    .select(rowColumns('site_activities'))
    .select([
      'site_activities.site_profile_id',
      'site_activities.site_profile_code',
      'site_activities.site_profile_name',
    ])

const REASONS = PRINCIPLE_NUMBERS.map((number) => `site_activities.${reasonField(number)}` as const)

/** Every activity that `site_activities` holds in this query, with the names of all that belongs to it. */
const activitiesIn = (db: Db) =>
  db
    .selectFrom('site_activities')
    .innerJoin('site_profiles', 'site_profiles.id', 'site_activities.site_profile_id')
    .select(recordColumns('site_activities'))
    .select(REASONS)
    .select(gradesColumn('site_activities').as('grades'))
    .select((eb) => [
      'site_activities.site_profile_id',
      'site_activities.site_profile_code',
      'site_activities.site_profile_name',
      'site_activities.province_id',
      'site_activities.city_id',
      'site_activities.principle_batch_number',
      'site_activities.disabled_principle',
      'site_activities.disabled_indicator',
      'site_activities.reporting_year',
      'site_activities.taken_over_revision',
      'site_profiles.status as site_profile_status',
      'site_profiles.project_year_start',
      'site_profiles.project_year_end',
      factsColumn.as('facts'),
      eb
        .selectFrom('principle_batches')
        .select((batch) => batch.fn.max('principle_batches.batch_number').as('newest'))
        .as('current_batch_number'),
      jsonArrayFrom(
        eb
          .selectFrom('site_principles')
          .select(['site_principles.id', 'site_principles.principle_number'])
          .whereRef('site_principles.batch_number', '=', 'site_activities.principle_batch_number'),
      ).as('batch_principles'),
    ])

type ActivityRecord = Awaited<ReturnType<ReturnType<typeof activitiesIn>['executeTakeFirstOrThrow']>>

const activityOfId = fixedQuery((db, wanted: { id: number }) =>
  activitiesIn(db).where('site_activities.id', '=', wanted.id),
)

/** A row with its evidence. */
async function withEvidence(db: Db, row: ActivityRecord): Promise<Activity> {
  const verification = await listVerification(db, row.id)
  const { batch_principles, ...columns } = row
  // the named checks of the table hold its texts to the unions of the contract; the reply schema checks them again
  const activity = columns as unknown as Activity
  return {
    ...activity,
    verification,
    principles: principlesOf(verification, batch_principles),
    record_status: recordStatus(activity),
  }
}

/** One activity with its evidence, or null; whoever calls decides who may see it. */
export async function findActivity(db: Db, id: number): Promise<Activity | null> {
  const [row] = await activityOfId(db, { id })
  return row ? withEvidence(db, row) : null
}

/** An activity that must be there. Refuses an unknown one with 404. */
export async function readActivity(db: Db, id: number): Promise<Activity> {
  const activity = await findActivity(db, id)
  if (!activity) throw new AppError('scope')
  return activity
}

const heldActivity = fixedQuery((db, { id }: { id: number }) =>
  activitiesIn(readingFrom(db, ACTIVITIES, heldRecord(ACTIVITIES, id))).select(
    sql.ref<boolean>('site_activities.is_current').as('is_current'),
  ),
)

/** Holds the activity until the transaction ends and reads it as it is then. Refuses an unknown one with 404. */
export async function lockActivity(db: Db, id: number): Promise<Activity> {
  const [held] = await heldActivity(db, { id })
  if (!held) throw new AppError('scope')
  const { is_current, ...row } = held
  return is_current ? withEvidence(db, row) : readActivity(db, id)
}

/** Whether a profile has an activity in work: a draft, in review or returned, and activated (S-47). */
export async function hasOpenActivity(db: Db, site_profile_id: number): Promise<boolean> {
  const open = await db
    .selectFrom('site_activities')
    .select('site_activities.id')
    .where('site_activities.site_profile_id', '=', site_profile_id)
    .where('site_activities.status', '=', 'Activated')
    .where('site_activities.site_status', '<>', 'Approved')
    .executeTakeFirst()
  return open !== undefined
}

/** Adds an activity; returns its id. */
export async function insertActivity(db: Db, values: Insertable<SiteActivities>): Promise<number> {
  const { id } = await db
    .insertInto('site_activities')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const savedActivity = fixedQuery((db, { id, ...columns }: { id: number } & Stamp) =>
  activitiesIn(readingFrom(db, ACTIVITIES, savedRecord(ACTIVITIES, id, columns))),
)

/** Changes an activity, notes who and when, counts the revision up, and reads it again. */
export async function saveActivity(
  db: Db,
  id: number,
  by: Stamp,
  values: Updateable<SiteActivities>,
): Promise<Activity> {
  const [row] = await savedActivity(db, { ...values, ...by, id })
  if (!row) throw new AppError('scope')
  return withEvidence(db, row)
}

/** Removes an activity that was never submitted, with all that stands under it. */
export async function deleteActivity(db: Db, id: number): Promise<void> {
  for (const told of ['site_activity_means', 'site_activity_statements', 'site_activity_figures'] as const)
    await db.deleteFrom(told).where('site_activity_id', '=', id).execute()
  await db.deleteFrom('site_activities').where('site_activities.id', '=', id).execute()
}
