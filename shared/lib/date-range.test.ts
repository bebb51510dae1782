import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, DATE_RANGE_DAYS, isWholeRange, limitComplaint, rangeLimits } from './date-range.ts'

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

test('a day out of reach is told what is within', () => {
  const both = { min: '2025-06-01', max: '2025-06-07' }
  expect(limitComplaint('2025-06-07', both)).toBeNull()
  expect(limitComplaint('2025-06-08', both)).toBe('Please choose a date from Jun 01, 2025 to Jun 07, 2025.')
  expect(limitComplaint('2025-06-08', { ...both, min: null })).toBe(
    'Please choose a date on or before Jun 07, 2025.',
  )
  expect(limitComplaint('2025-05-31', { ...both, max: null })).toBe(
    'Please choose a date on or after Jun 01, 2025.',
  )
  expect(limitComplaint('1970-01-01', { min: null, max: null })).toBeNull()
})
