import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import type { DB } from '../../db/types.ts'
import { AppError } from './errors.ts'
import { isoTime } from './iso-time.ts'
import { isOutdated, preparingPool } from './prepared.ts'

export type Db = Kysely<DB> | Transaction<DB>
export type Database = { kysely: Kysely<DB>; pool: pg.Pool; close: () => Promise<void> }

// int8 fits a JavaScript number for every count and id here; dates and decimals stay text, exactly as stored.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTime)

/** A pool of connections with Kysely on top; `onLost` hears of idle connections that died. */
export function connect(connection: pg.PoolConfig, onLost: (error: Error) => void): Database {
  const pool = new pg.Pool({
    max: 12,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    // what a connection keeps, prepared statements above all, goes with it
    maxLifetimeSeconds: 3_600,
    options: '-c timezone=UTC -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000',
    ...connection,
  })
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  const kysely = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: preparingPool(pool), cursor: Cursor }),
  })
  return { kysely, pool, close: () => kysely.destroy() }
}

/** Constraints a person can run into, with field and sentence; any other violation is a fault of ours (500). */
const CONSTRAINTS: Record<string, { field: string; message: string }> = {
  users_email_key: { field: 'email', message: 'The email has already been taken.' },
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
}

const isDatabaseError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError

/** A violated constraint as the sentence it means; everything else unchanged. */
export function asAppError(error: unknown): unknown {
  if (!isDatabaseError(error)) return error
  const known = error.constraint ? CONSTRAINTS[error.constraint] : undefined
  if (known) return new AppError('invalid_input', undefined, { [known.field]: [known.message] })
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
