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
import type { ReviewKeys } from '../../shared/review/review.policy.ts'
import type { QueueQuery, WaitingQuery, WaitingReply } from '../../shared/review/review.schema.ts'
import { type ListColumns, type PageOptions, pageOf, rowsAround } from '../lib/datatable.ts'
import type { Db } from '../lib/db.ts'
import { inScope } from '../lib/scope.ts'
import { changesIn } from './record-changes.queries.ts'
import { asksForWarnings, narrowedBy } from './record-filters.queries.ts'
import type { RecordTable } from './record.kind.ts'
import { inPlace, inTexts, inWords } from './search.queries.ts'

/** What its own table says of a record, in every list and on its page. */
export const ownColumns = <Name extends RecordTable['name']>(table: Name) =>
  [
    `${table}.id`,
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
  ] as const

/** What every list row of a kind holds, beside the names of its own; its places are joined. */
export const rowColumns = <Name extends RecordTable['name']>(table: Name) =>
  [
    ...ownColumns(table),
    'regions.name as region',
    'provinces.name as province',
    'cities.name as city',
    'offices.name as office',
  ] as const

/** Those who see a record that is switched off (S-36); never null, so that its opposite is the rest. */
export const isConcerned = (
  actor: Actor,
  { name }: RecordTable,
  { keys }: { keys: ReviewKeys },
): RawBuilder<boolean> =>
  actor.permissions.includes(keys.activate)
    ? sql`true`
    : sql`(${sql.ref(`${name}.created_by`)} = ${actor.id}
        or ${sql.ref(`${name}.deactivated_by`)} is not distinct from ${actor.id})`

/** The SQL twin of `isRecalled`, of records that are no draft. */
export const wasRecalled = (table: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${table}.site_status`)} = 'Returned' and ${sql.ref(`${table}.recalled_at`)} is not null)`

/**
 * Record status as it is shown, as a column, so that lists are narrowed, searched and sorted by the word that people read;
 * the replies take theirs from the shared rule.
 */
export const recordStatusColumn = ({ name }: RecordTable) =>
  sql<string>`case when ${sql.ref(`${name}.penro_status`)} = 'Approved' then 'Approved'
    when ${wasRecalled(name)} then 'Recalled' else ${sql.ref(`${name}.site_status`)} end`.as('record_status')

/** A text in code, partner, these places or these words of a column, each found by its index. */
export const inRecord =
  (
    table: RecordTable,
    places: Parameters<typeof inPlace>[1],
    words: Readonly<Record<string, readonly string[]>>,
  ) =>
  async (text: string, db: Db): Promise<RawBuilder<boolean>> =>
    sql`(${sql.join(
      [
        inTexts(`rows.${table.code}`, `rows.${table.partner}`, text),
        await inPlace(db, places, text),
        ...Object.entries(words).map(([column, of]) => inWords(`rows.${column}`, of, text)),
      ],
      sql` or `,
    )})`

/** What a list shows of the state of its records. */
export const STATE_WORDS = { status: STATUSES, record_status: [...SITE_STATUSES, 'Recalled'] }

/** A page of a list of records. */
export async function pageOfRecords<Row extends Review>(
  db: Db,
  rows: Expression<unknown>,
  columns: ListColumns,
  query: PageQuery,
  options?: PageOptions,
): Promise<PageReply<Row & { record_status: RecordStatus }>> {
  const all = db.selectFrom(sql<Review>`${rows}`.as('rows')).selectAll()
  const page = await pageOf(db, all, columns, query, options)
  // the named checks of the table hold its texts to the unions of the contract; the reply schema checks them again
  const data = page.data as Row[]
  return { ...page, data: data.map((row) => ({ ...row, record_status: recordStatus(row) })) }
}

/** An approval list of a kind (S-67): sorted by what its screen shows, newest submitted first, found by any text of a row. */
export const queueColumns = (table: RecordTable, sort: ListColumns['sort']): ListColumns => ({
  search: inRecord(table, ['region', 'province', 'city', 'office'], { record_status: SITE_STATUSES }),
  sort,
  defaultSort: [{ column: 'rows.submitted_at', dir: 'desc' }],
  tieBreak: 'rows.id',
})

/** Whether a record waits for a level, as `table` stands in a query. */
export const waitsAt = (level: Level, table: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${table}.site_status`)} = 'Submitted' and ${sql.ref(`${table}.${STATUS_OF[level]}`)} = 'Submitted'`

/** Whether a record waits for this person's level. */
export const waitsFor = (actor: Actor, { name }: RecordTable) => waitsAt(actor.access_level, name)

/** How a record stands for this person: the status at their level, and since when it waits for them. */
export const queueStatus = (actor: Actor, table: RecordTable) => [
  sql<string>`coalesce(${sql.ref(`${table.name}.${STATUS_OF[actor.access_level]}`)}, 'Submitted')`.as(
    'record_status',
  ),
  sql<
    string | null
  >`case when ${waitsFor(actor, table)} then ${sql.ref(`${table.name}.waiting_since`)} end`.as(
    'waiting_since',
  ),
]

/** Whether a status is the one asked for, in any case, with hyphens for spaces (C-29). */
export const isStatus = (column: string, text: string): RawBuilder<boolean> =>
  sql`lower(${sql.ref(column)}) = ${text.replaceAll('-', ' ').trim().toLowerCase()}`

export type QueueWanted = { type: Queue['type']; status?: string | undefined }

/** Whether a record is in review or approved and its status at `type` is the one asked for. */
export function standsAt({ name }: RecordTable, { type, status }: QueueWanted): RawBuilder<boolean> {
  const status_field = `${type}_status` as const satisfies keyof Review
  const column = `${name}.${status_field}`
  const stands = sql<boolean>`${sql.ref(`${name}.site_status`)} in ('Submitted', 'Approved')
    and ${sql.ref(column)} is not null`
  return status === undefined ? stands : sql`${stands} and ${isStatus(column, status)}`
}

/** What comes first: those that wait, and without a sort the longest waiting of them on top. */
const waitingFirst = (columns: ListColumns, { order }: Pick<PageQuery, 'order'>): Expression<unknown> =>
  order?.some(({ column }) => Object.hasOwn(columns.sort, column))
    ? sql`(rows.waiting_since is null)`
    : sql`rows.waiting_since`

/** A page of an approval list: those waiting for the viewer first, the longest waiting on top; then the rest. */
export async function pageOfQueue<Row extends Review>(
  db: Db,
  actor: Actor,
  table: RecordTable,
  rows: Expression<unknown>,
  columns: ListColumns,
  query: QueueQuery,
  now: Date,
): Promise<PageReply<Row>> {
  const page = await pageOfRecords<Row>(db, rows, columns, query, {
    first: waitingFirst(columns, query),
    filter: narrowedBy(query, now),
    changes: changesIn(inScope(actor), table.name, { findings: asksForWarnings(query) }),
  })
  const data = page.data.map((row) => ({
    ...row,
    record_status: recordStatusFor(row, actor.access_level),
  }))
  return { ...page, data }
}

/** The same page with the warnings of its records, asked for these rows alone (S-139). */
export async function withMarks<Row extends { id: number }>(
  page: PageReply<Row>,
  listMarks: (ids: readonly number[]) => Promise<Map<number, string[]>>,
): Promise<PageReply<Row & { marks: string[] }>> {
  const marks = await listMarks(page.data.map(({ id }) => id))
  return { ...page, data: page.data.map((row) => ({ ...row, marks: marks.get(row.id) ?? [] })) }
}

/** What waits for this person around one record, in the order of the whole approval list (S-120). */
export function findWaiting(
  db: Db,
  actor: Actor,
  table: RecordTable,
  rows: Expression<unknown>,
  columns: ListColumns,
  query: WaitingQuery,
  now: Date,
): Promise<WaitingReply> {
  const waiting = db
    .selectFrom(sql<{ id: number; waiting_since: string }>`${rows}`.as('rows'))
    .select(['rows.id', 'rows.waiting_since'])
    .select([
      sql.ref<string>(`rows.${table.code}`).as('code'),
      sql.ref<string>(`rows.${table.partner}`).as('name'),
    ])
  return rowsAround(db, waiting, columns, query, {
    first: waitingFirst(columns, query),
    filter: narrowedBy(query, now),
    changes: changesIn(inScope(actor), table.name, { findings: asksForWarnings(query) }),
  })
}
