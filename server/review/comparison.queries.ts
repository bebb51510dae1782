import type { z } from 'zod/mini'
import { type Comparison, comparedCorrections, comparisonOf } from '../../shared/review/comparison.ts'
import type { Correction } from '../../shared/review/changes.schema.ts'
import type { SpellingEdit } from '../../shared/review/review.schema.ts'
import type { Db } from '../database/db.ts'
import { requireComparison } from './review.checks.ts'
import { listReviewSteps } from './review.queries.ts'
import { readSnapshot } from './snapshots.queries.ts'

type Compared<State> = { comparison: Comparison & { corrections?: Correction[] } } & (
  | { before: State; after: State }
  | { before: null }
)

/** A submitted state with the spelling that its reviewers corrected: no change of its encoder. */
type Corrected<State> = (state: State, edits: readonly SpellingEdit[]) => State

/**
 * Returns the two states of a record that a comparison shows: as returned in the round `wanted` (by default the newest
 * return), with the spelling that its reviewers corrected, and as submitted next. `before` is null if there was no
 * return. `asItIs` returns the record as it is now, for a return without a later submission.
 */
export async function compareStates<State>(
  db: Db,
  record_id: number,
  wanted: number | undefined,
  { schema, corrected }: { schema: z.ZodMiniType<State>; corrected: Corrected<State> },
  asItIs: () => State | Promise<State>,
): Promise<Compared<State>> {
  const history = await listReviewSteps(db, record_id)
  const compared = requireComparison(comparisonOf(history, wanted))
  const corrections = comparedCorrections(history, compared)
  const comparison = corrections.length > 0 ? { ...compared, corrections } : compared
  const { round, next_round } = compared
  if (round === null) return { comparison, before: null }
  const before = schema.parse(await readSnapshot(db, record_id, round))
  const after = next_round === null ? await asItIs() : await readSnapshot(db, record_id, next_round)
  const edits = corrections.filter((one) => one.round === round)
  return { comparison, before: corrected(before, edits), after: schema.parse(after) }
}
