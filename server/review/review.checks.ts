import type { RefusalCode } from '../../shared/lib/refusals.ts'
import { type Denied, no, type Verdict } from '../../shared/lib/verdict.ts'
import type { Comparison } from '../../shared/review/comparison.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import type { SavedBefore } from '../../shared/lib/saved-before.ts'
import type { Db } from '../database/db.ts'
import { AppError, invalid, requireAllowed } from '../lib/errors.ts'
import { findLatestChanges } from '../context/latest-changes.ts'
import type { KindFacts, ReviewedRow } from './record.kind.ts'
import { listReviewSteps } from './review.queries.ts'

type LastStep = Pick<ReviewStep, 'action' | 'level' | 'by' | 'at'>

/**
 * Why a submission can no longer be recalled, from the newest step of its history; null if that step does not prevent
 * it. A decision is made for a level, so the sentence names the office for PENRO and the level otherwise.
 */
export function recallRefusal(office: string, last: LastStep | undefined): Denied | null {
  if (!last || last.action === 'Submitted') return null
  const { by, action, level, at } = last
  if (action === 'Recalled') return no('recalled_before', { by, at })
  return no('decided_before', {
    approver: level === 'PENRO' ? office : String(level),
    action: action.toLowerCase(),
    at,
  })
}

/** Why a record cannot be decided on after a recall; null if it was not recalled. */
export const decisionRefusal = (office: string, last: LastStep | undefined): Denied | null =>
  last?.action === 'Recalled' ? no('recalled_meanwhile', { by: last.by, office, at: last.at }) : null

const CLOSER = { not_recallable: recallRefusal, acted_on: decisionRefusal }
const hasCloser = (code: RefusalCode): code is keyof typeof CLOSER => code in CLOSER

/**
 * Like `requireAllowed`, but if another user has just acted on the record, the refusal says who did what, when, and for
 * which level or office.
 */
export async function requireStillAllowed(
  db: Db,
  verdict: Verdict,
  { record_id, office }: Pick<ReviewedRow, 'record_id' | 'office'>,
): Promise<void> {
  if (verdict.ok || !hasCloser(verdict.code)) return requireAllowed(verdict)
  const history = await listReviewSteps(db, record_id)
  requireAllowed(CLOSER[verdict.code](office, history.at(-1)) ?? verdict)
}

type CurrentRecord = { id: number; revision: number; updated_at: string; updated_by: string | null }

/** Returns who changed a record after the revision `seen`; null if no one did or `seen` is undefined. */
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
 * Rejects with 409 if the caller saw another revision than the stored one (S-21). The error says who has changed the
 * record since, when, and what (S-144).
 */
export async function requireSameRevision(
  db: Db,
  module: KindFacts['module'],
  seen: number | undefined,
  record: CurrentRecord,
): Promise<void> {
  if (seen === undefined || seen === record.revision) return
  throw new AppError('conflict', { saved_before: await findNewerChange(db, module, seen, record) })
}

/** Rejects a round that did not end in a return, which has nothing to compare. */
export function requireComparison(comparison: Comparison | null): Comparison {
  if (!comparison) throw invalid({ round: ['This round did not end in a return.'] })
  return comparison
}
