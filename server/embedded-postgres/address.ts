import { existsSync, readFileSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foreseen } from '../lib/errors.ts'
import type { Account } from './account.ts'
import { isPrivatelyOwned, makePrivateFolder, temporaryFolders } from './temp-folder.ts'

/** The number in a socket's name; no port of the machine is taken by it. */
export const SOCKET_PORT = 5432

const LONGEST_SOCKET_PATH = process.platform === 'linux' ? 107 : 103

/**
 * The folder of the socket: the database folder itself, or, where the path would be longer than the system allows for
 * a socket, a folder of its own under the temporary folder, whose name DATA_DIR/db-socket keeps for the next start.
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

/** The folder of the socket of a server that runs; null where there is no socket. */
export function runningSocketFolder(dataDir: string, db: string): string | null {
  const note = join(dataDir, 'db-socket')
  const folder = existsSync(note) ? readFileSync(note, 'utf8').trim() : db
  return existsSync(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) ? folder : null
}

/** Takes away the folder that socketFolder made outside the database folder, once the server is gone. */
export function removeSocketFolder(dataDir: string, db: string, folder: string): void {
  if (folder === db) return
  try {
    rmdirSync(folder)
  } catch {
    return // not empty: the next start uses it again
  }
  rmSync(join(dataDir, 'db-socket'), { force: true })
}
