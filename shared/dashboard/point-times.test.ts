import { expect, test } from 'vitest'
import { ASKED_PLACES } from './asked-places.ts'
import { sumOfPoints } from './point-times.ts'

test('counts of regions add up: open points, their records, the oldest, and the median over all answers', () => {
  const at = (day: number) => `2031-01-${String(day).padStart(2, '0')}T00:00:00.000Z`
  const boundary = { about: 'boundary', records: 1 } as const
  const times = sumOfPoints([
    { ...boundary, days: null, count: 3, records: 2, oldest_at: at(9) },
    { ...boundary, days: null, count: 1, oldest_at: at(4) },
    { ...boundary, days: 30, count: 1, oldest_at: at(1) },
    { ...boundary, days: 2, count: 4, oldest_at: at(1) },
    { ...boundary, days: 9, count: 4, oldest_at: at(1) },
    { ...boundary, about: 'field', days: 0, count: 1, oldest_at: at(1) },
  ])
  expect(times.map(({ about }) => about)).toEqual(ASKED_PLACES)
  expect(times.find(({ about }) => about === 'boundary')).toEqual({
    about: 'boundary',
    open: 4,
    records: 3,
    oldest_at: at(4),
    answered: 9,
    median_days: 9,
  })
  expect(times.find(({ about }) => about === 'field')).toMatchObject({
    open: 0,
    oldest_at: null,
    median_days: 0,
  })
  expect(times.find(({ about }) => about === 'file')).toMatchObject({
    open: 0,
    answered: 0,
    median_days: null,
  })
})
