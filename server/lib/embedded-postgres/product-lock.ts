import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  type Stats,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from './cannot-start.ts'

type Holder = { pid: number; started: string | null; machine: string; token: string }

const BEAT_MS = 2_000
const SILENCE_MS = 8_000

/**
 * Takes the data folder for this process alone; the returned function gives it back. Throws CannotStart while another
 * product holds it. A holder is known by process id and start time, so a number that was given to another process does
 * not count; one in another container or on another machine is known by the heartbeat it leaves on the file.
 */
export async function takeProductLock(dataDir: string, silence_ms = SILENCE_MS): Promise<() => void> {
  const path = join(dataDir, 'product.lock')
  const mine: Holder = {
    pid: process.pid,
    started: startOf(process.pid),
    machine: machine(),
    token: randomUUID(),
  }
  if (!create(path, mine)) await takeOver(path, mine, dataDir, silence_ms)

  const beat = setInterval(() => touch(path), BEAT_MS)
  beat.unref()
  return () => {
    clearInterval(beat)
    if (read(path)?.token === mine.token) rmSync(path, { force: true })
  }
}

/** Whether a product holds this data folder now. */
export async function isProductRunning(dataDir: string): Promise<boolean> {
  const path = join(dataDir, 'product.lock')
  const holder = read(path)
  return holder !== null && isAlive(holder, path)
}

function create(path: string, mine: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(mine), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw new CannotStart(
      `The data folder cannot be written to (${(error as Error).message}): check DATA_DIR.`,
      { cause: error },
    )
  }
}

async function takeOver(path: string, mine: Holder, dataDir: string, silence_ms: number): Promise<void> {
  const refuse = (holder: Holder | null) => {
    throw new CannotStart(
      `Another start of the product${holder ? ` (process ${holder.pid})` : ''} is already using the data folder ` +
        `${dataDir}: stop it first, or set DATA_DIR to another folder.`,
    )
  }
  let holder = read(path)
  if (!holder) {
    // Empty: either written this very moment, or cut off by a full disk or a power failure.
    await sleep(300)
    holder = read(path)
  }
  if (holder && (await isAlive(holder, path, silence_ms))) refuse(holder)

  const waiting = `${path}.${mine.token}`
  writeFileSync(waiting, JSON.stringify(mine))
  renameSync(waiting, path)
  // Two starts may have found the same dead holder: the last one to write has it, the other sees that and leaves.
  await sleep(150)
  const winner = read(path)
  if (winner?.token !== mine.token) refuse(winner)
}

async function isAlive(holder: Holder, path: string, silence_ms = SILENCE_MS): Promise<boolean> {
  if (holder.machine === machine() && holder.started !== null) return startOf(holder.pid) === holder.started

  const seen = modified(path)
  for (let waited = 0; waited < silence_ms; waited += 250) {
    await sleep(250)
    if (modified(path) !== seen) return true
  }
  return false
}

function read(path: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8'))
    return typeof holder?.pid === 'number' && typeof holder.token === 'string' ? holder : null
  } catch {
    return null
  }
}

function modified(path: string): number | null {
  const stat: Stats | undefined = statSync(path, { throwIfNoEntry: false })
  return stat?.mtimeMs ?? null
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // the folder was removed under us: nothing left to guard
  }
}

/** Where process ids mean the same thing: this boot of this machine and, on Linux, this container. */
function machine(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** When a process started, in whatever the system calls it; null for none, a dead one, or a system that does not say. */
function startOf(pid: number): string | null {
  if (process.platform === 'win32') return null
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold anything; the state and the start time are the 1st and 20th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null)
  } catch {
    if (process.platform === 'linux') return null
    const said = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    return said.status === 0 ? said.stdout.trim() || null : null
  }
}
