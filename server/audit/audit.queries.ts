import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Actor } from '../../shared/access/actor.ts'
import { readsDraftRows } from '../../shared/audit/audit.policy.ts'
import type { RequestedRange } from '../../shared/audit/audit.rules.ts'
import type { AuditRow, LoggedPerson, LogQuery, PeopleQuery } from '../../shared/audit/audit.schema.ts'
import { addDays } from '../../shared/lib/date-range.ts'
import { manilaMoment } from '../../shared/lib/dates.ts'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import { type ListColumns, pageOf, searchCondition, searchPattern } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import type { Changes } from '../database/cached-orders.ts'
import { inScope } from '../database/scope.ts'

const COLUMNS: ListColumns = {
  // the text of a row as it is shown, normalised for searching (0006_audit_log.sql)
  search: (text) => sql<boolean>`audit_logs.search_text like ${searchPattern(text)}`,
  sort: {
    created_at: 'audit_logs.created_at',
    user_name: 'audit_logs.user_name',
    user_email: 'audit_logs.user_email',
    role_name: 'audit_logs.role_name',
    auditable_type: 'audit_logs.auditable_type',
    event: 'audit_logs.event',
  },
  defaultSort: [
    { column: 'audit_logs.created_at', dir: 'desc' },
    { column: 'audit_logs.id', dir: 'desc' },
  ],
  tieBreak: 'audit_logs.id',
}

type Logs = SelectQueryBuilder<DB, 'audit_logs', object>

/** Both days inclusive, in Manila time (S-22), which has no daylight saving. */
const inRange =
  ({ startDate, endDate }: RequestedRange) =>
  <Query extends Logs>(query: Query) =>
    query
      .where('audit_logs.created_at', '>=', manilaMoment(startDate))
      .where('audit_logs.created_at', '<', manilaMoment(addDays(endDate, 1))) as Query

/** Returns the chosen filters as a condition; undefined without any. */
function filterOf({ module, event, user_id, record }: LogQuery): RawBuilder<SqlBool> | undefined {
  const conditions = [
    module === undefined ? [] : sql`audit_logs.auditable_type = ${module}`,
    event === undefined ? [] : sql`audit_logs.event = ${event}`,
    user_id === undefined ? [] : sql`audit_logs.user_id = ${user_id}`,
    record?.trim() ? sql`lower(audit_logs.auditable_code) = lower(${record.trim()})` : [],
  ].flat()
  return conditions.length === 0 ? undefined : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** Leaves out rows about drafts, for readers who cannot see the draft itself (S-112). */
const withoutDraftsFor =
  (actor: Actor) =>
  <Query extends Logs>(query: Query) =>
    readsDraftRows(actor)
      ? query
      : (query.where(
          sql<boolean>`not exists (
            select from audit_draft_rows where audit_draft_rows.audit_log_id = audit_logs.id
          )`,
        ) as Query)

/** Counts the rows: the sealed ones from sums by day and place, the few others and those of drafts one by one. */
async function countLogs(db: Db, actor: Actor, range: RequestedRange): Promise<number> {
  const sealed = db
    .selectFrom('audit_day_counts')
    .select(sql<number>`coalesce(sum(rows), 0)::bigint`.as('count'))
    .where('day', '>=', range.startDate)
    .where('day', '<=', range.endDate)
    .where(inScope(actor))
  const waiting = db
    .selectFrom('audit_logs')
    .select(sql<number>`count(*)`.as('count'))
    .where(sql<boolean>`audit_logs.id = any (array(select audit_log_id from audit_unsealed))`)
    .$call(inRange(range))
    .where(inScope(actor, 'audit_logs'))
  const drafts = db
    .selectFrom('audit_draft_rows')
    .select(sql<number>`count(*)`.as('count'))
    .where('created_at', '>=', manilaMoment(range.startDate))
    .where('created_at', '<', manilaMoment(addDays(range.endDate, 1)))
    .where(readsDraftRows(actor) ? sql<boolean>`false` : inScope(actor))
  const { rows } = await sql<{ count: number }>`
    select (${sealed}) + (${waiting}) - (${drafts}) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** The rows in the caller's scope: FMB all, Region those of people of its region, PENRO those of its office (S-88). */
const visibleLogs = (db: Db, actor: Actor, range: RequestedRange) =>
  db
    .selectFrom('audit_logs')
    .$call(inRange(range))
    .where(inScope(actor, 'audit_logs'))
    .$call(withoutDraftsFor(actor))

async function countErasures(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('audit_erasures')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Rows are only added, and an erasure empties one: with as many rows and erasures the list is the same. */
function changesOf(total: (db: Db) => Promise<number>): Changes {
  const version = async (db: Db) => (await total(db)) + (await countErasures(db))
  return { version, since: async (db) => ({ version: await version(db), seen: new Map(), rows: null }) }
}

/** Returns one page of the log in the caller's scope. */
export async function listAuditLogs(
  db: Db,
  actor: Actor,
  query: PageQuery & LogQuery,
): Promise<PageReply<AuditRow>> {
  const scoped = visibleLogs(db, actor, query).select([
    'audit_logs.id',
    'audit_logs.created_at',
    'audit_logs.user_name',
    'audit_logs.user_email',
    'audit_logs.role_name',
    'audit_logs.auditable_type',
    'audit_logs.auditable_id',
    'audit_logs.auditable_code',
    'audit_logs.event',
    'audit_logs.field_change',
  ])
  const total = (on: Db = db) => countLogs(on, actor, query)
  const indexed = ['audit_logs.created_at', 'audit_logs.id']
  const list = {
    scoped,
    columns: COLUMNS,
    total,
    changes: changesOf(total),
    filter: filterOf(query),
    indexed,
  }
  const page = await pageOf(db, list, query)
  return { ...page, data: page.data as unknown as AuditRow[] }
}

const PEOPLE: ListColumns = {
  search: ['rows.name', 'rows.email'],
  sort: {},
  defaultSort: [{ column: 'rows.name', dir: 'asc' }],
  tieBreak: 'rows.id',
}

/** Returns people in the caller's scope, by name: those with a text in name or address, or one of them. */
export async function listLoggedPeople(
  db: Db,
  actor: Actor,
  { id, ...query }: PeopleQuery,
): Promise<PageReply<LoggedPerson>> {
  const people = db
    .selectFrom('users')
    .select(['users.id', sql<string>`users.first_name || ' ' || users.last_name`.as('name'), 'users.email'])
    .where(inScope(actor, 'users'))
    .$if(id !== undefined, (all) => all.where('users.id', '=', id ?? 0))
  return pageOf(db, { scoped: db.selectFrom(people.as('rows')).selectAll(), columns: PEOPLE }, query)
}

/** The rows that the list shows with the same search and filters. */
async function logsOfDownload(db: Db, actor: Actor, wanted: LogQuery) {
  const conditions = [await searchCondition(db, COLUMNS, wanted.search), filterOf(wanted)]
  return conditions.reduce(
    (logs, condition) => (condition ? logs.where(condition) : logs),
    visibleLogs(db, actor, wanted),
  )
}

/** Counts the rows of a download and returns the highest id: later rows are not part of it. */
export async function countForDownload(
  db: Db,
  actor: Actor,
  wanted: LogQuery,
): Promise<{ rows: number; last_id: number }> {
  const row = await (await logsOfDownload(db, actor, wanted))
    .select([sql<number>`count(*)`.as('rows'), sql<number | null>`max(audit_logs.id)`.as('last_id')])
    .executeTakeFirstOrThrow()
  return { rows: row.rows, last_id: row.last_id ?? 0 }
}

const ROWS_PER_QUERY = 1_000

/**
 * Yields the rows of a download, newest first, in batches: no connection stays busy while the reader is slow, and a
 * reader that disconnects ends the reading.
 */
export async function* logsForDownload(db: Db, actor: Actor, wanted: LogQuery, last_id: number) {
  const first = (await logsOfDownload(db, actor, wanted))
    .select([
      'audit_logs.id',
      // as text: a JavaScript date would lose the microseconds
      sql<string>`audit_logs.created_at::text`.as('at'),
      sql<string>`to_char(audit_logs.created_at at time zone 'Asia/Manila', 'YYYY-MM-DD HH24:MI:SS')`.as(
        'timestamp',
      ),
      'audit_logs.user_name',
      'audit_logs.user_email',
      'audit_logs.role_name',
      'audit_logs.auditable_type',
      'audit_logs.auditable_code',
      'audit_logs.event',
      'audit_logs.field_change',
    ])
    .where('audit_logs.id', '<=', last_id)
    .orderBy('audit_logs.created_at', 'desc')
    .orderBy('audit_logs.id', 'desc')
    .limit(ROWS_PER_QUERY)
  for (let rows = await first.execute(); ; ) {
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_PER_QUERY) return
    rows = await first
      .where(sql<boolean>`(audit_logs.created_at, audit_logs.id) < (${last.at}::timestamptz, ${last.id})`)
      .execute()
  }
}
