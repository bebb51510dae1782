import type { Point } from '../../../shared/review/points.schema.ts'
import type { ReviewStep } from '../../../shared/review/review.schema.ts'
import { isSameTime } from './points-context.tsx'

/** Whether a comment of a return was made of its points, which are listed beside it. */
export function isOfPoints({ at }: ReviewStep, comment: string, points: readonly Point[]): boolean {
  const asked = points.filter(({ steps }) =>
    steps.some((step) => (step.action === 'Sent' || step.action === 'Reopened') && isSameTime(step.at, at)),
  )
  return (
    asked.some(({ kind, steps }) => kind !== 'comment' || !isSameTime(steps[0]?.at ?? '', at)) &&
    !asked.some(({ kind, text }) => kind === 'comment' && text === comment)
  )
}
