import { formatDay, manilaDay } from '../lib/manila-days.ts'
import { plural } from '../lib/format.ts'

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** Whole months between two days, yyyy-mm-dd, the later one last. */
export function monthsBetween(from: string, to: string): number {
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number)
  return (toYear - year) * 12 + toMonth - month - (toDay < day ? 1 : 0)
}

/** The same day this many months earlier, or the last day of a shorter month; yyyy-mm-dd. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10)
}

const ago = (count: number, noun: string): string => `${plural(count, noun)} ago`

/** "Approved Jul 04, 2031, 5 months ago", counted to a day in Manila. */
export function approvalAge(approved_at: string, today: string): string {
  const day = manilaDay(new Date(approved_at))
  const days = daysBetween(day, today)
  const months = monthsBetween(day, today)
  const age =
    days <= 0
      ? 'today'
      : months === 0
        ? ago(days, 'day')
        : months < 24
          ? ago(months, 'month')
          : ago(Math.floor(months / 12), 'year')
  return `Approved ${formatDay(day)}, ${age}`
}
