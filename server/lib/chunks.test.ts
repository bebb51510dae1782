import { expect, test } from 'vitest'
import { readAhead, rowsOfChunks } from './chunks.ts'

test('rows come one by one with their number, and others have a turn between them', async () => {
  async function* pieces() {
    yield Array.from({ length: 80 }, (_, index) => index)
    yield []
    yield [80]
  }
  let turns = 0
  let isRead = false
  const others = () => {
    turns += 1
    if (!isRead) setImmediate(others)
  }
  setImmediate(others)
  const rows: number[][] = []
  for await (const row of rowsOfChunks(pieces(), (value, number) => [value, number])) rows.push(row)
  isRead = true
  expect(rows).toEqual(Array.from({ length: 81 }, (_, index) => [index, index + 1]))
  expect(turns).toBeGreaterThanOrEqual(2)
})

test('however many exports are written, between the rows of any two of them others have a turn', async () => {
  async function* pieces() {
    yield Array.from({ length: 60 }, (_, index) => index)
  }
  let turn = 0
  let isRead = false
  const others = () => {
    turn += 1
    if (!isRead) setImmediate(others)
  }
  setImmediate(others)
  /** which exports wrote in each turn */
  const wrote = new Map<number, Set<string>>()
  const write = async (name: string) => {
    for await (const _row of rowsOfChunks(pieces(), (row) => row))
      wrote.set(turn, (wrote.get(turn) ?? new Set()).add(name))
  }
  await Promise.all(['a', 'b', 'c', 'd'].map(write))
  isRead = true
  const names = [...wrote.values()].flatMap((one) => [...one])
  expect(Math.max(...[...wrote.values()].map(({ size }) => size))).toBe(1)
  expect(names.slice(0, 8)).toEqual(['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd'])
})

test('two pieces are read at once, and a person with many exports waits behind one with a single one', async () => {
  const began: string[] = []
  const ends: (() => void)[] = []
  async function* pieces(name: string) {
    began.push(name)
    await new Promise<void>((end) => ends.push(end))
    yield name
  }
  const read = async (person: string, name: string) => {
    for await (const _piece of readAhead([person], pieces(name)));
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const all = [read('Ana', 'a1'), read('Ana', 'a2'), read('Ana', 'a3'), read('Ben', 'b1')]
  await settled()
  expect(began).toEqual(['a1', 'a2'])
  ends.shift()?.()
  await settled()
  expect(began).toEqual(['a1', 'a2', 'b1'])
  for (let at = 0; at < 3; at += 1) {
    ends.shift()?.()
    await settled()
  }
  await Promise.all(all)
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('the next piece is read while one is used, never two, and a reader that stops ends the reading', async () => {
  const read: number[] = []
  let isEnded = false
  async function* pieces() {
    try {
      for (let number = 1; ; number += 1) {
        read.push(number)
        yield number
      }
    } finally {
      isEnded = true
    }
  }
  for await (const piece of readAhead(['Ana'], pieces())) {
    await new Promise((resolve) => setImmediate(resolve))
    expect(read.length).toBe(piece + 1)
    if (piece === 3) break
  }
  expect(isEnded).toBe(true)
})

test('a piece that cannot be read fails its reader', async () => {
  async function* broken() {
    yield 1
    throw new Error('The line is gone.')
  }
  const seen: number[] = []
  const all = async () => {
    for await (const piece of readAhead(['Ana'], broken())) seen.push(piece)
  }
  await expect(all()).rejects.toThrow('The line is gone.')
  expect(seen).toEqual([1])
})
