import { expect, test } from 'vitest'
import {
  compareNames,
  formatCount,
  formatDays,
  formatDecimals,
  formatList,
  formatPlain,
  plural,
  shortened,
} from './format.ts'

test('a count has its thousands apart, and one is singular', () => {
  expect([formatCount(1_234_567), formatCount(123_456_789_012_345_678n)]).toEqual([
    '1,234,567',
    '123,456,789,012,345,678',
  ])
  expect([0, 1, 2, 1200].map((count) => plural(count, 'row'))).toEqual([
    '0 rows',
    '1 row',
    '2 rows',
    '1,200 rows',
  ])
  expect(plural(2, 'activity', 'activities')).toBe('2 activities')
  expect([0, 0.9, 1, 12].map(formatDays)).toEqual(['less than a day', 'less than a day', '1 day', '12 days'])
})

test('decimals are rounded to the places asked for, every time', () => {
  expect([formatDecimals(1234.5, 2), formatDecimals(1234.5, 0), formatDecimals(0.046, 2)]).toEqual([
    '1,234.50',
    '1,235',
    '0.05',
  ])
  expect(formatDecimals(1, 2)).toBe('1.00')
  expect([formatPlain(1e21), formatPlain(0.1 + 0.2)]).toEqual(['1000000000000000000000', '0.3'])
})

test('a list ends with "and", and names are sorted by the numbers in them', () => {
  expect([[], ['a'], ['a', 'b'], [1, 2, 3]].map(formatList)).toEqual(['', 'a', 'a and b', '1, 2 and 3'])
  expect(['Region 10', 'Region 2', 'Ñ', 'O', 'N'].toSorted(compareNames)).toEqual([
    'N',
    'Ñ',
    'O',
    'Region 2',
    'Region 10',
  ])
})

test('a longer text is cut after so many letters, none of them in half and no space before the dots', () => {
  expect([shortened('Laguna', 6), shortened('Laguna de Bay', 7)]).toEqual(['Laguna', 'Laguna…'])
  expect([shortened('🌳🌳🌳', 2), shortened('🌳🌳🌳', 3)]).toEqual(['🌳🌳…', '🌳🌳🌳'])
})
