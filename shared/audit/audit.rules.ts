import { rangeComplaint } from '../lib/date-range.ts'
import type { FieldErrors } from '../lib/error-codes.ts'

/** Both days of the requested range, yyyy-mm-dd. */
export type RequestedRange = { startDate: string; endDate: string }

/** Returns the errors in the requested days, per field; `today` is the day in Manila. */
export function auditRangeErrors({ startDate, endDate }: RequestedRange, today: string): FieldErrors {
  const start = rangeComplaint('start', { start: startDate, end: null }, today)
  if (start) return { startDate: [start] }
  const end = rangeComplaint('end', { start: startDate, end: endDate }, today)
  return end ? { endDate: [end] } : {}
}

const compact = (day: string): string => day.replaceAll('-', '')

/** The file name of the downloaded log (S-83). */
export const auditFileName = ({ startDate, endDate }: RequestedRange, today: string): string =>
  `Audit_Logs_${compact(today)}_${startDate}_to_${endDate}.csv`
