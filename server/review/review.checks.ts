import type { Comparison } from '../../shared/review/comparison.ts'
import { ALREADY_ACTED_ON } from '../../shared/review/review-chain.ts'
import { AppError, invalid } from '../lib/errors.ts'

/** Refuses with 409 what was decided on an older state of the record than the stored one (S-21). */
export function insistSeen(revision: number | undefined, record: { revision: number }): void {
  if (revision !== undefined && revision !== record.revision) throw new AppError('conflict', ALREADY_ACTED_ON)
}

/** Refuses a round that ended in no return, so that there is nothing to compare. */
export function insistCompared(comparison: Comparison | null): Comparison {
  if (!comparison) throw invalid({ round: ['This round did not end in a return.'] })
  return comparison
}
