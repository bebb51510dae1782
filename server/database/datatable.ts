import { createHash } from 'node:crypto'
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import type { Db } from './db.ts'
import { cacheOrders, type Changes, type Ordered, unpackNumbers } from './cached-orders.ts'

/**
 * The columns by which a list is searched and sorted; no column name ever comes from the wire (ruling S-19). A list
 * missing in `tests/api/every-list.test.ts` fails there; a column of the list of profiles is also measured
 * (`PROFILE_COLUMNS` of the bench).
 */
export type ListColumns = {
  /** columns searched without regard to accents and case; or the condition, where an index serves it */
  search: readonly string[] | ((text: string, db: Db) => Expression<SqlBool> | Promise<Expression<SqlBool>>)
  /** wire column to SQL column */
  sort: Readonly<Record<string, string>>
  /** used when the caller names no known column */
  defaultSort: readonly { column: string; dir: 'asc' | 'desc' }[]
  /** unique column that ends every order, so that pages never overlap */
  tieBreak: string
}

/** The sort of a list whose columns are named `rows.` and their name on the wire. */
export const sortOfRows = (...columns: string[]): ListColumns['sort'] =>
  Object.fromEntries(columns.map((column) => [column, `rows.${column}`]))

/** Returns a pattern that matches the text anywhere, with % and _ taken literally. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/**
 * Whether a stored text contains the typed one, ignoring accents and case (S-126). Not a pattern, so that the statement
 * is prepared instead of planned for each text (decision 19).
 */
export const holds = (stored: Expression<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`strpos(search_form(${stored}), (select search_form(${text}))) > 0`

/** The same where an index serves it, on the same `search_form` of the same expression. */
export const holdsByIndex = (stored: Expression<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`search_form(${stored}) like ${searchPattern(text)}`

/** The pattern for a column that stores the search form of a text. */
export const searchPattern = (text: string): RawBuilder<string> =>
  sql<string>`search_form(${containing(text)})`

/** Returns the condition of a search, or null where nothing was typed. */
export async function searchCondition(
  db: Db,
  { search }: Pick<ListColumns, 'search'>,
  typed: string | undefined,
): Promise<Expression<SqlBool> | null> {
  const text = typed ?? ''
  if (text === '') return null
  if (typeof search === 'function') return search(text, db)
  const tests = search.map((column) => holds(sql.ref(column), text))
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`
}

type Rows<DB, TB extends keyof DB, Row> = SelectQueryBuilder<DB, TB, Row>

/** A list: its rows, how it is searched and sorted, and what helps to read it. */
export type List<DB, TB extends keyof DB, Row> = {
  /** all rows that the caller may see */
  scoped: Rows<DB, TB, Row>
  columns: ListColumns
  /** sorts before the order that the caller asks for */
  first?: Expression<unknown>
  /** counts the scope where that is possible without reading it */
  total?: (() => Promise<number>) | undefined
  /** reads the rows of a page in a second statement: wide ones keep the planner from finding the ids first */
  rows?: (ids: number[]) => Promise<unknown[]>
  /** the changes of the list: with them its order is cached, and every page costs the same (decision 20) */
  changes?: Changes
  /** narrows the list besides the search; `totalCount` counts without it */
  filter?: Expression<SqlBool> | undefined
  /** columns of an index in this order, with the tie-break: the first pages are read from it, cached or not */
  indexed?: readonly string[] | undefined
}

/** how far into an index a page is read */
const MAX_INDEX_ROWS = 1_000

/**
 * Returns one page of a list. `totalCount` counts the scope, `filteredCount` what the search leaves; a page past the
 * end is the last one (S-103). Counts and rows are read concurrently, so not in a transaction.
 */
export async function pageOf<DB, TB extends keyof DB, Row>(
  db: Db,
  list: List<DB, TB, Row>,
  query: PageQuery,
): Promise<PageReply<Row>> {
  const isFollowed =
    (query.search ?? '') === '' &&
    !list.filter &&
    query.page * query.length <= MAX_INDEX_ROWS &&
    sortOf(list.columns, query).every(({ column }) => list.indexed?.includes(column))
  return list.changes && !isFollowed && !db.isTransaction
    ? cachedPage(db, { ...list, changes: list.changes }, query)
    : queriedPage(db, list, query)
}

type Order = Pick<PageQuery, 'order'>

const orderedBy = <DB, TB extends keyof DB, Row>(
  rows: Rows<DB, TB, Row>,
  { columns, first }: List<DB, TB, Row>,
  query: Order,
): Rows<DB, TB, Row> =>
  sortOf(columns, query)
    .reduce((all, { column, dir }) => all.orderBy(sql.ref(column), dir), first ? rows.orderBy(first) : rows)
    .orderBy(sql.ref(columns.tieBreak))

/** The rows that pass the filter, in order. */
const wantedOf = <DB, TB extends keyof DB, Row>(list: List<DB, TB, Row>, query: Order): Rows<DB, TB, Row> =>
  orderedBy(list.filter ? list.scoped.where(list.filter) : list.scoped, list, query)

const idsOf = <DB, TB extends keyof DB, Row>(rows: Rows<DB, TB, Row>, { tieBreak }: ListColumns) =>
  rows.clearSelect().select(sql.ref<number>(tieBreak).as('id'))

/** Returns a page from the database: its ids first, so that only its rows are read in full. */
async function queriedPage<DB, TB extends keyof DB, Row>(
  db: Db,
  list: List<DB, TB, Row>,
  query: PageQuery,
): Promise<PageReply<Row>> {
  const { scoped, columns } = list
  const conditions = [await searchCondition(db, columns, query.search), list.filter ?? null].filter(
    (one) => one !== null,
  )
  const filtered = withConditions(scoped, conditions)
  const rowsOf = async (page: number) => {
    const ids = idsOfPage(idsOf(orderedBy(filtered, list, query), columns), { ...query, page })
    return list.rows
      ? list.rows((await ids.execute(db)).rows.map(({ id }) => id))
      : orderedBy(scoped.where(sql<SqlBool>`${sql.ref(columns.tieBreak)} in (${ids})`), list, query).execute()
  }

  const [{ totalCount, filteredCount }, asked] = await Promise.all([
    countsOf(list, conditions),
    rowsOf(query.page),
  ])
  const page = pageAmong(filteredCount, query)
  const data = query.page > page ? await rowsOf(page) : asked
  return { data: data as Row[], totalCount, filteredCount }
}

/**
 * Selects the ids of one page. An offset is not used: PostgreSQL would plan for a tenth of the table, and therefore anew
 * at each call. A later page is taken from the ids up to it, whose number is rounded up to a few literals.
 */
function idsOfPage<DB, TB extends keyof DB, Row>(
  ids: Rows<DB, TB, Row>,
  { page, length }: Pick<PageQuery, 'page' | 'length'>,
): RawBuilder<{ id: number }> {
  if (page === 1) return sql`${ids.limit(sql.lit(length))}`
  const most = length * 2 ** Math.ceil(Math.log2(page))
  const [from, to] = [(page - 1) * length + 1, page * length]
  return sql`select unnest((array(${ids.limit(sql.lit(most))}))[${from}::integer:${to}::integer]) as id`
}

type Counts = Pick<PageReply<unknown>, 'totalCount' | 'filteredCount'>

const withConditions = <DB, TB extends keyof DB, Row>(
  scoped: Rows<DB, TB, Row>,
  conditions: readonly Expression<SqlBool>[],
): Rows<DB, TB, Row> => conditions.reduce((rows, one) => rows.where(one), scoped)

async function countsOf<DB, TB extends keyof DB, Row>(
  { scoped, total, changes }: List<DB, TB, Row>,
  conditions: readonly Expression<SqlBool>[],
): Promise<Counts> {
  if (conditions.length === 0) {
    const all = await (total?.() ?? count(scoped))
    return { totalCount: all, filteredCount: all }
  }
  // a list with a cached order has an index for its search, which one scan for both counts would not use
  if (total || changes) {
    const wanted = count(withConditions(scoped, conditions))
    const [totalCount, filteredCount] = await Promise.all([total?.() ?? count(scoped), wanted])
    return { totalCount, filteredCount }
  }
  const row = await scoped
    .clearSelect()
    .clearOrderBy()
    .select([
      sql<number>`count(*)`.as('totalCount'),
      sql<number>`count(*) filter (where ${sql.join(conditions, sql` and `)})`.as('filteredCount'),
    ])
    .executeTakeFirstOrThrow()
  return row as Counts
}

const cachedOrder = cacheOrders()

type CachedList<DB, TB extends keyof DB, Row> = List<DB, TB, Row> & { changes: Changes }

/** Returns a page as a slice of the cached order, whose length is the count. */
async function cachedPage<DB, TB extends keyof DB, Row>(
  db: Db,
  list: CachedList<DB, TB, Row>,
  query: PageQuery,
): Promise<PageReply<Row>> {
  const text = query.search ?? ''
  const total = list.total ?? (() => countCached(db, list))
  const [order, totalCount] = await Promise.all([
    cachedOrder(db, toOrdered(db, list, wantedOf(list, query), text)),
    text === '' && !list.filter ? null : total(),
  ])
  const from = (pageAmong(order.length, query) - 1) * query.length
  const ids = Array.from(order.subarray(from, from + query.length))
  const data = await (list.rows?.(ids) ?? rowsInOrder(list, ids))
  return { data: data as Row[], totalCount: totalCount ?? order.length, filteredCount: order.length }
}

/** Counts the rows of a scope, as of its last change. */
const countCached = async <DB, TB extends keyof DB, Row>(
  db: Db,
  list: CachedList<DB, TB, Row>,
): Promise<number> => {
  const rows = list.scoped.orderBy(sql.ref(list.columns.tieBreak))
  return (await cachedOrder(db, toOrdered(db, list, rows, ''))).length
}

/** The number of the page to show: the last one instead of one past the end. */
export const pageAmong = (count: number, { page, length }: Pick<PageQuery, 'page' | 'length'>): number =>
  Math.min(page, Math.max(1, Math.ceil(count / length)))

const listNumbers = new WeakMap<ListColumns, number>()
let lastNumber = 0

/** The columns object of a list identifies what a search looks into. */
function numberOf(columns: ListColumns): number {
  const number = listNumbers.get(columns) ?? (lastNumber += 1)
  listNumbers.set(columns, number)
  return number
}

/**
 * A list in its order. The SQL is part of its key, so no caller gets the order of another user's list; the search
 * condition is built only when the order is read.
 */
function toOrdered<DB, TB extends keyof DB, Row>(
  db: Db,
  { columns, changes }: CachedList<DB, TB, Row>,
  rows: Rows<DB, TB, Row>,
  text: string,
): Ordered {
  const packed = (some: Rows<DB, TB, Row>) =>
    sql<{ ids: Buffer | null }>`select string_agg(int4send(id::integer), '') as ids
      from (${idsOf(some, columns)}) as ordered`
  const { sql: question, parameters } = packed(rows).compile(db)
  let condition: ReturnType<typeof searchCondition> | null = null
  return {
    key: createHash('sha256')
      .update(JSON.stringify([question, parameters, numberOf(columns), text]))
      .digest('base64'),
    changes,
    read: async (on, among) => {
      condition ??= searchCondition(on, columns, text)
      const wanted = await condition
      const found = wanted ? rows.where(wanted) : rows
      const some = among ? found.where(hasIdAmong(columns, among)) : found
      return unpackNumbers((await packed(some).execute(on)).rows[0]?.ids ?? null)
    },
  }
}

const hasIdAmong = ({ tieBreak }: ListColumns, ids: readonly number[]) =>
  sql<SqlBool>`${sql.ref(tieBreak)} = any(${ids}::integer[])`

/** Returns the rows of these ids in order, without those that have left the list since. */
const rowsInOrder = <DB, TB extends keyof DB, Row>({ scoped, columns }: List<DB, TB, Row>, ids: number[]) =>
  scoped
    .where(hasIdAmong(columns, ids))
    .orderBy(sql`array_position(${ids}::integer[], ${sql.ref(columns.tieBreak)}::integer)`)
    .execute()

/** A row's neighbours, and its place among the rows of its list, counted from 1. */
export type Neighbours<Row> = {
  count: number
  /** null when it is not in the list */
  place: number | null
  previous: Row | null
  next: Row | null
  first: Row | null
}

/**
 * Returns the rows before and after one of them in the cached order of a list, whatever page they are on. Where the row
 * has left the list, `place` says where it was, so that the next one is the row that moved up.
 */
export async function neighboursInList<DB, TB extends keyof DB, Row extends { id: number }>(
  db: Db,
  list: CachedList<DB, TB, Row>,
  query: Pick<PageQuery, 'search' | 'order'> & { id?: number | undefined; place?: number | undefined },
): Promise<Neighbours<Row>> {
  const order = await cachedOrder(db, toOrdered(db, list, wantedOf(list, query), query.search ?? ''))
  const found = query.id === undefined ? 0 : order.indexOf(query.id) + 1
  const at = found || (query.place ?? 0)
  const idAt = (place: number) => (order[place - 1] === query.id ? undefined : order[place - 1])
  const ids = { previous: idAt(at - 1), next: idAt(found ? at + 1 : Math.max(at, 1)), first: idAt(1) }
  const near = [...new Set(Object.values(ids).filter((id) => id !== undefined))]
  const shown = near.length > 0 ? ((await rowsInOrder(list, near)) as Row[]) : []
  const rowOf = (wantedId: number | undefined) => shown.find(({ id }) => id === wantedId) ?? null
  return {
    count: order.length,
    place: found || null,
    previous: rowOf(ids.previous),
    next: rowOf(ids.next),
    first: rowOf(ids.first),
  }
}

function sortOf(
  columns: ListColumns,
  query: Pick<PageQuery, 'order'>,
): { column: string; dir: 'asc' | 'desc' }[] {
  const asked = (query.order ?? []).flatMap(({ column, dir }) => {
    const known = Object.hasOwn(columns.sort, column) ? columns.sort[column] : undefined
    return known
      ? [{ column: known, dir: dir.toLowerCase() === 'desc' ? ('desc' as const) : ('asc' as const) }]
      : []
  })
  return asked.length > 0 ? asked.slice(0, 3) : [...columns.defaultSort]
}

async function count<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): Promise<number> {
  const row = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return (row as { count: number }).count
}
