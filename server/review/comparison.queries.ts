import type { z } from 'zod/mini'
import { type Comparison, comparisonOf } from '../../shared/review/comparison.ts'
import type { Db } from '../database/db.ts'
import { requireComparison } from './review.checks.ts'
import { listReviewSteps, type ReviewedRecord } from './review.queries.ts'
import { findSnapshot } from './snapshots.queries.ts'

type Compared<State> = { comparison: Comparison } & ({ before: State; after: State } | { before: null })

/**
 * The two states of a record that its comparison since a return is about, the newest return unless `round` names another;
 * without them where there was no return or nothing was kept. `asItIs` gives the record as it is now.
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
