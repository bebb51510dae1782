import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type BenchPair, requireSameReply, startBenchPair } from '../../bench/beside.ts'
import { makeBureau } from '../../bench/bureau.ts'
import { measure } from '../../bench/measure.ts'
import { type Running, startProduct } from '../../bench/processes.ts'
import { full } from '../support/full.ts'

const { test } = full

/**
 * The small version of `npm run bench` (docs/performance.md): the product against the bare server on a bureau of a few
 * thousand records. Compares only ratios of alternating calls, never times, and fails only on a gross change: four
 * times the usual ratio, three times in a row.
 */
const TINY = { users: 60, profiles: 5_000 }
const GROSS = 4
const ATTEMPTS = 3
/** writes use up records: the calls of one side in one attempt */
const CALLS = 8

/** The usual ratio of product to bare server at this size. */
const USUAL = [
  { name: 'log in', usual: 2.3 },
  { name: 'dashboard', usual: 0.5 },
  { name: 'list of profiles', usual: 1.4 },
  { name: 'approval queue', usual: 1.2 },
  { name: 'one record', usual: 1.5 },
  { name: 'upload of a map', usual: 3 },
  { name: 'create and submit', usual: 3 },
  { name: 'approve', usual: 2 },
  { name: 'approve 50 together', usual: 2 },
  { name: 'public list', usual: 0.2 },
  { name: 'public site', usual: 3 },
  { name: 'report download', usual: 1.5 },
  { name: 'report of a region', usual: 1.5 },
]

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'safeguards-bench-'))
let product: Running
let at: BenchPair

beforeAll(async () => {
  execFileSync(process.execPath, ['bench/bundle-bench.mjs'])
  await makeBureau(dataDir, TINY, () => {})
  product = await startProduct(dataDir)
  at = await startBenchPair(dataDir, product, ATTEMPTS * CALLS)
}, 180_000)
afterAll(async () => {
  await at?.stop()
  await product?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('beside a bare server that answers with the same rows, the product is not grossly slower', () => {
  test('at each of the thirteen operations of the bench', () => {
    expect(at.operations.map(({ name }) => name)).toEqual(USUAL.map(({ name }) => name))
  })

  test.each(USUAL)('$name: about $usual times', async ({ name, usual }) => {
    const operation = at.operations.find((one) => one.name === name)
    if (!operation) throw new Error(`There is no operation "${name}".`)
    await requireSameReply(operation)
    const plan = { count: operation.isSingle ? 1 : CALLS, atOnce: 1, budget: 10_000, turns: 1 }
    const seen: number[] = []
    do {
      const taken = await measure(operation, operation.comparable ? { ...plan, turns: 4 } : plan)
      seen.push(taken.product.median / taken.bare.median)
    } while ((seen.at(-1) ?? 0) > GROSS * usual && seen.length < ATTEMPTS)
    console.log(
      `${name}: ${seen.map((one) => one.toFixed(2)).join(', ')} times the bare server, usually ${usual}`,
    )
    expect(seen.at(-1)).toBeLessThanOrEqual(GROSS * usual)
  })

  test('what the product stores is what the bare server counts afresh, after all these writes', async () => {
    for (const operation of at.operations) await requireSameReply(operation)
  })
})
