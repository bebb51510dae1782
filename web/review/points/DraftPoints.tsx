import type { PointPlace } from '../../../shared/review/points.schema.ts'
import { useDecision } from '../decision-context.tsx'
import { DraftPointCard } from './DraftPointCard.tsx'
import { addButtonId } from './place-id.ts'
import { isAt } from './points-context.tsx'

/** The points about a place that are not sent yet, to edit and to remove. */
export function DraftPoints({ place }: { place: PointPlace }) {
  const decision = useDecision()
  const points = decision?.draft.points.filter(
    ({ place: at, key }) => isAt(place, at) && key !== decision.writing?.key,
  )
  return points?.map((point) => (
    <DraftPointCard
      key={point.key}
      point={point}
      onGone={() => document.getElementById(addButtonId(place))?.focus()}
    />
  ))
}
