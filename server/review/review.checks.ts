import type { Verdict } from '../../shared/lib/verdict.ts'
import type { Comparison } from '../../shared/review/comparison.ts'
import { decisionRefusal, recallRefusal } from '../../shared/review/recall.ts'
import { ALREADY_ACTED_ON, NOT_RECALLABLE } from '../../shared/review/review-chain.ts'
import type { Db } from '../lib/db.ts'
import { AppError, insist, invalid } from '../lib/errors.ts'
import { listReviewSteps, type ReviewedRecord } from './review.queries.ts'

const REFUSALS = [
  { instead: NOT_RECALLABLE, words: recallRefusal },
  { instead: ALREADY_ACTED_ON, words: decisionRefusal },
]

/** As `insist`, and of two who act at once the later one hears what the other one did, when and for whom. */
export async function insistFirst(
  db: Db,
  verdict: Verdict,
  { reference, office }: { reference: ReviewedRecord; office: string },
): Promise<void> {
  const refusal = verdict.ok ? undefined : REFUSALS.find(({ instead }) => instead === verdict.message)
  const history = refusal ? await listReviewSteps(db, reference) : []
  const words = refusal?.words(office, history.at(-1))
  if (words) throw new AppError('state', words)
  insist(verdict)
}

/** Refuses with 409 what was decided on an older state of the record than the stored one (S-21). */
export function insistSeen(revision: number | undefined, record: { revision: number }): void {
  if (revision !== undefined && revision !== record.revision) throw new AppError('conflict', ALREADY_ACTED_ON)
}

/** Refuses a round that ended in no return, so that there is nothing to compare. */
export function insistCompared(comparison: Comparison | null): Comparison {
  if (!comparison) throw invalid({ round: ['This round did not end in a return.'] })
  return comparison
}
