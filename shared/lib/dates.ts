import { formatDay, manilaDay, manilaTime } from './manila-days.ts'

export { manilaDay } from './manila-days.ts'

/** The bureau's time zone: stored in UTC, shown and filtered in Manila (S-22), which has no daylight saving. */
export const TIME_ZONE = 'Asia/Manila'

/** "Jun 01, 2025" in Manila; "N/A" if empty. */
export const formatDate = (iso: string | null | undefined): string =>
  iso ? formatDay(manilaDay(new Date(iso))) : 'N/A'

/** "Nov 26" in Manila, with the year if it is not the current one. */
export function formatRecentDate(iso: string, now: Date): string {
  const date = formatDate(iso)
  return manilaYear(new Date(iso)) === manilaYear(now) ? date.slice(0, -6) : date
}

/** "Jun 01, 2025 02:30 PM" in Manila; "N/A" if empty. */
export function formatDateTime(iso: string | null | undefined): string {
  if (!iso) return 'N/A'
  return `${formatDate(iso)} ${formatTime(iso)}`
}

/** "02:30 PM" in Manila. */
export const formatTime = (iso: string): string => manilaTime(new Date(iso))

/** The day in Manila of a database timestamp; before 16:00 UTC it is the same as in UTC. */
export const manilaDayOf = (iso: string): string =>
  iso.slice(11, 13) < '16' ? iso.slice(0, 10) : manilaDay(new Date(iso))

/** The moment of this day, yyyy-mm-dd, and time in Manila, in a form that the database and `Date` can read. */
export const manilaMoment = (day: string, time = '00:00'): string => `${day}T${time}:00+08:00`

export const manilaYear = (now: Date): number => Number(manilaDay(now).slice(0, 4))

/** The Monday of the day's week, yyyy-mm-dd; a Sunday belongs to the week before. */
export function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
