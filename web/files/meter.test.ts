import { describe, expect, test } from 'vitest'
import { createMeter, type Pace } from './meter.ts'

const KB = 1024
const MB = 1024 * KB

/** Feeds a meter once a second with what a line moves in that second; returns the pace after each. */
function paces(seconds: number, moves: (second: number) => number): Pace[] {
  const meter = createMeter()
  meter.add(0, 0)
  return Array.from({ length: seconds }, (_, index) => {
    meter.add((index + 1) * 1000, moves(index + 1))
    return meter.pace()
  })
}

test('says nothing in the first seconds, then the rate of the line', () => {
  const all = paces(60, () => 96 * KB)
  expect(all.slice(0, 4)).toEqual([null, null, null, null])
  expect(new Set(all.slice(4))).toEqual(new Set([96 * KB]))
})

test('a line that became slower is measured anew within half a minute', () => {
  const all = paces(61, (second) => (second <= 30 ? 200 : 20) * KB)
  expect(all[29]).toBe(200 * KB)
  expect(all[60]).toBe(20 * KB)
})

describe('the bursts of a bad line', () => {
  // each piece of 4 MB begins in the browser's buffers and ends with a wait for the server's answer
  const PIECE_S = 43
  const BURST = 256 * KB
  const moves = (second: number) => {
    const within = second % PIECE_S
    if (within === 1) return BURST
    return within > 1 && within < PIECE_S - 3 ? (4 * MB - BURST) / (PIECE_S - 5) : 0
  }

  test('do not make the time left jump', () => {
    const total = 40 * MB
    let sent = 0
    const left = paces(400, (second) => {
      sent += moves(second)
      return moves(second)
    }).map((pace, index) => {
      const gone = Array.from({ length: index + 1 }, (_, second) => moves(second + 1)).reduce(
        (a, b) => a + b,
        0,
      )
      return typeof pace === 'number' ? (total - gone) / pace : null
    })
    expect(sent).toBeLessThan(total)
    // from the end of the first window on: never more than a seventh away from one second to the next
    for (let second = 31; second < left.length; second += 1) {
      const [before, now] = [left[second - 1], left[second]]
      if (typeof before !== 'number' || typeof now !== 'number') throw new Error(`Nothing said at ${second}.`)
      expect(Math.abs(now - before) / before, `second ${second}`).toBeLessThan(1 / 7)
    }
  })
})

test('a silent line is stalled, has no rate, and moves again as soon as it does', () => {
  const all = paces(60, (second) => (second <= 10 || second > 40 ? 50 * KB : 0))
  expect(all[23]).toBeTypeOf('number')
  expect(all[24]).toBe('stalled')
  expect(all[39]).toBe('stalled')
  // the silence is not part of the new rate, which would give a time far too long
  expect(all.slice(40, 45)).toEqual([null, null, null, null, null])
  expect(all[45]).toBe(50 * KB)
})

test('nothing that was measured before a restart counts', () => {
  const meter = createMeter()
  for (let second = 0; second < 20; second += 1) meter.add(second * 1000, MB)
  meter.restart()
  expect(meter.pace()).toBe(null)
  for (let second = 100; second <= 106; second += 1) meter.add(second * 1000, 10 * KB)
  expect(meter.pace()).toBe(10 * KB)
})
