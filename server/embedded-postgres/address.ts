import { existsSync, readFileSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foreseen } from '../lib/errors.ts'
import type { Account } from './account.ts'
import { isPrivatelyOwned, makePrivateFolder, temporaryFolders } from './temp-folder.ts'

/** The number in the socket's name; it occupies no TCP port. */
export const SOCKET_PORT = 5432

/** The part of a `pg` pool configuration that locates the database. */
export type Connection = { host: string; port: number; user: string; database: string; ssl: false }

const LONGEST_SOCKET_PATH = process.platform === 'linux' ? 107 : 103

/**
 * Returns the folder of the socket: the database folder itself, or, where that path is too long for a socket, a private
 * folder under the temporary folder, whose name is stored in DATA_DIR/db-socket for the next start.
 */
export function socketFolder(dataDir: string, db: string, account: Account): string {
  if (fits(db)) return db
  const note = join(dataDir, 'db-socket')
  const owner = account?.uid ?? process.getuid?.()
  const noted = existsSync(note) ? readFileSync(note, 'utf8').trim() : ''
  if (noted && isPrivatelyOwned(noted, owner) && (statSync(noted).mode & 0o077) === 0) return noted

  const parent = temporaryFolders(account).find((folder) => fits(join(folder, 'safeguards-db-XXXXXX')))
  if (!parent)
    throw foreseen(
      `The path of the database folder ${db} is too long for a socket, and no temporary folder is usable instead: ` +
        'set DATA_DIR to a shorter path.',
    )
  const folder = makePrivateFolder(parent, 'safeguards-db-', account)
  writeFileSync(note, folder)
  return folder
}

const fits = (folder: string) =>
  Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH

/** Returns the socket folder of a running server, or null where there is no socket. */
export function runningSocketFolder(dataDir: string, db: string): string | null {
  const note = join(dataDir, 'db-socket')
  const folder = existsSync(note) ? readFileSync(note, 'utf8').trim() : db
  return existsSync(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) ? folder : null
}

/** Removes the folder that socketFolder made outside the database folder, once the server has stopped. */
export function removeSocketFolder(dataDir: string, db: string, folder: string): void {
  if (folder === db) return
  try {
    rmdirSync(folder)
  } catch {
    return // not empty: the next start uses it again
  }
  rmSync(join(dataDir, 'db-socket'), { force: true })
}
