import { type Insertable, sql, type Updateable } from 'kysely'
import type { SiteActivities } from '../../db/types.ts'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import { RECORD_KINDS } from '../../shared/access/record-kinds.ts'
import { reasonField } from '../../shared/activities/reason-fields.ts'
import { principlesOf } from '../../shared/activities/verification.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { recordStatus } from '../../shared/review/review-chain.ts'
import type { Db } from '../database/db.ts'
import { oneRecord, recordColumns } from '../review/one-record.queries.ts'
import { rowColumns } from '../review/record-lists.queries.ts'
import { factsColumn } from './facts.queries.ts'
import { gradesColumn, listVerification } from './means.queries.ts'

export const ACTIVITIES = RECORD_KINDS.activity.table

/** An activity as the server works with it. */
export type Activity = SiteActivity & {
  record_id: number
  /** 0 until the first submission; one more for each submission that does not follow a recall */
  review_round: number
}

/** Activities with the columns of every list row and the names of their places. */
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

const OWN_COLUMNS = [
  'site_profile_id',
  'site_profile_code',
  'site_profile_name',
  'province_id',
  'city_id',
  'principle_batch_number',
  'disabled_principle',
  'disabled_indicator',
  'reporting_year',
  'taken_over_revision',
  ...PRINCIPLE_NUMBERS.map(reasonField),
]
const ofProfile = (column: string, as = column) =>
  `(select ${column} from site_profiles where id = site_activities.site_profile_id) as ${as}`

/** The columns of one activity, with the names of its places and users. */
const COLUMNS = sql`${sql.raw(
  [
    recordColumns('site_activities'),
    ...OWN_COLUMNS.map((column) => `site_activities.${column}`),
    ofProfile('status', 'site_profile_status'),
    ofProfile('project_year_start'),
    ofProfile('project_year_end'),
    '(select max(batch_number) from principle_batches) as current_batch_number',
    `(
      select coalesce(json_agg(json_build_object('id', id, 'principle_number', principle_number)), '[]')
      from site_principles where batch_number = site_activities.principle_batch_number
    ) as batch_principles`,
  ].join(', '),
)}, ${gradesColumn('site_activities')} as grades, ${factsColumn} as facts`

// the table's check constraints limit its texts to the unions of the contract; the reply schema checks them again
type StoredActivity = Omit<Activity, 'verification' | 'principles' | 'record_status'> & {
  batch_principles: Parameters<typeof principlesOf>[1]
}

async function withEvidence(db: Db, { batch_principles, ...activity }: StoredActivity): Promise<Activity> {
  const verification = await listVerification(db, activity.id)
  return {
    ...activity,
    verification,
    principles: principlesOf(verification, batch_principles),
    record_status: recordStatus(activity),
  }
}

export const {
  find: findActivity,
  read: readActivity,
  lock: lockActivity,
  save: saveActivity,
} = oneRecord<StoredActivity, Activity, Updateable<SiteActivities>>(ACTIVITIES, COLUMNS, withEvidence)

/** Whether a profile has an open activity: activated, and a draft, in review or returned (S-47). */
export async function hasOpenActivity(db: Db, site_profile_id: number): Promise<boolean> {
  const open = await db
    .selectFrom('site_activities')
    .select('site_activities.id')
    .where('site_activities.site_profile_id', '=', site_profile_id)
    .where('site_activities.status', '=', 'Activated')
    .where('site_activities.site_status', '<>', 'Approved')
    .where('site_activities.withdrawn_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}

/** Inserts an activity and returns its id. */
export async function insertActivity(db: Db, values: Insertable<SiteActivities>): Promise<number> {
  const { id } = await db
    .insertInto('site_activities')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes an activity that was never submitted and its record, with its evidence, statements and figures. */
export async function deleteActivity(db: Db, { id, record_id }: Activity): Promise<void> {
  for (const table of ['site_activity_means', 'site_activity_statements', 'site_activity_figures'] as const)
    await db.deleteFrom(table).where('site_activity_id', '=', id).execute()
  await db.deleteFrom('records').where('id', '=', record_id).execute()
}
