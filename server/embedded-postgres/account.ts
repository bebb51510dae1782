import { accessSync, chownSync, constants, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { foreseen } from '../lib/errors.ts'

/** The user that the database server runs as; null for the user of this process. */
export type Account = { uid: number; gid: number } | null

/** How to start a program under the account: a prefix for its arguments, and the credentials for `spawn`. */
export type Runner = { prefix: string[]; credentials: { uid?: number; gid?: number } }

const NOBODY = { uid: 65534, gid: 65534 }
const CAP_DAC_OVERRIDE = 1
const CAP_DAC_READ_SEARCH = 2
const CAP_SETGID = 6
const CAP_SETUID = 7

/**
 * PostgreSQL refuses to run as root, so root makes the database folder the property of an account without rights.
 * A folder that already belongs to an ordinary user keeps its owner, so that using `sudo` once does not lock them out.
 */
export function accountFor(folder: string): Account {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(folder)
  const account = owner.uid === 0 ? NOBODY : { uid: owner.uid, gid: owner.gid }
  try {
    if (process.platform === 'linux' && !mayChangeUser()) throw new Error('no right to change the user')
    if (owner.uid === 0) chownSync(folder, account.uid, account.gid)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw foreseen(
      `The database folder ${folder} cannot be given to an account without rights, which PostgreSQL needs when ` +
        'the product runs as root: start the product as an ordinary user, or set DATA_DIR to a folder on a local disk.',
      { cause },
    )
  }
  return account
}

/** Whether the account has this permission bit (4 read, 2 write, 1 pass) on a file with these owners and modes. */
export function allows(stat: Stats, account: Account, bit: number): boolean {
  const uid = account?.uid ?? process.getuid?.()
  const gid = account?.gid ?? process.getgid?.()
  if (uid === undefined || (uid === 0 && !account)) return true
  const shift = stat.uid === uid ? 6 : stat.gid === gid ? 3 : 0
  return ((stat.mode >> shift) & bit) === bit
}

/** Returns the first parent folder of the path that the account cannot pass, or null. */
export function blockedFolder(path: string, account: Account): string | null {
  const folders: string[] = []
  for (let folder = dirname(realpathSync(path)); ; folder = dirname(folder)) {
    folders.unshift(folder)
    if (folder === dirname(folder)) break
  }
  return folders.find((folder) => !allows(statSync(folder), account, 1)) ?? null
}

const mayChangeUser = () => holdsCapability(CAP_SETUID) && holdsCapability(CAP_SETGID)

/** Whether this process has a capability and may pass it to a child (Linux). */
function holdsCapability(capability: number): boolean {
  try {
    const status = readFileSync('/proc/self/status', 'utf8')
    const mask = (name: string) =>
      BigInt(`0x${new RegExp(`^${name}:\\s*([0-9a-f]+)`, 'm').exec(status)?.[1] ?? '0'}`)
    return (((mask('CapEff') & mask('CapBnd')) >> BigInt(capability)) & 1n) === 1n
  } catch {
    return false
  }
}

function onPath(program: string): string | null {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/bin']) {
    if (!folder.startsWith('/')) continue
    try {
      accessSync(join(folder, program), constants.X_OK)
      return join(folder, program)
    } catch {
      // not in this folder
    }
  }
  return null
}

/**
 * Returns how to run the server under the account with its data in this folder. Where every parent folder can be
 * passed, changing the user is enough; inside a 0700 home the server also gets the one capability to search folders
 * (or, in containers that withhold it, the one that overrides permissions). Throws a foreseen error when neither works.
 */
export function runnerFor(account: Account, folder: string): Runner {
  if (!account) return { prefix: [], credentials: {} }
  const blocked = blockedFolder(folder, account)
  if (!blocked) return { prefix: [], credentials: account }

  const capability = holdsCapability(CAP_DAC_READ_SEARCH)
    ? '+dac_read_search'
    : holdsCapability(CAP_DAC_OVERRIDE)
      ? '+dac_override'
      : null
  const setpriv = onPath('setpriv')
  if (!setpriv || !capability)
    throw foreseen(
      `The database cannot run as root, and the account it runs under instead cannot enter ${blocked}: set DATA_DIR ` +
        'to a folder that every account may enter, for example /var/lib/safeguards, or start the product as an ordinary user' +
        `${setpriv ? '' : ', or install setpriv (package util-linux)'}.`,
    )
  const { uid, gid } = account
  return {
    prefix: [
      setpriv,
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      `--inh-caps=${capability}`,
      `--ambient-caps=${capability}`,
    ],
    credentials: {},
  }
}
