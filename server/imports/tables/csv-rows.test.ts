import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRows } from './csv-rows.ts'
import { isDateFormat } from './xlsx-parts.ts'

const read = (pieces: string[], delimiter: string): string[][] => {
  const reader = csvRows(delimiter)
  return [...pieces.flatMap((piece) => reader.write(piece)), ...reader.end()].map(({ texts }) => texts)
}

test('whatever is written is read, however it is cut into pieces', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'ñ', '"', ',', ';', '\n', '\r', '\t', ' '),
    maxLength: 8,
  })
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  const ends = fc.constantFrom('\n', '\r\n', '\r')
  const signs = fc.constantFrom(',', ';', '\t')
  fc.assert(
    fc.property(table, ends, signs, fc.integer({ min: 1, max: 5 }), (rows, end, sign, size) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
      const whole = rows.map((row) => row.map(quoted).join(sign)).join(end)
      const pieces = whole.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
      expect(read(pieces, sign)).toEqual(rows)
    }),
  )
})

test('a quotation mark inside a cell that is not quoted is a letter', () => {
  expect(read(['5" pipe,b\n'], ',')).toEqual([['5" pipe', 'b']])
})

test.each([
  ['yyyy-mm-dd', true],
  ['[$-409]d-mmm-yy;@', true],
  ['[h]:mm', true],
  ['General', false],
  ['#,##0.00 "days"', false],
  ['0.00_);[Red](0.00)', false],
  ['0\\d', false],
])('the format %s shows a day: %s', (code, isDate) => {
  expect(isDateFormat(code)).toBe(isDate)
})
