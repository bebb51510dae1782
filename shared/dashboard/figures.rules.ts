import { manilaDay } from '../lib/dates.ts'

/** How many months the picture of approvals looks back. */
export const MONTHS = 12

/** The last twelve months in Manila with the present one, as yyyy-mm, oldest first. */
export function lastMonths(now: Date): string[] {
  const [year = 0, month = 0] = manilaDay(now).split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, index) => {
    const first = new Date(Date.UTC(year, month - MONTHS + index, 1))
    return first.toISOString().slice(0, 7)
  })
}

/** The middle value of days that are counted, shortest first; null for nothing. Of two middle ones the shorter. */
export function medianDays(waited: readonly { days: number; count: number }[]): number | null {
  const all = waited.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  for (const { days, count } of waited) {
    seen += count
    if (seen * 2 >= all) return days
  }
  return null
}
