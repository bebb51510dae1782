import { existsSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { accountFor, type Runner, runnerFor } from './account.ts'
import {
  type Connection,
  removeSocketFolder,
  runningSocketFolder,
  SOCKET_PORT,
  socketFolder,
} from './address.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import {
  clusterMajor,
  createCluster,
  requireSameMajor,
  makeDatabaseFolder,
  SUPERUSER,
  serverSettings,
} from './cluster.ts'
import {
  isServerOf,
  readPostmaster,
  type Server,
  startServer,
  stopOrphanedServer,
  stopServer,
} from './postmaster.ts'
import { isProductRunning, lockDataFolder } from './product-pid.ts'
import { openServerLog, type ServerLog } from './server-log.ts'
import { answers, ensureDatabase } from './server-setup.ts'
import { AppError, foreseen } from '../lib/errors.ts'

export type EmbeddedPostgres = {
  /** The product's database, as its owner: not a superuser, but may create databases. */
  connection: Connection
  /** Any database of this server as the superuser: for tests and maintenance. */
  adminConnection: (database: string) => Connection
  /** Stops the server and unlocks the data folder. End the pools first. May be called twice. */
  stop: () => Promise<void>
  /** Resolves with a sentence when the server ends unexpectedly. */
  ended: Promise<AppError>
  pid: number
}

type Log = Record<'info' | 'error', (data: object, message: string) => void>

export type EmbeddedPostgresOptions = {
  dataDir: string
  /** Off only for tests: a power failure may then destroy the data. */
  fsync?: boolean
  log?: Log
  /** The limit of connections; 60 by default. */
  connections?: number
}

const PRODUCT = 'safeguards'

/**
 * Starts the PostgreSQL server in DATA_DIR/db, creating the database on the first start; a server that a killed product
 * left running is stopped first. One product per data folder. Throws a foreseen error with a sentence for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const db = join(resolve(options.dataDir), 'db')
  makeDatabaseFolder(db)
  const dataDir = realpathSync(dirname(db))
  await requireNoServerElsewhere(dataDir)
  const undo: Undo = [await lockDataFolder(dataDir)]
  const undoAll = () => {
    while (undo.length > 0) undo.pop()?.()
  }
  try {
    return await serve(await prepare(dataDir, options, undo), options.log, undoAll)
  } catch (error) {
    undoAll()
    throw error
  }
}

/**
 * Returns the database of the product that is running on this data folder, for a command beside it; null when none is
 * running. Changes nothing in the folder.
 */
export function findRunningDatabase(dataDir: string): Connection | null {
  const db = join(resolve(dataDir), 'db')
  const cluster = join(db, 'cluster')
  if (!existsSync(cluster) || !isProductRunning(realpathSync(dataDir))) return null
  const host = runningSocketFolder(realpathSync(dataDir), realpathSync(db))
  return readPostmaster(cluster)?.ready && host ? reach(host, PRODUCT, PRODUCT) : null
}

const reach = (host: string, user: string, database: string): Connection => ({
  host,
  port: SOCKET_PORT,
  user,
  database,
  ssl: false,
})

/** Process ids say nothing about a server in another container; its socket in our folder does. */
async function requireNoServerElsewhere(dataDir: string): Promise<void> {
  const db = realpathSync(join(dataDir, 'db'))
  const cluster = join(db, 'cluster')
  const server = readPostmaster(cluster)
  const host = runningSocketFolder(dataDir, db)
  if (!server || !host || isServerOf(server.pid, cluster)) return
  if (await answers(reach(host, SUPERUSER, 'postgres')))
    throw foreseen(`A PostgreSQL server outside this container still uses ${cluster}: stop it first.`)
}

type Undo = (() => void)[]

type Place = {
  cluster: string
  binaries: Binaries
  runner: Runner
  serverLog: ServerLog
  settings: [string, string][]
  /** the folder of the socket */
  host: string
}

/** Prepares what a server needs before it runs: account, programs, address, log and, the first time, the cluster. */
async function prepare(dataDir: string, options: EmbeddedPostgresOptions, undo: Undo): Promise<Place> {
  const { fsync = true, connections = 60, log } = options
  const db = realpathSync(join(dataDir, 'db'))
  const cluster = join(db, 'cluster')
  const account = accountFor(db)
  const runner = runnerFor(account, db)
  const binaries = findBinaries(account, clusterMajor(cluster))
  const { discard } = binaries
  if (discard) undo.push(() => rmSync(discard, { recursive: true, force: true }))
  requireSameMajor(cluster, binaries)

  const serverLog = openServerLog(dataDir)
  undo.push(serverLog.close)
  await stopOrphanedServer(cluster)
  const host = socketFolder(dataDir, db, account)
  undo.push(() => removeSocketFolder(dataDir, db, host))
  if (!existsSync(cluster)) {
    log?.info({ version: binaries.version, db }, 'making the database')
    await createCluster({ db, cluster, fsync }, binaries, runner)
  }
  return {
    cluster,
    binaries,
    runner,
    serverLog,
    settings: serverSettings(host, { fsync, connections }),
    host,
  }
}

/** Starts the server and creates the product's database. */
async function serve(place: Place, log: Log | undefined, undoAll: () => void): Promise<EmbeddedPostgres> {
  const { cluster, binaries, runner, settings, serverLog, host } = place
  const server = await startServer(cluster, binaries, runner, settings, serverLog)
  const { pid } = server
  let stopping: Promise<void> | null = null
  const end = async () => {
    await stopServer(pid, cluster)
    if (isServerOf(pid, cluster)) log?.error({ pid }, 'the database server did not end')
    undoAll()
  }
  const stop = () => {
    stopping ??= end()
    return stopping
  }
  const ended = unexpectedEnd(server, () => stopping !== null, serverLog)

  try {
    await ensureDatabase(reach(host, SUPERUSER, 'postgres'), PRODUCT)
  } catch (error) {
    await stop()
    throw error
  }
  log?.info({ pid, version: binaries.version, cluster }, 'the database is ready')
  return {
    connection: reach(host, PRODUCT, PRODUCT),
    adminConnection: (database) => reach(host, SUPERUSER, database),
    stop,
    ended,
    pid,
  }
}

/** Resolves when the server ends although it is not being stopped: it was killed, or the machine ran out of memory. */
const unexpectedEnd = (server: Server, isStopping: () => boolean, { path }: ServerLog): Promise<AppError> =>
  new Promise((resolve) => {
    void server.ended.then(() => {
      if (isStopping()) return
      resolve(foreseen(`The database ended unexpectedly: start the product again (its log is ${path}).`))
    })
  })
