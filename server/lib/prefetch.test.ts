import { expect, test } from 'vitest'
import { prefetch } from './prefetch.ts'

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('the work on several goes on at once, no more than that, and its results come in order', async () => {
  let underWay = 0
  let most = 0
  const done: number[] = []
  const work = async (item: number) => {
    underWay += 1
    most = Math.max(most, underWay)
    await later(item % 3)
    underWay -= 1
    return item * 2
  }
  for (const [item, result] of prefetch([1, 2, 3, 4, 5, 6, 7, 8, 9], 4, work)) {
    expect(await result).toBe(item * 2)
    done.push(item)
  }
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(most).toBe(4)
})

test('a failure is met at its own turn, and by nobody after the loop was left', async () => {
  const work = async (item: number) => {
    if (item > 1) throw new Error(`${item} failed`)
    return item
  }
  const met: unknown[] = []
  for (const [, result] of prefetch([1, 2, 3], 3, work)) {
    met.push(await result.catch((error: Error) => error.message))
    if (met.length === 2) break
  }
  await later(1)
  expect(met).toEqual([1, '2 failed'])
})
