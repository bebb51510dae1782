import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { Config } from './lib/config.ts'
import { connectForService, connectProbe, type Database, type Db } from './database/db.ts'
import { databaseErrorMessage, isUnreachable } from './database/database-error-message.ts'
import {
  type EmbeddedPostgres,
  findRunningDatabase,
  startEmbeddedPostgres,
} from './embedded-postgres/embedded-postgres.ts'
import { foreseen } from './lib/errors.ts'
import type { Logger } from './lib/log.ts'
import { hasOtherTables } from './database/own-objects.ts'
import { createReadReplica, type ReadReplica } from './database/read-replica.ts'
import type { ShutdownSteps } from './operate/shutdown-steps.ts'

export type Opened = { database: Database; probe: Database }

const OLDEST_POSTGRES = 150_000

/** connections of one process: its pool, the spare ones and two for questions about the database (database/db.ts) */
const CONNECTIONS_EACH = 20
/** for commands beside the running product, and for administrators of the database */
const CONNECTIONS_FOR_COMMANDS = 20

function reach(connection: pg.PoolConfig, config: Config, log: Logger, stops: ShutdownSteps): Opened {
  const onLost = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost')
  const database = connectForService(connection, config.database_seconds, onLost)
  stops.add(database.close)
  const probe = connectProbe(connection, onLost)
  stops.add(probe.close)
  return { database, probe }
}

/** Opens the database of the settings, starting an embedded one. `broken` resolves with the reason if that ends. */
export async function openDatabase(
  config: Config,
  log: Logger,
  fresh: boolean,
  stops: ShutdownSteps,
): Promise<Opened & { broken: Promise<Error> }> {
  if (config.database_url) {
    if (fresh) throw foreseen('--fresh works with the embedded database only, not with DATABASE_URL.')
    const opened = reach({ connectionString: config.database_url }, config, log, stops)
    // an external database is maintained elsewhere
    return { ...opened, broken: new Promise(() => undefined) }
  }
  const connections = CONNECTIONS_EACH * config.workers + CONNECTIONS_FOR_COMMANDS
  const embedded = await startEmbeddedPostgres({
    dataDir: config.data_dir,
    ...(config.workers > 1 ? { connections } : {}),
    log,
  })
  stops.add(embedded.stop)
  if (fresh) await clearBrokenInstallation(embedded, config.data_dir)
  return { ...reach(embedded.connection, config, log, stops), broken: embedded.ended }
}

/** Connects a worker to the database that its parent has opened. */
export async function joinDatabase(config: Config, log: Logger, stops: ShutdownSteps): Promise<Opened> {
  if (config.database_url) return reach({ connectionString: config.database_url }, config, log, stops)
  const connection = findRunningDatabase(config.data_dir)
  if (!connection) throw foreseen('The database that this worker belongs to does not run.')
  return reach(connection, config, log, stops)
}

/** Safe because this process has locked the data folder, so no other product is running on it. */
async function clearBrokenInstallation(embedded: EmbeddedPostgres, dataDir: string): Promise<void> {
  const { database, user } = embedded.connection
  const client = new pg.Client(embedded.adminConnection('postgres'))
  await client.connect()
  try {
    await client.query(`drop database if exists ${database} with (force)`)
    await client.query(`create database ${database} owner ${user}`)
  } finally {
    await client.end()
  }
  const files = path.join(dataDir, 'files')
  const stored = await readdir(files).catch(() => [])
  // the file store is open already, and starts each file in its folder of parts
  const storedFolders = stored.filter((name) => name !== 'parts').map((name) => path.join(files, name))
  for (const place of [...storedFolders, path.join(dataDir, 'mail')])
    await rm(place, { recursive: true, force: true })
}

/**
 * Throws a foreseen error where the database is too old, in another encoding or another program's, or allows fewer
 * connections than the workers may need. Nothing is written before.
 */
export async function requireUsableServer({ kysely }: Database, { workers }: Config): Promise<void> {
  const { rows } = await sql<{ version: number; name: string; encoding: string; connections: number }>`
    select current_database() as name, current_setting('server_encoding') as encoding,
       current_setting('server_version_num')::int as version,
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int as connections`.execute(kysely)
  const { version = 0, name = '', encoding = '', connections = 0 } = rows[0] ?? {}
  if (version < OLDEST_POSTGRES)
    throw foreseen('DATABASE_URL must name a PostgreSQL server of version 15 or newer.')
  if (encoding !== 'UTF8')
    throw foreseen(
      `DATABASE_URL names the database "${name}", which stores text as ${encoding} and not as UTF8: make another with create database NAME encoding 'UTF8' template template0, and name that.`,
    )
  if (await hasOtherTables(kysely))
    throw foreseen(
      `DATABASE_URL names the database "${name}", which has tables of another program: name an empty database, or the one of this product.`,
    )
  const needed = CONNECTIONS_EACH * workers
  if (workers > 1 && needed > connections)
    throw foreseen(
      `WORKERS makes ${workers} processes, which may need ${needed} connections, and the database allows ${connections}: raise its max_connections, or set WORKERS to ${Math.max(1, Math.floor(connections / CONNECTIONS_EACH))}.`,
    )
}

/** Opens the streaming copy of DATABASE_READ_URL, beside the main server; null where none is set. */
export async function openReadReplica(
  config: Config,
  main: Opened,
  log: Logger,
  stops: ShutdownSteps,
): Promise<ReadReplica | null> {
  const { database_url, database_read_url } = config
  if (!database_read_url || !database_url) return null
  const { database, probe } = reach({ connectionString: database_read_url }, config, log, stops)
  // a separate probe, because every read asks for the position: readiness must not wait behind those questions
  const asked = connectProbe({ connectionString: database_url }, () => undefined)
  stops.add(asked.close)
  await requireReplica(probe.kysely, main.probe.kysely, database_read_url, log)
  return createReadReplica(
    { kysely: database.kysely, probe: probe.kysely },
    { kysely: main.database.kysely, probe: asked.kysely },
  )
}

type Identity = { system: string; name: string; is_copy: boolean }

async function identityOf(db: Db): Promise<Identity | undefined> {
  const { rows } = await sql<Identity>`
    select (select system_identifier from pg_control_system())::text as system, current_database() as name,
      pg_is_in_recovery() as is_copy`.execute(db)
  return rows[0]
}

/**
 * Throws a foreseen error where the setting is wrong. A copy that does not answer now, or was promoted, stops nothing:
 * reads go to the main server until it is a copy again.
 */
async function requireReplica(copy: Db, main: Db, database_read_url: string, log: Logger): Promise<void> {
  const own = await identityOf(main)
  const found = await identityOf(copy).catch((error: unknown) => {
    const sentence = databaseErrorMessage(error, database_read_url, 'DATABASE_READ_URL')
    if (!sentence) throw error
    if (!isUnreachable(error)) throw foreseen(sentence, { cause: error })
    log.warn(`${sentence} Until then everything is read from the main server.`)
    return null
  })
  if (!found) return
  if (found.system !== own?.system || found.name !== own.name)
    throw foreseen(
      'DATABASE_READ_URL names another database than DATABASE_URL: name a streaming copy of that one.',
    )
  if (!found.is_copy)
    log.warn(
      'DATABASE_READ_URL names a server that accepts changes itself, so it is not a copy: everything is read from DATABASE_URL.',
    )
}
