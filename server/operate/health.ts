import type { FastifyInstance } from 'fastify'
import type { Services } from '../context/context.ts'
import { BUILD } from '../lib/build.ts'
import { type Db, isReachable, isReadOnly } from '../database/db.ts'
import { hasSpaceForFiles } from '../store/disk-space.ts'
import type { GracefulShutdown } from '../http/graceful-shutdown.ts'
import type { Logger } from '../lib/log.ts'
import { findSchemaMismatch } from '../database/migrate.ts'
import { createStoreProbe } from '../store/file-store-health.ts'

/** Checks of what the product depends on. */
export type Vitals = {
  database: () => Promise<boolean>
  /** why schema and version do not match; null when they do */
  misfit: () => Promise<string | null>
  files: () => Promise<boolean>
  /** whether the database accepts no changes */
  readOnly: () => Promise<boolean>
  /** why this instance leaves the public log to others; null when it does not */
  otherKey: () => Promise<string | null>
  /** whether the disk has room for files besides the database */
  space: () => Promise<boolean>
}

/** How often the store is checked while unused, so that the log shows when it failed. */
const CHECK_EVERY_MS = 15_000

const NO_DATABASE = 'The database does not answer.'
const READ_ONLY =
  'The database accepts no changes: it is a copy, or was set so. Name the main server in DATABASE_URL, or make this one the main server.'
const DISK_FULL =
  'The disk of the data folder has less than 1 GB or 5 % left: no files are taken until there is room; everything else works.'
const NO_FILES = 'Files cannot be stored or opened; everything else works.'
const SHUTTING_DOWN = 'This instance is stopping; another one takes over.'

/** Creates the checks; `probe` is a connection that requests cannot occupy. */
export function vitalsOf({ files, config }: Services, probe: Db, log: Logger): Omit<Vitals, 'otherKey'> {
  return {
    database: () => isReachable(probe).catch(() => false),
    readOnly: () => isReadOnly(probe).catch(() => true),
    misfit: () => findSchemaMismatch(probe).catch(() => NO_DATABASE),
    files: createStoreProbe(files, log),
    // the store reports an unreadable folder
    space: () => hasSpaceForFiles(config).catch(() => true),
  }
}

/**
 * Liveness answers while the process runs. Readiness requires a database that answers and accepts changes, and a schema that this version
 * can work with, in an instance that is not stopping. Without its file store the product is still ready, and says so.
 */
export function healthRoutes(app: FastifyInstance, vitals: Vitals, shutdown: GracefulShutdown) {
  app.get('/health/live', { logLevel: 'warn' }, async () => ({ status: 'ok' }))

  app.get('/health/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const [database, files, room] = await Promise.all([vitals.database(), vitals.files(), vitals.space()])
    const misfit = database ? await vitals.misfit() : NO_DATABASE
    const fixed = misfit ?? ((await vitals.readOnly()) ? READ_ONLY : null)
    const why = shutdown.isShuttingDown() ? SHUTTING_DOWN : fixed
    const otherKey = why === null ? await vitals.otherKey() : null
    const fault = files ? (room ? otherKey : DISK_FULL) : NO_FILES
    const message = why ?? fault
    return reply.status(why === null ? 200 : 503).send({
      status: why !== null ? 'not ready' : fault === null ? 'ready' : 'degraded',
      database,
      migrations: misfit === null,
      files,
      ...(room ? {} : { room }),
      ...(message === null ? {} : { message }),
      ...BUILD,
    })
  })

  let looking: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    void vitals.files()
    looking = setInterval(() => void vitals.files(), CHECK_EVERY_MS).unref()
  })
  app.addHook('onClose', async () => clearInterval(looking))
}
