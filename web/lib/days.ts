import { DAY_MS } from '../../shared/lib/durations.ts'
import { formatDays } from '../../shared/lib/format.ts'

/** "less than a day", "1 day", "12 days". */
export function daysSince(iso: string, now: Date): string {
  return formatDays(Math.floor((now.getTime() - new Date(iso).getTime()) / DAY_MS))
}
