import { addDays } from '../../shared/lib/date-range.ts'
import { formatDate, manilaDay } from '../../shared/lib/dates.ts'

/** what the clocks of two machines may differ by */
export const APART_MS = 5 * 60_000
/** a product that was off for longer than this is asked whether its clock is right */
const OFF_DAYS = 31

/** What is known of the time: of this server, of the database, and the newest day that is known to have come. */
export type Clocks = { now: Date; database: Date; newest: string | null }

const minutes = (milliseconds: number): string => {
  const count = Math.round(milliseconds / 60_000)
  return count < 180 ? `${count} minutes` : `${Math.round(count / 60)} hours`
}

/** The sentence of a clock that would seal rows under a day which may not have come; null when they may be sealed. */
export function aheadOfDatabase({ now, database }: Clocks): string | null {
  const ahead = now.getTime() - database.getTime()
  if (ahead <= APART_MS) return null
  return `The clock of this server is ${minutes(ahead)} ahead of the database's, so no row is sealed: set both by NTP, and sealing goes on by itself.`
}

/** The sentence of a clock that is too far from the database's, either way, for jobs to be due by it; null when it is not (S-153). */
export function farApart({ now, database }: Pick<Clocks, 'now' | 'database'>): string | null {
  const ahead = now.getTime() - database.getTime()
  if (Math.abs(ahead) <= APART_MS) return null
  const apart = `${minutes(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'}`
  return `The clock of this server is ${apart} the database's, so it runs no jobs: set both by NTP, and jobs go on by themselves.`
}

/** The same of a clock that says it was off for very long; on one machine both clocks are wrong together. */
export function farFromNewest({ now, newest }: Clocks): string | null {
  const today = manilaDay(now)
  if (newest === null || today <= addDays(newest, OFF_DAYS)) return null
  return `The clock of this server says ${formatDate(today)} and the newest seal is of ${formatDate(newest)}, so no row is sealed until the clock is right, or an operator has said that it is: npm run operator -- clock confirm.`
}

/** What a clock that was far ahead once has left behind: no closed day is ever opened again. */
export function displaced({ now, newest }: Clocks): string | null {
  // a minute before midnight the other instance may have begun the new day
  if (newest === null || newest <= manilaDay(new Date(now.getTime() + APART_MS))) return null
  return `The newest seal is of ${formatDate(newest)}, which has not come: a clock was far ahead. Rows are sealed under that day until it has passed.`
}
