import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnLetters, plainNumber } from './cells.ts'

describe('the letters of a column', () => {
  test.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ])('%i is %s', (index, letters) => {
    expect(columnLetters(index)).toBe(letters)
  })
})

describe('numbers of a spreadsheet', () => {
  test.each([
    [2021, '2021'],
    [100.5, '100.5'],
    [0.1 + 0.2, '0.3'],
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    [-0, '0'],
  ])('%d is typed as %s', (number, text) => {
    expect(plainNumber(number)).toBe(text)
  })

  test('any area with four decimals comes back as it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 13 }), (units) => {
        const [whole, places] = [Math.floor(units / 10_000), String(units % 10_000).padStart(4, '0')]
        expect(Number(plainNumber(Number(`${whole}.${places}`)))).toBe(Number(`${whole}.${places}`))
        expect(plainNumber(Number(`${whole}.${places}`))).toBe(
          `${whole}.${places}`.replace(/\.?0+$/, '') || '0',
        )
      }),
    )
  })
})
