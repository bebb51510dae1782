import { spawn, spawnSync } from 'node:child_process'
import { fstatSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { foreseen } from '../lib/errors.ts'
import type { Runner } from './account.ts'
import { type Binaries, serverEnvironment } from './binaries.ts'
import { lastComplaint } from './server-log.ts'

/** The state of a running server, from its postmaster.pid. */
type Postmaster = { pid: number; ready: boolean }

/** A server that this process has started; `ended` resolves when it has ended, for any reason. */
export type Server = { pid: number; ended: Promise<void> }

const START_MS = 120_000

/** Parses postmaster.pid (PostgreSQL's miscadmin.h defines its lines); null when there is none. */
export function readPostmaster(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return null
    return { pid, ready: lines[7]?.trim() === 'ready' }
  } catch {
    return null
  }
}

/** Whether this process is alive and is the server of this cluster, not another process that got its id later. */
export function isServerOf(pid: number, cluster: string): boolean {
  if (process.platform === 'linux')
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false
    }
  if (!isProcessRunning(pid)) return false
  // A container may forbid looking into another user's process; its command line is readable for all.
  return commandOf(pid).includes(cluster)
}

function commandOf(pid: number): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Whether a process has this id. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Stops the server that a killed product left running on this cluster. Removes a postmaster.pid whose id now belongs to
 * another process, which would prevent PostgreSQL from starting.
 */
export async function stopOrphanedServer(cluster: string): Promise<void> {
  const found = readPostmaster(cluster)
  if (!found) return
  if (isServerOf(found.pid, cluster)) await stopServer(found.pid, cluster)
  else if (isProcessRunning(found.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/**
 * Starts the server and resolves once it accepts connections (after recovery, where it had crashed). The server gets
 * its own session, so that Ctrl-C reaches the product alone, which then stops the server in order.
 */
export async function startServer(
  cluster: string,
  binaries: Binaries,
  runner: Runner,
  settings: [string, string][],
  logFile: { path: string; descriptor: number },
): Promise<Server> {
  const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [...runner.prefix, join(binaries.bin, 'postgres'), '-D', cluster, ...options]
  const end = Date.now() + START_MS

  while (Date.now() < end) {
    const alreadySaid = fstatSync(logFile.descriptor).size
    const child = spawn(command[0] as string, command.slice(1), {
      ...runner.credentials,
      cwd: '/',
      env: serverEnvironment(binaries.lib),
      stdio: ['ignore', logFile.descriptor, logFile.descriptor],
      detached: true,
    })
    child.unref()
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    let failed = null as Error | null
    child.once('error', (error) => {
      failed = error
    })
    while (child.exitCode === null && child.signalCode === null && !failed && Date.now() < end) {
      const found = readPostmaster(cluster)
      // Until the server has written its own id, the file may still be that of an earlier one.
      if (found?.ready && found.pid === child.pid) return { pid: found.pid, ended }
      await sleep(10)
    }
    const complaint = failed?.message ?? lastComplaint(logFile.path, alreadySaid)
    // The last processes of a killed server take a moment to end; until then PostgreSQL refuses to start on the data.
    if (!/shared memory block .* still in use|lock file .* already exists/.test(complaint))
      throw foreseen(`The database could not start: ${complaint} (log: ${logFile.path})`)
    await sleep(200)
  }
  throw foreseen(
    `The database did not become ready within ${START_MS / 1000} seconds (log: ${logFile.path}).`,
  )
}

/**
 * Stops the server and waits for its end: open transactions are rolled back, everything committed is written. One that
 * does not end within 20 seconds is stopped immediately; its next start recovers from the log.
 */
export async function stopServer(pid: number, cluster: string): Promise<void> {
  for (const [signal, milliseconds] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!isServerOf(pid, cluster)) return
    signalTo(pid, signal)
    for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(10))
      if (!isServerOf(pid, cluster)) return
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
