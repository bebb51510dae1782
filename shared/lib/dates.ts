import { lineForm } from './text-form.ts'
import { formatDay, manilaClock, manilaDay } from './manila-days.ts'

export { manilaDay } from './manila-days.ts'

/** The bureau's clock. Stored in UTC, shown and filtered in Manila (S-22); Manila has no daylight saving. */
export const TIME_ZONE = 'Asia/Manila'

const SHAPES = [
  /^(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})$/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  /^(?<day>\d{1,2})-(?<month>\d{1,2})-(?<year>\d{4})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
]

/** letters of a date, and marks that no one sees */
const LONGEST_TYPED = 100

/** yyyy-mm-dd from yyyy/mm/dd, mm/dd/yyyy, dd-mm-yyyy or yyyymmdd; null when it is no real day (000 §5). */
export function parseTypedDate(text: string): string | null {
  if (text.length > LONGEST_TYPED) return null
  const typed = lineForm(text)
  for (const shape of SHAPES) {
    const parts = shape.exec(typed)?.groups
    if (!parts) continue
    const [year, month, day] = [Number(parts.year), Number(parts.month), Number(parts.day)]
    const date = new Date(Date.UTC(year, month - 1, day))
    const real =
      date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    return real ? date.toISOString().slice(0, 10) : null
  }
  return null
}

/** "Jun 01, 2025" in Manila; "N/A" for nothing. */
export const formatDate = (iso: string | null | undefined): string =>
  iso ? formatDay(manilaDay(new Date(iso))) : 'N/A'

/** "Nov 26" in Manila, with the year where it is another one than now. */
export function formatRecentDate(iso: string, now: Date): string {
  const date = formatDate(iso)
  return manilaYear(new Date(iso)) === manilaYear(now) ? date.slice(0, -6) : date
}

/** "Jun 01, 2025 02:30 PM" in Manila; "N/A" for nothing. */
export function formatDateTime(iso: string | null | undefined): string {
  if (!iso) return 'N/A'
  return `${formatDate(iso)} ${formatTime(iso)}`
}

/** "02:30 PM" in Manila, of a moment that is today. */
export function formatTime(iso: string): string {
  const [hour = '', minute = ''] = manilaClock(new Date(iso)).split(':')
  const ofTwelve = `${Number(hour) % 12 || 12}`.padStart(2, '0')
  return `${ofTwelve}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}

/** The same of a moment as the database reports it; until four in the afternoon in UTC the day is the same in Manila. */
export const manilaDayOf = (iso: string): string =>
  iso.slice(11, 13) < '16' ? iso.slice(0, 10) : manilaDay(new Date(iso))

/** The moment at which a day, yyyy-mm-dd, has this time in Manila, as the database and `Date` read it. */
export const manilaMoment = (day: string, time = '00:00'): string => `${day}T${time}:00+08:00`

/** The year in Manila. */
export const manilaYear = (now: Date): number => Number(manilaDay(now).slice(0, 4))

/** The Monday of the week of a day, yyyy-mm-dd; a Sunday belongs to the Monday before. */
export function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
