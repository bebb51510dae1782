import { mkdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { findRunningDatabase } from '../../server/lib/embedded-postgres.ts'
import { SCALES, type ScaleName } from './generate.ts'
import { type Figures, measure, send } from './load.ts'
import { type Operation, operationsOn } from './operations.ts'
import { prepareBench, prepareData } from './prepare.ts'
import { memoryOf, startBare, startProduct } from './processes.ts'

/**
 * `npm run bench -- --scale small|large`: measures the running product over HTTP and, in the same run, a bare server
 * that answers with the same bytes, at concurrency 1 and 16, and prints the ratios (docs/performance.md).
 */
const API_KEY = 'bench-key'
/** calls before the measured ones, so that both sides are warm */
const WARM_UP = 10

const say = (words: string) => console.error(words)

function argument(name: string, fallback: string): string {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback)
}

const scaleName = argument('scale', 'small') as ScaleName
const scale = SCALES[scaleName]
if (!scale) throw new Error(`--scale must be one of ${Object.keys(SCALES).join(', ')}.`)
const only = argument('only', '')

export type Measured = { name: string; product: Pair; bare: Pair }
type Pair = { alone: Figures; at16: Figures }

const atOnce = 16
/** product and bare, at 1 and at 16 */
const CREATIONS = 170

/** Product and bare server take turns, so that whatever else the machine does meets both. */
async function measureBoth(operation: Operation, product: string, bare: string): Promise<Measured> {
  const { count } = operation
  const pairs = { product: {} as Pair, bare: {} as Pair }
  const sides = [
    ['product', product, operation.product],
    ['bare', bare, operation.bare],
  ] as const
  if (!operation.writes)
    for (const [, origin, next] of sides) await measure(origin, next, { count: WARM_UP, at_once: 1 })
  for (const [side, origin, next] of sides)
    pairs[side].alone = await measure(origin, next, { count, at_once: 1 })
  for (const [side, origin, next] of sides)
    pairs[side].at16 = await measure(origin, next, { count: count * 3, at_once: atOnce })
  return { name: operation.name, ...pairs }
}

/** Refuses to compare replies that are not the same. */
async function insistOnSameReply(operation: Operation, product: string, bare: string): Promise<void> {
  if (operation.writes) return
  const comparable = operation.comparable ?? ((reply: unknown) => reply)
  const of = async (origin: string, next: Operation['product']) =>
    JSON.stringify(sorted(comparable(JSON.parse((await send(origin, next())).body.toString()))))
  const [ours, theirs] = [await of(product, operation.product), await of(bare, operation.bare)]
  if (ours !== theirs)
    throw new Error(`${operation.name}: the replies differ.\n${ours.slice(0, 900)}\n${theirs.slice(0, 900)}`)
}

/** The same value with its keys in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}

/** The log of a generated bureau is sealed by the product after its first start; that work is not what is measured. */
async function untilSealed(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ waits: boolean }>(
      'select exists (select from audit_unsealed) as waits',
    )
    if (!rows[0]?.waits) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1)

function printTable(all: Measured[]): void {
  console.log('| Operation | product ms | p95 | bare ms | ratio | product/s at 16 | bare/s at 16 | share |')
  console.log('|---|---|---|---|---|---|---|---|')
  for (const { name, product, bare } of all) {
    const cells = [
      name,
      ms(product.alone.median),
      ms(product.alone.p95),
      ms(bare.alone.median),
      (product.alone.median / bare.alone.median).toFixed(2),
      product.at16.perSecond.toFixed(0),
      bare.at16.perSecond.toFixed(0),
      `${((100 * product.at16.perSecond) / bare.at16.perSecond).toFixed(0)} %`,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

const dataDir = path.resolve('data', `bench-${scaleName}`)
mkdirSync(dataDir, { recursive: true })
await prepareData(dataDir, scale, say)
const product = await startProduct(dataDir, API_KEY)
const connection = await findRunningDatabase(dataDir)
if (!connection) throw new Error('The database of the product was not found.')
const bare = await startBare(connection)
const client = new pg.Client(connection)
await client.connect()
try {
  await untilSealed(client)
  const quiet = memoryOf(product.child.pid ?? 0)
  const bench = await prepareBench(product.origin, API_KEY, client, CREATIONS)
  const chosen = operationsOn(bench).filter(({ name }) => name.includes(only))
  const all: Measured[] = []
  for (const operation of chosen) {
    await insistOnSameReply(operation, product.origin, bare.origin)
    all.push(await measureBoth(operation, product.origin, bare.origin))
    say(`  ${operation.name}`)
  }
  console.log(
    `Scale ${scaleName}; ${os.cpus().length} processors (${os.cpus()[0]?.model}); Node.js ${process.version}\n`,
  )
  printTable(all)
  console.log(`\nProduct ready after ${(product.readyAfter / 1000).toFixed(1)} s, its database included.`)
  console.log(
    `Memory of product and database: ${quiet.toFixed(0)} MB after the start, ${memoryOf(product.child.pid ?? 0).toFixed(0)} MB after the load.`,
  )
} finally {
  await client.end()
  await bare.stop()
  await product.stop()
}
