import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Actor } from '../../shared/access/actor.ts'
import { STATUSES } from '../../shared/access/levels.ts'
import type { ActivityQueueRow, ActivityRow } from '../../shared/activities/activities.schema.ts'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import { recordStatus, recordStatusFor, SITE_STATUSES, STATUS_OF } from '../../shared/review/review-chain.ts'
import { marksOf } from '../../shared/review/marks.ts'
import type { WaitingQuery, WaitingReply } from '../../shared/review/review.schema.ts'
import type { QueueType } from '../../shared/sites/sites.schema.ts'
import { type ListColumns, pageOf, rowsAround } from '../lib/datatable.ts'
import type { Db } from '../lib/db.ts'
import { inScope } from '../lib/scope.ts'
import { inPlace, inTexts, inWords } from '../review/search.queries.ts'
import { withPlaces } from './activities.queries.ts'

type Activities = ExpressionBuilder<DB, 'site_activities'>

/** The scope; drafts inside the office only (S-35). */
const inReach = (actor: Actor) => (eb: Activities) =>
  eb.and([
    inScope(actor, 'site_activities'),
    ...(actor.access_level === 'PENRO' ? [] : [eb('site_activities.site_status', '<>', 'Save as Draft')]),
  ])

/** Its profile is switched off, which only imported data can bring about (S-37). */
const hasProfileOff = (eb: Activities) =>
  eb(
    'site_activities.site_profile_id',
    'in',
    eb
      .selectFrom('site_profiles')
      .select('site_profiles.id')
      .where('site_profiles.status', '=', 'Deactivated'),
  )

/** Those who see an activity that is switched off, or whose profile is (S-36, S-37). */
const isConcerned = (actor: Actor) => (eb: Activities) =>
  actor.permissions.includes('sites_activity_activate')
    ? eb.lit(true)
    : eb.or([
        eb('site_activities.created_by', '=', actor.id),
        // never null, so that its opposite is the rest
        eb('site_activities.deactivated_by', 'is not distinct from', actor.id),
      ])

/** The SQL twin of `canSeeActivity`: the scope, and what is switched off for those concerned. */
const visibleTo = (actor: Actor) => (eb: Activities) =>
  eb.and([
    inReach(actor)(eb),
    eb.or([
      eb.and([eb('site_activities.status', '=', 'Activated'), eb.not(hasProfileOff(eb))]),
      isConcerned(actor)(eb),
    ]),
  ])

/** Record status as a column, so that it can be searched and sorted; the replies take it from the shared rule. */
const recordStatusColumn = sql<string>`case when site_activities.penro_status = 'Approved' then 'Approved'
  else site_activities.site_status end`

/** A text in code, name, region, status or record status, each found by its index. */
const searched = (text: string) =>
  sql<boolean>`(${sql.join(
    [
      inTexts('rows.site_profile_code', 'rows.site_profile_name', text),
      inPlace(['region'], text),
      inWords('rows.status', STATUSES, text),
      inWords('rows.record_status', SITE_STATUSES, text),
    ],
    sql` or `,
  )})`

/**
 * How many activities this person may see, from the kept counts; the few that are switched off, or whose profile is,
 * are looked at (S-36, S-37).
 */
async function countActivities(db: Db, actor: Actor): Promise<number> {
  const kept = db
    .selectFrom('site_activity_counts')
    .where(inScope(actor))
    .$if(actor.access_level !== 'PENRO', (all) => all.where('is_draft', '=', false))
    .where('status', '=', 'Activated')
    .select(sql<number>`coalesce(sum(count), 0)`.as('count'))
  const deactivated = db
    .selectFrom('site_activities')
    .where(visibleTo(actor))
    .where('site_activities.status', '=', sql.lit('Deactivated'))
    .select(sql<number>`count(*)`.as('count'))
  const hidden = db
    .selectFrom('site_activities')
    .where(inReach(actor))
    .where('site_activities.status', '=', 'Activated')
    .where(hasProfileOff)
    .where((eb) => eb.not(isConcerned(actor)(eb)))
    .select(sql<number>`count(*)`.as('count'))
  const { rows } = await sql<{
    count: number
  }>`select (${kept}) + (${deactivated}) - (${hidden}) as count`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

const LIST: ListColumns = {
  search: searched,
  sort: {
    site_profile_code: 'rows.site_profile_code',
    site_profile_name: 'rows.site_profile_name',
    region: 'rows.region',
    created_at: 'rows.created_at',
    returned_at: 'rows.returned_at',
    status: 'rows.status',
    record_status: 'rows.record_status',
  },
  defaultSort: [{ column: 'rows.site_profile_code', dir: 'asc' }],
  tieBreak: 'rows.id',
}

/** The activities this person may see, by SITES code (ACTIVITIES-03). */
export async function listActivities(
  db: Db,
  actor: Actor,
  query: PageQuery,
): Promise<PageReply<ActivityRow>> {
  const rows = withPlaces(db).select(recordStatusColumn.as('record_status')).where(visibleTo(actor))
  const page = await pageOf(db.selectFrom(rows.as('rows')).selectAll(), LIST, query, {
    total: () => countActivities(db, actor),
  })
  const data = page.data as unknown as ActivityRow[]
  return { ...page, data: data.map((row) => ({ ...row, record_status: recordStatus(row) })) }
}

const QUEUE: ListColumns = {
  search: [
    'rows.site_profile_code',
    'rows.region',
    'rows.site_profile_name',
    'rows.office',
    'rows.province',
    'rows.city',
    'rows.record_status',
  ],
  sort: {
    site_profile_code: 'rows.site_profile_code',
    region: 'rows.region',
    site_profile_name: 'rows.site_profile_name',
    office: 'rows.office',
    submitted_at: 'rows.submitted_at',
    record_status: 'rows.record_status',
  },
  defaultSort: [{ column: 'rows.submitted_at', dir: 'desc' }],
  tieBreak: 'rows.id',
}

const QUEUE_COLUMN = {
  site: 'site_activities.site_status',
  penro: 'site_activities.penro_status',
  region: 'site_activities.region_status',
} as const satisfies Record<QueueType, string>

/** "save-as-draft" and "Save%20as%20Draft" mean the same (C-29). */
const asStatus = (text: string): string => text.replaceAll('-', ' ').trim().toLowerCase()

/** Whether an activity waits for this person's level. */
const waitsFor = (actor: Actor) =>
  sql<boolean>`site_activities.site_status = 'Submitted'
    and ${sql.ref(`site_activities.${STATUS_OF[actor.access_level]}`)} = 'Submitted'`

/** The activated activities this person may see, as approval lists search and sort them. */
const reviewedRows = (db: Db, actor: Actor) =>
  withPlaces(db)
    .select([
      sql<string>`coalesce(${sql.ref(`site_activities.${STATUS_OF[actor.access_level]}`)}, 'Submitted')`.as(
        'record_status',
      ),
      sql<string | null>`case when ${waitsFor(actor)} then site_activities.waiting_since end`.as(
        'waiting_since',
      ),
    ])
    .select(
      sql<number>`(
        select count(*) from site_activity_means
        join files on files.id = site_activity_means.file_id
        where site_activity_means.site_activity_id = site_activities.id
          and files.scan_status = 'quarantined'
      )`.as('quarantined'),
    )
    .where(visibleTo(actor))
    .where('site_activities.status', '=', 'Activated')
    .where((eb) => eb.not(hasProfileOff(eb)))

/** What comes first: those that wait, and without a sort the longest waiting of them on top. */
const waitingFirst = (query: Pick<PageQuery, 'order'>) =>
  query.order?.some(({ column }) => Object.hasOwn(QUEUE.sort, column))
    ? sql`(rows.waiting_since is null) asc`
    : sql`rows.waiting_since asc nulls last`

/** What waits for this person around one activity, in the order of the whole approval list (S-120). */
export function findActivitiesWaiting(db: Db, actor: Actor, query: WaitingQuery): Promise<WaitingReply> {
  const rows = reviewedRows(db, actor).where(waitsFor(actor))
  const waiting = db
    .selectFrom(rows.as('rows'))
    .select(['rows.id', 'rows.site_profile_code as code', 'rows.site_profile_name as name'])
    .select(sql<string>`rows.waiting_since`.as('waiting_since'))
  return rowsAround(db, waiting, QUEUE, query, { first: waitingFirst(query) })
}

/**
 * The approval list (S-67): activated records in review or approved whose status at `type` is the one asked for.
 * Those waiting for the viewer come first, the longest waiting on top; then the rest, newest submitted first.
 */
export async function listActivityQueue(
  db: Db,
  actor: Actor,
  queue: { type: QueueType; status?: string | undefined },
  query: PageQuery,
): Promise<PageReply<ActivityQueueRow>> {
  const rows = reviewedRows(db, actor)
    .where('site_activities.site_status', 'in', ['Submitted', 'Approved'])
    .where(QUEUE_COLUMN[queue.type], 'is not', null)
    .$if(queue.status !== undefined, (all) =>
      all.where(sql<boolean>`lower(${sql.ref(QUEUE_COLUMN[queue.type])}) = ${asStatus(queue.status ?? '')}`),
    )
  const first = waitingFirst(query)
  const page = await pageOf(db.selectFrom(rows.as('rows')).selectAll(), QUEUE, query, { first })
  const data = (page.data as unknown as (ActivityQueueRow & { quarantined: number })[]).map(
    ({ quarantined, ...row }) => ({
      ...row,
      record_status: recordStatusFor(row, actor.access_level),
      marks: marksOf({ quarantined }),
    }),
  )
  return { ...page, data }
}
