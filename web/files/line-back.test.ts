import { expect, test } from 'vitest'
import { pauseAfter } from './line-back.ts'

test('the next try comes soon at first, then later and later, never more than about half a minute', () => {
  expect([0, 1, 2, 3].map((tries) => pauseAfter(tries, 0.5))).toEqual([1000, 2000, 4000, 8000])
  expect(pauseAfter(50, 0.5)).toBe(30_000)
})

test('not everybody comes back at the same moment', () => {
  expect([pauseAfter(0, 0), pauseAfter(0, 1)]).toEqual([750, 1250])
})
