import { formatDate } from './dates.ts'
import { readDay } from './typed-date.ts'
import { DAY_MS } from './durations.ts'

/** counting both the first and the last day, which can be at most six days apart (C-13) */
export const DATE_RANGE_DAYS = 7

/** Calendar days, yyyy-mm-dd, both inclusive; null if not chosen yet. */
export type DayRange = { start: string | null; end: string | null }

/** The days that a picker offers; null means no limit. */
export type DayLimits = { min: string | null; max: string | null }

/** The calendar day this many days later, or earlier if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The same day this many months earlier, or the last day of a shorter month; yyyy-mm-dd. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10)
}

const earlier = (one: string, other: string | null): string => (other !== null && other < one ? other : one)

/** The days offered: up to six after the start, six before the end, and no start after today (000 §5). */
export function rangeLimits({ start, end }: DayRange, today: string): { start: DayLimits; end: DayLimits } {
  const reach = DATE_RANGE_DAYS - 1
  return {
    start: { min: end === null ? null : addDays(end, -reach), max: earlier(today, end) },
    end: { min: start, max: start === null ? null : addDays(start, reach) },
  }
}

export const isDay = (text: string): boolean => readDay(text) === text

/**
 * Returns one sentence if the start or the end of a range is invalid, given the other one, otherwise null. Used by
 * pickers, page URLs and the server.
 */
export function rangeComplaint(
  which: 'start' | 'end',
  { start, end }: DayRange,
  today: string,
): string | null {
  if (which === 'start' && start !== null && start > today) return 'Start date cannot be later than today.'
  if (start === null || end === null) return null
  if (end < start)
    return which === 'start'
      ? 'Start date cannot be later than end date.'
      : 'End date cannot be earlier than start date.'
  if (end <= addDays(start, DATE_RANGE_DAYS - 1)) return null
  const from = which === 'start' ? addDays(end, 1 - DATE_RANGE_DAYS) : start
  const to = which === 'start' ? end : addDays(start, DATE_RANGE_DAYS - 1)
  return `The date range can cover at most ${DATE_RANGE_DAYS} days. Please choose a date from ${formatDate(from)} to ${formatDate(to)}.`
}

/** Whether both days are chosen and the range is allowed. */
export function isWholeRange(range: DayRange, today: string): range is { start: string; end: string } {
  return (
    range.start !== null &&
    range.end !== null &&
    rangeComplaint('start', range, today) === null &&
    rangeComplaint('end', range, today) === null
  )
}
