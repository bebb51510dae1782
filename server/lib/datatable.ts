import { type Expression, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import type { Db } from './db.ts'

/** Which columns of a list are searched and sorted; no column name ever comes from the wire (ruling S-19). */
export type ListColumns = {
  /** searched, ignoring accents and case, for the text a person typed; or the condition itself, where an index serves it */
  search: readonly string[] | ((text: string) => Expression<SqlBool>)
  /** wire column to SQL column */
  sort: Readonly<Record<string, string>>
  /** used when the caller names no known column */
  defaultSort: readonly { column: string; dir: 'asc' | 'desc' }[]
  /** unique column that ends every order, so that pages never overlap */
  tieBreak: string
}

/** The sort of a list whose columns are called `rows.` and what they are called on the wire. */
export const sortOfRows = (...columns: string[]): ListColumns['sort'] =>
  Object.fromEntries(columns.map((column) => [column, `rows.${column}`]))

/** The text as a pattern that matches it anywhere, with % and _ taken literally. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/**
 * Whether a text of the database holds the one a person typed, whatever the accents and the case of either (S-126).
 * Where an index serves it, the index is on the same `search_form` of the same expression.
 */
export const holds = (stored: Expression<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`search_form(${stored}) like ${searchPattern(text)}`

/** What a text that is kept in its search form must be like to hold the typed one. */
export const searchPattern = (text: string): RawBuilder<string> =>
  sql<string>`search_form(${containing(text)})`

/** longer search texts match nothing anyone stored */
const SEARCH_MAX = 200

const matches = (search: ListColumns['search'], typed: string): Expression<SqlBool> => {
  const text = typed.slice(0, SEARCH_MAX)
  if (typeof search === 'function') return search(text)
  const tests = search.map((column) => holds(sql.ref(column), text))
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`
}

/** What a search leaves of a scope; the same query where nothing was typed. */
export function searched<DB, TB extends keyof DB, Row>(
  scoped: SelectQueryBuilder<DB, TB, Row>,
  columns: Pick<ListColumns, 'search'>,
  search: string | undefined,
): SelectQueryBuilder<DB, TB, Row> {
  const text = search?.trim() ?? ''
  return text === '' ? scoped : scoped.where(matches(columns.search, text))
}

export type PageOptions = {
  /** sorts before everything the caller asks for */
  first?: Expression<unknown>
  /** counts the scope where that is known without reading it */
  total?: () => Promise<number>
  /** reads the rows of a page in a statement of their own, where that is so wide that it would not find them first */
  rows?: (ids: number[]) => Promise<unknown[]>
}

/**
 * One page of a scoped query. `totalCount` counts the scope, `filteredCount` what the search leaves; a page past the
 * end shows the last one (S-103). The ids of the page are found first and only its rows are read whole, so that a
 * deep page costs little more than the first. Counts and rows are asked at once, so not on a transaction.
 */
export async function pageOf<DB, TB extends keyof DB, Row>(
  scoped: SelectQueryBuilder<DB, TB, Row>,
  columns: ListColumns,
  query: PageQuery,
  options: PageOptions = {},
): Promise<PageReply<Row>> {
  const filtered = searched(scoped, columns, query.search)
  const ordered = (rows: SelectQueryBuilder<DB, TB, Row>) => {
    const sorted = options.first ? rows.orderBy(options.first) : rows
    return sortOf(columns, query)
      .reduce((all, { column, dir }) => all.orderBy(sql.ref(column), dir), sorted)
      .orderBy(sql.ref(columns.tieBreak))
  }
  const rowsOf = async (page: number) => {
    const ids = ordered(filtered)
      .clearSelect()
      .select(sql.ref(columns.tieBreak).as('id'))
      .limit(sql.lit(query.length))
      // the first page, which most people see, is planned once for all: an offset would be a guess
      .$if(page > 1, (later) => later.offset((page - 1) * query.length))
    return options.rows
      ? options.rows((await ids.execute()).map((row) => (row as { id: number }).id))
      : ordered(scoped.where(sql<SqlBool>`${sql.ref(columns.tieBreak)} in (${ids})`)).execute()
  }

  const [totalCount, found, asked] = await Promise.all([
    options.total?.() ?? count(scoped),
    filtered === scoped ? null : count(filtered),
    rowsOf(query.page),
  ])
  const filteredCount = found ?? totalCount
  const lastPage = Math.max(1, Math.ceil(filteredCount / query.length))
  const data = query.page > lastPage ? await rowsOf(lastPage) : asked
  return { data: data as Row[], totalCount, filteredCount }
}

/** A row with its place among the rows of its list, counted from 1. */
export type Around<Row> = {
  count: number
  /** null when it is not among them */
  place: number | null
  previous: Row | null
  next: Row | null
  first: Row | null
}

/**
 * Which rows stand before and after one of them in the order of a list, whatever page they are on. Where the row has
 * left the list, `place` says where it stood, so that the next one is what has moved up.
 */
export async function rowsAround<DB, TB extends keyof DB, Row extends { id: number }>(
  db: Db,
  scoped: SelectQueryBuilder<DB, TB, Row>,
  columns: ListColumns,
  query: Pick<PageQuery, 'search' | 'order'> & { id?: number | undefined; place?: number | undefined },
  options: Pick<PageOptions, 'first'> = {},
): Promise<Around<Row>> {
  const text = query.search?.trim() ?? ''
  const filtered = text === '' ? scoped : scoped.where(matches(columns.search, text))
  const order = sql.join([
    ...(options.first ? [options.first] : []),
    ...sortOf(columns, query).map(({ column, dir }) => sql`${sql.ref(column)} ${sql.raw(dir)}`),
    sql.ref(columns.tieBreak),
  ])
  const numbered = filtered.select(sql<number>`row_number() over (order by ${order})`.as('place'))
  const { rows } = await sql<Row & { place: number; at: number; found: boolean; count: number }>`
    with numbered as materialized (${numbered}),
    own as (
      select coalesce(max(place), ${query.place ?? 0}) as at, count(*) = 1 as found
      from numbered where id = ${query.id ?? 0}
    )
    select numbered.*, own.at, own.found, (select count(*) from numbered) as count
    from numbered, own
    where numbered.place = 1 or numbered.place between own.at - 1 and own.at + 1`.execute(db)

  const { at = 0, found = false, count: all = 0 } = rows[0] ?? {}
  const rowAt = (place: number): Row | null =>
    rows.find((row) => row.place === place && row.id !== query.id) ?? null
  return {
    count: all,
    place: found ? at : null,
    previous: rowAt(at - 1),
    next: rowAt(found ? at + 1 : Math.max(at, 1)),
    first: rowAt(1),
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
