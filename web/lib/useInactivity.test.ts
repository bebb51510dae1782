import { expect, test } from 'vitest'
import { secondsLeft } from './useInactivity.ts'

const MINUTE = 60_000

test('nothing is said before thirty minutes, then five minutes run down', () => {
  expect(secondsLeft(0)).toBeNull()
  expect(secondsLeft(30 * MINUTE - 1)).toBeNull()
  expect(secondsLeft(30 * MINUTE)).toBe(300)
  expect(secondsLeft(30 * MINUTE + 1000)).toBe(299)
  expect(secondsLeft(35 * MINUTE)).toBe(0)
  expect(secondsLeft(600 * MINUTE)).toBe(0)
})
