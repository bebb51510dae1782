import { expect, test } from 'vitest'
import { psgcCodesIn } from './psgc.ts'

test('a place is named by its code of ten or nine digits, without a zero in front, or by its P-code', () => {
  for (const [text, code] of [
    ['0403401000', '0403401000'],
    [' 403401000 ', '0403401000'],
    ['043401000', '0403401000'],
    ['43401000', '0403401000'],
    ['PH0403401', '0403401000'],
    ['ph04034', '0403400000'],
    ['PH0403400000', '0403400000'],
    ['PH043400000', '0403400000'],
    ['1999901000', '1999901000'],
  ] as const)
    expect(psgcCodesIn(text), text).toContain(code)
})

test('other numbers and texts name none', () => {
  for (const text of [
    '',
    'Laguna',
    '34',
    '04034',
    '0403401',
    '2030.5',
    'PH',
    'PH04',
    '04034010001',
    'XX0403401',
  ])
    expect(psgcCodesIn(text), text).toEqual([])
})
