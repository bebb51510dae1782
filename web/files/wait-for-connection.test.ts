import { expect, test } from 'vitest'
import { retryDelay } from './wait-for-connection.ts'

test('the next try comes soon at first, then later and later, never more than about half a minute', () => {
  expect([0, 1, 2, 3].map((tries) => retryDelay(tries, 0.5))).toEqual([1000, 2000, 4000, 8000])
  expect(retryDelay(50, 0.5)).toBe(30_000)
})

test('not everybody comes back at the same moment', () => {
  expect([retryDelay(0, 0), retryDelay(0, 1)]).toEqual([750, 1250])
})
