import { indicatorNumbers } from '../../shared/activities/verification.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import type { Point } from '../../shared/review/points.schema.ts'
import { isAnswered } from '../review/points/points-context.tsx'

/** Whether a point is about an indicator, one of its figures or one of its files; `number` is "3.2.1". */
export const isUnder = ({ label, place }: Pick<Point, 'label' | 'place'>, number: string): boolean =>
  place.about !== 'principle' && label.startsWith(`${number} `)

/** The indicators with a point that is open and not answered yet. */
export const indicatorsAsked = (
  principle: SitePrinciple,
  pointed: { points: readonly Point[] } | null,
): number[] => {
  const open = (pointed?.points ?? []).filter((point) => point.state === 'open' && !isAnswered(point))
  if (open.length === 0) return []
  return [...indicatorNumbers(principle)].flatMap(([id, number]) =>
    open.some((point) => isUnder(point, number)) ? [id] : [],
  )
}
