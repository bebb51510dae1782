import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DAY_MS, HOUR_MS } from '../../../shared/lib/durations.ts'
import type { Product } from './product.ts'

const run = promisify(execFile)

const CACHE = path.resolve('node_modules/.cache/demo')

/** Starts a product that makes the demo bureau in an empty folder. */
type StartIn = (folder: string) => Promise<Product>

/** The demo bureau of one build on one day in Manila, since its records are dated back from that day. */
const nameOfToday = () =>
  `${readFileSync('dist/.built', 'utf8').slice(0, 16)}-${new Date(Date.now() + 8 * HOUR_MS).toISOString().slice(0, 10)}`

const LOCK = path.join(CACHE, 'maker')

/** Notes this process as the maker; false while another one is at it. */
function becomeMaker(): boolean {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

/** Takes the note of a process away that has ended without a demo. */
function forgetDeadMaker(): void {
  try {
    process.kill(Number(readFileSync(LOCK, 'utf8')), 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') rmSync(LOCK, { force: true })
  }
}

/** Returns the folder of a demo bureau that was made and stopped properly; of many callers the first one makes it. */
async function madeOnce(startIn: StartIn): Promise<string> {
  const folder = path.join(CACHE, nameOfToday())
  mkdirSync(CACHE, { recursive: true })
  while (!existsSync(folder)) {
    if (becomeMaker()) await make(folder, startIn).finally(() => rmSync(LOCK, { force: true }))
    else {
      await sleep(200)
      forgetDeadMaker()
    }
  }
  return folder
}

async function make(folder: string, startIn: StartIn): Promise<void> {
  // another one may have made it since this one asked
  if (existsSync(folder)) return
  for (const old of readdirSync(CACHE)) {
    const one = path.join(CACHE, old)
    if (Date.now() - statSync(one).mtimeMs > DAY_MS) rmSync(one, { recursive: true, force: true })
  }
  const aside = mkdtempSync(path.join(CACHE, 'making-'))
  await (await startIn(aside)).stop()
  renameSync(aside, folder)
}

/** Fills this folder with the data of the demo bureau, as a demo leaves it that was started and stopped. */
export async function copyDemo(dataDir: string, startIn: StartIn): Promise<void> {
  // -a keeps the owner: the database server runs under a separate account
  mkdirSync(dataDir, { recursive: true })
  await run('cp', ['-a', `${await madeOnce(startIn)}/.`, dataDir])
}
