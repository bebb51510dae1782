import { expect, test } from 'vitest'
import { MAX_ROWS } from '../../shared/lib/paging.ts'
import { readPages } from './queries.ts'

/** Reads numbers from 1 to `count`; a page past the end is the last one, as in every list. */
const pagesOf = (count: number, asked: number[]) => (wanted: { page: number; length: number }) => {
  asked.push(wanted.page)
  const page = Math.min(wanted.page, Math.max(1, Math.ceil(count / wanted.length)))
  const all = Array.from({ length: count }, (_, at) => at + 1)
  const data = all.slice((page - 1) * wanted.length, page * wanted.length)
  return Promise.resolve({ data, totalCount: count + 7, filteredCount: count })
}

test.each([
  [0, 1],
  [MAX_ROWS, 1],
  [MAX_ROWS + 1, 2],
  [3 * MAX_ROWS, 3],
])('a list of %d rows is read in %d pages, each row once', async (count, pages) => {
  const asked: number[] = []
  const { data, totalCount } = await readPages(pagesOf(count, asked), () => false)
  expect(new Set(data).size).toBe(count)
  expect(data).toHaveLength(count)
  expect(totalCount).toBe(count + 7)
  expect(asked).toEqual(Array.from({ length: pages }, (_, at) => at + 1))
})

test('the rest of a list is not read once there are enough rows', async () => {
  const asked: number[] = []
  const { data } = await readPages(pagesOf(1_000, asked), (rows) => rows.length >= 2 * MAX_ROWS)
  expect(data).toHaveLength(2 * MAX_ROWS)
  expect(asked).toEqual([1, 2])
})
