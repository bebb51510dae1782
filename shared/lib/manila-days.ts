/* Days without the browser's Intl calendar, small enough for the public pages. Also exported by dates.ts. */

const MANILA_OFFSET_MS = 8 * 3_600_000
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

const inManila = (now: Date): string => new Date(now.getTime() + MANILA_OFFSET_MS).toISOString()

/** The calendar day in Manila, yyyy-mm-dd; computed with arithmetic, because exports need a million of them. */
export const manilaDay = (now: Date): string => inManila(now).slice(0, 10)

/** The time of day in Manila, hh:mm. */
export const manilaClock = (now: Date): string => inManila(now).slice(11, 16)

/** "Jun 01, 2025" of a day, yyyy-mm-dd. */
export function formatDay(day: string): string {
  const [year, , date] = day.split('-')
  return `${shortMonth(day)} ${date}, ${year}`
}

const nameOfMonth = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? ''

/** "July 2031" of a month or one of its days, yyyy-mm or yyyy-mm-dd. */
export const formatMonth = (month: string): string => `${nameOfMonth(month)} ${month.slice(0, 4)}`

/** "Jul" */
export const shortMonth = (month: string): string => nameOfMonth(month).slice(0, 3)
