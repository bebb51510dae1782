import { formatDate } from './dates.ts'

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

/** Why a day is not offered, in one sentence; null when it is. */
export function limitComplaint(day: string, { min, max }: DayLimits): string | null {
  if ((min === null || day >= min) && (max === null || day <= max)) return null
  const from = min === null ? '' : formatDate(min)
  const to = max === null ? '' : formatDate(max)
  if (from && to) return `Please choose a date from ${from} to ${to}.`
  return from ? `Please choose a date on or after ${from}.` : `Please choose a date on or before ${to}.`
}

/** Whether both days are chosen and what they span is allowed. */
export function isWholeRange(range: DayRange, today: string): range is { start: string; end: string } {
  const { start, end } = range
  if (start === null || end === null) return false
  const limits = rangeLimits(range, today)
  return limitComplaint(start, limits.start) === null && limitComplaint(end, limits.end) === null
}
