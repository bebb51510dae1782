import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Config, SettingError } from './config.ts'
import { connect, type Database } from './db.ts'
import { findRunningDatabase, startEmbeddedPostgres } from './embedded-postgres.ts'

// what the commands beside the product (operator, audit:verify) have in common

const NOTHING_HERE = 'start the product once with npm start, or set DATA_DIR or DATABASE_URL as it has them.'

/** The product's database: the configured one, that of the running product, or the embedded one for this moment. */
export async function openDatabase(
  config: Config,
): Promise<{ database: Database; stop: () => Promise<void> }> {
  const onLost = () => undefined
  const only = (database: Database) => ({ database, stop: database.close })
  if (config.database_url) return only(connect({ connectionString: config.database_url, max: 2 }, onLost))
  if (!existsSync(path.join(config.data_dir, 'db', 'cluster')))
    throw new SettingError(`There is no database in ${config.data_dir}: ${NOTHING_HERE}`)
  const running = await findRunningDatabase(config.data_dir)
  if (running) return only(connect({ ...running, max: 2 }, onLost))
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
const NOT_OURS = ['42P01', '42703']

/** What a command that failed says: one sentence where the failure was foreseen, null for a fault of ours. */
export function sentenceFor(error: unknown, ...foreseen: string[]): string | null {
  if (!(error instanceof Error)) return null
  if (NOT_OURS.includes((error as { code?: string }).code ?? ''))
    return `This database was not prepared by this version of the product: ${NOTHING_HERE}`
  const isForeseen = ['SettingError', 'CannotStart', ...foreseen].includes(error.constructor.name)
  return isForeseen ? error.message : null
}
