import { describe, expect, test } from 'vitest'
import { createFairQueue, type Turn } from './fair-queue.ts'

const LIMITS = {
  at_once: 2,
  at_once_each: 1,
  most_waiting: 6,
  most_waiting_each: 4,
  full: 'busy_with_files' as const,
}
const ANA: Turn = ['Laguna', 'Ana']
const BEN: Turn = ['Laguna', 'Ben']
const CARLA: Turn = ['Quezon', 'Carla']

/** A queue whose work ends on command, and the order in which it began. */
function desk(limits = LIMITS) {
  const inTurn = createFairQueue(limits)
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
  await expect(add(ANA, 'a4')).rejects.toMatchObject({ why: 'rate', code: 'busy_with_files' })
  all.push(add(CARLA, 'c1'))
  for (const name of ['a1', 'c1', 'a2', 'a3']) await end(name)
  await Promise.all(all)
})

test('the whole line is bounded', async () => {
  const { add, end } = desk({ ...LIMITS, at_once: 1, most_waiting: 1 })
  const all = [add(ANA, 'a1'), add(BEN, 'b1')]
  await expect(add(CARLA, 'c1')).rejects.toMatchObject({ why: 'rate' })
  for (const name of ['a1', 'b1']) await end(name)
  await Promise.all(all)
})

/** A queue whose work ends in order, on command; records the names of what began. */
function byHand(limits: { at_once: number; most_waiting: number }) {
  const inTurn = createFairQueue(limits)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const start = (network: string, name: string) => {
    const work = inTurn([network], async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      return name
    })
    work.catch(() => undefined)
    return work
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  /** Ends the oldest running work, so that the next begins. */
  const end = async () => {
    ends.shift()?.()
    await settle()
  }
  const endAll = async () => {
    while (ends.length > 0) await end()
  }
  return { start, end, endAll, settle, begun }
}

const numbers = (count: number, of: string) =>
  Array.from({ length: count }, (_, index) => `${of}${index + 1}`)
const RATE = { code: 'rate', status: 429 }

describe('turns of one network', () => {
  test('never more than two run at once, all of them run, in order', async () => {
    const { start, end, settle, begun } = byHand({ at_once: 2, most_waiting: 100 })
    const names = numbers(9, 'a')
    const all = Promise.all(names.map((name) => start('a', name)))
    await settle()
    for (let ended = 0; ended < names.length; ended += 1) {
      expect(begun).toEqual(names.slice(0, ended + 2))
      await end()
    }
    expect(await all).toEqual(names)
  })

  test('work that fails gives its place back', async () => {
    const inTurn = createFairQueue({ at_once: 1, most_waiting: 10 })
    const failing = inTurn(['a'], () => Promise.reject(new Error('no')))
    const next = inTurn(['a'], () => Promise.resolve('done'))
    await expect(failing).rejects.toThrow('no')
    await expect(next).resolves.toBe('done')
    await expect(inTurn(['a'], () => Promise.resolve('again'))).resolves.toBe('again')
  })

  test('a flood is refused, those in line are served', async () => {
    const { start, endAll, begun } = byHand({ at_once: 1, most_waiting: 2 })
    const served = Promise.all(numbers(3, 'a').map((name) => start('a', name)))
    await expect(start('a', 'a4')).rejects.toMatchObject(RATE)
    await endAll()
    expect(await served).toEqual(begun)
    // refused work occupies no place
    const again = Promise.all(numbers(3, 'b').map((name) => start('a', name)))
    await endAll()
    expect(await again).toHaveLength(3)
  })
})

describe('[S-110] turns of several networks', () => {
  test('a person of another network is next, whoever waits before', async () => {
    const { start, endAll, settle, begun } = byHand({ at_once: 1, most_waiting: 100 })
    for (const name of numbers(6, 'flood')) void start('flood', name)
    void start('office', 'office1')
    void start('home', 'home1')
    void start('office', 'office2')
    await settle()
    await endAll()
    expect(begun).toEqual([
      'flood1',
      'office1',
      'home1',
      'flood2',
      'office2',
      'flood3',
      'flood4',
      'flood5',
      'flood6',
    ])
  })

  test('a flood never refuses a person of another network, it refuses its own', async () => {
    const { start, endAll, begun } = byHand({ at_once: 1, most_waiting: 4 })
    const flood = numbers(5, 'flood').map((name) => start('flood', name))
    const persons = ['office', 'home'].map((network) => start(network, network))
    await expect(start('flood', 'late')).rejects.toMatchObject(RATE)
    await expect(flood[4]).rejects.toMatchObject(RATE)
    await expect(flood[3]).rejects.toMatchObject(RATE)
    await endAll()
    expect(await Promise.all(persons)).toEqual(['office', 'home'])
    expect(begun).toEqual(['flood1', 'office', 'home', 'flood2', 'flood3'])
  })

  test('when everybody waits alone the newest is refused', async () => {
    const { start, endAll } = byHand({ at_once: 1, most_waiting: 2 })
    const first = ['a', 'b', 'c'].map((network) => start(network, network))
    await expect(start('d', 'd')).rejects.toMatchObject(RATE)
    await endAll()
    expect(await Promise.all(first)).toEqual(['a', 'b', 'c'])
  })

  test('what fails in one network is followed by the next', async () => {
    const inTurn = createFairQueue({ at_once: 1, most_waiting: 10 })
    const failing = inTurn(['a'], () => Promise.reject(new Error('no')))
    const others = ['b', 'c'].map((network) => inTurn([network], () => Promise.resolve(network)))
    await expect(failing).rejects.toThrow('no')
    expect(await Promise.all(others)).toEqual(['b', 'c'])
  })
})

describe('[S-132] turns on a tree, by rank', () => {
  type Asked = { turn: Turn; rank?: number }

  /** A queue that records the names of the work begun and refused; each begins when one before it ends. */
  function line(limits: Parameters<typeof createFairQueue>[0]) {
    const inTurn = createFairQueue(limits)
    const [begun, refused]: [string[], string[]] = [[], []]
    const ends: (() => void)[] = []
    const ask = ({ turn, rank = 0 }: Asked, name: string) => {
      const work = () => {
        begun.push(name)
        return new Promise<void>((end) => ends.push(end))
      }
      inTurn(turn, work, rank).catch(() => refused.push(name))
    }
    const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
    const endAll = async () => {
      for (await settle(); ends.length > 0; await settle()) ends.shift()?.()
      return { begun, refused }
    }
    return { ask, endAll }
  }
  const part = (number: number): Turn => ['in 2001:db8:1::/48', `2001:db8:1:${number}::/64`]
  const alone = (name: string): Turn => [`in ${name}`, name]

  test('many networks of one wide network have one turn together', async () => {
    const { ask, endAll } = line({ at_once: 1, most_waiting: 100 })
    for (let number = 1; number <= 4; number += 1) ask({ turn: part(number) }, `part${number}`)
    ask({ turn: alone('office') }, 'office1')
    ask({ turn: alone('home') }, 'home1')
    expect((await endAll()).begun).toEqual(['part1', 'office1', 'home1', 'part2', 'part3', 'part4'])
  })

  test('a lower rank goes first, and a full line of another rank refuses it nothing', async () => {
    const { ask, endAll } = line({ at_once: 1, most_waiting: [10, 2] })
    ask({ turn: alone('a'), rank: 1 }, 'a')
    for (const name of ['b', 'c', 'd']) ask({ turn: alone(name), rank: 1 }, name)
    for (const name of ['e', 'f', 'g']) ask({ turn: alone(name) }, name)
    expect(await endAll()).toEqual({ begun: ['a', 'e', 'f', 'g', 'b', 'c'], refused: ['d'] })
  })

  test('a full line loses the last of the widest network that has most in it', async () => {
    const { ask, endAll } = line({ at_once: 1, most_waiting: 3 })
    for (let number = 0; number <= 3; number += 1) ask({ turn: part(number) }, `part${number}`)
    ask({ turn: alone('office') }, 'office')
    const { begun, refused } = await endAll()
    expect(refused).toEqual(['part3'])
    expect(begun).toContain('office')
  })

  test('of networks that are alike the first and the last are next in turn, and each keeps its own order', async () => {
    const { ask, endAll } = line({ at_once: 1, most_waiting: 100, newest_as_well: true })
    for (const name of ['a', 'b', 'c', 'd', 'e']) ask({ turn: alone(name) }, name)
    for (const name of ['x1', 'x2']) ask({ turn: alone('x') }, name)
    expect((await endAll()).begun).toEqual(['a', 'b', 'x1', 'c', 'e', 'd', 'x2'])
  })
})
