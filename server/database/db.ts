import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresDialect,
  sql,
  Transaction,
} from 'kysely'
import pg from 'pg'
import type { DB } from '../../db/types.ts'
import { AppError, invalid } from '../lib/errors.ts'
import { isoTime } from './iso-time.ts'
import { toDatabaseRefusal } from './database-faults.ts'
import { type ConnectionSource, isOutdated, preparedStatementPool } from './prepared-statements.ts'

export type Db = Kysely<DB> | Transaction<DB>
export type Database = { kysely: Kysely<DB>; pool: pg.Pool; close: () => Promise<void> }

// int8 fits a JavaScript number for every count and id here; dates and decimals stay text, exactly as stored.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTime)

const poolOf = (connection: pg.PoolConfig, settings: string, onLost: (error: Error) => void) => {
  const pool = new pg.Pool({
    max: 12,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    // what a connection accumulates, above all prepared statements, is freed with it
    maxLifetimeSeconds: 3_600,
    // a statement is sent without waiting for the answers of those before it
    pipeline: true,
    options: `-c timezone=UTC -c idle_in_transaction_session_timeout=60000 ${settings}`,
    ...connection,
  })
  // a pool ends before its connections are closed: a database that stops next may still cut them off
  const hear = (error: Error) => {
    if (!pool.ending) onLost(error)
  }
  pool.on('error', hear)
  pool.on('connect', (client) => client.on('error', hear))
  return pool
}

function databaseOn(pool: pg.Pool, lender: ConnectionSource, limitMs: number | null): Database {
  const dialect = new PostgresDialect({ pool: preparedStatementPool(lender, limitMs) })
  const kysely = new Kysely<DB>({ dialect })
  // Kysely closes no connections when nothing was ever queried through it
  const close = async () => {
    await kysely.destroy()
    if (!pool.ending) await lender.end()
  }
  return { kysely, pool, close }
}

/** Creates a pool with Kysely on top; `onLost` is called for idle connections that died. */
export function connect(connection: pg.PoolConfig, onLost: (error: Error) => void): Database {
  const pool = poolOf(connection, '-c statement_timeout=60000', onLost)
  return databaseOn(pool, pool, null)
}

/** how long a statement waits for a lock */
const LOCK_MS = 10_000
/** the same on a spare connection: a statement that waits for the lock there frees the connection soon */
const SPARE_LOCK_MS = 500
const MAX_SPARE_CONNECTIONS = 6
/**
 * Stay open while idle: the next caller finds its statements prepared and needs no new connection, and the jobs of each
 * minute open none. The pool counts those on which the workers of the queue listen, up to five, among them.
 */
const IDLE_CONNECTIONS = 8
/** all connections busy for this long means that they wait for something */
const STUCK_AFTER_MS = 500
/** beyond the server's own statement limit, for a server that is frozen */
const FROZEN_AFTER_MS = 1_000

/** Connections of the pool, and spare ones while all of those wait for a lock. */
function connectionSource(pool: pg.Pool, spare: pg.Pool): ConnectionSource {
  return {
    connect: async () => {
      if (pool.idleCount > 0 || pool.totalCount < pool.options.max) return pool.connect()
      const turn = pool.connect()
      const stuck = sleep(STUCK_AFTER_MS, null, { ref: false })
      const soon = await Promise.race([turn, stuck])
      if (soon) return soon
      const ways = [turn, spare.connect()]
      const client = await Promise.any(ways).catch(() => turn)
      for (const way of ways)
        way.then(
          (late) => (late === client ? undefined : late.release()),
          () => undefined,
        )
      return client
    },
    end: async () => {
      await Promise.all([pool.end(), spare.end()])
    },
  }
}

/**
 * The connections of the running product. No statement takes longer than `seconds`, not even when the database is
 * frozen, and a lock on one table leaves connections for requests that do not need it.
 */
export function connectForService(
  connection: pg.PoolConfig,
  seconds: number,
  onLost: (error: Error) => void,
): Database {
  const limit = `-c statement_timeout=${seconds * 1000}`
  const pool = poolOf({ ...connection, min: IDLE_CONNECTIONS }, `${limit} -c lock_timeout=${LOCK_MS}`, onLost)
  const spare = poolOf(
    { ...connection, max: MAX_SPARE_CONNECTIONS },
    `${limit} -c lock_timeout=${SPARE_LOCK_MS}`,
    onLost,
  )
  return databaseOn(pool, connectionSource(pool, spare), seconds * 1000 + FROZEN_AFTER_MS)
}

const PROBE_MS = 1_000

/** One connection for questions about the database itself, each answered or abandoned within a second. */
export function connectProbe(connection: pg.PoolConfig, onLost: (error: Error) => void): Database {
  // after a failover the address may lead to another server
  const one = { ...connection, max: 1, connectionTimeoutMillis: PROBE_MS, maxLifetimeSeconds: 30 }
  const pool = poolOf(one, `-c statement_timeout=${PROBE_MS}`, onLost)
  return databaseOn(pool, pool, PROBE_MS)
}

/** Adds a statement that a transaction sends without waiting for its answer; it commits only if each has succeeded. */
export type Send = (statement: Promise<unknown>) => void

type Work<Result> = (held: Transaction<DB>, send: Send) => Promise<Result>

/** what Kysely asks of a transaction beside its executor, and never uses */
const UNUSED = new PostgresDialect({
  pool: () => Promise.reject(new Error('A transaction has its connection.')),
})

/** Kysely on one connection: each statement is sent at once, and those of one turn of the event loop in one piece. */
function heldBy(db: Kysely<DB>, connection: DatabaseConnection): Transaction<DB> {
  const executor = db
    .getExecutor()
    .withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
  return new Transaction({
    config: { dialect: UNUSED },
    dialect: UNUSED,
    driver: new DummyDriver(),
    executor,
  })
}

/** Reads on one connection, whose statements need not wait for each other. */
export const onOneConnection = <Result>(
  db: Kysely<DB>,
  work: (held: Db) => Promise<Result>,
): Promise<Result> => db.getExecutor().provideConnection((connection) => work(heldBy(db, connection)))

async function transact<Result>(db: Kysely<DB>, work: Work<Result>): Promise<Result> {
  return db.getExecutor().provideConnection(async (connection) => {
    const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text))
    const sent: Promise<unknown>[] = []
    const send: Send = (statement) => {
      sent.push(statement)
      // heard below
      statement.catch(() => undefined)
    }
    try {
      send(run('begin'))
      const result = await work(heldBy(db, connection), send)
      send(run('commit'))
      await Promise.all(sent)
      return result
    } catch (error) {
      const ended = await Promise.allSettled(sent)
      await run('rollback').catch(() => undefined)
      // a statement after the one that failed says only that the transaction has failed
      throw ended.find((one) => one.status === 'rejected')?.reason ?? error
    }
  })
}

/**
 * Runs the work in one transaction, and once more from its beginning where an upgrade has changed a table under a
 * prepared statement of the first: nothing of that one is stored, so the work must leave nothing outside the database.
 */
export async function inTransaction<Result>(db: Kysely<DB>, work: Work<Result>): Promise<Result> {
  try {
    return await transact(db, work)
  } catch (error) {
    if (!isOutdated(error)) throw error
    return transact(db, work)
  }
}

/** Constraints a person can violate, with field and sentence; any other violation is a bug (500). */
const CONSTRAINTS: Record<string, { field: string; message: string }> = {
  users_email_key: { field: 'email', message: 'The email has already been taken.' },
  offices_name_key: { field: 'name', message: 'Another office of this region has this name.' },
  land_layers_name_key: { field: 'name', message: 'Another layer has this name.' },
  roles_name_key: { field: 'name', message: 'The role name has already been taken.' },
  site_profiles_agreement_key: {
    field: 'agreement_id',
    message: 'This file is already attached to another record.',
  },
  site_profiles_map_kml_key: {
    field: 'map_kml_id',
    message: 'This file is already attached to another record.',
  },
  site_activity_means_file_key: {
    field: 'upload_id',
    message: 'This file is already attached to another record.',
  },
  site_activities_open_key: {
    field: 'site_profile_id',
    message: 'This SITES profile already has an ongoing SITES activity.',
  },
  summaries_published_key: {
    field: 'year',
    message: 'Another summary of this year is published. Please reload, to publish this one in its place.',
  },
}

const isDatabaseError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError

/** Turns a violated constraint or an unavailable database into the refusal it means; everything else is unchanged. */
export function toAppError(fault: unknown): unknown {
  const error = toDatabaseRefusal(fault)
  if (!isDatabaseError(error)) return error
  const constraint = error.constraint ? CONSTRAINTS[error.constraint] : undefined
  if (constraint) return invalid({ [constraint.field]: [constraint.message] })
  // values the database cannot store: a zero byte, half a character, a number beyond every id
  if (error.code === '22021' || error.code === '22P05' || error.code === '22003')
    return new AppError('malformed')
  if (isOutdated(error)) return new AppError('unavailable')
  // of two writers in a deadlock or serialization failure one fails, and may try again
  if (error.code === '40P01' || error.code === '40001') return new AppError('conflict')
  return error
}

/** Whether the database accepts no changes: a copy, or a server that was set so. */
export async function isReadOnly(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_read_only: boolean }>`
    select current_setting('transaction_read_only') = 'on' as is_read_only`.execute(db)
  return rows[0]?.is_read_only ?? false
}

export async function isReachable(db: Db): Promise<boolean> {
  const { rows } = await sql<{ ok: number }>`select 1 as ok`.execute(db)
  return rows.length === 1
}
