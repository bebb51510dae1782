import { expect, test } from 'vitest'
import { shareInFlight } from './share-in-flight.ts'

/** Shared work that ends on command. */
function workByHand() {
  const ends: ((fails?: boolean) => void)[] = []
  let begun = 0
  const ask = shareInFlight(() => {
    begun += 1
    const number = begun
    return new Promise<number>((resolve, reject) => {
      ends.push((fails) => (fails ? reject(new Error(`work ${number}`)) : resolve(number)))
    })
  })
  return { ask, end: (fails?: boolean) => ends.shift()?.(fails), begun: () => begun }
}

test('whoever comes while it is under way shares the next one, never the one that began before', async () => {
  const { ask, end, begun } = workByHand()
  const first = ask()
  const [second, third] = [ask(), ask()]
  expect(begun()).toBe(1)
  end()
  expect(await first).toBe(1)
  const late = ask()
  end()
  expect(await Promise.all([second, third])).toEqual([2, 2])
  end()
  expect(await late).toBe(3)
  const alone = ask()
  end()
  expect([await alone, begun()]).toEqual([4, 4])
})

test('one that fails is heard of by those who shared it alone', async () => {
  const { ask, end } = workByHand()
  const [first, second] = [ask(), ask()]
  end(true)
  await expect(first).rejects.toThrow('work 1')
  end()
  expect(await second).toBe(2)
})
