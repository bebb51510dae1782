import { expect, test } from 'vitest'
import { takingTurns } from './turns.ts'

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 5))

test('never more than two run at once, all of them run, in order', async () => {
  const inTurn = takingTurns({ at_once: 2, most_waiting: 100 })
  let running = 0
  let most = 0
  const order: number[] = []
  await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      inTurn(async () => {
        running += 1
        most = Math.max(most, running)
        order.push(index)
        await pause()
        running -= 1
      }),
    ),
  )
  expect(most).toBe(2)
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
})

test('work that fails gives its place back', async () => {
  const inTurn = takingTurns({ at_once: 1, most_waiting: 10 })
  const failing = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(() => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('no')
  await expect(next).resolves.toBe('done')
  await expect(inTurn(() => Promise.resolve('again'))).resolves.toBe('again')
})

test('a flood is refused, those in line are served', async () => {
  const inTurn = takingTurns({ at_once: 1, most_waiting: 1 })
  const first = inTurn(pause)
  const second = inTurn(pause)
  await expect(inTurn(pause)).rejects.toMatchObject({ code: 'rate', status: 429 })
  await Promise.all([first, second])
})
