import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { findSigningKey } from './audit/signing-key.ts'
import { ensureFirstAdministrator } from './auth/first-administrator.ts'
import { type Config, readConfig, settingNames } from './lib/config.ts'
import type { Services } from './context/context.ts'
import { factorKeyFault } from './factors/factor-key.queries.ts'
import { pathErrorReason, requireDataDir } from './lib/data-dir.ts'
import { databaseErrorMessage } from './database/database-error-message.ts'
import type { Database } from './database/db.ts'
import { foreseen, isRefusal } from './lib/errors.ts'
import type { FileStore } from './store/file-store.ts'
import { startJobs } from './jobs.ts'
import { asListeningError, findPort } from './operate/listen-port.ts'
import { createLog, type Logger, logWarnings } from './lib/log.ts'
import { senderOf } from './mails/mail.ts'
import { createFileStore, requireUsableStore } from './store/create-file-store.ts'
import { migrate } from './database/migrate.ts'
import { endIdleProcesses } from './worker-processes/run-in-worker-process.ts'
import { createShutdownSteps, type ShutdownSteps } from './operate/shutdown-steps.ts'
import { unknownSettingSentences } from './operate/unknown-settings.ts'
import { startWorkers } from './operate/workers.ts'
import {
  requireUsableServer,
  joinDatabase,
  openReadReplica,
  type Opened,
  openDatabase,
} from './open-database.ts'
import { startSealing } from './public-log/sealing.ts'
import { witnessesOf } from './public-log/witness.ts'
import { installationKind } from './seed/installation.ts'
import { loadReferenceData } from './seed/reference-data.ts'

export type Running = {
  config: Config
  address: string
  /** the one-time link of the first administrator, when the account was just created */
  setPasswordLink: string | null
  /** lets running requests end; before that, proxies get `drainSeconds` to send people elsewhere */
  stop: (drainSeconds?: number) => Promise<void>
  /** resolves with the reason when the product cannot continue: its database has ended */
  broken: Promise<Error>
}

export type StartOptions = {
  production: boolean
  /** loads or wipes the demo bureau; runs after the migrations */
  prepare?: (services: Services, database: Database) => Promise<void>
  /** deletes the embedded database, the files and the mails first */
  fresh?: boolean
  /** takes the next free port when the set one is in use, and reports it */
  tryOtherPorts?: (port: number) => void
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** The built pages are beside the bundled server. */
function builtPages(): string {
  const here = path.dirname(fileURLToPath(import.meta.url))
  const folder = path.resolve(here, '../web')
  if (!existsSync(folder)) throw foreseen(`The pages are not built: ${folder} is missing. Run npm run build.`)
  return folder
}

const [NODE_MAJOR = 0] = process.versions.node.split('.').map(Number)

/** Logs faults of the settings that do not prevent the start. */
function warnOfSettings(log: Logger, { files_url, backup_url, language_warnings }: Config): void {
  if (NODE_MAJOR < 22 && (files_url ?? backup_url)?.startsWith('s3:'))
    log.warn(
      'Buckets are reached through a library that is updated for Node.js 22 and newer from January 2027.',
    )
  const unknown = unknownSettingSentences(process.env, settingNames())
  for (const sentence of [...unknown, ...language_warnings]) log.warn(sentence)
}

/** A signal during the start ends it at its next step, so that everything started so far is stopped in order. */
function watchInterruption() {
  const heard = new AbortController()
  const hear = () => heard.abort()
  for (const signal of SIGNALS) process.on(signal, hear)
  return {
    throwIfInterrupted: () => heard.signal.throwIfAborted(),
    isCause: (error: unknown) => heard.signal.aborted && error === heard.signal.reason,
    stopListening: () => {
      for (const signal of SIGNALS) process.off(signal, hear)
    },
  }
}

/**
 * Starts the whole product from the environment; rejects with one sentence when it cannot start, after stopping
 * whatever was started.
 */
export async function start(options: StartOptions): Promise<Running> {
  const wanted = readConfig(process.env, { production: options.production })
  const log = createLog(wanted.log_level)
  logWarnings(log)
  if (cluster.isPrimary) warnOfSettings(log, wanted)
  const stops = createShutdownSteps(log)
  const interrupted = watchInterruption()
  try {
    return await startWith(wanted, options, log, stops, interrupted.throwIfInterrupted)
  } catch (error) {
    await stops.stop().catch(() => undefined)
    if (interrupted.isCause(error)) process.exit(0)
    if (isRefusal(error, 'foreseen')) throw error
    const sentence = wanted.database_url ? databaseErrorMessage(error, wanted.database_url) : null
    throw sentence ? foreseen(sentence, { cause: error }) : error
  } finally {
    interrupted.stopListening()
  }
}

type Base = {
  log: Logger
  stops: ShutdownSteps
  throwIfInterrupted: () => void
  files: FileStore
  webDir: string
}

/**
 * Starts everything in the order of its dependencies; each part is registered at once with how to stop it. With WORKERS
 * this process opens and prepares the database, and its workers serve on it.
 */
async function startWith(
  wanted: Config,
  options: StartOptions,
  log: Logger,
  stops: ShutdownSteps,
  throwIfInterrupted: () => void,
): Promise<Running> {
  const webDir = builtPages()
  requireDataDir(wanted.data_dir)
  findSigningKey(wanted)
  witnessesOf(wanted)
  const files = createFileStore(wanted)
  const base: Base = { log, stops, throwIfInterrupted, files, webDir }
  if (cluster.isWorker) {
    const opened = await joinDatabase(wanted, log, stops)
    const served = await serve(servicesOn(opened, wanted, files), opened, base)
    return { config: wanted, setPasswordLink: null, broken: new Promise(() => undefined), ...served }
  }
  await requireUsableStore(files, wanted)
  const opened = await openDatabase(wanted, log, options.fresh ?? false, stops)
  // after the data folder is locked: a second start on it must report the folder, not the port
  const config = await findPort(wanted, options.tryOtherPorts)
  throwIfInterrupted()
  const services = servicesOn(opened, config, files)
  const setPasswordLink = await prepare(services, opened.database, options, base)
  const isOne = config.workers === 1 || !options.production
  const served = isOne ? await serve(services, opened, base) : await serveByWorkers(config, base)
  const broken = served.ended ? Promise.race([opened.broken, served.ended]) : opened.broken
  return { config, setPasswordLink, broken, address: served.address, stop: served.stop }
}

const servicesOn = ({ database }: Opened, config: Config, files: FileStore): Services => ({
  config,
  db: database.kysely,
  readDb: database.kysely,
  files,
  now: () => new Date(),
  languages: config.languages,
})

/** Work done once, before serving. Resolves with the link of the first administrator, if that was just created. */
async function prepare(
  services: Services,
  database: Database,
  options: StartOptions,
  { log, throwIfInterrupted }: Base,
): Promise<string | null> {
  await requireUsableServer(database, services.config)
  for (const sentence of await migrate(database.pool)) log.warn(sentence)
  throwIfInterrupted()
  await loadReferenceData(database.kysely)
  await options.prepare?.(services, database)
  const factorFault = await factorKeyFault(services)
  if (factorFault) log.error(factorFault)
  throwIfInterrupted()
  const setPasswordLink = options.production ? await ensureFirstAdministrator(services) : null
  log.info({ sender: senderOf(services.config) }, 'mails are sent from this address')
  return setPasswordLink
}

/** `ended` resolves with a reason that ends the whole product as well. */
type RunningServer = Pick<Running, 'address' | 'stop'> & { ended?: Promise<Error> }

/** Serves as one instance on a prepared database. */
async function serve(
  main: Services,
  opened: Opened,
  { log, stops, throwIfInterrupted, webDir }: Base,
): Promise<RunningServer> {
  const { database, probe } = opened
  const copy = await openReadReplica(main.config, opened, log, stops)
  const demonstration = (await installationKind(main.db)) === 'demo'
  const services = {
    ...main,
    config: { ...main.config, demonstration },
    readDb: copy?.db ?? main.readDb,
  }
  stops.add(endIdleProcesses)
  const sealing = startSealing(services, log)
  stops.add(sealing.stop)
  const jobs = await startJobs(services, database.pool, log)
  stops.add(jobs.stop)
  throwIfInterrupted()
  const dev = process.env.DEV === '1'
  const watched = { probe: probe.kysely, pool: database.pool, ...(copy ? { copy } : {}) }
  const app = await buildApp(services, { webDir, log, dev, ...watched })
  stops.add(() => app.close())
  const { host, port } = services.config
  const address = await app.listen({ host, port }).catch((error: unknown) => {
    throw asListeningError(error, services.config)
  })
  const stop = async (drainSeconds = 0) => {
    await app.drain(drainSeconds * 1000)
    await stops.stop()
  }
  return { address, stop }
}

/** Serves with several processes, each of which drains separately. */
async function serveByWorkers(
  config: Config,
  { log, stops, throwIfInterrupted }: Base,
): Promise<RunningServer> {
  const workers = await startWorkers(config, log).catch((error: unknown) => {
    // a signal reaches the workers as well
    throwIfInterrupted()
    throw error
  })
  stops.add(() => workers.stop('SIGINT'))
  throwIfInterrupted()
  const stop = async (drainSeconds = 0) => {
    if (drainSeconds > 0) await workers.stop('SIGTERM')
    await stops.stop()
  }
  return { address: workers.address, ended: workers.ended, stop }
}

/** how long a stop may take when its database has ended */
const STOP_LIMIT_MS = 10_000
/** the exit code of a demo whose database has ended: `scripts/run.mjs` recognises it and starts the demo once more */
export const START_AGAIN = 75

/**
 * Stops the product on SIGINT and SIGTERM: running requests end, then the process exits. On SIGINT, from a terminal, no
 * time is left for proxies. When the product cannot continue, as without its database, the process exits with a
 * sentence and `brokenCode`, so that a supervisor starts it again.
 */
export function stopOnSignals(running: Running, brokenCode = 1): void {
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
  process.on('SIGTERM', () => leave(0, () => running.stop(running.config.drain_seconds)))
  void running.broken.then((reason) => {
    console.error(reason.message)
    leave(brokenCode, () => Promise.race([running.stop(), sleep(STOP_LIMIT_MS)]))
  })
}

/** Prints one sentence for a foreseen failure of the start, and the whole error for any other. */
export function reportStartFailure(error: unknown): never {
  if (isRefusal(error, 'worker_failed')) process.exit(1)
  const unusable = pathErrorReason(error)
  if (isRefusal(error, 'foreseen')) console.error(error.message)
  else if (unusable) console.error(`${unusable.path} cannot be used: ${unusable.reason}.`)
  else console.error(error)
  process.exit(1)
}
