import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placesAmong } from './cached-orders.ts'

const keyed = (keys: ReadonlyMap<number, number>) => async (ids: number[]) =>
  Int32Array.from(ids.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0) || a - b))

describe('rows find their places in an order', () => {
  test('that they would have if all were sorted anew, at the ends, in the middle and beside each other', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 600, size: 'max' }),
        fc.integer({ min: 2, max: 50 }),
        async (keys, every) => {
          const all = await keyed(new Map(keys.entries()))(keys.map((_, id) => id))
          const sort = keyed(new Map(keys.entries()))
          const rows = all.filter((id) => id % every === 0)
          const order = all.filter((id) => id % every !== 0)
          const places = await placesAmong(order, rows, sort)
          expect(places?.map((place, n) => all[place + n])).toEqual([...rows])
        },
      ),
      { numRuns: 60 },
    ))

  test('in a few rounds, however long it is', async () => {
    const order = Int32Array.from({ length: 200_000 }, (_, n) => 2 * n)
    let rounds = 0
    const places = await placesAmong(order, Int32Array.of(1, 200_001, 399_999), async (ids) => {
      rounds += 1
      return Int32Array.from(ids).sort()
    })
    expect(places).toEqual([1, 100_001, 200_000])
    expect(rounds).toBeLessThanOrEqual(4)
  })

  test('and none in one that is not theirs', async () => {
    const order = Int32Array.of(1, 2, 3, 4, 5)
    const upward = async (ids: number[]) => Int32Array.from(ids).sort()
    expect(await placesAmong(Int32Array.of(1, 3, 2), Int32Array.of(9), upward), 'another order').toBeNull()
    const without = async (ids: number[]) => (await upward(ids)).filter((id) => id !== 4)
    expect(await placesAmong(order, Int32Array.of(9), without), 'a row that is gone').toBeNull()
  })
})
