import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { foreseen } from '../lib/errors.ts'
import { syncFolder } from '../store/sync-folder.ts'
import type { Runner } from './account.ts'
import { SOCKET_PORT } from './address.ts'
import { type Binaries, serverEnvironment } from './binaries.ts'

export const SUPERUSER = 'postgres'

/** Returns the major version that wrote this cluster, or null where there is none yet. */
export function clusterMajor(cluster: string): number | null {
  const file = join(cluster, 'PG_VERSION')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null
}

/** Throws a foreseen error when another major version than the programs' wrote the data. */
export function requireSameMajor(cluster: string, binaries: Binaries): void {
  const written = clusterMajor(cluster)
  if (written !== null && written !== binaries.major)
    throw foreseen(
      `The database in ${cluster} was made by PostgreSQL ${written}, and PostgreSQL ${binaries.major} cannot read it: ` +
        `install PostgreSQL ${written} on this machine, or set DATA_DIR to another folder.`,
    )
}

/**
 * Creates the cluster: UTF-8, C.UTF-8 and data checksums. It is made under another name and renamed when complete, so
 * that an interrupted one is never mistaken for a database.
 */
export async function createCluster(
  place: { db: string; cluster: string; fsync: boolean },
  binaries: Binaries,
  runner: Runner,
): Promise<void> {
  const unfinished = `${place.cluster}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const args = ['-D', unfinished, '-U', SUPERUSER, '-E', 'UTF8', '-k', '--no-instructions']
  args.push(...localeArguments(binaries.major), ...(place.fsync ? [] : ['--no-sync']))
  args.push('--auth-local=trust', '--auth-host=reject')
  await run([...runner.prefix, join(binaries.bin, 'initdb'), ...args], runner, binaries)
  renameSync(unfinished, place.cluster)
  if (place.fsync) await syncFolder(place.db)
}

/** Sorting by code point and full Unicode letters; from version 17 on independent of the machine's C library. */
function localeArguments(major: number): string[] {
  const builtin = major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
  if (process.platform === 'darwin') return ['--locale=C', '--lc-ctype=UTF-8', ...builtin]
  return ['--locale=C.UTF-8', ...builtin]
}

async function run(command: string[], runner: Runner, binaries: Binaries): Promise<void> {
  const child = spawn(command[0] as string, command.slice(1), {
    ...runner.credentials,
    cwd: '/',
    env: serverEnvironment(binaries.lib),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.resume()
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(foreseen(`The database could not be made: ${error.message}`)))
    child.once('close', resolve)
  })
  if (code === 0) return
  const complaint = output
    .trimEnd()
    .split('\n')
    .findLast((line) => /error|FATAL/i.test(line))
  throw foreseen(`The database could not be made: ${complaint ?? output.trim()}`)
}

/** Creates the data folder and its `db`, mode 0700: the server trusts every user who reaches its socket. */
export function makeDatabaseFolder(db: string): void {
  try {
    // Root's data folder must be passable for the account that the server runs under; its contents are not listed.
    mkdirSync(dirname(db), { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    mkdirSync(db, { recursive: true, mode: 0o700 })
    accessSync(db, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw foreseen(
      `The database folder ${db} cannot be used (${(error as NodeJS.ErrnoException).code}): start the product as the ` +
        'user it belongs to, or set DATA_DIR to another folder.',
      { cause: error },
    )
  }
}

/** The settings of the server, small because the product and its database must fit in 400 MB on one machine. */
export const serverSettings = (
  socketFolder: string,
  { fsync, connections }: { fsync: boolean; connections: number },
): [string, string][] => [
  ['listen_addresses', ''],
  // A list: the quotes keep a comma or a space in the path from ending the entry.
  ['unix_socket_directories', `"${socketFolder.replaceAll('"', '""')}"`],
  ['unix_socket_permissions', '0700'],
  ['port', String(SOCKET_PORT)],
  ['max_connections', String(connections)],
  ['shared_buffers', '32MB'],
  ['work_mem', '4MB'],
  ['maintenance_work_mem', '32MB'],
  ['effective_cache_size', '256MB'],
  ['max_wal_size', '256MB'],
  ['max_worker_processes', '4'],
  ['max_parallel_workers', '2'],
  ['max_parallel_workers_per_gather', '1'],
  ['max_logical_replication_workers', '0'],
  ['autovacuum_max_workers', '2'],
  ['random_page_cost', '1.1'],
  ['jit', 'off'],
  ['timezone', 'UTC'],
  ['log_timezone', 'UTC'],
  ['log_destination', 'stderr'],
  ['logging_collector', 'off'],
  ['log_checkpoints', 'off'],
  ['fsync', fsync ? 'on' : 'off'],
  ['synchronous_commit', fsync ? 'on' : 'off'],
  ['full_page_writes', fsync ? 'on' : 'off'],
]
