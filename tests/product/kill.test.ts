import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cleanUpFiles } from '../../server/uploads/files.jobs.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import { readConfig } from '../../server/lib/config.ts'
import { connect, type Database } from '../../server/database/db.ts'
import { createFileStore } from '../../server/store/create-file-store.ts'
import { databaseOf } from '../support/product/product-database.ts'
import { type Product, startProduct } from '../support/product/product.ts'
import {
  expectAcknowledgedWork,
  expectNoOrphans,
  expectNoPartialRecords,
} from '../support/oracles/whole-or-absent.ts'
import {
  countAcknowledged,
  findPlan,
  type LoadPlan,
  noAcknowledgements,
  writeUntilKilled,
} from '../support/product/write-load.ts'
import { FULL } from '../support/full.ts'

// all of them start processes
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

/**
 * The product is killed at random moments while six people write, and started again: what it had acknowledged is there,
 * all other changes are whole or absent, and the log matches the records.
 */
const ROUNDS = FULL ? 20 : 1
/** writes before a kill, some of each kind among them */
const FEWEST = 10
const SEED = Number(process.env.SEED ?? 20_310_704)

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'safeguards-kill-'))
let plan: LoadPlan
/** the product started last: what the kill before left is checked on it, then it is loaded and killed */
let product: Product

/** Random numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = connect(databaseOf(dataDir).connection, () => undefined)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** The daily clean-up as it would run a little more than a day later. */
const cleanUp = ({ kysely }: Database) => {
  const config = readConfig({ DATA_DIR: dataDir, API_KEY: 'demo-key' }, { production: false })
  return cleanUpFiles({
    config,
    db: kysely,
    readDb: kysely,
    files: createFileStore(config),
    now: () => new Date(Date.now() + 1.1 * DAY_MS),
    languages: LANGUAGES,
  })
}

beforeAll(async () => {
  product = await startProduct({ dataDir })
  plan = await withDatabase(findPlan)
})
afterAll(async () => {
  await product?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test(`nothing is lost and nothing is half done in ${ROUNDS} kills under write load, seed ${SEED}`, {
  timeout: 1_800_000,
}, async () => {
  const random = seeded(SEED)
  const total = { files: 0, sites: 0, decisions: 0, evidence: 0, batches: 0 }
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { child, url } = product
    let killed = false
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const done = noAcknowledgements()
    const load = writeUntilKilled(url, plan, done, () => killed)
    // somewhere in the middle of what follows this many writes
    const enough = FEWEST + random() * 40
    const kill = (async () => {
      const hasEnough = () =>
        countAcknowledged(done) >= enough && Object.values(done).every((kind) => kind.length > 0)
      const latest = Date.now() + 60_000
      while (!hasEnough() && child.exitCode === null && Date.now() < latest) await sleep(2)
      await sleep(random() * 100)
      killed = true
      child.kill('SIGKILL')
    })()
    await Promise.race([load, kill])
    await Promise.all([load, kill, gone])

    product = await startProduct({ dataDir })
    await withDatabase(async (database) => {
      await expectAcknowledgedWork(database, dataDir, done)
      await expectNoPartialRecords(database, dataDir)
      await cleanUp(database)
      await expectNoOrphans(database, dataDir)
      await expectNoPartialRecords(database, dataDir)
    })
    for (const kind of Object.keys(total) as (keyof typeof total)[]) total[kind] += done[kind].length
  }
  console.log(`kills: ${ROUNDS}, acknowledged before them: ${JSON.stringify(total)}`)
  // a load without writes proves nothing
  for (const count of Object.values(total)) expect(count).toBeGreaterThanOrEqual(ROUNDS)
})
