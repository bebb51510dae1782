import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { buildApp } from './app.ts'
import { startSealing } from './audit/sealing.ts'
import { findSigningKey } from './audit/signing-key.ts'
import { ensureFirstAdministrator } from './auth/first-administrator.ts'
import { type Config, readConfig, SettingError, settingNames } from './lib/config.ts'
import type { Services } from './lib/context.ts'
import { insistDataDir, whyUnusable } from './lib/data-dir.ts'
import { databaseSentence } from './lib/database-sentence.ts'
import { connectForService, connectProbe, type Database } from './lib/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './lib/embedded-postgres.ts'
import { startJobs } from './jobs.ts'
import { asListeningError, findPort } from './lib/listening.ts'
import { type Logger, logWarnings, makeLog } from './lib/log.ts'
import { senderOf } from './lib/mail.ts'
import { insistOnStore, makeFileStore } from './lib/make-file-store.ts'
import { migrate } from './lib/migrate.ts'
import { nameSourcesInStacks } from './lib/readable-stacks.ts'
import { endWaitingProcesses } from './lib/run-aside.ts'
import { stopsInOrder } from './lib/stops-in-order.ts'
import { unknownSettingSentences } from './lib/unknown-settings.ts'
import { loadReferenceData } from './seed/reference-data.ts'

export type Running = {
  services: Services
  database: Database
  /** where it listens */
  address: string
  /** the one-time link of the first administrator, when one was just made */
  setPasswordLink: string | null
  /** lets running requests end; before that, proxies get so many seconds to send people elsewhere */
  stop: (drainSeconds?: number) => Promise<void>
  /** resolves with the reason when the product can do nothing any more: its database is gone for good */
  broken: Promise<Error>
}

export type StartOptions = {
  production: boolean
  /** loads or wipes the demo bureau; runs after the migrations */
  prepare?: (services: Services, database: Database) => Promise<void>
  /** throws the embedded database, the files and the mails away first */
  fresh?: boolean
  /** takes the next free port where the one that is set is taken, and tells it */
  anotherPort?: (port: number) => void
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

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

type Stops = ReturnType<typeof stopsInOrder>
type Opened = { database: Database; probe: Database; broken: Promise<Error> }

async function openDatabase(config: Config, log: Logger, fresh: boolean, stops: Stops): Promise<Opened> {
  const onLost = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost')
  const reach = (connection: pg.PoolConfig) => {
    const database = connectForService(connection, config.database_seconds, onLost)
    stops.add(database.close)
    const probe = connectProbe(connection, onLost)
    stops.add(probe.close)
    return { database, probe }
  }
  if (config.database_url) {
    if (fresh) throw new SettingError('--fresh works with the embedded database only, not with DATABASE_URL.')
    const reached = reach({ connectionString: config.database_url })
    // somebody else looks after that one
    return { ...reached, broken: new Promise(() => undefined) }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.data_dir, log })
  stops.add(embedded.stop)
  if (fresh) await startOver(embedded, config.data_dir)
  return { ...reach(embedded.connection), broken: embedded.ended }
}

/** The built pages lie beside the bundled server. */
function builtPages(): string {
  const here = path.dirname(fileURLToPath(import.meta.url))
  const folder = path.resolve(here, '../web')
  if (!existsSync(folder))
    throw new SettingError(`The pages are not built: ${folder} is missing. Run npm run build.`)
  return folder
}

/** What is wrong with the settings and stops nothing. */
function warnOfSettings(log: Logger): void {
  for (const sentence of unknownSettingSentences(process.env, settingNames())) log.warn(sentence)
}

class Interrupted extends Error {}

/** A signal during the start ends it at its next step, so that what was started by then is stopped in order. */
function hearInterruption() {
  let heard = false
  const hear = () => {
    heard = true
  }
  for (const signal of SIGNALS) process.on(signal, hear)
  return {
    insistNot: () => {
      if (heard) throw new Interrupted()
    },
    listenNoMore: () => {
      for (const signal of SIGNALS) process.off(signal, hear)
    },
  }
}

/**
 * Starts the whole product from the environment; rejects with one sentence when something stands in the way, and
 * whatever was started by then is stopped.
 */
export async function start(options: StartOptions): Promise<Running> {
  nameSourcesInStacks()
  const wanted = readConfig(process.env, { production: options.production })
  const log = makeLog(wanted.log_level)
  logWarnings(log)
  warnOfSettings(log)
  const stops = stopsInOrder(log)
  const interrupted = hearInterruption()
  try {
    return await startWith(wanted, options, log, stops, interrupted.insistNot)
  } catch (error) {
    await stops.stop().catch(() => undefined)
    if (error instanceof Interrupted) process.exit(0)
    const sentence = wanted.database_url ? databaseSentence(error, wanted.database_url) : null
    throw sentence ? new SettingError(sentence, { cause: error }) : error
  } finally {
    interrupted.listenNoMore()
  }
}

/** The order is that of what needs what; everything that is started says at once how it is stopped. */
async function startWith(
  wanted: Config,
  options: StartOptions,
  log: Logger,
  stops: Stops,
  goOn: () => void,
): Promise<Running> {
  const webDir = builtPages()
  insistDataDir(wanted.data_dir)
  findSigningKey(wanted)
  const files = makeFileStore(wanted)
  await insistOnStore(files, wanted)
  const { database, probe, broken } = await openDatabase(wanted, log, options.fresh ?? false, stops)
  stops.add(endWaitingProcesses)
  // after the folder was found free: a second start on it is told of that, not of the port
  const config = await findPort(wanted, options.anotherPort)
  goOn()
  await insistOnVersion(database)
  for (const sentence of await migrate(database.pool)) log.warn(sentence)
  goOn()
  await loadReferenceData(database.kysely)
  const services: Services = { config, db: database.kysely, files, now: () => new Date() }
  await options.prepare?.(services, database)
  goOn()
  const setPasswordLink = options.production ? await ensureFirstAdministrator(services) : null
  const sealing = await startSealing(services, log)
  stops.add(sealing.stop)
  log.info({ sender: senderOf(config) }, 'mails are sent from this address')
  const jobs = await startJobs(services, database.pool, log)
  stops.add(jobs.stop)
  goOn()
  const dev = process.env.DEV === '1'
  const app = await buildApp(services, { webDir, log, probe: probe.kysely, pool: database.pool, dev })
  stops.add(() => app.close())
  const address = await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw asListeningError(error, config)
  })
  const stop = async (drainSeconds = 0) => {
    await app.drain(drainSeconds * 1000)
    await stops.stop()
  }
  return { services, database, address, setPasswordLink, stop, broken }
}

/** what a stop may take when the database it would write to is gone */
const LAST_MS = 10_000

/**
 * Ends the product on SIGINT and SIGTERM: running requests are finished, then the process leaves. A person at a terminal
 * (SIGINT) waits for no proxy. It leaves with a sentence and 1, for a supervisor to start it again, when it can do
 * nothing any more.
 */
export function stopOnSignals(running: Running): void {
  let stopping = false
  const leave = (code: number, stopped: () => Promise<void>) => {
    if (stopping) return
    stopping = true
    stopped().then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  // a second signal changes nothing: the database is being closed in order
  process.on('SIGINT', () => leave(0, () => running.stop()))
  process.on('SIGTERM', () => leave(0, () => running.stop(running.services.config.drain_seconds)))
  void running.broken.then((reason) => {
    console.error(reason.message)
    leave(1, () => Promise.race([running.stop(), sleep(LAST_MS)]))
  })
}

/** A start that failed says one sentence; anything unforeseen says all it knows. */
export function sayWhyNot(error: unknown): never {
  const foreseen = error instanceof Error && ['SettingError', 'CannotStart'].includes(error.constructor.name)
  const unusable = whyUnusable(error)
  if (foreseen) console.error(error.message)
  else if (unusable) console.error(`${unusable.path} cannot be used: ${unusable.reason}.`)
  else console.error(error)
  process.exit(1)
}
