import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The connection to the embedded database of the product that runs on this data folder. */
export function databaseOf(dataDir: string) {
  const noted = path.join(dataDir, 'db-socket')
  const host = existsSync(noted) ? readFileSync(noted, 'utf8').trim() : path.join(dataDir, 'db')
  return { connection: { host, port: 5432, user: 'safeguards', database: 'safeguards' } }
}
