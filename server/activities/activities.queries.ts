import { type Insertable, sql, type Updateable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { SiteActivities } from '../../db/types.ts'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import { principlesOf } from '../../shared/activities/verification.ts'
import { recordStatus } from '../../shared/review/review-chain.ts'
import type { Db } from '../lib/db.ts'
import { fixedQuery } from '../lib/fixed-query.ts'
import { AppError } from '../lib/errors.ts'
import { gradesColumn, listVerification } from './means.queries.ts'

/** Activities with the names of their places: what every list row and every record starts from. */
export const withPlaces = (db: Db) =>
  db
    .selectFrom('site_activities')
    .leftJoin('regions', 'regions.id', 'site_activities.region_id')
    .leftJoin('provinces', 'provinces.id', 'site_activities.province_id')
    .leftJoin('cities', 'cities.id', 'site_activities.city_id')
    .leftJoin('offices', 'offices.id', 'site_activities.office_id')
    .select([
      'site_activities.id',
      'site_activities.site_profile_id',
      'site_activities.site_profile_code',
      'site_activities.site_profile_name',
      'site_activities.region_id',
      'site_activities.office_id',
      'regions.name as region',
      'provinces.name as province',
      'cities.name as city',
      'offices.name as office',
      'site_activities.status',
      'site_activities.site_status',
      'site_activities.penro_status',
      'site_activities.region_status',
      'site_activities.fmb_status',
      'site_activities.returned_by',
      'site_activities.created_by as created_by_id',
      'site_activities.submitted_by as submitted_by_id',
      'site_activities.deactivated_by as deactivated_by_id',
      'site_activities.created_at',
      'site_activities.submitted_at',
      'site_activities.returned_at',
    ])

const nameOf = (table: 'creators' | 'updaters' | 'deactivators') =>
  sql<string | null>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

const REASONS = [
  'site_activities.returned_reason_1',
  'site_activities.returned_reason_2',
  'site_activities.returned_reason_3',
  'site_activities.returned_reason_4',
  'site_activities.returned_reason_5',
  'site_activities.returned_reason_6',
  'site_activities.returned_reason_7',
  'site_activities.returned_reason_8',
] as const

const activityOfId = fixedQuery((db, wanted: { id: number }) =>
  withPlaces(db)
    .innerJoin('users as creators', 'creators.id', 'site_activities.created_by')
    .leftJoin('users as updaters', 'updaters.id', 'site_activities.updated_by')
    .leftJoin('users as deactivators', 'deactivators.id', 'site_activities.deactivated_by')
    .innerJoin('site_profiles', 'site_profiles.id', 'site_activities.site_profile_id')
    .select(REASONS)
    .select(gradesColumn('site_activities').as('grades'))
    .select((eb) => [
      'site_activities.province_id',
      'site_activities.city_id',
      'site_activities.deactivated_at',
      'site_activities.deactivate_reason',
      'site_activities.principle_batch_number',
      'site_activities.disabled_principle',
      'site_activities.disabled_indicator',
      'site_activities.updated_at',
      'site_activities.approved_at',
      'site_activities.revision',
      'site_profiles.status as site_profile_status',
      nameOf('creators').as('created_by'),
      nameOf('updaters').as('updated_by'),
      nameOf('deactivators').as('deactivated_by'),
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
    .where('site_activities.id', '=', wanted.id),
)

/** One activity with its evidence, or null; whoever calls decides who may see it. */
export async function findActivity(db: Db, id: number): Promise<SiteActivity | null> {
  const [row] = await activityOfId(db, { id })
  if (!row) return null

  const verification = await listVerification(db, id)
  const { batch_principles, ...columns } = row
  // the named checks of the table hold its texts to the unions of the contract; the reply schema checks them again
  const activity = columns as unknown as SiteActivity
  return {
    ...activity,
    verification,
    principles: principlesOf(verification, batch_principles),
    record_status: recordStatus(activity),
  }
}

/** Holds the activity until the transaction ends and reads it as it is then. Refuses an unknown one with 404. */
export async function lockActivity(db: Db, id: number): Promise<SiteActivity> {
  await db
    .selectFrom('site_activities')
    .select('site_activities.id')
    .where('site_activities.id', '=', id)
    .forUpdate()
    .execute()
  const activity = await findActivity(db, id)
  if (!activity) throw new AppError('scope')
  return activity
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

/** Changes an activity, notes who and when, and counts the revision up; returns the round of review it is in. */
export async function saveActivity(
  db: Db,
  id: number,
  by: { updated_by: number; updated_at: string },
  values: Updateable<SiteActivities> & { starts_round?: boolean },
): Promise<number> {
  const { starts_round, ...columns } = values
  const { review_round } = await db
    .updateTable('site_activities')
    .set((eb) => ({
      ...columns,
      ...by,
      revision: eb('revision', '+', 1),
      ...(starts_round ? { review_round: eb('review_round', '+', 1) } : {}),
    }))
    .where('site_activities.id', '=', id)
    .returning('review_round')
    .executeTakeFirstOrThrow()
  return review_round
}
