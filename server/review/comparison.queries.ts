import type { z } from 'zod/mini'
import { type Comparison, comparisonOf } from '../../shared/review/comparison.ts'
import type { Db } from '../database/db.ts'
import { requireComparison } from './review.checks.ts'
import { listReviewSteps, type ReviewedRecord } from './review.queries.ts'
import { findSnapshot } from './snapshots.queries.ts'

type Compared<State> = { comparison: Comparison } & ({ before: State; after: State } | { before: null })

/**
 * Returns the two states of a record that a comparison shows: as returned in the round `wanted` (by default the newest
 * return), and as submitted next. `before` is null if there was no return or a snapshot is missing. `asItIs` returns
 * the record as it is now, for a return without a later submission.
 */
export async function compareStates<State>(
  db: Db,
  record: ReviewedRecord,
  wanted: number | undefined,
  schema: z.ZodMiniType<State>,
  asItIs: () => State | Promise<State>,
): Promise<Compared<State>> {
  const comparison = requireComparison(comparisonOf(await listReviewSteps(db, record), wanted))
  const { round, next_round } = comparison
  if (round === null) return { comparison, before: null }
  const before = await findSnapshot(db, record, round)
  const after = next_round === null ? await asItIs() : await findSnapshot(db, record, next_round)
  return before && after
    ? { comparison, before: schema.parse(before), after: schema.parse(after) }
    : { comparison, before: null }
}
