import { useEffect } from 'react'
import { plural } from '../../../shared/lib/format.ts'
import type { PointPlace } from '../../../shared/review/points.schema.ts'
import { useDecision } from '../decision-context.tsx'
import { DraftPointCard } from './DraftPointCard.tsx'
import { isUnsettled } from '../../../shared/review/unsettled.ts'
import { NewPoint } from './NewPoint.tsx'
import styles from './ReviewPoints.module.css'
import { placeId, toPart, addButtonId } from './place-id.ts'
import { isAt, usePoints } from './points-context.tsx'
import { ReviewPoint } from './ReviewPoint.tsx'

/** The points about a place that are not sent yet, to edit and to remove. */
function DraftPoints({ place }: { place: PointPlace }) {
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

type HerePointsProps = { place: PointPlace; label: string }

/** What there is about one place: sent points, those that are not sent yet, and the form for a new one. */
export function HerePoints({ place, label }: HerePointsProps) {
  const decision = useDecision()
  const sent = usePoints()?.points.filter((point) => isAt(place, point.place)) ?? []
  const past = sent.filter((point) => !isUnsettled(point))
  const id = placeId(place)
  // a link from another page leads here
  useEffect(() => {
    if (location.hash === `#${id}`) toPart(id)
  }, [id])
  return (
    <>
      {sent.filter(isUnsettled).map((point) => (
        <ReviewPoint key={point.id} point={point} />
      ))}
      {past.length > 0 ? (
        <details className={styles.fold}>
          <summary>{plural(past.length, 'settled or withdrawn point')}</summary>
          <div className={styles.list}>
            {past.map((point) => (
              <ReviewPoint key={point.id} point={point} />
            ))}
          </div>
        </details>
      ) : null}
      {decision ? <DraftPoints place={place} /> : null}
      {decision?.writing?.at === id ? (
        <NewPoint key={decision.writing.key} place={place} label={label} ownKey={decision.writing.key} />
      ) : null}
    </>
  )
}
