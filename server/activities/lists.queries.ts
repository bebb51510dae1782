import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Actor } from '../../shared/access/actor.ts'
import { ACTIVITY_POLICIES } from '../../shared/activities/activities.policy.ts'
import type { RecordFilters } from '../../shared/review/record-filters.ts'
import { sortOfRows } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { inScope } from '../database/scope.ts'
import { asksForWarnings, filterColumns } from '../review/record-filters.queries.ts'
import {
  isConcerned,
  queueColumns,
  queueStatus,
  type RecordList,
  recordStatusColumn,
  STATE_WORDS,
} from '../review/record-lists.queries.ts'
import { inRecord } from '../review/search.queries.ts'
import { isWarned } from '../review/warnings.queries.ts'
import { ACTIVITIES, withPlaces } from './activities.queries.ts'

type Activities = ExpressionBuilder<DB, 'site_activities'>

/** The caller's scope; drafts only inside the office (S-35). */
const inScopeOfActor = (actor: Actor) => (eb: Activities) =>
  eb.and([
    inScope(actor, 'site_activities'),
    ...(actor.access_level === 'PENRO'
      ? []
      : [eb('site_activities.site_status', '<>', sql.lit('Save as Draft'))]),
  ])

/** Whether the profile is deactivated, which is possible only in imported data (S-37). */
const hasProfileOff = (eb: Activities) =>
  eb(
    'site_activities.site_profile_id',
    'in',
    eb
      .selectFrom('site_profiles')
      .select('site_profiles.id')
      .where('site_profiles.status', '=', sql.lit('Deactivated')),
  )

/** The SQL twin of `canSeeActivity`: the scope, and what is deactivated only if `isConcerned`. */
const visibleTo = (actor: Actor) => (eb: Activities) =>
  eb.and([
    inScopeOfActor(actor)(eb),
    eb.or([
      eb.and([eb('site_activities.status', '=', sql.lit('Activated')), eb.not(hasProfileOff(eb))]),
      isConcerned(actor, ACTIVITIES, ACTIVITY_POLICIES),
    ]),
  ])

/**
 * Counts the activities that the caller may see: stored counts, and queries for the few that are deactivated or whose
 * profile is (S-36, S-37).
 */
async function countActivities(db: Db, actor: Actor): Promise<number> {
  const storedCounts = db
    .selectFrom('site_activity_counts')
    .where(inScope(actor))
    .$if(actor.access_level !== 'PENRO', (all) => all.where('is_draft', '=', sql.lit(false)))
    .where('status', '=', sql.lit('Activated'))
    .select(sql<number>`coalesce(sum(count), 0)`.as('count'))
  const deactivated = db
    .selectFrom('site_activities')
    .where(visibleTo(actor))
    .where('site_activities.status', '=', sql.lit('Deactivated'))
    .select(sql<number>`count(*)`.as('count'))
  const hidden = db
    .selectFrom('site_activities')
    .where(inScopeOfActor(actor))
    .where('site_activities.status', '=', sql.lit('Activated'))
    .where(hasProfileOff)
    .where((eb) => eb.not(isConcerned(actor, ACTIVITIES, ACTIVITY_POLICIES)))
    .select(sql<number>`count(*)`.as('count'))
  const { rows } = await sql<{
    count: number
  }>`select (${storedCounts}) + (${deactivated}) - (${hidden}) as count`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Adds the columns of the filters, and `is_warned` if the list is filtered by warnings. */
const withWarnings = (rows: ReturnType<typeof withPlaces>, filters: RecordFilters) =>
  rows
    .select(filterColumns('site_activities'))
    .$if(asksForWarnings(filters), (all) => all.select(isWarned('site_activities').as('is_warned')))

/** The activities that the caller may see, by SITES code (ACTIVITIES-03). */
export const ACTIVITY_LIST: RecordList = {
  table: ACTIVITIES,
  columns: {
    search: inRecord(ACTIVITIES, ['region'], STATE_WORDS),
    sort: sortOfRows(
      'site_profile_code',
      'site_profile_name',
      'region',
      'created_at',
      'returned_at',
      'status',
      'record_status',
    ),
    defaultSort: [{ column: 'rows.site_profile_code', dir: 'asc' }],
    tieBreak: 'rows.id',
  },
  rowsFor: (db, actor, filters) =>
    withWarnings(withPlaces(db), filters)
      .select([recordStatusColumn(ACTIVITIES), 'site_activities.reporting_year'])
      .where(visibleTo(actor)),
  total: countActivities,
  indexed: ['rows.site_profile_code'],
}

const SORT = sortOfRows(
  'site_profile_code',
  'region',
  'site_profile_name',
  'office',
  'submitted_at',
  'record_status',
)

/** The approval list: the activated activities that the caller may see. */
export const ACTIVITY_QUEUE: RecordList = {
  table: ACTIVITIES,
  columns: queueColumns(ACTIVITIES, SORT),
  rowsFor: (db, actor, filters) =>
    withWarnings(withPlaces(db), filters)
      .select(queueStatus(actor, ACTIVITIES))
      .select(['site_activities.province_id', 'site_activities.city_id'])
      .where(visibleTo(actor))
      .where('site_activities.status', '=', sql.lit('Activated'))
      .where((eb) => eb.not(hasProfileOff(eb))),
}
