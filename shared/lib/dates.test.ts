import { expect, test } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatRecentDate,
  formatTime,
  manilaDay,
  manilaDayOf,
  manilaYear,
  mondayOf,
} from './dates.ts'
import { readDay, readDays, typedDayComplaint } from './typed-date.ts'
import { formatMonth, shortMonth } from './manila-days.ts'

test.each(['2025/06/01', '20250601', '2025-06-01', ' 2025/6/1 '])(
  '[SHELL-40] %j is the first of June',
  (typed) => {
    expect(readDay(typed)).toBe('2025-06-01')
  },
)

test.each(['06/01/2025', '01-06-2025'])('[SHELL-40] %j is the first of June, or is chosen to be', (typed) => {
  expect(readDays(typed)).toContain('2025-06-01')
})

test.each([
  'June 1, 2025',
  'jun 1 2025',
  'Jun. 01, 2025',
  '1 June 2025',
  '01-Jun-2025',
  '2025 June 1',
  '2025.6.1',
  '2025-6-1',
])('[S-172] %j is the first of June, in one way', (typed) => {
  expect(readDays(typed)).toEqual(['2025-06-01'])
})

test.each([
  ['06/01/2025', ['2025-01-06', '2025-06-01']],
  ['01-06-2025', ['2025-06-01', '2025-01-06']],
  ['1/2/2025', ['2025-02-01', '2025-01-02']],
  ['12/11/2025', ['2025-11-12', '2025-12-11']],
  ['05/05/2025', ['2025-05-05']],
  ['25/12/2025', ['2025-12-25']],
  ['12-25-2025', ['2025-12-25']],
  ['13-12-2025', ['2025-12-13']],
  ['2025/06/01', ['2025-06-01']],
  ['20250601', ['2025-06-01']],
  ['31/31/2025', []],
  ['06/01-2025', []],
])('[S-172] %j can be read as %j', (typed, days) => {
  expect(readDays(typed)).toEqual(days)
  expect(readDay(typed)).toBe(days.length === 1 ? days[0] : null)
})

test('[S-172] a day that can be read in two ways is asked about in one sentence, one without a doubt is not', () => {
  const complaintOf = (typed: string) => typedDayComplaint('Asked on', typed)
  expect(complaintOf('03/04/2025')).toBe('Choose which day you mean: 3 April 2025 or 4 March 2025.')
  expect(complaintOf('04-03-2025')).toBe('Choose which day you mean: 4 March 2025 or 3 April 2025.')
  expect(complaintOf('31-02-2025')).toBe(
    'Asked on is not a day of the calendar. Please enter a date like 2025-06-01.',
  )
  expect(complaintOf('March 4, 2025')).toBeNull()
})

test.each(['2025/02/29', '31-04-2025', '2025/13/01', 'June 1', 'Ju 1, 2025', 'Monday 1, 2025', '202506', ''])(
  '%j is no day',
  (typed) => {
    expect(readDays(typed)).toEqual([])
  },
)

test('a week begins on Monday, over months and years', () => {
  for (const day of ['2031-12-29', '2031-12-31', '2032-01-01', '2032-01-04'])
    expect(mondayOf(day), day).toBe('2031-12-29')
  expect(mondayOf('2032-01-05')).toBe('2032-01-05')
  expect(mondayOf('2032-03-01')).toBe('2032-03-01')
})

test('days and times are those of Manila, whatever the machine says', () => {
  const lateOnMay31InUtc = '2025-05-31T18:30:00.000Z'
  expect(formatDate(lateOnMay31InUtc)).toBe('Jun 01, 2025')
  expect(formatDateTime(lateOnMay31InUtc)).toBe('Jun 01, 2025 02:30 AM')
  expect(manilaDay(new Date(lateOnMay31InUtc))).toBe('2025-06-01')
  expect(manilaYear(new Date('2025-12-31T16:00:00Z'))).toBe(2026)
  expect(formatDate(null)).toBe('N/A')
  const hours = [0, 11, 12, 23].map((hour) =>
    formatTime(`2025-06-01T${`${hour}`.padStart(2, '0')}:05:00+08:00`),
  )
  expect(hours).toEqual(['12:05 AM', '11:05 AM', '12:05 PM', '11:05 PM'])
  expect([formatMonth('2031-07'), shortMonth('2031-12-31')]).toEqual(['July 2031', 'Dec'])
})

test('the day of a moment is reckoned from its text, at every hour', () => {
  for (let hour = 0; hour < 48; hour += 1) {
    const moment = new Date(Date.UTC(2025, 11, 30, hour, 59, 59, 999))
    expect([hour, manilaDayOf(moment.toISOString())]).toEqual([hour, manilaDay(moment)])
  }
})

test('[S-147] a day of this year is told without its year, by the calendar of Manila', () => {
  const now = new Date('2026-11-27T02:00:00.000Z')
  expect(formatRecentDate('2026-11-26T02:00:00.000Z', now)).toBe('Nov 26')
  expect(formatRecentDate('2025-12-31T16:00:00.000Z', now)).toBe('Jan 01')
  expect(formatRecentDate('2025-12-31T15:59:59.000Z', now)).toBe('Dec 31, 2025')
})
