import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addsUp, decimalUnits, formatHectares, hectares, numberComplaint } from './decimals.ts'

describe('areas as typed', () => {
  test.each(['1', '1,000', '1,000.5', '0.0001', '828.20', '12345678'])('%s is an area', (text) => {
    expect(hectares(text)).toBe(text.replaceAll(',', ''))
  })

  test.each([
    ['12.5 ha', '12.5'],
    ['12.5ha.', '12.5'],
    ['1,250 Hectares', '1250'],
    ['3 HA ', '3'],
  ])('%j is written with its unit', (text, stored) => {
    expect([hectares(text), numberComplaint('Project Area', text)]).toEqual([stored, null])
  })

  test.each([
    'ha',
    '5 ha ha',
    '5 hat',
    '5 sqm',
    '',
    '0',
    '0.0000',
    '-1',
    '.',
    '1e3',
    '1,00',
    '1.23456',
    'ten',
    '10 00',
  ])('%j is none', (text) => {
    expect(hectares(text)).toBeNull()
  })

  test.each([
    ['ten', 'must be a number.'],
    ['0', 'must be more than 0.'],
    ['0.00000', 'must be more than 0.'],
    ['-1,000.5', 'must be more than 0.'],
    ['\u22121', 'must be more than 0.'],
    ['1,000.00001', 'can have at most 4 decimals.'],
  ])('[S-115] %j: what is wrong is named', (text, complaint) => {
    expect(numberComplaint('Project Area', text)).toBe(`Project Area ${complaint}`)
  })

  test('a number has a complaint or is an area, never both, never neither', () => {
    const text = fc.oneof(fc.string({ maxLength: 12 }), fc.stringMatching(/^[-+]?[0-9,. ]{1,8}$/))
    fc.assert(
      fc.property(text, (typed) => (numberComplaint('Area', typed) === null) === (hectares(typed) !== null)),
    )
  })

  test('sums are exact where binary fractions are not', () => {
    expect(addsUp('0.3', ['0.1', '0.2'])).toBe(true)
    expect(addsUp('100', ['60', '30'])).toBe(false)
    expect(addsUp('100', ['60', '50'])).toBe(false)
    expect(addsUp('1,000.5', ['999.5', '1'])).toBe(true)
    expect(addsUp('100', ['100', 'x'])).toBe(false)
  })

  test('any split of a whole adds up, and one ten-thousandth more does not', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 5 })
    const text = (units: number) => `${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, '0')}`
    fc.assert(
      fc.property(parts, (units) => {
        const whole = units.reduce((sum, part) => sum + part, 0)
        expect(addsUp(text(whole), units.map(text))).toBe(true)
        expect(addsUp(text(whole + 1), units.map(text))).toBe(false)
      }),
    )
  })

  test('hectares are read with commas and two places', () => {
    expect(formatHectares('35310.9')).toBe('35,310.90')
    expect(formatHectares(null)).toBe('N/A')
    expect(decimalUnits('1.5')).toBe(15_000n)
  })
})
