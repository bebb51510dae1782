import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { DB } from '../../db/types.ts'
import type { Db } from './db.ts'

/** Waits for the lock of this name and keeps it until the transaction ends. */
export async function lockUntilCommit(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/**
 * Waits for the locks of parts of a name and keeps them until the transaction ends. Locks of different parts do not
 * conflict; each conflicts with the lock of the whole name.
 */
export async function lockPartsUntilCommit(db: Db, name: string, parts: number[]): Promise<void> {
  await sql`
    with whole as (select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0)))
    select pg_advisory_xact_lock(hashtext(${name}), part) from whole, unnest(${parts}::integer[]) as part`.execute(
    db,
  )
}

/** Waits for the lock of this name and keeps it until the connection ends. */
export async function lockUntilDisconnected(client: pg.ClientBase, name: string): Promise<void> {
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
}

/**
 * Runs the work under the lock of this name, on a connection of its own, so that the lock ends with the process. Where
 * another instance has the lock, returns null at once, or, with `waits`, runs after that instance has finished.
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
