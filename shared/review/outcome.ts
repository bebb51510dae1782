import { formatDateTime } from '../lib/dates.ts'
import { sentenceOf } from '../lib/verdict.ts'
import { canDecide, type Review } from './review-chain.ts'
import type { ReviewStep } from './review.schema.ts'
import { deactivated, type Reviewed } from './review.policy.ts'
import type { Level } from '../access/levels.ts'

type DecidedRecord = Review & Pick<Reviewed, 'status' | 'deactivated_by' | 'deactivated_at'>

/**
 * Who decided on a record first, how and when, for an approver whose decision came too late. Null while the record is
 * still at this level, so that the reviewer can look again and decide.
 */
export function decisionOutcome(
  code: string,
  record: DecidedRecord,
  history: readonly ReviewStep[],
  level: Level,
): string | null {
  if (record.status === 'Deactivated') return sentenceOf(deactivated(record, code))
  if (canDecide(record, level).ok) return null
  const last = history.toSorted((a, b) => b.id - a.id)[0]
  if (!last) return null
  const at = last.level ? ` at ${last.level}` : ''
  return `${code} was ${last.action.toLowerCase()}${at} by ${last.by}, ${last.role}, on ${formatDateTime(last.at)}.`
}
