import type { Correction, Return } from './changes.schema.ts'
import type { ReviewStep } from './review.schema.ts'

export type Comparison = { returns: Return[]; round: number | null; next_round: number | null }

type Step = Pick<ReviewStep, 'round' | 'level' | 'by' | 'at' | 'edits'>

/** The spelling that the approvals of a history corrected, oldest first. */
export const correctionsOf = (history: readonly Step[]): Correction[] =>
  history.flatMap(({ round, level, by, at, edits }) =>
    edits.map((edit) => ({ ...edit, round, level, by, at })),
  )

/** The corrections in the two rounds of a comparison; all of them if there was no return. */
export const comparedCorrections = (
  history: readonly Step[],
  { round, next_round }: Pick<Comparison, 'round' | 'next_round'>,
): Correction[] =>
  correctionsOf(history.filter((step) => round === null || step.round === round || step.round === next_round))

/**
 * What can be compared, from the history of a record (oldest step first): each return with the submission that followed
 * it, the newest, if none followed, with the present state. A recalled submission was never reviewed, so it does not
 * count. Null if the wanted round did not end in a return.
 */
export function comparisonOf(
  history: readonly Pick<ReviewStep, 'round' | 'action' | 'level' | 'by' | 'at'>[],
  wanted: number | undefined,
): Comparison | null {
  const returns = history
    .filter(({ action }) => action === 'Returned' || action === 'Withdrawn')
    .map(({ round, level, by, at }) => ({ round, level, by, at }))
    .sort((a, b) => b.round - a.round)
  const round = wanted ?? returns[0]?.round ?? null
  if (round === null) return { returns, round, next_round: null }
  if (!returns.some((one) => one.round === round)) return null
  const next = history.find(
    (step, place) =>
      step.action === 'Submitted' && step.round > round && history[place + 1]?.action !== 'Recalled',
  )
  return { returns, round, next_round: next?.round ?? null }
}
