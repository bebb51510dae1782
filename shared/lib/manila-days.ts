/* Days without the browser's Intl calendar, in English. Also exported by dates.ts. */

import { manilaClock } from './manila-clock.ts'

export { manilaClock, manilaDay } from './manila-clock.ts'

export const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** "Jun 01, 2025" of a day, yyyy-mm-dd. */
export function formatDay(day: string): string {
  const [year, , date] = day.split('-')
  return `${shortMonth(day)} ${date}, ${year}`
}

/** "3 April 2025" of a day, yyyy-mm-dd: in words, where it says how a typed day was read. */
export const formatDayInWords = (day: string): string => `${Number(day.slice(8))} ${formatMonth(day)}`

const nameOfMonth = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? ''

/** "July 2031" of a month or one of its days, yyyy-mm or yyyy-mm-dd. */
export const formatMonth = (month: string): string => `${nameOfMonth(month)} ${month.slice(0, 4)}`

/** "Jul" */
export const shortMonth = (month: string): string => nameOfMonth(month).slice(0, 3)

/** "02:30 PM" in Manila. */
export function manilaTime(now: Date): string {
  const [hour = '', minute = ''] = manilaClock(now).split(':')
  const ofTwelve = `${Number(hour) % 12 || 12}`.padStart(2, '0')
  return `${ofTwelve}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}
