import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { buildApp } from './app.ts'
import { startSealing } from './audit/sealing.ts'
import { ensureFirstAdministrator } from './auth/first-administrator.ts'
import { type Config, readConfig, SettingError } from './lib/config.ts'
import type { Services } from './lib/context.ts'
import { connect, type Database } from './lib/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './lib/embedded-postgres.ts'
import { startJobs } from './jobs.ts'
import { type Logger, makeLog } from './lib/log.ts'
import { senderOf } from './lib/mail.ts'
import { makeFileStore } from './lib/make-file-store.ts'
import { migrate } from './lib/migrate.ts'
import { endWaitingProcesses } from './lib/run-aside.ts'
import { loadReferenceData } from './seed/reference-data.ts'

export type Running = {
  services: Services
  database: Database
  /** where it listens */
  address: string
  /** the one-time link of the first administrator, when one was just made */
  setPasswordLink: string | null
  stop: () => Promise<void>
}

export type StartOptions = {
  production: boolean
  /** loads or wipes the demo bureau; runs after the migrations */
  prepare?: (services: Services, database: Database) => Promise<void>
  /** throws the embedded database, the files and the mails away first */
  fresh?: boolean
}

const OLDEST_POSTGRES = 150_000

async function insistOnVersion(database: Database): Promise<void> {
  const { rows } = await sql<{
    version: number
  }>`select current_setting('server_version_num')::int as version`.execute(database.kysely)
  const version = rows[0]?.version ?? 0
  if (version < OLDEST_POSTGRES)
    throw new SettingError('DATABASE_URL must name a PostgreSQL server of version 15 or newer.')
}

/** Safe while we hold the data folder: a second product on it has been refused by now. */
async function startOver(embedded: EmbeddedPostgres, dataDir: string): Promise<void> {
  const { database, user } = embedded.connection
  const client = new pg.Client(embedded.adminConnection('postgres'))
  await client.connect()
  try {
    await client.query(`drop database if exists ${database} with (force)`)
    await client.query(`create database ${database} owner ${user}`)
  } finally {
    await client.end()
  }
  for (const part of ['files', 'uploads', 'mail'])
    await rm(path.join(dataDir, part), { recursive: true, force: true })
}

async function openDatabase(
  config: Config,
  log: Logger,
  fresh: boolean,
): Promise<{ database: Database; stop: () => Promise<void> }> {
  const onLost = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost')
  if (config.database_url) {
    if (fresh) throw new SettingError('--fresh works with the embedded database only, not with DATABASE_URL.')
    const database = connect({ connectionString: config.database_url }, onLost)
    return { database, stop: database.close }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.data_dir, log })
  if (fresh) await startOver(embedded, config.data_dir)
  const database = connect(embedded.connection, onLost)
  return {
    database,
    stop: async () => {
      await database.close()
      await embedded.stop()
    },
  }
}

/** The built pages lie beside the bundled server. */
function builtPages(): string {
  const here = path.dirname(fileURLToPath(import.meta.url))
  const folder = path.resolve(here, '../web')
  if (!existsSync(folder))
    throw new SettingError(`The pages are not built: ${folder} is missing. Run npm run build.`)
  return folder
}

/** Starts the whole product from the environment; rejects with one sentence when something stands in the way. */
export async function start(options: StartOptions): Promise<Running> {
  const config = readConfig(process.env, { production: options.production })
  const log = makeLog(config.log_level)
  const webDir = builtPages()
  const { database, stop: closeDatabase } = await openDatabase(config, log, options.fresh ?? false)
  try {
    await insistOnVersion(database)
    for (const sentence of await migrate(database.pool)) log.warn(sentence)
    await loadReferenceData(database.kysely)
    const services: Services = {
      config,
      db: database.kysely,
      files: makeFileStore(config),
      now: () => new Date(),
    }
    await options.prepare?.(services, database)
    const setPasswordLink = options.production ? await ensureFirstAdministrator(services) : null
    const app = await buildApp(services, { webDir, log, pool: database.pool, dev: process.env.DEV === '1' })
    log.info({ sender: senderOf(config) }, 'mails are sent from this address')
    const jobs = await startJobs(services, database.pool, log)
    const sealing = await startSealing(services, log)
    const address = await app.listen({ host: config.host, port: config.port })
    const stop = async () => {
      await app.close()
      await jobs.stop()
      await sealing.stop()
      await endWaitingProcesses()
      await closeDatabase()
    }
    return { services, database, address, setPasswordLink, stop }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

/** Ends the product on SIGINT and SIGTERM: running requests are finished, then the process leaves. */
export function stopOnSignals(running: Running): void {
  let stopping = false
  const leave = () => {
    if (stopping) return
    stopping = true
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  // a second signal changes nothing: the database is being closed in order
  process.on('SIGINT', leave)
  process.on('SIGTERM', leave)
}

/** A start that failed says one sentence; anything unforeseen says all it knows. */
export function sayWhyNot(error: unknown): never {
  const foreseen = error instanceof Error && ['SettingError', 'CannotStart'].includes(error.constructor.name)
  console.error(foreseen ? error.message : error)
  process.exit(1)
}
