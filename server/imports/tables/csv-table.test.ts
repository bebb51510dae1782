import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRows } from './csv-table.ts'

const read = (text: string, delimiter: string) =>
  csvRows(text, delimiter).map(({ number, texts }) => [number, ...texts])

test('whatever is written is read, in the row where a spreadsheet shows it', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ñ', '"', ',', ';', '\n', '\t', ' '), maxLength: 8 })
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  const signs = fc.constantFrom(',', ';', '\t')
  fc.assert(
    fc.property(table, signs, (rows, sign) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
      const whole = rows.map((row) => row.map(quoted).join(sign)).join('\n')
      const numbered = rows.map((row, index) => [index + 1, ...row])
      expect(read(whole, sign)).toEqual(numbered.filter(([, ...texts]) => texts.some((text) => text !== '')))
    }),
  )
})

test('a quotation mark inside a cell that is not quoted is a letter', () => {
  expect(read('5" pipe,b\n', ',')).toEqual([[1, '5" pipe', 'b']])
})

test.each(['a\n"b,c', 'a\n"b"c,d\ne'])(
  'a quotation mark that is never closed is refused with its row: %j',
  (text) => {
    expect(() => csvRows(text, ',')).toThrow(/^A quotation mark in row 2 is never closed\./)
  },
)
