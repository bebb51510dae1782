import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
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
    // what a connection keeps, prepared statements above all, goes with it
    maxLifetimeSeconds: 3_600,
    options: `-c timezone=UTC -c idle_in_transaction_session_timeout=60000 ${settings}`,
    ...connection,
  })
  // a pool has ended before its connections have left: the database that stops next may still cut them off
  const hear = (error: Error) => {
    if (!pool.ending) onLost(error)
  }
  pool.on('error', hear)
  pool.on('connect', (client) => client.on('error', hear))
  return pool
}

function databaseOn(pool: pg.Pool, lender: ConnectionSource, limitMs: number | null): Database {
  const dialect = new PostgresDialect({ pool: preparedStatementPool(lender, limitMs), cursor: Cursor })
  const kysely = new Kysely<DB>({ dialect })
  // Kysely ends no connections where no one has asked through it
  const close = async () => {
    await kysely.destroy()
    if (!pool.ending) await lender.end()
  }
  return { kysely, pool, close }
}

/** A pool of connections with Kysely on top; `onLost` hears of idle connections that died. */
export function connect(connection: pg.PoolConfig, onLost: (error: Error) => void): Database {
  const pool = poolOf(connection, '-c statement_timeout=60000', onLost)
  return databaseOn(pool, pool, null)
}

/** what someone may wait for a lock that others hold */
const LOCK_MS = 10_000
/** the same on a spare connection: anyone who meets the lock there makes room at once */
const SPARE_LOCK_MS = 500
const MAX_SPARE_CONNECTIONS = 6
/** stay when no one asks for long: who comes next finds their statements prepared, not a new line to the database */
const IDLE_CONNECTIONS = 3
/** all connections are at work for so long: they wait for something */
const STUCK_AFTER_MS = 500
/** the server's own limit comes first; this one is for a server that is frozen */
const FROZEN_AFTER_MS = 1_000

/** Connections of the pool, and spare ones while all of those are held up by a lock. */
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
 * The connections of the running product. No statement is waited for longer than so many seconds, not even when the
 * database is frozen, and a lock on one table leaves connections for those who do not need it.
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

/** One connection for questions about the database itself, each answered or given up within a second. */
export function connectProbe(connection: pg.PoolConfig, onLost: (error: Error) => void): Database {
  const one = { ...connection, max: 1, connectionTimeoutMillis: PROBE_MS }
  const pool = poolOf(one, `-c statement_timeout=${PROBE_MS}`, onLost)
  return databaseOn(pool, pool, PROBE_MS)
}

/** Constraints a person can run into, with field and sentence; any other violation is a bug (500). */
const CONSTRAINTS: Record<string, { field: string; message: string }> = {
  users_email_key: { field: 'email', message: 'The email has already been taken.' },
  offices_name_key: { field: 'name', message: 'Another office of this region has this name.' },
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
    message: 'Another summary of this year is published. Withdraw it first.',
  },
}

const isDatabaseError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError

/** A violated constraint, or a database that is away, as the sentence it means; everything else unchanged. */
export function toAppError(fault: unknown): unknown {
  const error = toDatabaseRefusal(fault)
  if (!isDatabaseError(error)) return error
  const constraint = error.constraint ? CONSTRAINTS[error.constraint] : undefined
  if (constraint) return invalid({ [constraint.field]: [constraint.message] })
  // what the database cannot hold: a zero byte, half a character, a number beyond every id
  if (error.code === '22021' || error.code === '22P05' || error.code === '22003')
    return new AppError('malformed')
  if (isOutdated(error)) return new AppError('unavailable')
  // two writers met: a deadlock or a serialization failure has one loser, who may try again
  if (error.code === '40P01' || error.code === '40001') return new AppError('conflict')
  return error
}

/** Whether the database answers. */
export async function isReachable(db: Db): Promise<boolean> {
  const { rows } = await sql<{ ok: number }>`select 1 as ok`.execute(db)
  return rows.length === 1
}
