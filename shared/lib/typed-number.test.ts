import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberComplaint } from './decimals.ts'
import { plainNumberText, typedNumber, wholeNumberOf, WRITE_A_POINT } from './typed-number.ts'

const AREA_PLACES = 4
const read = (text: string) => plainNumberText(text, AREA_PLACES)

describe('[S-129] a number as people write and paste it', () => {
  test.each([
    ['\u202d213.02\u202c', '213.02'],
    ['\u200e213.02\u200b', '213.02'],
    ['\ufeff213\u2060.02', '213.02'],
    ['.5', '0.5'],
    ['12.', '12'],
    ['+213.02', '213.02'],
    ['+.5', '0.5'],
    ['1,250.50', '1250.50'],
    ['1 250.50', '1250.50'],
    ['1\u00a0250.50', '1250.50'],
    ['1\u202f250.50', '1250.50'],
    ['1\u2009250\u2009000', '1250000'],
    ['12,345', '12345'],
    ['1,234,567.8', '1234567.8'],
    ['\uff12\uff11\uff13\uff0e\uff10\uff12', '213.02'],
    ['\uff11\uff0c\uff12\uff15\uff10', '1250'],
    ['2021.0', '2021.0'],
    ['100.500000', '100.5'],
    ['007.50', '7.50'],
    ['-1.5', '-1.5'],
    ['\u22121.5', '-1.5'],
    ['-0.00', '0.00'],
    ['1.250', '1.250'],
  ])('%j is %s', (text, number) => {
    expect(read(text)).toBe(number)
  })

  test.each([
    '1.250,50',
    '1250,50',
    '12,5',
    ',5',
    '0,345',
    '00,345',
    '-0,345',
    '1.250.500',
    '1 250,50',
    '1,250,50',
    '1234,567',
    '12,34,567',
    '1,250.50.1',
    '\uff11\uff0c\uff15',
    '1,',
  ])('%j could mean two numbers', (text) => {
    expect(typedNumber(text)).toBe('doubtful')
    expect(read(text)).toBeNull()
    expect(numberComplaint('Project Area', text)).toBe(WRITE_A_POINT)
  })

  test.each([
    '',
    '.',
    '+',
    '-',
    '1e3',
    '0x1f',
    'ten',
    '1-2',
    '--1',
    '+-1',
    '10 00',
    '1\n250',
    '1\t250',
    '1 2',
    '٣',
    '½',
    '10²',
    '1'.repeat(65),
    '9'.repeat(1_000_000),
    ' '.repeat(1_000_000),
  ])('%.20j is none', (text) => {
    expect(typedNumber(text)).toBeNull()
  })

  test('in a table parted by semicolons a comma is refused whatever follows it', () => {
    for (const text of ['12,345', '1,250.50', '1,234,567', '12,5', '\uff11\uff0c\uff12\uff15\uff10'])
      expect(typedNumber(text, true)).toBe('doubtful')
    expect(typedNumber('1 250.50', true)).toEqual({ minus: false, whole: '1250', decimals: '50' })
  })

  test('a year is a whole number', () => {
    expect(
      ['2021', '2021.0', ' 2021. ', '\uff12\uff10\uff12\uff11', '\u202d2021\u202c'].map(wholeNumberOf),
    ).toEqual([2021, 2021, 2021, 2021, 2021])
    expect(['2021.5', '20 21', 'soon', '2021,5', '9'.repeat(20)].map(wholeNumberOf)).toEqual(
      Array(5).fill(null),
    )
  })

  test('any number is the same with marks, groups, a plus and zeros at its end', () => {
    const whole = fc.integer({ min: 0, max: 999_999_999 })
    fc.assert(
      fc.property(
        whole,
        fc.integer({ min: 0, max: 9999 }),
        fc.constantFrom(',', ' ', '\u00a0'),
        (big, small, group) => {
          const decimals = String(small).padStart(AREA_PLACES, '0')
          const grouped = big.toLocaleString('en-US').replaceAll(',', group)
          expect(Number(read(`\u200f+${grouped}\u202c.${decimals}000`))).toBe(Number(`${big}.${decimals}`))
        },
      ),
    )
  })
})
