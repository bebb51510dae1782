import { describe, expect, test } from 'vitest'
import { goalsOf } from './goals.ts'
import type { Figures, Side } from './measure.ts'
import { intoPage } from './page.ts'
import type { Result } from './result.ts'

const NAMES = [
  'list, page 1',
  'list, page 500',
  'searched list, rare words',
  'searched list, common word',
  'one record',
  'approve',
  'create',
  'public list, page 1',
  'public counts per region',
  'dashboard table',
  'report preview',
  'audit range of 7 days',
]

const figures = (median: number): Figures => ({ median, p95: median, perSecond: 1000 / median, calls: 10 })
const sides = (product: number, bare: number): Record<Side, Figures> => ({
  product: figures(product),
  bare: figures(bare),
  driver: figures(bare),
})

/** A run in which the product takes `product` milliseconds for whatever takes the bare server ten. */
function run(product: number, odd: Partial<Result> = {}): Result {
  const csv = {
    product: { ms: 1, firstByte: 20, bytes: 1 },
    bare: { ms: 1, firstByte: 20, bytes: 1 },
    driver: { ms: 1 },
    growth: 10,
    beside: { alone: 2, during: 3, calls: 10 },
  }
  return {
    scale: 'large',
    size: { users: 1, profiles: 1, activities: 1, auditRows: 1 },
    machine: '',
    rows: NAMES.map((name) => ({ name, alone: sides(product, 10), at16: sides(product, 10) })),
    exports: { region: csv, everything: csv },
    burst: { quiet: 2, spread: 3, atOnce: 9, allServed: 9 },
    start: { ready: 1000, firstList: 1100 },
    memory: { afterStart: 200, afterLoad: 400 },
    ...odd,
  }
}

const missed = (result: Result, small: Result | null = null) =>
  goalsOf(result, small).flatMap(({ what, met }) => (met ? [] : [what]))

describe('the goals of the large bureau', () => {
  test('are all met by a fast run, the growth among them only beside a run on the small one', () => {
    expect(missed(run(1), run(1))).toEqual([])
    expect(goalsOf(run(1), run(1)).length).toBeGreaterThan(goalsOf(run(1), null).length)
  })

  test('are missed one by one', () => {
    expect(missed(run(4))).toEqual([
      'public list, page 1, to the bare server',
      'public counts per region, to the bare server',
      'audit range of 7 days, to the bare server',
    ])
    expect(missed(run(1), run(0.6))).toEqual(['list, page 1, to itself on small'])
    expect(missed(run(1, { start: { ready: 1, firstList: 4100 } }))).toEqual([
      'first list after a cold start',
    ])
    expect(missed(run(1, { memory: { afterStart: 401, afterLoad: 599 } }))).toEqual([
      'memory after the start',
    ])
    expect(missed(run(17))).toContain('approve, throughput at 16 to the bare server')
  })
})

test('a table goes between its marks of the page, and only there', () => {
  const page = 'Before.\n\n<!-- bench: small -->\nold\n<!-- end -->\n\nAfter.\n'
  const filled = intoPage(page, { small: '| new |' })
  expect(filled).toBe('Before.\n\n<!-- bench: small -->\n\n| new |\n\n<!-- end -->\n\nAfter.\n')
  expect(intoPage(filled, { small: '| new |' })).toBe(filled)
  expect(() => intoPage(page, { large: '' })).toThrow('The page has no place for "large".')
})
