import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../lib/durations.ts'
import { addRefusals } from '../lib/refusals.ts'
import { SERVER_REFUSALS } from '../lib/server-refusals.ts'
import { type AccountChange, areTwoPeople } from './two-people.ts'

addRefusals(SERVER_REFUSALS)

const NOW = new Date('2026-11-20T02:00:00Z')
const before = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString()
const later = (at: string) => new Date(Date.parse(at) + 7 * DAY_MS)
const [ANA, BEN, CARLA, DAN] = [1, 2, 3, 4]
/** "by of days": somebody changed an account so many days ago. */
const history = (...changes: [by: number, of: number, days: number][]): AccountChange[] =>
  changes.map(([by, of, days]) => ({ by, of, at: before(days) }))

describe('two accounts are two people', () => {
  test.each([
    ['that nobody changed', history(), true],
    ['of which one made the other 6 days ago', history([ANA, BEN, 6]), false],
    ['of which one made the other 7 days ago', history([ANA, BEN, 7]), true],
    ['that a third one made', history([CARLA, ANA, 2], [CARLA, BEN, 3]), false],
    ['that a third one made, one long ago', history([CARLA, ANA, 2], [CARLA, BEN, 8]), true],
    ['of which one made the maker of the other', history([ANA, CARLA, 1], [CARLA, BEN, 1]), false],
    ['that both changed one below', history([ANA, CARLA, 1], [BEN, CARLA, 1]), true],
    ['while others are one', history([CARLA, DAN, 1], [DAN, CARLA, 1]), true],
  ] as const)('%s', (_what, changes, right) => {
    expect(areTwoPeople(ANA, BEN, changes, NOW).ok).toBe(right)
  })

  test('never one with itself; the day is a week after the last change that made them one', () => {
    expect(areTwoPeople(ANA, ANA, [], NOW)).toMatchObject({ why: 'state', code: 'one_person' })
    // the way through Carla ends with its older change
    const changes = history([ANA, BEN, 5], [ANA, CARLA, 4], [CARLA, BEN, 1])
    expect(areTwoPeople(ANA, BEN, changes, NOW)).toMatchObject({
      code: 'not_two_people',
      params: { at: later(before(4)).toISOString() },
    })
  })

  test('whatever the order; from the moment that is named, and not an hour before', () => {
    const change = fc.record({
      by: fc.integer({ min: 1, max: 5 }),
      of: fc.integer({ min: 1, max: 5 }),
      at: fc.integer({ min: 0, max: 10 * 24 }).map((hours) => before(hours / 24)),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const found = areTwoPeople(ANA, BEN, changes, NOW)
        expect(areTwoPeople(BEN, ANA, changes.toReversed(), NOW)).toEqual(found)
        if (found.ok) return
        const at = new Date((found.params as { at: string }).at)
        expect(at > NOW && at <= later(NOW.toISOString())).toBe(true)
        expect(areTwoPeople(ANA, BEN, changes, at).ok).toBe(true)
        expect(areTwoPeople(ANA, BEN, changes, new Date(at.getTime() - HOUR_MS)).ok).toBe(false)
      }),
    )
  })
})
