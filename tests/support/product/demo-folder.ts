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
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Product } from './product.ts'

const run = promisify(execFile)

const CACHE = path.resolve('node_modules/.cache/demo')
const HOUR = 60 * 60 * 1000

/** Starts a product that makes the demo bureau in an empty folder. */
type StartIn = (folder: string) => Promise<Product>

/** The demo bureau of one build on one day in Manila, since its records are dated back from that day. */
const nameOfToday = () =>
  `${readFileSync('dist/.built', 'utf8').slice(0, 16)}-${new Date(Date.now() + 8 * HOUR).toISOString().slice(0, 10)}`

/** Returns the folder of a demo bureau that was made and stopped properly; makes it on the first call. */
async function madeOnce(startIn: StartIn): Promise<string> {
  const folder = path.join(CACHE, nameOfToday())
  if (existsSync(folder)) return folder
  mkdirSync(CACHE, { recursive: true })
  for (const old of readdirSync(CACHE)) {
    const one = path.join(CACHE, old)
    if (Date.now() - statSync(one).mtimeMs > 24 * HOUR) rmSync(one, { recursive: true, force: true })
  }
  const aside = mkdtempSync(path.join(CACHE, 'making-'))
  await (await startIn(aside)).stop()
  try {
    renameSync(aside, folder)
  } catch {
    // another worker was faster
    rmSync(aside, { recursive: true, force: true })
  }
  return folder
}

/** Fills this folder with the data of the demo bureau, as a demo leaves it that was started and stopped. */
export async function copyDemo(dataDir: string, startIn: StartIn): Promise<void> {
  // -a keeps the owner: the database server runs under a separate account
  mkdirSync(dataDir, { recursive: true })
  await run('cp', ['-a', `${await madeOnce(startIn)}/.`, dataDir])
}
