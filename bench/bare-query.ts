import type pg from 'pg'

export type Source = pg.Pool | pg.PoolClient
export type Row = Record<string, unknown>

/** What the bare server does at a path. */
export type Call = (pool: pg.Pool, query: URLSearchParams, body: Row) => Promise<unknown>

const names = new Map<string, string>()

/** Runs a prepared statement. */
export async function rows(source: Source, text: string, values: unknown[] = []): Promise<Row[]> {
  const name = names.get(text) ?? `bare${names.size}`
  names.set(text, name)
  return (await source.query<Row>({ name, text, values })).rows
}

/** The same without preparing it: a statement with a pattern is planned for what it looks for. */
export const rowsOnce = async (source: Source, text: string, values: unknown[] = []): Promise<Row[]> =>
  (await source.query<Row>(text, values)).rows

export const one = async (source: Source, text: string, values: unknown[] = []): Promise<Row> =>
  (await rows(source, text, values))[0] ?? {}
