import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { API_KEY, type AtWork, callsOf, databaseBeside, insistOnSame, startBeside } from './at-work.ts'
import { measureBurst } from './burst.ts'
import { measureExport } from './exports.ts'
import { type Calls, measure } from './measure.ts'
import { type Operation, WARM_UP_WRITES, WRITES_OF_A_SIDE } from './operations.ts'
import { signIn } from './prepare.ts'
import { memoryOf, type Running, startProduct } from './processes.ts'
import type { Request } from './requests.ts'
import type { Result, Row } from './result.ts'
import { measureStart } from './start.ts'

type Say = (words: string) => void

/** calls before the measured ones, so that every side is warm */
const WARM_UP = 10
/** so often the sides take turns at an operation */
const TURNS = { alone: 5, at16: 3 }
/** milliseconds that each side may take at each concurrency: slow calls are measured less often */
const BUDGET_MS = 3_000

const listFor = (token: string): Request => ({
  path: '/api/sites/datatable?length=10&page=1',
  headers: { 'x-api-key': API_KEY, authorization: `Bearer ${token}` },
})

async function measureOperation({ name, count, before, writes }: Operation, calls: Calls): Promise<Row> {
  const plan = { count, atOnce: 1, budget: BUDGET_MS, turns: TURNS.alone, before }
  const warmUp = writes
    ? { count: WARM_UP_WRITES, atOnce: 16, budget: 10_000 }
    : { count: WARM_UP, budget: 500 }
  await measure(calls, { ...plan, ...warmUp, turns: 1 })
  const alone = await measure(calls, plan)
  if (before) return { name, alone, at16: null }
  // few calls in many turns would measure beginnings and ends
  const turns = writes ? 1 : TURNS.at16
  return { name, alone, at16: await measure(calls, { ...plan, count: count * 3, atOnce: 16, turns }) }
}

/** Measures the operations with this in their name, one after the other. */
export async function measureOperations(at: AtWork, only: string, say: Say): Promise<Row[]> {
  const rows: Row[] = []
  for (const operation of at.operations.filter(({ name }) => name.includes(only))) {
    await insistOnSame(at, [operation])
    const started = performance.now()
    rows.push(await measureOperation(operation, callsOf(at, operation)))
    say(`  ${operation.name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  return rows
}

async function untilSealed(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ waits: boolean }>(
      'select exists (select from audit_unsealed) as waits',
    )
    if (!rows[0]?.waits) return
    await sleep(500)
  }
}

/** Brings the copy up to today's migrations, its log sealed, and signs somebody in, so that a start is only a start. */
async function settle(dataDir: string): Promise<string> {
  const product = await startProduct(dataDir, API_KEY)
  const client = new pg.Client(await databaseBeside(dataDir))
  await client.connect()
  await untilSealed(client)
  await client.end()
  const token = await signIn(product.origin, API_KEY, 'bench1@bureau.example')
  await product.stop()
  return token
}

/** Measures everything on a bureau of its own, which it changes. */
export async function measureBureau(
  dataDir: string,
  say: Say,
): Promise<Omit<Result, 'scale' | 'size' | 'machine'>> {
  const list = listFor(await settle(dataDir))
  const { figures: start, running: product } = await measureStart(() => startProduct(dataDir, API_KEY), list)
  const memoryNow = () => memoryOf(product.child.pid ?? 0)
  const afterStart = memoryNow()
  try {
    const measured = await beside(dataDir, product, async (at) => {
      const rows = await measureOperations(at, '', say)
      const staffList = listFor(at.bench.tokens.fmb)
      const burst = await measureBurst(product.origin, API_KEY, staffList)
      say('  burst of visitors')
      const exports = await measureExports(at, staffList)
      say('  exports')
      // after all these writes the kept numbers must still be the counted ones
      await insistOnSame(at, at.operations)
      return { rows, burst, exports }
    })
    return { ...measured, start, memory: { afterStart, afterLoad: memoryNow() } }
  } finally {
    await product.stop()
  }
}

async function beside<T>(dataDir: string, product: Running, work: (at: AtWork) => Promise<T>): Promise<T> {
  const at = await startBeside(dataDir, product, WRITES_OF_A_SIDE)
  try {
    return await work(at)
  } finally {
    await at.stop()
  }
}

/** Measures a few operations on a bureau of its own. */
export async function measureSome(dataDir: string, only: string, say: Say): Promise<Row[]> {
  await settle(dataDir)
  const product = await startProduct(dataDir, API_KEY)
  try {
    return await beside(dataDir, product, (at) => measureOperations(at, only, say))
  } finally {
    await product.stop()
  }
}

const measureExports = async (at: AtWork, list: Request): Promise<Result['exports']> => ({
  region: await measureExport(at, at.bench.encoder.region_id, 5, list),
  everything: await measureExport(at, null, 3, list),
})
