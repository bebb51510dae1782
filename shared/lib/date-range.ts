import { formatDate, parseTypedDate } from './dates.ts'

/** first and last day counted: the two may differ by at most six days (C-13) */
export const DATE_RANGE_DAYS = 7

const DAY_MS = 86_400_000

/** A span of calendar days, yyyy-mm-dd, both inclusive; null where nothing is chosen yet. */
export type DayRange = { start: string | null; end: string | null }

/** What a picker offers; null where it has no limit. */
export type DayLimits = { min: string | null; max: string | null }

/** The calendar day so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

const earlier = (one: string, other: string | null): string => (other !== null && other < one ? other : one)

/** The days offered: six after the start, six before the end, and no start later than today (000 §5). */
export function rangeLimits({ start, end }: DayRange, today: string): { start: DayLimits; end: DayLimits } {
  const reach = DATE_RANGE_DAYS - 1
  return {
    start: { min: end === null ? null : addDays(end, -reach), max: earlier(today, end) },
    end: { min: start, max: start === null ? null : addDays(start, reach) },
  }
}

/** Said of a text that is no day, such as 31-02-2026. */
export const notADay = (label: string): string =>
  `${label} is not a day of the calendar. Please enter a date like 2025-06-01.`

/** Whether a text is a day of the calendar, written yyyy-mm-dd. */
export const isDay = (text: string): boolean => parseTypedDate(text) === text

/**
 * What is wrong with the start or the end of a range beside the other one, in one sentence under its field; null when
 * nothing is. Pickers, the address of a page and the server ask it.
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

/** Whether both days are chosen and what they span is allowed. */
export function isWholeRange(range: DayRange, today: string): range is { start: string; end: string } {
  return (
    range.start !== null &&
    range.end !== null &&
    rangeComplaint('start', range, today) === null &&
    rangeComplaint('end', range, today) === null
  )
}
