import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { type Level, type Queue, STATUS_OF, STATUSES } from '../../shared/access/levels.ts'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import {
  type RecordStatus,
  recordStatus,
  recordStatusFor,
  type Review,
  REVIEW_FIELDS,
  SITE_STATUSES,
} from '../../shared/review/review-chain.ts'
import type { RecordFilters } from '../../shared/review/record-filters.ts'
import { type ReviewKeys, seesDeactivated } from '../../shared/review/review.policy.ts'
import type { QueueFacts, QueueQuery, WaitingQuery, WaitingReply } from '../../shared/review/review.schema.ts'
import type { Ctx } from '../context/context.ts'
import { type ListColumns, neighboursInList, pageOf } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { inScope } from '../database/scope.ts'
import { changesIn } from './record-changes.queries.ts'
import { asksForWarnings, filterCondition } from './record-filters.queries.ts'
import type { RecordTable } from './record.kind.ts'
import { inRecord } from './search.queries.ts'
import { listWarningLabels } from './warnings.queries.ts'

/** The columns of its own table that every list and page of a record shows. */
export const ownColumns = <Name extends RecordTable['name']>(table: Name) =>
  [
    `${table}.id`,
    `${table}.record_id`,
    `${table}.region_id`,
    `${table}.office_id`,
    `${table}.status`,
    ...REVIEW_FIELDS.map((field) => `${table}.${field}` as const),
    `${table}.created_by as created_by_id`,
    `${table}.submitted_by as submitted_by_id`,
    `${table}.deactivated_by as deactivated_by_id`,
    `${table}.created_at`,
    `${table}.submitted_at`,
    `${table}.returned_at`,
    `${table}.recalled_at`,
    `${table}.open_points`,
    `${table}.answered_points`,
  ] as const

/** The columns of every list row of both kinds; the places must be joined. */
export const rowColumns = <Name extends RecordTable['name']>(table: Name) =>
  [
    ...ownColumns(table),
    'regions.name as region',
    'provinces.name as province',
    'cities.name as city',
    'offices.name as office',
  ] as const

/** Whether the caller may see a deactivated record (S-36); never null, so that it can be negated. */
export const isConcerned = (
  actor: Actor,
  { name }: RecordTable,
  { keys }: { keys: ReviewKeys },
): RawBuilder<boolean> =>
  seesDeactivated(actor, keys)
    ? sql`true`
    : sql`(${sql.ref(`${name}.created_by`)} = ${actor.id}
        or ${sql.ref(`${name}.deactivated_by`)} is not distinct from ${actor.id})`

/** The SQL twin of `isRecalled`, of records that are no draft. */
export const wasRecalled = (table: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${table}.site_status`)} = 'Returned' and ${sql.ref(`${table}.recalled_at`)} is not null)`

/**
 * The record status as a column, so that lists can be filtered, searched and sorted by the word that people read. The
 * replies compute it with `recordStatus`.
 */
export const recordStatusColumn = ({ name }: RecordTable) =>
  sql<string>`case when ${sql.ref(`${name}.penro_status`)} = 'Approved' then 'Approved'
    when ${wasRecalled(name)} then 'Recalled' else ${sql.ref(`${name}.site_status`)} end`.as('record_status')

/** The words that a search finds in the status columns of a list. */
export const STATE_WORDS = { status: STATUSES, record_status: [...SITE_STATUSES, 'Recalled'] }

export type RecordList<Filters extends RecordFilters = RecordFilters> = {
  table: RecordTable
  columns: ListColumns
  /** the records that the caller may see, with `is_warned` if the filters need it */
  rowsFor: (db: Db, actor: Actor, filters: Filters) => Expression<unknown>
  /** the number of these records, if there is a stored count */
  total?: (db: Db, actor: Actor) => Promise<number>
  /** columns that an index can sort by */
  indexed?: readonly string[]
}

export type Asking = Pick<Ctx, 'db' | 'actor' | 'services'>

/** The list as the caller may see it, with a condition and the filters of a query. */
const listFor = <Filters extends RecordFilters>(
  { db, actor, services }: Asking,
  { table, columns, rowsFor, total, indexed }: RecordList<Filters>,
  query: Filters,
  condition: RawBuilder<boolean> = sql`true`,
) => ({
  scoped: db
    .selectFrom(sql<Review>`${rowsFor(db, actor, query)}`.as('rows'))
    .selectAll()
    .where(condition),
  columns,
  filter: filterCondition(query, services.now()),
  changes: changesIn(inScope(actor), table.name, { findings: asksForWarnings(query) }),
  total: total && (() => total(db, actor)),
  indexed,
})

/** Returns a page of a list. */
export async function listRecords<Row extends Review, Filters extends RecordFilters = RecordFilters>(
  ctx: Asking,
  list: RecordList<Filters>,
  query: Filters & PageQuery,
): Promise<PageReply<Row & { record_status: RecordStatus }>> {
  const page = await pageOf(ctx.db, listFor(ctx, list, query), query)
  // the table's check constraints limit its texts to the unions of the contract; the reply schema checks them again
  const data = page.data as Row[]
  return { ...page, data: data.map((row) => ({ ...row, record_status: recordStatus(row) })) }
}

/** The columns of an approval list: searched by any text of a row, newest submission first by default (S-67). */
export const queueColumns = (table: RecordTable, sort: ListColumns['sort']): ListColumns => ({
  search: inRecord(table, ['region', 'province', 'city', 'office'], { record_status: SITE_STATUSES }),
  sort,
  defaultSort: [{ column: 'rows.submitted_at', dir: 'desc' }],
  tieBreak: 'rows.id',
})

/** Whether a record is pending at a level; `table` is its alias in the query. */
export const waitsAt = (level: Level, table: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${table}.site_status`)} = 'Submitted' and ${sql.ref(`${table}.${STATUS_OF[level]}`)} = 'Submitted'`

/** Whether a record is pending at the caller's level. */
export const waitsFor = (actor: Actor, table: string) => waitsAt(actor.access_level, table)

/** The status of a record at the caller's level, and since when it is pending there. */
export const queueStatus = (actor: Actor, table: RecordTable) => [
  sql<string>`coalesce(${sql.ref(`${table.name}.${STATUS_OF[actor.access_level]}`)}, 'Submitted')`.as(
    'record_status',
  ),
  sql<
    string | null
  >`case when ${waitsFor(actor, table.name)} then ${sql.ref(`${table.name}.waiting_since`)} end`.as(
    'waiting_since',
  ),
]

/** Compares a status with the text of a URL, which may have other case and hyphens for spaces (C-29). */
export const isStatus = (column: string, text: string): RawBuilder<boolean> =>
  sql`lower(${sql.ref(column)}) = ${text.replaceAll('-', ' ').trim().toLowerCase()}`

export type QueueParams = { type: Queue['type']; status?: string | undefined }

/** Whether a record is in review or approved, and has this status at `type`; without a status, any. */
function hasStatusAt(table: string, { type, status }: QueueParams): RawBuilder<boolean> {
  const status_field = `${type}_status` as const satisfies keyof Review
  const column = `${table}.${status_field}`
  const stands = sql<boolean>`${sql.ref(`${table}.site_status`)} in ('Submitted', 'Approved')
    and ${sql.ref(column)} is not null`
  return status === undefined ? stands : sql`${stands} and ${isStatus(column, status)}`
}

type Returned = Pick<QueueQuery, 'returned'>

/** Whether the newest return of a record is the caller's, and the record is still with its office or came back. */
function isReturnedBy({ id }: Actor, returned: Returned['returned']): RawBuilder<boolean> {
  const state = returned === 'away' ? sql`= 'Returned'` : sql`<> 'Returned'`
  return sql`rows.site_status ${state} and rows.record_id in (
    select record_id from review_steps as mine
    where mine.user_id = ${id} and mine.action = 'Returned' and not exists (
      select from review_steps as later
      where later.record_id = mine.record_id and later.action = 'Returned' and later.id > mine.id
    )
  )`
}

/** The records of an approval list, or in their place those that the caller returned. */
export const isListed = (actor: Actor, wanted: QueueParams, { returned }: Returned): RawBuilder<boolean> =>
  returned === undefined ? hasStatusAt('rows', wanted) : isReturnedBy(actor, returned)

/** Pending records come first; without a sort, the longest waiting is on top, be it with its office. */
const waitingFirst = (
  columns: ListColumns,
  { order, returned }: Pick<PageQuery, 'order'> & Returned,
): Expression<unknown> =>
  order?.some(({ column }) => Object.hasOwn(columns.sort, column))
    ? sql`(rows.waiting_since is null)`
    : returned === 'away'
      ? sql`rows.came_at`
      : sql`rows.waiting_since`

type QueueOfKind = { queue: RecordList }

/**
 * Returns a page of an approval list: records in review or approved with the wanted status at `type` (S-67). Those
 * pending at the caller's level come first, the longest waiting on top.
 */
export async function listQueue<Row extends Review & QueueFacts & { id: number }>(
  ctx: Asking,
  { queue }: QueueOfKind,
  wanted: QueueParams,
  query: QueueQuery,
): Promise<PageReply<Row>> {
  const first = waitingFirst(queue.columns, query)
  const condition = isListed(ctx.actor, wanted, query)
  const page = await pageOf(ctx.db, { ...listFor(ctx, queue, query, condition), first }, query)
  const rows = page.data as Row[]
  // for the rows of this page only (S-139)
  const marks = await listWarningLabels(
    ctx.db,
    queue.table,
    rows.map(({ id }) => id),
  )
  const { access_level } = ctx.actor
  return {
    ...page,
    data: rows.map((row) => ({
      ...row,
      ...(query.returned === undefined
        ? { record_status: recordStatusFor(row, access_level), came_at: null }
        : { record_status: row.site_status }),
      marks: marks.get(row.id) ?? [],
    })),
  }
}

/** Finds the caller's pending records before and after one record, in the order of the approval list (S-120). */
export function findWaitingAround(
  ctx: Asking,
  { queue }: QueueOfKind,
  query: WaitingQuery,
): Promise<WaitingReply> {
  const waits = waitsFor(ctx.actor, 'rows')
  const { returned } = query
  const list = listFor(
    ctx,
    queue,
    query,
    returned ? sql`${waits} and ${isReturnedBy(ctx.actor, returned)}` : waits,
  )
  const scoped = list.scoped
    .clearSelect()
    .select([
      sql.ref<number>('rows.id').as('id'),
      sql.ref<string>('rows.waiting_since').as('waiting_since'),
      sql.ref<string>(`rows.${queue.table.code}`).as('code'),
      sql.ref<string>(`rows.${queue.table.partner}`).as('name'),
    ])
  return neighboursInList(ctx.db, { ...list, scoped, first: waitingFirst(queue.columns, query) }, query)
}
