import { addDays, DATE_RANGE_DAYS } from '../lib/date-range.ts'
import { parseTypedDate } from '../lib/dates.ts'
import type { FieldErrors } from '../lib/error-codes.ts'

/** Both days of a range that is asked for, yyyy-mm-dd. */
export type AskedRange = { startDate: string; endDate: string }

/** Why the log does not answer for these days, one sentence under the field; `today` is the day in Manila. */
export function auditRangeErrors({ startDate, endDate }: AskedRange, today: string): FieldErrors {
  if (!parseTypedDate(startDate)) return { startDate: ['Start date is not a day of the calendar.'] }
  if (!parseTypedDate(endDate)) return { endDate: ['End date is not a day of the calendar.'] }
  if (startDate > today) return { startDate: ['Start date cannot be later than today.'] }
  if (endDate < startDate) return { endDate: ['End date cannot be earlier than start date.'] }
  if (endDate > addDays(startDate, DATE_RANGE_DAYS - 1))
    return { endDate: [`The date range can cover at most ${DATE_RANGE_DAYS} days.`] }
  return {}
}

const compact = (day: string): string => day.replaceAll('-', '')

/** The name of the downloaded log (S-83). */
export const auditFileName = ({ startDate, endDate }: AskedRange, today: string): string =>
  `Audit_Logs_${compact(today)}_${startDate}_to_${endDate}.csv`

/** The name of the heads kept elsewhere. */
export const headsFileName = (today: string): string => `Audit_Heads_${compact(today)}.json`
