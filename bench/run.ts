import pg from 'pg'
import { API_KEY, type AtWork, callsOf, databaseBeside, insistOnSame, startBeside } from './at-work.ts'
import { measureBulk } from './bulk.ts'
import { measureBurst } from './burst.ts'
import { measureExports } from './exports.ts'
import { type Calls, measure } from './measure.ts'
import { compareLists, measureLists } from './measure-lists.ts'
import { measureNewConnections } from './new-connections.ts'
import type { Operation, Spread } from './operations.ts'
import { signIn } from './prepare.ts'
import { measurePublicLog } from './public-log.ts'
import { memoryOf, type Running, startProduct } from './processes.ts'
import type { Request } from './requests.ts'
import type { Core, Result, Row } from './result.ts'
import { measureStart } from './start.ts'
import { measureSummaries } from './summaries.ts'
import { untilPublic, untilSealed } from './until.ts'
import { measureUploads } from './uploads.ts'
import { measureVerification } from './verification.ts'
import { measureWaiting } from './waiting.ts'
import { WRITES_OF_A_SIDE } from './write-operations.ts'

type Say = (words: string) => void

/** so often the sides take turns at an operation */
const TURNS = { alone: 5, at16: 3 }
/** milliseconds that each side may take at each concurrency: slow calls are measured less often */
const BUDGET_MS = 3_000
/** calls before the measured ones, so that every side is warm: what is read anew each time keeps plans on its connections */
const WARM_UP = { kept: { count: 10, budget: 500 }, anew: { count: 60, budget: BUDGET_MS } }

const listFor = (token: string): Request => ({
  path: '/api/sites/datatable?length=10&page=1',
  headers: { 'x-api-key': API_KEY, authorization: `Bearer ${token}` },
})

async function measureOperation({ name, count, before, writes }: Operation, calls: Calls): Promise<Row> {
  const plan = { count, atOnce: 1, budget: BUDGET_MS, turns: TURNS.alone, before }
  const warmUp = writes
    ? { count: writes.warmUp, atOnce: 16, budget: 10_000 }
    : WARM_UP[before ? 'anew' : 'kept']
  await measure(calls, { ...plan, ...warmUp, turns: 1 })
  const alone = await measure(calls, plan)
  if (before) return { name, alone, at16: null }
  // few calls in many turns would measure beginnings and ends
  const turns = writes ? 1 : TURNS.at16
  return { name, alone, at16: await measure(calls, { ...plan, count: count * 3, atOnce: 16, turns }) }
}

/** The operations that are told of every scale. */
export const CORE = [
  'list, page 1',
  'list sorted by region',
  'searched list, rare words',
  'searched list, common word',
  'one record',
  'approve',
]

/** Measures the operations with a name that is wanted, one after the other. */
async function measureOperations(at: AtWork, isWanted: (name: string) => boolean, say: Say): Promise<Row[]> {
  const rows: Row[] = []
  for (const operation of at.operations.filter(({ name }) => isWanted(name))) {
    await insistOnSame(at, [operation])
    const started = performance.now()
    rows.push(await measureOperation(operation, callsOf(at, operation)))
    say(`  ${operation.name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  return rows
}

/** Brings the copy up to today's migrations, its log sealed and public, and signs somebody in, so that a start is only a start. */
async function settle(dataDir: string): Promise<string> {
  const product = await startProduct(dataDir, API_KEY)
  const client = new pg.Client(await databaseBeside(dataDir))
  await client.connect()
  await untilSealed(client)
  await untilPublic(client)
  await client.end()
  const token = await signIn(product.origin, API_KEY, 'bench1@bureau.example')
  await product.stop()
  return token
}

const NO_WRITES: Spread<number> = { region: 0, regions: 0 }

type Measured<Of extends Core> = Omit<Of, 'scale' | 'size' | 'machine'>

/** Starts the product on a bureau of its own, which is changed, and measures around and beside it. */
async function onProduct<T>(dataDir: string, writes: Spread<number>, work: (at: AtWork) => Promise<T>) {
  const list = listFor(await settle(dataDir))
  const { figures: start, running: product } = await measureStart(() => startProduct(dataDir, API_KEY), list)
  const memoryNow = () => memoryOf(product.child.pid ?? 0)
  const afterStart = memoryNow()
  try {
    const measured = await beside(dataDir, product, writes, work)
    // the connections of the bench and of the bare server have ended by now
    return { measured, start, memory: { afterStart, afterLoad: memoryNow() } }
  } finally {
    await product.stop()
  }
}

async function beside<T>(
  dataDir: string,
  product: Running,
  writes: Spread<number>,
  work: (at: AtWork) => Promise<T>,
): Promise<T> {
  const at = await startBeside(dataDir, product, writes)
  try {
    return await work(at)
  } finally {
    await at.stop()
  }
}

async function verify(dataDir: string, say: Say): Promise<Core['verification']> {
  const verification = await measureVerification(dataDir)
  say(`  verification of the log: ${(verification.ms / 1000).toFixed(0)} s`)
  return verification
}

/** Measures everything. */
export async function measureBureau(dataDir: string, say: Say): Promise<Measured<Result>> {
  const { measured, ...around } = await onProduct(dataDir, WRITES_OF_A_SIDE, async (at) => {
    // the bare server logs no facts of what it approves
    const verification = await verify(dataDir, say)
    const rows = await measureOperations(at, () => true, say)
    const newConnection = await measureNewConnections(at)
    const uploads = await measureUploads(at)
    const staffList = listFor(at.bench.tokens.fmb)
    const burst = await measureBurst(at.product.origin, API_KEY, staffList)
    say('  new connections, uploads, burst of visitors')
    const exports = await measureExports(at, regionOf(at), staffList)
    say('  exports')
    const summaries = await measureSummaries(at, staffList)
    say('  summaries')
    const waiting = await measureWaiting(at)
    say('  what waits')
    const bulk = await measureBulk(at, staffList)
    say('  decisions on many')
    const cells = await measureLists(at, '', say)
    // after all these writes the kept numbers must still be the counted ones
    await insistOnSame(at, at.operations)
    return { rows, newConnection, uploads, burst, exports, summaries, waiting, bulk, verification, cells }
  })
  const publicLog = await measurePublicLog(dataDir, listFor)
  say('  public log')
  return { ...measured, ...around, publicLog }
}

const regionOf = ({ bench }: AtWork): number => bench.encoders.region[0]?.region_id ?? 0

/** Measures what is told of every scale, the largest as well. */
export async function measureCore(dataDir: string, say: Say): Promise<Measured<Core>> {
  const { measured, start } = await onProduct(dataDir, WRITES_OF_A_SIDE, async (at) => ({
    verification: await verify(dataDir, say),
    rows: await measureOperations(at, (name) => CORE.includes(name), say),
  }))
  return { ...measured, start }
}

/** Measures the operations and lists with this in their name on a bureau of its own. */
export async function measureSome(dataDir: string, only: string, say: Say) {
  const { measured } = await onProduct(dataDir, WRITES_OF_A_SIDE, async (at) => ({
    rows: await measureOperations(at, (name) => name.includes(only), say),
    cells: await measureLists(at, only, say),
    waiting: 'what waits'.includes(only) ? await measureWaiting(at) : null,
    bulk: 'bulk'.includes(only) ? await measureBulk(at, listFor(at.bench.tokens.fmb)) : null,
    summaries: 'summaries'.includes(only) ? await measureSummaries(at, listFor(at.bench.tokens.fmb)) : null,
  }))
  const publicLog = 'public log'.includes(only) ? await measurePublicLog(dataDir, listFor) : null
  return { ...measured, publicLog }
}

/** Compares every order, search and page of these lists with the bare server; how many cells differ. */
export async function compareSome(dataDir: string, only: string, say: Say): Promise<number> {
  const { measured } = await onProduct(dataDir, NO_WRITES, (at) => compareLists(at, only, say))
  return measured
}
