import { expect, test } from 'vitest'
import { readAhead, rowsIn } from './pieces.ts'

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
  for await (const row of rowsIn(pieces(), (value, number) => [value, number])) rows.push(row)
  isRead = true
  expect(rows).toEqual(Array.from({ length: 81 }, (_, index) => [index, index + 1]))
  expect(turns).toBeGreaterThanOrEqual(2)
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
  for await (const piece of readAhead(pieces())) {
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
    for await (const piece of readAhead(broken())) seen.push(piece)
  }
  await expect(all()).rejects.toThrow('The line is gone.')
  expect(seen).toEqual([1])
})
