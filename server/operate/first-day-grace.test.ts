import { expect, test } from 'vitest'
import { graceTime } from './first-day-grace.ts'

test('[S-155] what never happened is as old as the installation for 26 hours, then as old as can be', () => {
  const installed = new Date('2026-11-26T08:00:00.000Z')
  const after = (hours: number) => graceTime(installed, new Date(installed.getTime() + hours * 3_600_000))
  expect([0, 1, 25.99].map(after)).toEqual(Array(3).fill(installed.getTime() / 1000))
  expect([26, 27, 9_000].map(after)).toEqual([0, 0, 0])
  // a clock set before the installation proves nothing
  expect(after(-1)).toBe(0)
})
