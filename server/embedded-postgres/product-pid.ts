import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { foreseen } from '../lib/errors.ts'
import { isProcessRunning } from './postmaster.ts'

/** The process that uses a data folder, and its start time where the system reports one. */
type Product = { pid: number; started: string | null }

/**
 * Locks the data folder for this process with the file `product.pid`; the returned function unlocks it. Throws a
 * foreseen error while another product runs on the folder.
 */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  const path = join(dataDir, 'product.pid')
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Product)
  if (!create(path, mine)) {
    // empty while another start writes it, or truncated by a full disk
    if (!read(path)) await sleep(300)
    refuseWhileItRuns(path, dataDir)
    writeFileSync(path, mine)
    // two starts may find the same dead product: the last one to write gets the folder
    await sleep(150)
    if (readFileSync(path, 'utf8') !== mine) refuseWhileItRuns(path, dataDir)
  }
  return () => rmSync(path, { force: true })
}

/** Whether a product runs on this data folder now. */
export function isProductRunning(dataDir: string): boolean {
  const product = read(join(dataDir, 'product.pid'))
  return product !== null && isAlive(product)
}

function create(path: string, mine: string): boolean {
  try {
    writeFileSync(path, mine, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw foreseen(`The data folder cannot be written to (${(error as Error).message}): check DATA_DIR.`, {
      cause: error,
    })
  }
}

function refuseWhileItRuns(path: string, dataDir: string): void {
  const product = read(path)
  if (!product || !isAlive(product)) return
  throw foreseen(
    `Another start of the product (process ${product.pid}) is already using the data folder ${dataDir}: stop it ` +
      'first, or set DATA_DIR to another folder.',
  )
}

function read(path: string): Product | null {
  try {
    const product = JSON.parse(readFileSync(path, 'utf8')) as Product
    return typeof product.pid === 'number' ? product : null
  } catch {
    return null
  }
}

/** A process id that now belongs to another process does not count. */
function isAlive({ pid, started }: Product): boolean {
  return process.platform === 'linux' ? started !== null && startOf(pid) === started : isProcessRunning(pid)
}

/** Returns when a process started; null for none or a dead one, and on systems other than Linux. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name in parentheses may contain any character; state and start time are the 1st and 20th field after it
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}
