import { existsSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { accountFor, type Runner, runnerFor } from './embedded-postgres/account.ts'
import {
  freePort,
  keptPassword,
  removeSocketFolder,
  runningAddress,
  SOCKET_PORT,
  socketFolder,
} from './embedded-postgres/address.ts'
import { type Binaries, findBinaries } from './embedded-postgres/binaries.ts'
import { CannotStart } from './embedded-postgres/cannot-start.ts'
import {
  clusterMajor,
  createCluster,
  insistOnMajor,
  makeDatabaseFolder,
  SUPERUSER,
  serverSettings,
} from './embedded-postgres/cluster.ts'
import { endAbandonedSessions, ensureDatabase, nameOfServer } from './embedded-postgres/first-words.ts'
import { keepRunning } from './embedded-postgres/keep-running.ts'
import {
  findLeftBehind,
  isServerOf,
  type Postmaster,
  readPostmaster,
  startServer,
  stillRuns,
  stopServer,
} from './embedded-postgres/postmaster.ts'
import { isProductRunning, takeProductLock } from './embedded-postgres/product-lock.ts'
import { openServerLog, type ServerLog } from './embedded-postgres/server-log.ts'

/** The part of a `pg` pool configuration that says where the database is. */
export type Connection = {
  host: string
  port: number
  user: string
  database: string
  password?: string
  ssl: false
}

export type EmbeddedPostgres = {
  /** The product's own database, as its owner: no superuser, but may create databases. */
  connection: Connection
  /** Any database of this server as the superuser: for tests and for looking after the server. */
  adminConnection: (database: string) => Connection
  /** Ends the server and gives the data folder back. End the pools first. May be called twice. */
  stop: () => Promise<void>
  /** Resolves with the reason when the server ended by itself and could not be started again. */
  ended: Promise<CannotStart>
  /** Of the server that runs now: one that ends by itself is started again. */
  readonly pid: number
  /** True when the server was left running by an earlier product that was killed. */
  reused: boolean
}

type Log = Record<'info' | 'warn' | 'error', (data: object, message: string) => void>

export type EmbeddedPostgresOptions = {
  dataDir: string
  /** Off only for tests: a power failure may then destroy the data. */
  fsync?: boolean
  log?: Log
  /** A socket file where there are such; else the loopback address with a password. */
  transport?: 'socket' | 'tcp'
  /** How many connections there may be: 60 unless said. */
  connections?: number
  /** How long the product of another container must be silent to count as gone: eight seconds unless said. */
  silence_ms?: number
}

const PRODUCT = 'safeguards'

/**
 * Starts the PostgreSQL server that lives in DATA_DIR/db, making the database on the first start, or goes on with the
 * one that a killed product left running. One product per data folder: a second one is refused. Throws CannotStart
 * with a sentence for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const wanted = join(resolve(options.dataDir), 'db')
  makeDatabaseFolder(wanted)
  const dataDir = realpathSync(dirname(wanted))
  const undo: Undo = [await takeProductLock(dataDir, options.silence_ms)]
  const undoAll = () => {
    while (undo.length > 0) undo.pop()?.()
  }
  try {
    const place = await prepare(dataDir, options, undo)
    return await serve(place, options.log, undoAll)
  } catch (error) {
    undoAll()
    throw error
  }
}

/**
 * The database of the product that is running on this data folder, for a command beside it; null when none is running.
 * Changes nothing in the folder.
 */
export async function findRunningDatabase(dataDir: string): Promise<Connection | null> {
  const db = join(resolve(dataDir), 'db')
  const cluster = join(db, 'cluster')
  if (!existsSync(cluster) || !(await isProductRunning(realpathSync(dataDir)))) return null
  const server = readPostmaster(cluster)
  const address = runningAddress(realpathSync(dataDir), realpathSync(db))
  if (!server?.ready || !address) return null
  return { ...address, port: server.port, user: PRODUCT, database: PRODUCT, ssl: false }
}

type Undo = (() => void)[]

type Place = {
  cluster: string
  binaries: Binaries
  runner: Runner
  serverLog: ServerLog
  /** The settings a server must have to be ours, and the name that proves it. */
  settings: [string, string][]
  name: string
  port: number
  onSocket: boolean
  password: string | null
  reach: (port: number, user: string, database: string) => Connection
}

/** Everything a server needs before it runs: its account, programs, address, log and, the first time, its data. */
async function prepare(dataDir: string, options: EmbeddedPostgresOptions, undo: Undo): Promise<Place> {
  const {
    fsync = true,
    connections = 60,
    log,
    transport = process.platform === 'win32' ? 'tcp' : 'socket',
  } = options
  const db = realpathSync(join(dataDir, 'db'))
  const cluster = join(db, 'cluster')
  const account = accountFor(db)
  const runner = runnerFor(account, db)
  const binaries = findBinaries(account, clusterMajor(cluster))
  const { discard } = binaries
  if (discard) undo.push(() => rmSync(discard, { recursive: true, force: true }))
  insistOnMajor(cluster, binaries)

  const serverLog = openServerLog(dataDir)
  undo.push(serverLog.close)
  const folder = transport === 'socket' ? socketFolder(dataDir, db, account) : null
  if (folder) undo.push(() => removeSocketFolder(dataDir, db, folder))
  const password = folder ? null : keptPassword(dataDir)
  if (!existsSync(cluster)) {
    log?.info({ version: binaries.version, db }, 'making the database')
    await createCluster({ db, cluster, password, fsync }, binaries, account, runner)
  }

  const port = folder ? SOCKET_PORT : await freePort()
  const { settings, name } = serverSettings(folder, port, { fsync, connections }, binaries.version)
  const host = folder ?? '127.0.0.1'
  const reach = (at: number, user: string, database: string): Connection => ({
    host,
    port: at,
    user,
    database,
    ssl: false,
    ...(password === null ? {} : { password }),
  })
  return {
    cluster,
    binaries,
    runner,
    serverLog,
    settings,
    name,
    port,
    onSocket: folder !== null,
    password,
    reach,
  }
}

/** Finds or starts the server, keeps it running and makes it ready for the product. */
async function serve(place: Place, log: Log | undefined, undoAll: () => void): Promise<EmbeddedPostgres> {
  const { cluster, binaries, reach } = place
  const leftBehind = await findUsableServer(place, log)
  const server = leftBehind ?? (await startFresh(place))
  const kept = keepRunning(server, {
    stillRuns: (pid) => stillRuns(pid, cluster),
    // where everybody looks for it
    startAgain: () => startFresh(onPort(place, server.port)),
    log,
    logFile: place.serverLog.path,
  })

  let stopping: Promise<void> | null = null
  const end = async () => {
    await kept.release()
    const pid = kept.pid()
    await stopServer(pid, cluster, binaries)
    if (isServerOf(pid, cluster)) log?.error({ pid }, 'the database server did not end')
    undoAll()
  }
  const stop = () => {
    stopping ??= end()
    return stopping
  }

  try {
    const admin = reach(server.port, SUPERUSER, 'postgres')
    if (leftBehind) await endAbandonedSessions(admin, PRODUCT)
    await ensureDatabase(admin, PRODUCT, place.password)
  } catch (error) {
    await stop()
    throw error
  }
  const reused = leftBehind !== null
  log?.info({ pid: server.pid, reused, version: binaries.version, cluster }, 'the database is ready')
  return {
    connection: reach(server.port, PRODUCT, PRODUCT),
    adminConnection: (database) => reach(server.port, SUPERUSER, database),
    stop,
    ended: kept.ended,
    get pid() {
      return kept.pid()
    },
    reused,
  }
}

/** The server an earlier product left running, if it has the settings we would start it with; ends it otherwise. */
async function findUsableServer(place: Place, log: Log | undefined): Promise<Postmaster | null> {
  const found = await findLeftBehind(place.cluster)
  if (!found) return null
  if ((await nameOfServer(place.reach(found.port, SUPERUSER, 'postgres'))) === place.name) return found
  log?.warn(
    { pid: found.pid },
    'the database left running by an earlier start has other settings: starting it anew',
  )
  await stopServer(found.pid, place.cluster, place.binaries)
  return null
}

const onPort = (place: Place, port: number): Place => ({
  ...place,
  port,
  settings: place.settings.map(([name, value]) => [name, name === 'port' ? String(port) : value]),
})

async function startFresh(place: Place): Promise<Postmaster> {
  const { cluster, binaries, runner, settings, serverLog, reach, port, onSocket } = place
  // Process numbers say nothing about a server in another container; its socket in our folder does.
  if (onSocket && (await nameOfServer(reach(port, SUPERUSER, 'postgres'))) !== null)
    throw new CannotStart(`A PostgreSQL server outside this container still uses ${cluster}: stop it first.`)
  return startServer(cluster, binaries, runner, settings, serverLog)
}
