import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PoolConfig } from 'pg'
import type { Config } from '../lib/config.ts'
import { databaseErrorMessage } from '../database/database-error-message.ts'
import { connect, type Database, isReachable } from '../database/db.ts'
import { findRunningDatabase, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { foreseen, isRefusal } from '../lib/errors.ts'

// shared by the commands beside the product (operator, audit:verify, backup, restore)

const NO_PRODUCT_HERE =
  'start the product once with npm start, or set DATA_DIR or DATABASE_URL as it has them.'

type OpenedDatabase = { database: Database; stop: () => Promise<void> }

const onLost = () => undefined
function reach(connection: PoolConfig): OpenedDatabase {
  const database = connect({ ...connection, max: 2 }, onLost)
  return { database, stop: database.close }
}

/** Connects to the database of DATABASE_URL; throws a foreseen error when it cannot be used. */
async function reachConfigured(database_url: string): Promise<OpenedDatabase> {
  const opened = reach({ connectionString: database_url })
  try {
    await isReachable(opened.database.kysely)
    return opened
  } catch (error) {
    await opened.stop()
    const sentence = databaseErrorMessage(error, database_url)
    throw sentence ? foreseen(sentence, { cause: error }) : error
  }
}

/** Opens the configured database, that of the running product, or the embedded one for this command. */
export async function openForCommand(config: Config): Promise<OpenedDatabase> {
  if (config.database_url) return reachConfigured(config.database_url)
  if (!existsSync(path.join(config.data_dir, 'db', 'cluster')))
    throw foreseen(`There is no database in ${config.data_dir}: ${NO_PRODUCT_HERE}`)
  const running = findRunningDatabase(config.data_dir)
  return running ? reach(running) : openDatabaseExclusively(config)
}

/** Throws a foreseen error while the product is running; creates the embedded database where there is none yet. */
export async function openDatabaseExclusively(config: Config): Promise<OpenedDatabase> {
  if (config.database_url) return reachConfigured(config.database_url)
  const embedded = await startEmbeddedPostgres({ dataDir: config.data_dir })
  const database = connect(embedded.connection, onLost)
  return {
    database,
    stop: async () => {
      await database.close()
      await embedded.stop()
    },
  }
}

/** undefined_table, undefined_column: no product, or one of another version, made this database */
const WRONG_SCHEMA_CODES = ['42P01', '42703']

/** codes of the system, and of PostgreSQL (disk_full) */
const DISK_FULL_CODES = ['ENOSPC', '53100']

/** Returns what a failed command prints: one sentence for a foreseen error, null for a bug. */
export function errorSentence(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (WRONG_SCHEMA_CODES.includes((error as { code?: string }).code ?? ''))
    return `This database was not prepared by this version of the product: ${NO_PRODUCT_HERE}`
  if (DISK_FULL_CODES.includes((error as { code?: string }).code ?? ''))
    return 'There is no room left on the disk: make room and begin again; no record was changed.'
  return isRefusal(error, 'foreseen') ? error.message : null
}

/** Shows progress on one line of a terminal, or as a line every tenth elsewhere. */
export function showProgress(what: string) {
  let reported = -1
  return (done: number, total: number) => {
    const isTerminal = process.stderr.isTTY
    const percent = Math.floor((done / Math.max(1, total)) * (isTerminal ? 100 : 10)) * (isTerminal ? 1 : 10)
    if (percent === reported) return
    reported = percent
    const text = `${done} of ${total} ${what}, ${percent} %`
    process.stderr.write(isTerminal ? `\r${text} ` : `${text}\n`)
    if (isTerminal && done >= total) process.stderr.write('\n')
  }
}

/** Returns a signal that is aborted by Ctrl-C or a stop, so that the command can clean up. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(foreseen('Stopped before the end.')))
  return stopping.signal
}
