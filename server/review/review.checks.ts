import type { RefusalCode } from '../../shared/lib/refusals.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'
import type { Comparison } from '../../shared/review/comparison.ts'
import { decisionRefusal, recallRefusal } from '../../shared/review/recall.ts'
import type { SavedBefore } from '../../shared/lib/saved-before.ts'
import type { Db } from '../database/db.ts'
import { AppError, invalid, requireAllowed } from '../lib/errors.ts'
import { findLatestChanges } from '../context/latest-changes.ts'
import type { KindFacts } from './record.kind.ts'
import { listReviewSteps, type ReviewedRecord } from './review.queries.ts'

const CLOSER = { not_recallable: recallRefusal, acted_on: decisionRefusal }
const hasCloser = (code: RefusalCode): code is keyof typeof CLOSER => code in CLOSER

/** As `requireAllowed`, and of two who act at once the later one hears what the other one did, when and for whom. */
export async function requireStillAllowed(
  db: Db,
  verdict: Verdict,
  { reference, office }: { reference: ReviewedRecord; office: string },
): Promise<void> {
  if (verdict.ok || !hasCloser(verdict.code)) return requireAllowed(verdict)
  const history = await listReviewSteps(db, reference)
  requireAllowed(CLOSER[verdict.code](office, history.at(-1)) ?? verdict)
}

type CurrentRecord = { id: number; revision: number; updated_at: string; updated_by: string | null }

/** Who changed a record since it was seen; null where it was not, or no one says what was seen. */
export const findNewerChange = async (
  db: Db,
  module: KindFacts['module'],
  seen: number | undefined,
  record: CurrentRecord,
): Promise<SavedBefore | null> =>
  seen === undefined || seen >= record.revision
    ? null
    : findLatestChanges(db, module, record, record.revision - seen)

/**
 * Refuses with 409 what was done looking at an older state of the record than the stored one (S-21), and says who has
 * changed it since, when, and what (S-144).
 */
export async function requireUnchangedSince(
  db: Db,
  module: KindFacts['module'],
  seen: number | undefined,
  record: CurrentRecord,
): Promise<void> {
  if (seen === undefined || seen === record.revision) return
  throw new AppError('conflict', { saved_before: await findNewerChange(db, module, seen, record) })
}

/** Refuses a round that ended in no return, so that there is nothing to compare. */
export function requireComparison(comparison: Comparison | null): Comparison {
  if (!comparison) throw invalid({ round: ['This round did not end in a return.'] })
  return comparison
}
