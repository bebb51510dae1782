import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnLetters, columnOf, dayOfSerial, plainNumber } from './cells.ts'

describe('the letters of a column', () => {
  test.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ])('%i is %s', (index, letters) => {
    expect(columnLetters(index)).toBe(letters)
    expect(columnOf(`${letters}12`)).toBe(index)
  })

  test('any column is found again by its letters', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 16_383 }), fc.integer({ min: 1, max: 999 }), (index, row) => {
        expect(columnOf(`$${columnLetters(index)}$${row}`)).toBe(index)
      }),
    )
  })

  test('what is no cell has no column', () => {
    for (const text of ['', '12', 'A1:B2', 'ÄB1']) expect(columnOf(text)).toBeNull()
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

describe('days of a spreadsheet', () => {
  test.each([
    [1, false, '1900-01-01'],
    [59, false, '1900-02-28'],
    [61, false, '1900-03-01'],
    [44_256, false, '2021-03-01'],
    [44_256.75, false, '2021-03-01'],
    [0, true, '1904-01-01'],
    [42_794, true, '2021-03-01'],
    [1e12, false, ''],
  ])('%d, from 1904 %s, is %s', (serial, from1904, day) => {
    expect(dayOfSerial(serial, from1904)).toBe(day)
  })
})
