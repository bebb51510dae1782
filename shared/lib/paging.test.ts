import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { DEFAULT_ROWS, PageQuery, pageList, ROWS_PER_PAGE } from './paging.ts'

describe('page buttons', () => {
  test.each([
    [1, 1, [1]],
    [1, 7, [1, 2, 3, 4, 5, 6, 7]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 8, [1, 2, 3, 'gap', 8]],
    [3, 8, [1, 2, 3, 4, 'gap', 8]],
    [4, 8, [1, 'gap', 3, 4, 5, 'gap', 8]],
    [5, 8, [1, 'gap', 4, 5, 6, 'gap', 8]],
    [7, 8, [1, 'gap', 6, 7, 8]],
    [8, 8, [1, 'gap', 6, 7, 8]],
    [2, 20, [1, 2, 3, 'gap', 20]],
    [10, 20, [1, 'gap', 9, 10, 11, 'gap', 20]],
  ] as const)('[SHELL-28] page %i of %i', (current, pages, expected) => {
    expect(pageList(current, pages)).toEqual(expected)
  })

  test('[SHELL-28] first, last and the current page are always there, in order, gaps only where pages are left out', () => {
    const pages = fc.integer({ min: 1, max: 500 })
    fc.assert(
      fc.property(pages, fc.nat(), (count, offset) => {
        const current = (offset % count) + 1
        const list = pageList(current, count)
        const numbers = list.filter((entry) => entry !== 'gap')
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
        expect(numbers).toEqual(expect.arrayContaining([1, current, count]))
        list.forEach((entry, index) => {
          if (entry !== 'gap') return
          const [before, after] = [list[index - 1], list[index + 1]]
          expect(Number(after) - Number(before)).toBeGreaterThan(1)
        })
      }),
    )
  })
})

describe('what a list accepts', () => {
  test('[CONSTANTS-01] rows per page are 10, 20, 30 and 40, 10 at first', () => {
    expect(ROWS_PER_PAGE).toEqual([10, 20, 30, 40])
    expect(DEFAULT_ROWS).toBe(10)
    expect(z.parse(PageQuery, {})).toMatchObject({ page: 1, length: 10 })
  })

  test('a mistyped page still shows the first, and nobody asks for more than a hundred rows', () => {
    expect(z.parse(PageQuery, { page: 'two', length: '5000' })).toMatchObject({ page: 1, length: 100 })
    expect(z.parse(PageQuery, { page: '-3' })).toMatchObject({ page: 1 })
  })
})
