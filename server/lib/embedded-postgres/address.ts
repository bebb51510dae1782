import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { CannotStart } from './cannot-start.ts'
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
    throw new CannotStart(
      `The path of the database folder ${db} is too long for a socket, and no temporary folder is usable instead: ` +
        'set DATA_DIR to a shorter path.',
    )
  const folder = makePrivateFolder(parent, 'safeguards-db-', account)
  writeFileSync(note, folder)
  return folder
}

const fits = (folder: string) =>
  Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH

/** Where the server of a running product answers: its socket folder, or the loopback address with its password. */
export function runningAddress(dataDir: string, db: string): { host: string; password?: string } | null {
  const note = join(dataDir, 'db-socket')
  const folder = existsSync(note) ? readFileSync(note, 'utf8').trim() : db
  if (existsSync(join(folder, `.s.PGSQL.${SOCKET_PORT}`))) return { host: folder }
  if (!existsSync(join(dataDir, 'db-password'))) return null
  return { host: '127.0.0.1', password: keptPassword(dataDir) }
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

/** The password of the server where it listens on the loopback address, which every user of the machine can reach. */
export function keptPassword(dataDir: string): string {
  const file = join(dataDir, 'db-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/** A port of the loopback address that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', resolve)
  })
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string')
    throw new CannotStart('No port is free on 127.0.0.1 for the database.')
  return address.port
}
