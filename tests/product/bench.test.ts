import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { API_KEY, type AtWork, callsOf, insistOnSame, startBeside } from '../../bench/at-work.ts'
import { LISTS } from '../../bench/bare-lists.ts'
import { makeBureau } from '../../bench/bureau.ts'
import { heededColumns, sortableCalls } from '../../bench/contract.ts'
import { exportOf, readAway } from '../../bench/exports.ts'
import { measure } from '../../bench/measure.ts'
import { measureVerification } from '../../bench/verification.ts'
import { type Running, startProduct } from '../../bench/processes.ts'
import { full } from '../support/full.ts'

const { test } = full

/**
 * The small version of `npm run bench` (docs/performance.md): the product against the bare server on a bureau of a
 * few thousand records. Only ratios of calls made in turns are looked at, never a time, and only a gross change fails:
 * four times the usual ratio, three times in a row.
 */
const TINY = { users: 60, profiles: 3_000, activities: 3_000, auditRows: 4_000 }
const GROSS = 4
const ATTEMPTS = 3
/** writes use records up: the calls of one side in all attempts */
const CALLS = 8
const WRITES = ATTEMPTS * CALLS

/** The usual ratio of product to bare server at this size. */
const USUAL = [
  { name: 'list, page 1', usual: 1.3 },
  { name: 'searched list, rare words', usual: 0.8 },
  { name: 'searched list, common word', usual: 0.8 },
  { name: 'one record', usual: 3 },
  { name: 'approve', usual: 3 },
  { name: 'create', usual: 5 },
  { name: 'public list, page 1', usual: 0.15 },
  { name: 'dashboard table', usual: 0.8 },
  { name: 'report preview', usual: 2 },
  { name: 'audit range of 7 days', usual: 4 },
]
const USUAL_CSV = 3.5

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'safeguards-bench-'))
let product: Running
let at: AtWork

beforeAll(async () => {
  execFileSync(process.execPath, ['bench/bundle-bench.mjs'])
  await makeBureau(dataDir, TINY, () => {})
  product = await startProduct(dataDir, API_KEY)
  at = await startBeside(dataDir, product, { region: WRITES, regions: 0 })
}, 180_000)
afterAll(async () => {
  await at?.stop()
  await product?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Measures a ratio until it is an ordinary one, a few times at most. */
async function expectUsual(name: string, usual: number, ratio: () => Promise<number>): Promise<void> {
  const seen: number[] = []
  do seen.push(await ratio())
  while ((seen.at(-1) ?? 0) > GROSS * usual && seen.length < ATTEMPTS)
  console.log(
    `${name}: ${seen.map((one) => one.toFixed(2)).join(', ')} times the bare server, usually ${usual}`,
  )
  expect(seen.at(-1)).toBeLessThanOrEqual(GROSS * usual)
}

// before the bare server approves records, of which it logs no facts
test('the log that was sealed in one go is as the product would have sealed it', async () => {
  const { rows, told } = await measureVerification(dataDir)
  expect(rows).toBeGreaterThanOrEqual(TINY.auditRows)
  expect(told).toBeGreaterThan(2)
})

describe('beside a bare server that answers with the same bytes, the product is not grossly slower', () => {
  test.each(USUAL)('$name: about $usual times', async ({ name, usual }) => {
    const operation = at.operations.find((one) => one.name === name)
    if (!operation) throw new Error(`There is no operation "${name}".`)
    await insistOnSame(at, [operation])
    await expectUsual(name, usual, async () => {
      const plan = { count: CALLS, atOnce: 1, budget: 10_000, turns: operation.writes ? 2 : 4 }
      const taken = await measure(callsOf(at, operation), plan)
      return taken.product.median / taken.bare.median
    })
  })

  test(`CSV of everything: about ${USUAL_CSV} times`, async () => {
    const wanted = exportOf(at, null)
    await expectUsual('CSV of everything', USUAL_CSV, async () => {
      const ours = await readAway(at.product.origin, wanted.product)
      const theirs = await readAway(at.bare.origin, wanted.bare)
      expect(ours.print).toBe(theirs.print)
      return ours.ms / theirs.ms
    })
  })

  test('what the product keeps is what the bare server counts afresh, after all these writes', async () => {
    await insistOnSame(
      at,
      at.operations.filter(({ name }) => name !== 'list, page 500'),
    )
  })
})

/** Calls with an order that have one of their own, whatever is asked. */
const IN_ONE_ORDER = ['/api/sites/activities/{id}/changes', '/api/summaries/{id}/statements']

test('every call of the contract that can be sorted is a list of the bench, with each of its columns', async () => {
  const calls = await sortableCalls(product.origin)
  expect(calls.map(({ path }) => path).toSorted()).toEqual(
    [...LISTS.flatMap((list) => list.calls), ...IN_ONE_ORDER].toSorted(),
  )
  const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${at.bench.tokens.fmb}` }
  for (const list of LISTS) {
    const fields = calls.find(({ path }) => path === list.calls[0])?.fields ?? []
    const heeded = await heededColumns(product.origin, headers, list, fields)
    expect({ list: list.name, columns: heeded.toSorted() }).toEqual({
      list: list.name,
      columns: Object.keys(list.sort).toSorted(),
    })
  }
})

/** Lists that are filtered by what belongs to their page alone, and measured with it. */
const PAGED = ['page', 'length', 'search', 'order']

test('every filter of a list of profiles or of activities is one of the bench', async () => {
  const calls = await sortableCalls(product.origin)
  for (const { name, calls: own, filters } of LISTS.filter((list) => list.filters))
    for (const path of own) {
      const asked = calls.find((call) => call.path === path)?.asked ?? []
      expect({ name, path, filters: asked.filter((one) => !PAGED.includes(one)).toSorted() }).toEqual({
        name,
        path,
        filters: Object.keys(filters ?? {}).toSorted(),
      })
    }
  expect(LISTS.filter(({ filters }) => filters)).toHaveLength(4)
})
