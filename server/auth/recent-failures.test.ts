import { expect, test } from 'vitest'
import { hasFailedLately, rememberFailure } from './recent-failures.ts'

const at = (minutes: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minutes))

test('[S-132] a network that failed goes behind others for a quarter of an hour, and not because a clock was ahead', () => {
  rememberFailure('203.0.113.1', at(0))
  rememberFailure('203.0.113.2', at(9600 * 60))
  expect([at(0), at(14), at(15)].map((now) => hasFailedLately('203.0.113.1', now))).toEqual([
    true,
    true,
    false,
  ])
  expect(hasFailedLately('203.0.113.2', at(1))).toBe(false)
  expect(hasFailedLately('203.0.113.3', at(1))).toBe(false)
})
