import { rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { type Connection, startEmbeddedPostgres } from '../server/lib/embedded-postgres.ts'
import { approvalsAt } from './approvals.ts'
import { API_KEY, type AtWork, BENCH_NAME, startBeside } from './at-work.ts'
import { type Beside, timeOf } from './beside.ts'
import { median } from './measure.ts'
import { type Running, startProduct, watchMemory } from './processes.ts'
import { mustSend, type Request } from './requests.ts'
import { untilMailed, untilPublic, untilSealed } from './until.ts'

/** The public log of a bureau that has none yet, and what it costs from then on; in milliseconds unless said. */
export type PublicLogFigures = {
  rows: number
  /** seconds until every row is public */
  seconds: number
  list: Beside
  approve: Beside
  /** megabytes of product and database at most, above what they were before it was built */
  growth: number
  /** an approval on average, while nothing follows the log and while it is followed */
  cost: { without: number; followed: number }
}

const WARM_UP_MS = 5_000
/** before and after the building each */
const ALONE_MS = 15_000
const LISTS_EACH_ROUND = 20
/** long enough for a dozen checkpoints */
const TURN_MS = 6_000
/** so often two turns of each side, which begins and ends it */
const ROUNDS = 4
const TURNS = ['without', 'followed', 'followed', 'without'] as const
/** more approvals than the longest of these takes */
const RECORDS = 6_000
const NO_WRITES = { region: 0, regions: 0 }
const LOCK = `hashtextextended('public log', 0)`

/** The address of our own database, as an operator writes one. */
function addressOf({ host, port, user, database, password }: Connection): string {
  const url = new URL(`postgresql:///${database}`)
  for (const [key, value] of Object.entries({ host, port, user, password }))
    if (value !== undefined) url.searchParams.set(key, String(value))
  return url.href
}

/** A bureau from before the public log: without entries and without files. */
async function takeAway(client: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('log_entries') is not null as there`,
  )
  if (rows[0]?.there)
    await client.query(`
      alter table log_entries disable trigger user;
      truncate log_entries, log_published, log_days, audit_day_counts;
      alter table log_entries enable trigger user;
      insert into audit_unsealed select id from audit_logs on conflict do nothing`)
  rmSync(path.join(dataDir, 'files', 'log'), { recursive: true, force: true })
}

/** Who follows the log waits for this lock, so whoever else holds it decides when it is followed. */
const holding = (client: pg.Client) => ({
  hold: () => client.query(`select pg_advisory_lock(${LOCK})`),
  letGo: () => client.query(`select pg_advisory_unlock(${LOCK})`),
})

type Times = { list: number[]; approve: number[] }
type Calls = { list: () => Promise<unknown>; approve: () => Promise<unknown> }

const noTimes = (): Times => ({ list: [], approve: [] })
const forMs = (ms: number) => {
  const ends = performance.now() + ms
  return () => performance.now() > ends
}

/** Lists, and now and then an approval, one after the other until it is over. */
async function callUntil(isOver: () => boolean, { list, approve }: Calls, into: Times): Promise<void> {
  while (!isOver()) {
    for (let count = 0; count < LISTS_EACH_ROUND && !isOver(); count += 1) into.list.push(await timeOf(list))
    into.approve.push(await timeOf(approve))
  }
}

/** The calls, and what makes enough records ready for so many approvals. */
function callsAt(at: AtWork, staffList: Request) {
  const { waiting, approve } = approvalsAt(at)
  const records: number[] = []
  return {
    list: () => mustSend(at.product.origin, staffList),
    approve: async () => {
      const id = records.pop()
      if (id === undefined) throw new Error('The bench has used up its prepared records.')
      await approve(id)
    },
    ready: async (count: number) => {
      records.push(...(await waiting(Math.max(0, count - records.length))))
    },
  }
}

type Product = { client: pg.Client; pids: number[] }

/** Lists and approvals before, while and after the log is built, by a product that waited with it until it was warm. */
async function measureBuilding({ client, pids }: Product, calls: ReturnType<typeof callsAt>) {
  const { letGo } = holding(client)
  const [alone, during] = [noTimes(), noTimes()]
  await calls.ready(RECORDS)
  await callUntil(forMs(WARM_UP_MS), calls, noTimes())
  await callUntil(forMs(ALONE_MS), calls, alone)
  const memory = watchMemory(...pids)
  let whole = false
  await letGo()
  const building = timeOf(async () => {
    await untilSealed(client)
    await untilPublic(client)
  }).finally(() => {
    whole = true
  })
  await callUntil(() => whole, calls, during)
  const ms = await building
  const growth = memory.growth()
  await callUntil(forMs(ALONE_MS), calls, alone)
  const beside = (of: keyof Times): Beside => ({
    alone: median(alone[of]),
    during: median(during[of]),
    calls: during[of].length,
  })
  return { seconds: ms / 1000, growth, list: beside('list'), approve: beside('approve') }
}

/** Approvals one after the other, in turns: while somebody else holds the lock nothing follows the log. */
async function measureCost({ client }: Product, calls: ReturnType<typeof callsAt>) {
  const { hold, letGo } = holding(client)
  const spent = { without: { ms: 0, calls: 0 }, followed: { ms: 0, calls: 0 } }
  const turns = Array.from({ length: ROUNDS }, () => TURNS).flat()
  // the first one meets what making thousands of records ready has left behind, and does not count
  for (const [at, turn] of (['followed', ...turns] as const).entries()) {
    await calls.ready(RECORDS)
    for (const atRest of [untilMailed, untilSealed, untilPublic]) await atRest(client)
    if (turn === 'without') await hold()
    const isOver = forMs(TURN_MS)
    while (!isOver()) {
      const ms = await timeOf(calls.approve)
      if (at === 0) continue
      spent[turn].ms += ms
      spent[turn].calls += 1
    }
    if (turn === 'without') await letGo()
  }
  const mean = ({ ms, calls: count }: (typeof spent)['without']) => ms / count
  return { without: mean(spent.without), followed: mean(spent.followed) }
}

/**
 * Takes the public log of this bureau away and has the product build it, beside lists and approvals. The database is
 * started here, so that the product can be kept from it until it is warm.
 */
export async function measurePublicLog(dataDir: string, listFor: ListFor): Promise<PublicLogFigures> {
  const database = await startEmbeddedPostgres({ dataDir })
  const client = new pg.Client({ ...database.connection, application_name: BENCH_NAME })
  try {
    await client.connect()
    await takeAway(client, dataDir)
    await holding(client).hold()
    const product = await startProduct(dataDir, API_KEY, addressOf(database.connection))
    try {
      return await measureOn({ product, client, dataDir, listFor, pid: database.pid })
    } finally {
      await product.stop()
    }
  } finally {
    await client.end()
    await database.stop()
  }
}

type ListFor = (token: string) => Request

async function measureOn(of: {
  product: Running
  client: pg.Client
  dataDir: string
  listFor: ListFor
  pid: number
}): Promise<PublicLogFigures> {
  const { product, client, dataDir, listFor, pid } = of
  const at = await startBeside(dataDir, product, NO_WRITES)
  try {
    const calls = callsAt(at, listFor(at.bench.tokens.fmb))
    const measured = { client, pids: [product.child.pid ?? 0, pid] }
    const building = await measureBuilding(measured, calls)
    const cost = await measureCost(measured, calls)
    const { rows } = await client.query<{ size: number }>('select size::integer from log_published')
    return { rows: rows[0]?.size ?? 0, ...building, cost }
  } finally {
    await at.stop()
  }
}
