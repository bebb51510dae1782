import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  DATE_RANGE_DAYS,
  isDay,
  isWholeRange,
  monthsBefore,
  rangeComplaint,
  rangeLimits,
} from './date-range.ts'

const TODAY = '2025-06-20'
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000
const day = fc.integer({ min: -400, max: 400 }).map((days) => addDays(TODAY, days))
const maybeDay = fc.option(day)

test('days are counted over months, years and the 29th of February', () => {
  expect(addDays('2025-06-28', 6)).toBe('2025-07-04')
  expect(addDays('2024-02-26', 6)).toBe('2024-03-03')
  expect(addDays('2025-02-26', 6)).toBe('2025-03-04')
  expect(addDays('2025-01-03', -6)).toBe('2024-12-28')
})

describe('[SHELL-38] at most seven days', () => {
  test('the end reaches six days past the start, the start six days before the end', () => {
    expect(DATE_RANGE_DAYS).toBe(7)
    expect(rangeLimits({ start: '2025-06-01', end: null }, TODAY).end).toEqual({
      min: '2025-06-01',
      max: '2025-06-07',
    })
    expect(rangeLimits({ start: null, end: '2025-06-07' }, TODAY).start).toEqual({
      min: '2025-06-01',
      max: '2025-06-07',
    })
    expect(rangeLimits({ start: null, end: null }, TODAY).end).toEqual({ min: null, max: null })
  })

  test('seven days are whole, eight and a turned round range are not', () => {
    expect(isWholeRange({ start: '2025-06-01', end: '2025-06-07' }, TODAY)).toBe(true)
    expect(isWholeRange({ start: '2025-06-01', end: '2025-06-01' }, TODAY)).toBe(true)
    expect(isWholeRange({ start: '2025-06-01', end: '2025-06-08' }, TODAY)).toBe(false)
    expect(isWholeRange({ start: '2025-06-07', end: '2025-06-06' }, TODAY)).toBe(false)
    expect(isWholeRange({ start: '2025-06-01', end: null }, TODAY)).toBe(false)
    expect(isWholeRange({ start: null, end: '2025-06-01' }, TODAY)).toBe(false)
  })

  test('whatever the pickers let through spans one to seven days, and nothing such is kept out', () => {
    fc.assert(
      fc.property(day, day, (start, end) => {
        const days = dayNumber(end) - dayNumber(start) + 1
        const allowed = days >= 1 && days <= 7 && start <= TODAY
        expect(isWholeRange({ start, end }, TODAY)).toBe(allowed)
      }),
    )
  })
})

describe('[SHELL-39] no start later than today', () => {
  test('today is the last start, also with an end after it', () => {
    expect(rangeLimits({ start: null, end: null }, TODAY).start.max).toBe(TODAY)
    expect(rangeLimits({ start: null, end: '2025-06-23' }, TODAY).start.max).toBe(TODAY)
    expect(isWholeRange({ start: TODAY, end: addDays(TODAY, 6) }, TODAY)).toBe(true)
    expect(isWholeRange({ start: addDays(TODAY, 1), end: addDays(TODAY, 1) }, TODAY)).toBe(false)
  })

  test('whatever the end is', () => {
    fc.assert(
      fc.property(maybeDay, (end) => {
        const { max } = rangeLimits({ start: null, end }, TODAY).start
        expect(max !== null && max <= TODAY).toBe(true)
      }),
    )
  })
})

describe('what is wrong with a day of a range', () => {
  const of = (which: 'start' | 'end', start: string | null, end: string | null) =>
    rangeComplaint(which, { start, end }, TODAY)
  const reach =
    'The date range can cover at most 7 days. Please choose a date from Jun 01, 2025 to Jun 07, 2025.'

  test('is said under the field that is changed', () => {
    expect(of('end', '2025-06-01', '2025-06-07')).toBeNull()
    expect(of('end', '2025-06-01', '2025-06-08')).toBe(reach)
    expect(of('start', '2025-05-31', '2025-06-07')).toBe(reach)
    expect(of('end', '2025-06-02', '2025-06-01')).toBe('End date cannot be earlier than start date.')
    expect(of('start', '2025-06-02', '2025-06-01')).toBe('Start date cannot be later than end date.')
    expect(of('start', '2025-06-21', null)).toBe('Start date cannot be later than today.')
    expect(of('end', null, '2025-06-21')).toBeNull()
    expect(of('start', null, null)).toBeNull()
  })

  test('a day is one of the calendar', () => {
    expect(['2024-02-29', '2025-06-01'].map(isDay)).toEqual([true, true])
    expect(['2026-02-31', '2025-6-1', '01-06-2025', ''].map(isDay)).toEqual([false, false, false, false])
  })

  test('a range without a complaint is whole, one with a complaint never is', () => {
    fc.assert(
      fc.property(day, day, (start, end) => {
        const complaints = [of('start', start, end), of('end', start, end)].filter(Boolean)
        expect(isWholeRange({ start, end }, TODAY)).toBe(complaints.length === 0)
      }),
    )
  })
})

test('twelve months before a day is the same day of the year before', () => {
  expect(monthsBefore('2031-07-04', 12)).toBe('2030-07-04')
  expect(monthsBefore('2032-02-29', 12)).toBe('2031-02-28')
  expect(monthsBefore('2031-01-31', 2)).toBe('2030-11-30')
})
