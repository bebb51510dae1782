import { describe, expect, test } from 'vitest'
import { lastMonths, medianDays } from './figures.rules.ts'

describe('the last twelve months', () => {
  test('end with the present one, across the change of a year', () => {
    const months = lastMonths(new Date('2031-03-15T00:00:00Z'))
    expect(months).toHaveLength(12)
    expect(months[0]).toBe('2030-04')
    expect(months[9]).toBe('2031-01')
    expect(months.at(-1)).toBe('2031-03')
  })

  test('are those of Manila: the first hours of a month there are still the old one in UTC', () => {
    expect(lastMonths(new Date('2030-12-31T17:00:00Z')).at(-1)).toBe('2031-01')
    expect(lastMonths(new Date('2030-12-31T15:59:00Z')).at(-1)).toBe('2030-12')
  })
})

describe('the median of counted days', () => {
  test('is the day of the middle record; of two middle ones the shorter', () => {
    expect(
      medianDays([
        { days: 1, count: 1 },
        { days: 5, count: 1 },
        { days: 9, count: 1 },
      ]),
    ).toBe(5)
    expect(
      medianDays([
        { days: 1, count: 10 },
        { days: 90, count: 1 },
      ]),
    ).toBe(1)
    expect(
      medianDays([
        { days: 2, count: 2 },
        { days: 7, count: 2 },
      ]),
    ).toBe(2)
    expect(medianDays([])).toBeNull()
  })
})
