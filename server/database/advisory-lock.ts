import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { DB } from '../../db/types.ts'
import type { Db } from './db.ts'

/** Holds the lock of this name until the transaction ends, after waiting for its holder. */
export async function lockUntilCommit(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/**
 * Holds the locks of parts of a name until the transaction ends. Other parts do not wait for them; the lock of the whole
 * name does, and they for it.
 */
export async function lockPartsUntilCommit(db: Db, name: string, parts: number[]): Promise<void> {
  await sql`
    with whole as (select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0)))
    select pg_advisory_xact_lock(hashtext(${name}), part) from whole, unnest(${parts}::integer[]) as part`.execute(
    db,
  )
}

/** Holds the lock of this name until the connection ends, after waiting for its holder. */
export async function lockUntilDisconnected(client: pg.ClientBase, name: string): Promise<void> {
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
}

/**
 * Does the work while it holds the lock of this name on a connection of its own, and so not past the end of its process.
 * Where another instance holds it, null at once, or with `waits` after that one has ended.
 */
export const withAdvisoryLock = <Result>(
  db: Kysely<DB>,
  name: string,
  work: (held: Kysely<DB>) => Promise<Result>,
  { waits = false } = {},
): Promise<Result | null> =>
  db.connection().execute(async (held) => {
    const key = sql`hashtextextended(${name}, 0)`
    const taking = waits
      ? sql<{ taken: boolean }>`select true as taken from pg_advisory_lock(${key})`
      : sql<{ taken: boolean }>`select pg_try_advisory_lock(${key}) as taken`
    const { rows } = await taking.execute(held)
    if (!rows[0]?.taken) return null
    try {
      return await work(held)
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(held)
    }
  })
