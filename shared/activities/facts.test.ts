import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WRITE_A_POINT } from '../lib/typed-number.ts'
import {
  figureComplaint,
  figureValue,
  formatFigure,
  largerParts,
  largerPartWords,
  notableChange,
  reportingYearComplaint,
  WhatHappened,
  whatHappenedComplaint,
} from './facts.ts'

const people = { name: 'People trained', is_whole: true, adds_up: true }
const balance = { name: 'Balance', is_whole: false, adds_up: false }

describe('[S-145] a figure that is part of another', () => {
  const figures = [
    { id: 1, name: 'Participants', part_of: null },
    { id: 2, name: 'Women', part_of: 'Participants' },
    { id: 3, name: 'Indigenous people', part_of: 'Participants' },
  ]
  const larger = (...values: (string | null)[]) => largerParts(figures, (id) => values[id - 1] ?? null)

  test.each([
    [['40', '41', '40'], ['Women']],
    [
      ['1,000', '1001', '1,000.5'],
      ['Women', 'Indigenous people'],
    ],
    [['40', '40', ''], []],
    [['', '41', '3'], []],
    [['40', 'many', null], []],
    [['0', '1', '0'], ['Women']],
  ])('of %j, larger than the whole are %j', (values, parts) => {
    expect(larger(...values).map(({ part }) => part)).toEqual(parts)
  })

  test('is told by both names', () => {
    expect(larger('1', '2').map(largerPartWords)).toEqual([
      'Women is larger than Participants, of which it is a part. Please check both.',
    ])
  })
})

describe('the value of a figure', () => {
  test.each([
    [people, 'many', 'People trained must be a number.'],
    [people, '1,0', WRITE_A_POINT],
    [people, '12.0', null],
    [balance, '12.12500', null],
    [people, '-3', 'People trained cannot be negative.'],
    [people, '3.5', 'People trained must be a whole number.'],
    [balance, '1.2345', 'Balance can have at most 3 decimals.'],
    [people, '9'.repeat(31), 'People trained can have at most 12 digits before the point.'],
    [people, '1,250', null],
    [people, '000000000000012', null],
    [{ ...balance, adds_up: true }, '-1.5', 'Balance cannot be negative.'],
    [{ ...people, adds_up: false }, '-3', null],
    [balance, '-0.125', null],
    [balance, '\u221212.5', null],
    [people, '  ', null],
  ])('%o %s: %s', (figure, text, complaint) => {
    expect(figureComplaint(figure, text)).toBe(complaint)
  })

  test('is kept to the last decimal', () => {
    expect(
      ['12.125', '0012.500', '1,234,567', '-0', '\u22127', ' 5 ', '1.12500'].map((text) => figureValue(text)),
    ).toEqual(['12.125', '12.500', '1234567', '0', '-7', '5', '1.125'])
    expect(figureValue('2,021.0', true)).toBe('2021')
    expect(['', 'x', '1e5', 'Infinity'].map((text) => figureValue(text))).toEqual([null, null, null, null])
  })

  test('reads back as what was typed, whatever it is', () => {
    const digits = fc.bigInt({ min: 0n, max: 999_999_999_999n })
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 999 }), (whole, places) => {
        const text = `${whole}.${String(places).padStart(3, '0')}`
        expect(figureComplaint(balance, text)).toBeNull()
        expect(figureValue(formatFigure(text))).toBe(text)
      }),
    )
  })

  test('is read in groups of three', () => {
    expect(['1250', '-1250.5', '999', '1000000.125'].map(formatFigure)).toEqual([
      '1,250',
      '-1,250.5',
      '999',
      '1,000,000.125',
    ])
  })
})

test('a change over a half is pointed out, one of a half is not', () => {
  expect(notableChange('100', '150')).toBeNull()
  expect(notableChange('100', '151')).toBeCloseTo(0.51)
  expect(notableChange('100', '49')).toBeCloseTo(-0.51)
  expect(notableChange('0', '40')).toBeNull()
  expect(notableChange(null, '40')).toBeNull()
})

describe('what happened', () => {
  test('keeps ñ and line breaks, in one spelling', () => {
    expect(WhatHappened.parse(' Ang pagpupulong\r\nsa Sto. Nin\u0303o  \n\nDalawa ')).toBe(
      'Ang pagpupulong\nsa Sto. Ni\u00f1o\n\nDalawa',
    )
    expect([WhatHappened.parse('  \n '), WhatHappened.parse(null), WhatHappened.parse(undefined)]).toEqual([
      null,
      null,
      undefined,
    ])
  })

  test('has at most 2,000 characters, as the database counts them', () => {
    expect(whatHappenedComplaint('🌳'.repeat(2000))).toBeNull()
    expect(whatHappenedComplaint('ñ'.repeat(2001))).toBe('What happened cannot exceed 2,000 characters.')
    expect(whatHappenedComplaint(' '.repeat(60_000))).toBe('What happened cannot exceed 2,000 characters.')
    expect(WhatHappened.parse('one\u000btwo\u0000')).toBe('one\ntwo')
  })
})

test('a reporting year is one of the project so far', () => {
  const project = { project_year_start: 2022, project_year_end: 2030 }
  const said = [2021, 2022, 2026, 2027, null].map((year) => reportingYearComplaint(year, project, 2026))
  const refused = 'Reporting year must be between 2022 and 2026, the years of the project so far.'
  expect(said).toEqual([refused, null, null, refused, null])
  expect(reportingYearComplaint(2024, { project_year_start: 2020, project_year_end: 2023 }, 2026)).toContain(
    'between 2020 and 2023',
  )
})
