import { describe, expect, test } from 'vitest'
import { goalsOf, hugeGoals } from './goals.ts'
import type { Figures, Side } from './measure.ts'
import type { CellFigures } from './measure-lists.ts'
import { intoPage } from './page.ts'
import type { Result } from './result.ts'

const NAMES = [
  'one record',
  'approve',
  'approve, many regions',
  'create',
  'create, many regions',
  'public list, page 1',
  'public list, just after an approval',
]

const figures = (median: number): Figures => ({ median, p95: median, perSecond: 1000 / median, calls: 10 })
const sides = (product: number, bare: number): Record<Side, Figures> => ({
  product: figures(product),
  bare: figures(bare),
  driver: figures(bare),
})

const cell = (list: string, odd: Partial<CellFigures> = {}): CellFigures => ({
  ...{ list, column: 'region', dir: 'desc', search: null, page: 'last' },
  ...{ median: 1, spread: 2, bare: 10 },
  ...odd,
})

/** A run in which the product takes `product` milliseconds for whatever takes the bare server ten. */
function run(product: number, odd: Partial<Result> = {}): Result {
  const csv = {
    product: { ms: 2, firstByte: 1, bytes: 1, lines: 1 },
    bare: { ms: 1, firstByte: 1, bytes: 1, lines: 1 },
    driver: { ms: 1 },
    growth: 10,
    beside: { alone: 2, during: 3, calls: 10 },
  }
  return {
    scale: 'large',
    size: { users: 1, profiles: 1, activities: 1, auditRows: 1 },
    machine: '',
    rows: NAMES.map((name) => ({ name, alone: sides(product, 10), at16: sides(product, 10) })),
    cells: [cell('profiles'), cell('users')],
    newConnection: { connecting: 9, first: 3, tenth: 1 },
    uploads: { pdf: 1, map: 4, whole: 6 },
    exports: {
      region: csv,
      everything: csv,
      xlsx: { ms: 8, growth: 1 },
      sixteen: { together: 16, oneByOne: 16, beside: csv.beside },
    },
    burst: { quiet: 2, spread: 3, atOnce: 9, allServed: 9 },
    bulk: { records: 200, single: 10, bulk: 8, beside: csv.beside },
    publicLog: {
      ...{ rows: 1, seconds: 200, list: csv.beside, approve: csv.beside, growth: 60 },
      cost: { without: 100, followed: 105 },
    },
    summaries: {
      ...{ list: 1, publicList: 1, first: 3_000, firstBeside: csv.beside, kept: 30, afterApproval: 30 },
      ...{ statements: { first: 1, later: 1 }, asOf: { first: 9, later: 3 } },
      ...{ freeze: 9_000, freezeBeside: csv.beside },
    },
    waiting: {
      list: { kept: 10, after: 10 },
      count: { kept: 11, after: 11 },
      choices: { kept: 15, after: 99 },
    },
    start: { ready: 1000, firstList: 5000 },
    verification: { rows: 1, ms: 1, memory: 60, told: 11 },
    memory: { afterStart: 150, afterLoad: 350 },
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
    expect(missed(run(16))).toEqual([
      'one record, to the bare server',
      'one record, throughput at 16 to the bare server',
      'approve, to the bare server',
      'approve, many regions, throughput at 16 to the bare server',
      'create, many regions, throughput at 16 to the bare server',
    ])
    expect(missed(run(1, { memory: { afterStart: 151, afterLoad: 351 } }))).toEqual([
      'memory after the start',
      'memory after the load',
    ])
    const beside = { alone: 2, during: 4, calls: 10 }
    const cost = { without: 10, followed: 11 }
    const publicLog = { rows: 1, seconds: 200, list: beside, approve: beside, growth: 61, cost }
    expect(missed(run(1, { publicLog }))).toEqual([
      'staff list while the public log is built',
      'approve while the public log is built',
      'growth of memory while the public log is built',
      'approve while the public log is followed, to without it',
    ])
    expect(missed(run(1, { uploads: { pdf: 1, map: 5, whole: 6 } }))).toEqual([
      'upload of a map of 1 KB, to a PDF of 1 KB',
    ])
  })

  test('name the cell of a list that missed one, and of a search no growth', () => {
    const slow = cell('profiles', { median: 6, column: null, dir: 'asc', page: 'first' })
    const searched = cell('users', { search: 'rare', median: 2 })
    const cells = [slow, cell('profiles'), searched]
    expect(
      missed(
        run(1, { cells }),
        run(1, {
          cells: [
            { ...slow, median: 1 },
            { ...searched, median: 1 },
          ],
        }),
      ),
    ).toEqual([
      'lists of records and the log, to the bare server: profiles, unsorted, first page',
      'lists of records and the log, not searched, to itself on small: profiles, unsorted, first page',
    ])
  })
})

test('the huge bureau is judged beside the large one', () => {
  const slow = run(2, { start: { ready: 1, firstList: 5100 } })
  expect(hugeGoals(slow, run(1)).flatMap(({ what, met }) => (met ? [] : [what]))).toEqual([
    ...NAMES.map((name) => `${name}, to itself on large`),
    'first list after a start',
  ])
})

test('a table goes between its marks of the page, and only there', () => {
  const page = 'Before.\n\n<!-- bench: small -->\nold\n<!-- end -->\n\nAfter.\n'
  const filled = intoPage(page, { small: '| new |' })
  expect(filled).toBe('Before.\n\n<!-- bench: small -->\n\n| new |\n\n<!-- end -->\n\nAfter.\n')
  expect(intoPage(filled, { small: '| new |' })).toBe(filled)
  expect(() => intoPage(page, { large: '' })).toThrow('The page has no place for "large".')
})
