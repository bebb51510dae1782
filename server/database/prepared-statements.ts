import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { markBrokenConnection, markConnectionLost, READ_ONLY_CODE } from './database-faults.ts'
import { withTimeout } from '../lib/with-timeout.ts'

/** A statement run this often on one connection is prepared there. */
const PREPARE_AFTER = 3
/** Prepared statements per connection: more than the product's daily ones, few enough for the database's memory. */
const MAX_PREPARED = 100
/** Other statements counted before counting starts over, so that ever new lists of values do not fill the memory. */
const MAX_COUNTED = 500

/** A pattern is planned for its value: a rare word needs another plan than a common one. */
const HAS_PATTERN = /\blike\b|\bilike\b/

/** Of the statements without values only a select is prepared, not begin, commit or whole migrations. */
const IS_READING = /^\s*select\b/

/** How often a prepared statement of any connection no longer worked: then none of the older ones is trusted. */
export type Outdatings = { count: number }

export type StatementNames = {
  /** Counts one more use; returns the name of the prepared statement, if it is worth preparing. */
  nameOf: (text: string) => string | undefined
}

/**
 * The names of one connection's prepared statements. Each is derived from the text, so that it can never mean another
 * statement, not even behind a pooler that exchanges connections. After an outdating all names are new ones, so the
 * database prepares each statement again.
 */
export function statementNames(outdatings: Outdatings = { count: 0 }): StatementNames {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  let input = 0
  let heard = outdatings.count
  return {
    nameOf: (text) => {
      if (heard !== outdatings.count) {
        heard = outdatings.count
        input = 0
        uses.clear()
        names.clear()
      }
      const known = names.get(text)
      if (known) return known
      if (input >= MAX_PREPARED || HAS_PATTERN.test(text)) return undefined
      const count = (uses.get(text) ?? 0) + 1
      if (uses.size >= MAX_COUNTED) uses.clear()
      uses.set(text, count)
      if (count < PREPARE_AFTER) return undefined
      uses.delete(text)
      input += 1
      const name = `${createHash('sha256').update(text).digest('hex').slice(0, 24)}_${heard}_${input}`
      names.set(text, name)
      return name
    },
  }
}

/**
 * Whether a prepared statement no longer works: a newer instance has migrated a table under it (0A000), or the
 * connection does not have it (26000).
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '26000' || (error.code === '0A000' && /cached plan/.test(error.message)))

/** Wraps a connection: repeated statements are prepared once, and none is awaited longer than `limitMs`. */
function withPreparedStatements(
  client: pg.PoolClient,
  limitMs: number | null,
  outdatings: Outdatings,
): PostgresPoolClient {
  const names = statementNames(outdatings)
  let given_up = false
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  /** The server ends slow statements itself; one that does not is frozen, and its connection of no use. */
  const limited = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return limitMs === null ? await work : await withTimeout(limitMs, work, tooLate)
    } catch (error) {
      markBrokenConnection(error)
      // the next connection may lead to the server that accepts changes now
      if (error instanceof pg.DatabaseError && error.code === READ_ONLY_CODE) given_up = true
      throw error
    }
  }
  const tooLate = () => {
    given_up = true
    // alone it would wait for the statements that were sent
    client.end().catch(() => undefined)
    stream.destroy()
    return new Error('Connection terminated, because the database did not answer in time')
  }
  /** Statements of one turn of the event loop are written together: each piece costs both sides a system call. */
  const gather = () => {
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
  const query = async (text: string, values: unknown[] = []) => {
    gather()
    const name = values.length > 0 || IS_READING.test(text) ? names.nameOf(text) : undefined
    if (!name) return limited(client.query(text, values))
    try {
      return await limited(client.query({ name, text, values }))
    } catch (error) {
      if (!isOutdated(error)) throw error
      outdatings.count += 1
      // the transaction is lost: `inTransaction` runs it once more
      if (client.getTransactionStatus() !== 'I') throw error
      return limited(client.query(text, values))
    }
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(given_up) }
}

/** A source of connections: one pool, or several. */
export type ConnectionSource = { connect: () => Promise<pg.PoolClient>; end: () => Promise<void> }

/** Connections as Kysely uses them, with prepared statements (decision 19). */
export function preparedStatementPool(lender: ConnectionSource, limitMs: number | null): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const outdatings: Outdatings = { count: 0 }
  return {
    connect: async () => {
      const client = await lender.connect().catch((error: unknown) => {
        markConnectionLost(error)
        throw error
      })
      const prepared = known.get(client) ?? withPreparedStatements(client, limitMs, outdatings)
      known.set(client, prepared)
      return prepared
    },
    end: () => lender.end(),
  }
}
