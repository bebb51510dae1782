import { formatDate } from '../lib/dates.ts'
import type { ChangedSince } from './summaries.schema.ts'

/** "3 of the 41 records cited here have changed since.": the number only, never which. */
export function sinceWords({ records, changed }: ChangedSince): string {
  if (records === 0) return 'No records are cited here.'
  if (records === 1) return `The one record cited here has ${changed === 0 ? 'not ' : ''}changed since.`
  const of = `of the ${records} records cited here`
  return changed < 2
    ? `${changed === 0 ? 'None' : '1'} ${of} has changed since.`
    : `${changed} ${of} have changed since.`
}

/** "Withdrawn on Nov 26, 2026. Reason: a number is wrong." */
export const withdrawnWords = (withdrawn_at: string, reason: string | null): string =>
  `Withdrawn on ${formatDate(withdrawn_at)}.${reason === null ? '' : ` Reason: ${reason}`}`
