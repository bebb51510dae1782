import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'

/** Which columns of a list are searched and sorted; no column name ever comes from the wire (ruling S-19). */
export type ListColumns = {
  /** searched, ignoring case, for the text a person typed */
  search: readonly string[]
  /** wire column to SQL column */
  sort: Readonly<Record<string, string>>
  /** used when the caller names no known column */
  defaultSort: readonly { column: string; dir: 'asc' | 'desc' }[]
  /** unique column that ends every order, so that pages never overlap */
  tieBreak: string
}

/** The text as a pattern that matches it anywhere, with % and _ taken literally. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** longer search texts match nothing anyone stored */
const SEARCH_MAX = 200

const matches = (columns: readonly string[], text: string): Expression<SqlBool> => {
  const pattern = containing(text.slice(0, SEARCH_MAX))
  const tests = columns.map((column) => sql<SqlBool>`${sql.ref(column)} ilike ${pattern}`)
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`
}

/**
 * One page of a scoped query. `totalCount` counts the scope, `filteredCount` what the search leaves; a page past the
 * end shows the last one (S-103).
 */
export async function pageOf<DB, TB extends keyof DB, Row>(
  scoped: SelectQueryBuilder<DB, TB, Row>,
  columns: ListColumns,
  query: PageQuery,
  first: readonly Expression<unknown>[] = [],
): Promise<PageReply<Row>> {
  const text = query.search?.trim() ?? ''
  const filtered = text === '' ? scoped : scoped.where(matches(columns.search, text))
  const totalCount = await count(scoped)
  const filteredCount = text === '' ? totalCount : await count(filtered)

  const lastPage = Math.max(1, Math.ceil(filteredCount / query.length))
  const page = Math.min(query.page, lastPage)
  let ordered = filtered
  for (const expression of first) ordered = ordered.orderBy(expression)
  for (const { column, dir } of sortOf(columns, query)) ordered = ordered.orderBy(sql.ref(column), dir)
  const data = await ordered
    .orderBy(sql.ref(columns.tieBreak))
    .limit(query.length)
    .offset((page - 1) * query.length)
    .execute()
  return { data: data as Row[], totalCount, filteredCount }
}

function sortOf(columns: ListColumns, query: PageQuery): { column: string; dir: 'asc' | 'desc' }[] {
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
