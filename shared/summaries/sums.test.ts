import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadOf, sumOf } from './sums.ts'

test.each([
  [[], '0'],
  [['0.1', '0.2'], '0.3'],
  [['1200.50', '0.5'], '1201'],
  [['007', '0.000'], '7'],
  [['0.999', '0.0001'], '0.9991'],
  [['-5', '2.5'], '-2.5'],
  [['-0', '0.0'], '0'],
  [['123456789012345678901234567890', '0.001'], '123456789012345678901234567890.001'],
])('%j is %s', (values, sum) => {
  expect(sumOf(values)).toBe(sum)
})

test.each(['', 'ten', '1,000', '1e3', '.5', '5.', 'NaN'])('%j is refused', (value) => {
  expect(() => sumOf(['1', value])).toThrow('is no decimal number')
})

test('any thousandths add up exactly, however they are spelled', () => {
  const thousandths = fc.array(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }))
  const spelled = (units: bigint) => {
    const digits = String(units < 0n ? -units : units).padStart(4, '0')
    return `${units < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`
  }
  fc.assert(
    fc.property(thousandths, (all) => {
      const [whole = '', decimals = ''] = sumOf(all.map(spelled)).split('.')
      const units = BigInt(whole + decimals.padEnd(3, '0'))
      expect(units).toBe(all.reduce((sum, one) => sum + one, 0n))
      expect(decimals).not.toMatch(/0$/)
    }),
  )
})

test.each([
  [[['5', 1]], ['5', '5', '5']],
  [
    [
      ['2', 1],
      ['3', 1],
    ],
    ['2', '2.5', '3'],
  ],
  [
    [
      ['10', 1],
      ['9.5', 2],
      ['0.05', 1],
    ],
    ['0.05', '9.5', '10'],
  ],
  [
    [
      ['0.1', 1],
      ['0.2', 1],
    ],
    ['0.1', '0.15', '0.2'],
  ],
  [
    [
      ['-1', 3],
      ['-3', 2],
    ],
    ['-3', '-1', '-1'],
  ],
] as const)('of %j the lowest, middle and highest are %j', (counts, [lowest, median, highest]) => {
  const [first, ...more] = counts.map(([value, sites]) => ({ value, sites }))
  expect(first && spreadOf([first, ...more])).toEqual({ lowest, median, highest })
})

test('every site of a country may report a value of its own', () => {
  const [first, ...more] = Array.from({ length: 200_001 }, (_, at) => ({ value: `${at}.5`, sites: 1 }))
  expect(first && spreadOf([first, ...more])).toEqual({
    lowest: '0.5',
    median: '100000.5',
    highest: '200000.5',
  })
})
