import { expect, test } from 'vitest'
import { takingFairTurns, type Turn } from './fair-turns.ts'

const LIMITS = {
  ...{ at_once: 2, at_once_each: 1, most_waiting: 6, most_waiting_each: 4 },
  full: 'The line is full.',
}
const ANA: Turn = ['Laguna', 'Ana']
const BEN: Turn = ['Laguna', 'Ben']
const CARLA: Turn = ['Quezon', 'Carla']

/** Work that ends when told, and the order in which it began. */
function desk(limits = LIMITS) {
  const inTurn = takingFairTurns(limits)
  const began: string[] = []
  const ends = new Map<string, () => void>()
  return {
    began,
    add: (turn: Turn, name: string) =>
      inTurn(turn, () => {
        began.push(name)
        return new Promise<void>((end) => ends.set(name, end))
      }),
    end: async (name: string) => {
      ends.get(name)?.()
      await new Promise((resolve) => setTimeout(resolve, 0))
    },
  }
}

test('whoever has nothing running begins at once, however much one person sends', async () => {
  const { add, end, began } = desk()
  const all = [add(ANA, 'a1'), add(ANA, 'a2'), add(ANA, 'a3'), add(CARLA, 'c1')]
  expect(began).toEqual(['a1', 'c1'])
  await end('c1')
  expect(began, 'one of a person at a time').toEqual(['a1', 'c1'])
  for (const name of ['a1', 'a2', 'a3']) await end(name)
  await Promise.all(all)
  expect(began).toEqual(['a1', 'c1', 'a2', 'a3'])
})

test('offices take turns, then the people of an office, then a person’s own work in order', async () => {
  const { add, end, began } = desk({ ...LIMITS, at_once: 1 })
  const all = [add(ANA, 'a1'), add(ANA, 'a2'), add(BEN, 'b1'), add(CARLA, 'c1'), add(ANA, 'a3')]
  for (const name of ['a1', 'c1', 'b1', 'a2', 'a3']) await end(name)
  await Promise.all(all)
  expect(began).toEqual(['a1', 'c1', 'b1', 'a2', 'a3'])
})

test('one person fills their part of the line, not that of others', async () => {
  const { add, end } = desk({ ...LIMITS, at_once: 1, most_waiting_each: 2 })
  const all = [add(ANA, 'a1'), add(ANA, 'a2'), add(ANA, 'a3')]
  await expect(add(ANA, 'a4')).rejects.toMatchObject({ code: 'rate', message: 'The line is full.' })
  all.push(add(CARLA, 'c1'))
  for (const name of ['a1', 'c1', 'a2', 'a3']) await end(name)
  await Promise.all(all)
})

test('the whole line is bounded', async () => {
  const { add, end } = desk({ ...LIMITS, at_once: 1, most_waiting: 1 })
  const all = [add(ANA, 'a1'), add(BEN, 'b1')]
  await expect(add(CARLA, 'c1')).rejects.toMatchObject({ code: 'rate' })
  for (const name of ['a1', 'b1']) await end(name)
  await Promise.all(all)
})

test('work that fails gives its place back', async () => {
  const inTurn = takingFairTurns({ ...LIMITS, at_once: 1 })
  const failing = inTurn(ANA, () => Promise.reject(new Error('no')))
  const next = inTurn(ANA, () => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('no')
  await expect(next).resolves.toBe('done')
})
