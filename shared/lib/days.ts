/*
 * Days without a calendar of the browser, small enough for the public pages. What is here is also exported by dates.ts.
 */

const AHEAD_MS = 8 * 3_600_000
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'

/** The calendar day in Manila, yyyy-mm-dd; reckoned, because exports ask for a million of them. */
export const manilaDay = (now: Date): string => new Date(now.getTime() + AHEAD_MS).toISOString().slice(0, 10)

/** "Jun 01, 2025" of a day, yyyy-mm-dd. */
export function formatDay(day: string): string {
  const [year, month = '1', date] = day.split('-')
  return `${MONTHS.slice(3 * Number(month) - 3, 3 * Number(month))} ${date}, ${year}`
}
