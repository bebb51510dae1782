import { describe, expect, test } from 'vitest'
import { lastMonths, medianDays, type RegionFigures, sumOfFigures } from './figures.rules.ts'

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

test('the figures of several regions are the sums of theirs, in official order', () => {
  const region = (id: number, sites: number, month: string): RegionFigures => ({
    id,
    name: `Region ${id}`,
    sites,
    graded: sites - 1,
    grades: [{ principle_number: 3, very: sites, somewhat: 1, not: 0, none: 0 }],
    provinces: [{ id: id * 10, name: 'Laguna', count: sites }],
    months: [{ month, profiles: sites, activities: 2 }],
  })
  const parts = [region(7, 5, '2031-01'), region(2, 3, '2030-12')]
  const all = sumOfFigures(parts, ['2030-12', '2031-01'], false)
  expect([all.sites, all.graded]).toEqual([8, 6])
  expect(all.regions.map(({ id, count }) => [id, count])).toEqual([
    [2, 3],
    [7, 5],
  ])
  expect(all.grades).toHaveLength(8)
  expect(all.grades[2]).toEqual({ principle_number: 3, very: 8, somewhat: 2, not: 0, none: 0 })
  expect(all.months).toEqual([
    { month: '2030-12', profiles: 3, activities: 2 },
    { month: '2031-01', profiles: 5, activities: 2 },
  ])
  expect(all.provinces, 'of several regions').toEqual([])
  expect(sumOfFigures([region(7, 5, '2031-01')], ['2031-01'], true).provinces).toHaveLength(1)
  expect(sumOfFigures([], ['2031-01'], true)).toMatchObject({ sites: 0, regions: [], provinces: [] })
})
