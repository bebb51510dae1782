import { formatDate } from '../../shared/lib/dates.ts'
import { isRecalled, type Recall, type Review } from '../../shared/review/review-chain.ts'
import { unsettledWords } from '../../shared/review/unsettled.ts'
import { daysSince } from '../lib/days.ts'

/** A record that is with its encoder. */
type RecordInHand = Review &
  Recall & {
    created_at: string
    returned_at: string | null
    office: string
    open_points: number
    answered_points: number
  }

/** The returned records, or those that were recalled or never submitted. */
export type InHand = 'returned' | 'others'

export const isInHand = (row: RecordInHand, wanted: InHand): boolean =>
  (row.site_status === 'Returned' && !isRecalled(row)) === (wanted === 'returned')

/** since when a record is with its encoder */
const withEncoderSince = (row: RecordInHand): string =>
  (isRecalled(row) && row.recalled_at) || (row.returned_by && row.returned_at) || row.created_at

/** The order by time in hand. */
export const longestFirst = (one: RecordInHand, other: RecordInHand): number =>
  withEncoderSince(one).localeCompare(withEncoderSince(other))

/** "Waiting for 3 days" */
export const waitingWords = (since: string) => `Waiting for ${daysSince(since, new Date())}`

/** "Recalled 3 days ago", "PENRO Laguna: returned by Region on Nov 27, 2026, 3 days ago, 2 open points" */
export function inHandWords(row: RecordInHand): string {
  const since = `${daysSince(withEncoderSince(row), new Date())} ago`
  if (isRecalled(row)) return `Recalled ${since}`
  if (row.returned_by === null) return `Not submitted yet, begun ${since}`
  const day = row.returned_at ? ` on ${formatDate(row.returned_at)}` : ''
  const points = unsettledWords(row)
  return [`${row.office}: returned by ${row.returned_by}${day}, ${since}`, ...(points ? [points] : [])].join(
    ', ',
  )
}
