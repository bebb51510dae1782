import { createHash } from 'node:crypto'
import type { PostgresCursor, PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type Cursor from 'pg-cursor'
import { markBrokenConnection, markConnectionLost } from './database-faults.ts'
import { withTimeout } from '../lib/with-timeout.ts'

/** Asked this often on one connection, a statement is worth keeping there. */
const PREPARE_AFTER = 3
/** What one connection keeps: more than the product's daily statements, few enough for the database's memory. */
const MAX_PREPARED = 100
/** How many others are counted before counting starts over: one with ever new lists of values must not fill the memory. */
const MAX_COUNTED = 500

/** A pattern is planned for what it looks for: a rare word wants another way than a common one. */
const HAS_PATTERN = /\blike\b|\bilike\b/

/** Without values only a reading is prepared: begin, commit and whole migrations are not. */
const IS_READING = /^\s*select\b/

export type StatementNames = {
  /** Counts one more use; the name under which the connection keeps the statement, if it is worth it. */
  nameOf: (text: string) => string | undefined
  /** Forgets the name: the next one is another, so the database prepares the statement anew. */
  forget: (text: string) => void
}

/**
 * The names of one connection's prepared statements. Each is made of the text it stands for, so that it can never mean
 * another statement, not even behind a pooler that exchanges connections.
 */
export function statementNames(): StatementNames {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  let input = 0
  return {
    nameOf: (text) => {
      const known = names.get(text)
      if (known) return known
      if (input >= MAX_PREPARED || HAS_PATTERN.test(text)) return undefined
      const count = (uses.get(text) ?? 0) + 1
      if (uses.size >= MAX_COUNTED) uses.clear()
      uses.set(text, count)
      if (count < PREPARE_AFTER) return undefined
      uses.delete(text)
      input += 1
      const name = `${createHash('sha256').update(text).digest('hex').slice(0, 24)}_${input}`
      names.set(text, name)
      return name
    },
    forget: (text) => {
      names.delete(text)
    },
  }
}

/**
 * A prepared statement is of no use any more: a newer instance has migrated a table under it (0A000), or it is not on
 * the connection (26000).
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '26000' || (error.code === '0A000' && /cached plan/.test(error.message)))

/** A connection on which what repeats is prepared once, and on which nothing is waited for longer than `limitMs`. */
function withPreparedStatements(client: pg.PoolClient, limitMs: number | null): PostgresPoolClient {
  const names = statementNames()
  let given_up = false
  /** The server ends what takes too long itself; one that does not even do that is frozen, and its line of no use. */
  const limited = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return limitMs === null ? await work : await withTimeout(limitMs, work, tooLate)
    } catch (error) {
      markBrokenConnection(error)
      throw error
    }
  }
  const tooLate = () => {
    given_up = true
    client.end().catch(() => undefined)
    return new Error('Connection terminated, because the database did not answer in time')
  }
  const run = async (text: string, values: unknown[]) => {
    const name = values.length > 0 || IS_READING.test(text) ? names.nameOf(text) : undefined
    if (!name) return limited(client.query(text, values))
    try {
      return await limited(client.query({ name, text, values }))
    } catch (error) {
      if (!isOutdated(error)) throw error
      names.forget(text)
      // a transaction is lost by now; its caller is told to try again
      if (client.getTransactionStatus() !== 'I') throw error
      return limited(client.query(text, values))
    }
  }
  const query = (statement: string | PostgresCursor<unknown>, values: unknown[] = []) =>
    typeof statement === 'string' ? run(statement, values) : reading(client.query(statement as Cursor))
  const reading = (cursor: Cursor) => ({
    read: (rows: number) => limited(cursor.read(rows)),
    close: () => limited(cursor.close()),
  })
  return { query: query as PostgresPoolClient['query'], release: () => client.release(given_up) }
}

/** Where connections are taken from: a pool, or several. */
export type ConnectionSource = { connect: () => Promise<pg.PoolClient>; end: () => Promise<void> }

/** Connections as Kysely uses them, with prepared statements (decision 19). */
export function preparedStatementPool(lender: ConnectionSource, limitMs: number | null): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    connect: async () => {
      const client = await lender.connect().catch((error: unknown) => {
        markConnectionLost(error)
        throw error
      })
      const prepared = known.get(client) ?? withPreparedStatements(client, limitMs)
      known.set(client, prepared)
      return prepared
    },
    end: () => lender.end(),
  }
}
