import { rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type BenchPair, requireSameReply, startBenchPair } from './beside.ts'
import { copyOf, SCALES, type ScaleName, storedBureau, timed } from './bureau.ts'
import { halfHour } from './half-hour.ts'
import { measureLists } from './lists.ts'
import { measure } from './measure.ts'
import type { Operation } from './operations.ts'
import { memoryOf, type Running, startProduct } from './processes.ts'
import { type Result, type Row, tablesOf } from './tables.ts'

/**
 * `npm run bench -- --scale small|large|both`: measures the running product over HTTP, alternating with a bare server
 * on the same database, and prints the ratios (docs/performance.md). `--only TEXT` measures only operations with this
 * text in their name. `--half-hour` measures lists beside half an hour of other work instead, `--minutes N` beside a
 * shorter one.
 */
const say = (text: string) => console.error(text)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

function argument(name: string, otherwise: string): string {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise)
}

/** milliseconds per side, both for calls one at a time and for sixteen at a time */
const BUDGET_MS = 3_000
/** calls before the measured ones, enough for each of twelve connections to prepare its statements */
const WARM_UP = 60
/** single writes of each kind and side: warm-up, one at a time, and sixteen at a time */
const WRITES = WARM_UP + 4 * 30

async function measureOperation(operation: Operation): Promise<Row> {
  const { name, goal, count, comparable, isSingle } = operation
  await requireSameReply(operation)
  const plan = { count, atOnce: 1, budget: BUDGET_MS, turns: isSingle ? 3 : 5 }
  if (isSingle) await measure(operation, { ...plan, count: 1, turns: 1 })
  else await measure(operation, { ...plan, count: WARM_UP, atOnce: 16, turns: 1, budget: 3 * BUDGET_MS })
  const single = await measure(operation, { ...plan, budget: isSingle ? 10 * BUDGET_MS : BUDGET_MS })
  // a write in many turns would mostly measure starting and stopping
  const at16 = { ...plan, count: 3 * count, atOnce: 16, turns: comparable ? 3 : 1 }
  return { name, goal, single, at16: isSingle ? null : await measure(operation, at16) }
}

async function measureAll(at: BenchPair, only: string): Promise<Pick<Result, 'rows' | 'cells'>> {
  const rows: Row[] = []
  for (const operation of at.operations.filter(({ name }) => name.includes(only)))
    rows.push(await timed(say, operation.name, () => measureOperation(operation)))
  const cells = 'list of profiles'.includes(only)
    ? await timed(say, 'the list of profiles in every order', () => measureLists(at))
    : []
  // after all these writes, the stored counts must still be correct
  for (const operation of at.operations) await requireSameReply(operation)
  return { rows, cells }
}

async function measureAndStop(at: BenchPair, only: string) {
  try {
    return await measureAll(at, only)
  } finally {
    await at.stop()
  }
}

function describe(scale: ScaleName): string {
  const { users, profiles } = SCALES[scale]
  return (
    `${profiles.toLocaleString('en-US')} profiles and about as many activities, ${users} users; ${os.cpus().length} ` +
    `processors (${os.cpus()[0]?.model.trim()}), Node.js ${process.version}, which bench, product and database share.`
  )
}

/** Runs the product on a copy of the bureau of this scale. */
async function withProduct<T>(
  scale: ScaleName,
  work: (copy: string, product: Running) => Promise<T>,
): Promise<T> {
  say(`Scale ${scale}`)
  const copy = copyOf(await storedBureau(path.resolve('data', `bench-${scale}`), SCALES[scale], say))
  try {
    const product = await startProduct(copy)
    try {
      return await work(copy, product)
    } finally {
      await product.stop()
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const bench = (scale: ScaleName, only: string): Promise<Result> =>
  withProduct(scale, async (copy, product) => {
    const afterStart = memoryOf(product.pid)
    const at = await startBenchPair(copy, product, WRITES)
    const measured = await measureAndStop(at, only)
    const memory = { afterStart, afterLoad: memoryOf(product.pid) }
    return { about: describe(scale), ...measured, memory }
  })

async function benchAll(scale: string, only: string): Promise<void> {
  let small: Result | null = null
  for (const one of Object.keys(SCALES) as ScaleName[]) {
    if (scale !== 'both' && scale !== one) continue
    const result = await bench(one, only)
    console.log(`\n## ${one}\n\n${tablesOf(result, small)}`)
    small ??= one === 'small' ? result : null
  }
}

const scale = argument('scale', 'small')
if (scale !== 'both' && !Object.hasOwn(SCALES, scale))
  throw new Error(`--scale must be both or one of ${Object.keys(SCALES).join(', ')}.`)
if (process.argv.includes('--half-hour')) {
  const minutes = Number(argument('minutes', '30'))
  const text = await withProduct('small', (copy, product) => halfHour(copy, product, { minutes, say }))
  console.log(`\n${describe('small')}\n\n${text}`)
} else await benchAll(scale, argument('only', ''))
